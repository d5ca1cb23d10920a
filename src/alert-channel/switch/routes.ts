// The operator's routes of the dead man's switch. Its address is a secret: who knows it can keep the watcher quiet.
import type { RecorderOf } from '#http/audited-action.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { NO_CONTENT } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, notFound } from '#kernel/failure.ts'
import type { AlertChannelsDeps } from '../feature.ts'
import { type Inside, refusedUrl, shownUrl } from '../target.ts'
import { findSwitch, removeSwitch, setSwitch } from './store.ts'
import { SwitchBody, SwitchSchema, switchForm } from './wire.ts'

const PATH = '/api/admin/dead-mans-switch'
const tags = ['Operator']

export function switchRoutes(
  server: Server,
  deps: Pick<AlertChannelsDeps, 'db' | 'clock' | 'secretBox'> & { inside: Inside; recorderOf: RecorderOf },
): void {
  const { db, clock, secretBox, inside, recorderOf } = deps
  server.get(
    PATH,
    {
      config: rules(),
      schema: {
        summary: 'The address outside that hears from the gateway while it is well',
        tags,
        response: { 200: SwitchSchema },
      },
    },
    async () => switchForm(await findSwitch(db), clock()),
  )

  server.put(
    PATH,
    {
      config: critical(rules('INVALID_DATA')),
      schema: {
        summary: 'Set that address; a sign is sent at once',
        tags,
        body: SwitchBody,
        response: { 200: SwitchSchema },
      },
    },
    async request => {
      const { url, method = 'POST', everySeconds = 60 } = request.body
      const refused = refusedUrl('url', url, inside)
      if (refused !== null) throw refused
      const recordAction = recorderOf(request)
      const set = await db.transaction(async tx => {
        const now = clock()
        const sealed = { urlSealed: secretBox.seal(url), shown: shownUrl(url), method, everySeconds }
        const set = await setSwitch(tx, sealed, now)
        await recordAction(tx, action('dead-mans-switch.changed', { method, everySeconds, shown: set.shown }), now)
        return set
      })
      return switchForm(set, clock())
    },
  )

  server.delete(
    PATH,
    {
      config: critical(rules('NOT_FOUND')),
      schema: { summary: 'Send no signs any more', tags, response: NO_CONTENT },
    },
    async (request, reply) => {
      const recordAction = recorderOf(request)
      await db.transaction(async tx => {
        const removed = await removeSwitch(tx)
        if (removed === null) throw notFound('dead man’s switch')
        await recordAction(tx, action('dead-mans-switch.removed', removed), clock())
      })
      return reply.code(204).send()
    },
  )
}

const action = (name: string, detail: Record<string, unknown>) => ({
  action: name,
  subject: 'dead_mans_switch',
  subjectId: 'house',
  detail,
})

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

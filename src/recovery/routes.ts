// The operator's routes of the recovery: its status, its end, and its beginning by hand.
import { Type } from 'typebox'
import { actorOf, operatorIn } from '#audit/audit.ts'
import { momentOf } from '#http/request/moment.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { Failure, type FailureCode, invalid, orThrow } from '#kernel/failure.ts'
import type { Recovery, RecoveryDeps } from './feature.ts'
import { StatusSchema, statusForm } from './wire.ts'

const tags = ['Operator']
const PATH = '/api/admin/recovery'

export function recoveryRoutes(server: Server, deps: Pick<RecoveryDeps, 'clock'> & { recovery: Recovery }): void {
  const { recovery } = deps
  server.get(
    PATH,
    {
      config: rules(),
      schema: {
        summary: 'Whether the gateway is in recovery, why, and how far the lists of the PSPs have been read',
        tags,
        response: { 200: StatusSchema },
      },
    },
    async () => statusForm(await recovery.status()),
  )
  server.post(
    `${PATH}/resume`,
    {
      config: critical(rules('INVALID_DATA', 'CONFLICT')),
      schema: {
        summary: 'Let the gateway pay and tell again',
        tags,
        body: Type.Object({ reason: Reason, force: Type.Optional(Type.Boolean()) }, OWN_FIELDS_ONLY),
        response: { 202: StatusSchema },
      },
    },
    async (request, reply) => {
      const { reason, force = false } = request.body
      const status = orThrow(await recovery.resume({ by: operatorIn(request), reason, force }))
      return reply.code(202).send(statusForm(status))
    },
  )
  enterRoute(server, deps)
}

function enterRoute(server: Server, { recovery, clock }: Pick<RecoveryDeps, 'clock'> & { recovery: Recovery }): void {
  server.post(
    `${PATH}/enter`,
    {
      config: rules('INVALID_DATA', 'CONFLICT'),
      schema: {
        summary: 'Put the gateway into recovery: nothing is paid and nobody is told until a person resumes it',
        tags,
        body: Type.Object(
          { reason: Reason, from: Type.Optional(Type.String({ format: 'date-time' })) },
          OWN_FIELDS_ONLY,
        ),
        response: { 202: StatusSchema },
      },
    },
    async (request, reply) => {
      const { reason, from } = request.body
      const by = operatorIn(request).id
      const start = from === undefined ? await recovery.defaultFrom() : momentIn(from, clock())
      const change = await recovery.enter(`A person (${by}) asked for it: ${reason}`, start, actorOf(request))
      if (change === 'none')
        throw new Failure('CONFLICT', 'The gateway is in recovery already, and reads from further back')
      request.log.info({ by, reason, from: start, change }, 'a person put the gateway into recovery')
      return reply.code(202).send(statusForm(await recovery.status()))
    },
  )
}

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const Reason = PrintableText({ minLength: 3, maxLength: 500 })

/** The moment from which the lists are read: one that has been. */
function momentIn(text: string, now: Date): Date {
  const moment = momentOf('from', text)
  if (moment <= now) return moment
  throw invalid('from', 'a moment of the past, such as 2026-01-31T12:00:00Z')
}

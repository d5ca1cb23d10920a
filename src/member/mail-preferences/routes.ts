// The routes of a member's mail preferences for an account.
import { actorOf, record } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { accountOf, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { notFound } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { personIn } from '../invitation/routes.ts'
import type { MailPreferences } from './mail-preferences.ts'
import { findPreferences, savePreferences } from './store.ts'
import { Change, fields, Preferences } from './wire.ts'

const path = '/api/mail-preferences'
const tags = ['Members']
const rules = (...fails: RouteRules['fails']): RouteRules => ({
  guard: 'session',
  dialect: 'panel',
  fails,
  liveOnly: true,
})

export function mailPreferenceRoutes(server: Server, { db, clock }: { db: Database; clock: Clock }): void {
  server.get(
    path,
    {
      config: rules('NOT_FOUND'),
      schema: { summary: 'What you are written by mail about this account', tags, response: { 200: Preferences } },
    },
    async request => {
      const { id } = personIn(actorOf(request))
      const preferences = await findPreferences(db, accountOf(request), id)
      if (preferences === null) throw notFound('member')
      return preferences
    },
  )
  server.patch(
    path,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Choose what you are written by mail about this account; what is absent stays',
        tags,
        body: Change,
        response: { 200: Preferences },
      },
    },
    async request => {
      const actor = actorOf(request)
      const member = { accountId: accountOf(request), userId: personIn(actor).id }
      const { body } = request
      return db.transaction(async tx => {
        const before = await findPreferences(tx, member.accountId, member.userId)
        if (before === null) throw notFound('member')
        const now = clock()
        const after = { ...before, ...body }
        await savePreferences(tx, member, after, now)
        const detail = differences(before, after)
        const action = { accountId: member.accountId, action: 'member.mail-changed', subject: 'member' }
        await record(tx, [{ ...action, actor, subjectId: member.userId, detail }], now)
        return after
      })
    },
  )
}

function differences(before: MailPreferences, after: MailPreferences): Record<string, unknown> {
  const names = (Object.keys(fields) as (keyof MailPreferences)[]).filter(name => before[name] !== after[name])
  return Object.fromEntries(names.map(name => [name, { before: before[name], after: after[name] }]))
}

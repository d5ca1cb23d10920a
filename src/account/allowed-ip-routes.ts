// The list of addresses from which the account's API keys may be used. It is replaced as a whole or not at all.
import { Type } from 'typebox'
import { actorOf, record } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { accountOf, critical, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, orThrow } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { allowedIps } from './allowed-ips.ts'
import { findAllowedIps, replaceAllowedIps } from './store.ts'
import { AllowedIps } from './wire.ts'

const PATH = '/api/allowed-ips'
const tags = ['Allowed IPs']

export function allowedIpRoutes(server: Server, { db, clock }: { db: Database; clock: Clock }): void {
  server.get(
    PATH,
    {
      config: rules(),
      schema: { summary: 'The allowed IPs; an empty list is no restriction', tags, response: { 200: AllowedIps } },
    },
    async request => ({ ips: await findAllowedIps(db, accountOf(request)) }),
  )
  server.put(
    PATH,
    {
      config: critical(rules('INVALID_DATA', 'INVALID_IP', 'TOO_MANY_IPS')),
      schema: {
        summary: 'Replace the allowed IPs: at most 20, IPv4 or IPv6, no ranges',
        tags,
        body: GivenIps,
        response: { 200: AllowedIps },
      },
    },
    async request => {
      const ips = orThrow(allowedIps(request.body.ips))
      const [accountId, actor] = [accountOf(request), actorOf(request)]
      await db.transaction(async tx => {
        const now = clock()
        const before = await replaceAllowedIps(tx, accountId, ips, now)
        const what = { accountId, action: 'allowed-ips.replaced', subject: 'account', subjectId: accountId }
        await record(tx, [{ ...what, actor, detail: { before, after: ips } }], now)
      })
      return { ips }
    },
  )
}

// Whatever an entry is, it is refused by the value itself and not by its type.
const GivenIps = Type.Object({ ips: Type.Array(Type.Unknown()) }, { additionalProperties: false })

const rules = (...fails: FailureCode[]): RouteRules => ({
  guard: 'session',
  dialect: 'panel',
  fails,
  roles: ['OWNER', 'DEVELOPER'],
})

// The seller's own page: profile, terms in force and switches.
import { Type } from 'typebox'
import { NameText } from '#access/name-text.ts'
import { actorOf } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { accountOf, type Role, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, orThrow } from '#kernel/failure.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { allowedIpRoutes } from './allowed-ip-routes.ts'
import { credentialRoutes } from './credential-routes.ts'
import type { AccountDesk } from './desk.ts'
import { AccountSchema, accountForm, DuplicateWindow } from './wire.ts'

export interface AccountRouteNeeds {
  db: Database
  clock: Clock
  random: RandomBytes
  desk: AccountDesk
}

export function accountRoutes(server: Server, needs: AccountRouteNeeds): void {
  const { desk } = needs
  const tags = ['Account']

  server.get(
    '/api/account',
    {
      config: rules({}),
      schema: {
        summary: 'Profile, switches, and the fees, limits and reserve in force',
        tags,
        response: { 200: AccountSchema },
      },
    },
    async request => accountForm(orThrow(await desk.find(accountOf(request)))),
  )
  server.patch(
    '/api/account',
    {
      config: rules({ fails: ['INVALID_DATA'], roles: ['OWNER'] }),
      schema: {
        summary: 'Rename the account, or set for how long equal cashouts are refused; what is absent stays',
        tags,
        body: OwnChange,
        response: { 200: AccountSchema },
      },
    },
    async request => accountForm(orThrow(await desk.change(accountOf(request), request.body, actorOf(request)))),
  )
  credentialRoutes(server, needs)
  allowedIpRoutes(server, needs)
}

const OwnChange = Type.Object(
  { name: Type.Optional(NameText(120)), duplicateCashoutWindowSeconds: Type.Optional(DuplicateWindow) },
  { additionalProperties: false },
)

// NOT_FOUND stands here for an account that is gone between the guard and the answer.
const rules = ({ fails = [], roles }: { fails?: FailureCode[]; roles?: Role[] }): RouteRules => ({
  guard: 'session',
  dialect: 'panel',
  fails: ['NOT_FOUND', ...fails],
  ...(roles !== undefined && { roles }),
})

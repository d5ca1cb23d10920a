// The seller's own page: profile, terms in force and switches.
import { Type } from 'typebox'
import { PlainName } from '#access/name-text.ts'
import { actorOf } from '#audit/audit.ts'
import { accountOf, critical, type Role, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, orThrow } from '#kernel/failure.ts'
import { allowedIpRoutes } from './allowed-ip-routes.ts'
import { credentialRoutes } from './credential-routes.ts'
import type { AccountDeps, Accounts } from './feature.ts'
import { OwnLimitsSchema, ownLimitsIn } from './terms-wire.ts'
import { testModeRoutes } from './test-mode/routes.ts'
import { AccountSchema, DuplicateWindow } from './wire.ts'

export function accountRoutes(
  server: Server,
  deps: Pick<AccountDeps, 'db' | 'clock' | 'random'> & {
    accounts: Accounts
    /** Whether an account has recurrences that a person should look at. */
    recurrencesNeedAttention: (accountId: number) => Promise<boolean>
    /** Where test accounts sell and are paid; null: this gateway has no test mode. */
    testBank: () => Promise<number | null>
    /** Whether the bank of an account is the sandbox bank, with which its people may play. */
    hasTestBank: (accountId: number) => Promise<boolean>
  },
): void {
  const { accounts } = deps
  const tags = ['Account']

  server.get(
    '/api/account',
    {
      config: rules({}),
      schema: {
        summary: 'Profile, switches, fees and reserve, and the limits in force and to come',
        tags,
        response: { 200: OwnAccountSchema },
      },
    },
    async request => ({
      ...accounts.form(orThrow(await accounts.find(accountOf(request)))),
      recurrencesNeedAttention: await deps.recurrencesNeedAttention(accountOf(request)),
      testBank: await deps.hasTestBank(accountOf(request)),
    }),
  )
  server.patch(
    '/api/account',
    {
      config: critical(rules({ fails: ['INVALID_DATA'], roles: ['OWNER'] })),
      schema: {
        summary: 'Change name, limits, the wait for equal cashouts, or whether members need a second factor',
        description:
          'What is absent stays. A limit is lowered at once, and raised 24 hours later, up to what the operator has set. No limit is the highest.',
        tags,
        body: OwnChange,
        response: { 200: AccountSchema },
      },
    },
    async request => {
      const { limits, ...rest } = request.body
      const change = { ...rest, ...(limits !== undefined && { limits: ownLimitsIn(limits) }) }
      return accounts.form(orThrow(await accounts.change(accountOf(request), change, actorOf(request))))
    },
  )
  credentialRoutes(server, deps)
  allowedIpRoutes(server, deps)
  testModeRoutes(server, deps)
}

/** The first page asks for those that need attention only where there are any. */
const OwnAccountSchema = Type.Object({
  ...AccountSchema.properties,
  recurrencesNeedAttention: Type.Boolean(),
  testBank: Type.Boolean({ description: 'Its bank is the sandbox bank of this gateway' }),
})

const OwnChange = Type.Object(
  {
    name: Type.Optional(PlainName(120)),
    duplicateCashoutWindowSeconds: Type.Optional(DuplicateWindow),
    membersNeedSecondFactor: Type.Optional(Type.Boolean()),
    limits: Type.Optional(OwnLimitsSchema),
  },
  { additionalProperties: false },
)

// NOT_FOUND stands here for an account that is gone between the guard and the answer.
const rules = ({ fails = [], roles }: { fails?: FailureCode[]; roles?: Role[] }): RouteRules => ({
  guard: 'session',
  dialect: 'panel',
  fails: ['NOT_FOUND', ...fails],
  ...(roles !== undefined && { roles }),
})

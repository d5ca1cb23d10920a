// The operator's routes of sellers' accounts, their terms and switches, and the switches of the whole gateway. Every change is
// logged with its author, and is in force at the next request.
import { Type } from 'typebox'
import type { Accounts } from '#account/feature.ts'
import { actorOf, record } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { CountSchema, countForm } from '#http/response/totals.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, orThrow } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import type { Clock } from '#kernel/time.ts'
import { readSwitches, setSwitches } from './store.ts'
import { ChangeSchema, CountsSchema, changeIn, Reason } from './wire.ts'

export interface AdminRouteDeps {
  db: Database
  accounts: Accounts
  clock: Clock
}

const tags = ['Operator']

export function adminRoutes(server: Server, deps: AdminRouteDeps): void {
  accountRoutes(server, deps.accounts)
  switchRoutes(server, deps)
}

function accountRoutes(server: Server, accounts: Accounts): void {
  server.get(
    '/api/admin/accounts',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'The accounts, the newest first',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(accounts.schema),
        },
      },
    },
    async request => {
      const { q = null, status = null, limit = 20, cursor } = request.query
      const found = await accounts.list({ q, status, cursor: decodeCursor(cursor), limit: limit + 1 })
      const rows = found.map(account => ({ id: BigInt(account.id), account }))
      return pageOf(rows, limit, row => accounts.form(row.account))
    },
  )
  server.get(
    '/api/admin/accounts/totals',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'How many accounts there are with these filters',
        tags,
        querystring: Type.Object(FilterQuery),
        response: { 200: CountSchema },
      },
    },
    async request => {
      const { q = null, status = null } = request.query
      return countForm(await accounts.total({ q, status }))
    },
  )
  server.get(
    '/api/admin/accounts/by-status',
    {
      config: rules(),
      schema: { summary: 'How many accounts there are, by status', tags, response: { 200: CountsSchema } },
    },
    () => accounts.count(),
  )
  server.get(
    '/api/admin/accounts/:id',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: 'One account, by number or uuid', tags, params: IdParams, response: { 200: accounts.schema } },
    },
    async request => accounts.form(orThrow(await accounts.find(accountIn(request.params.id)))),
  )
  server.patch(
    '/api/admin/accounts/:id',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'Change status, switches, terms, postback secret or PSP accounts; what is absent stays',
        tags,
        params: IdParams,
        body: ChangeSchema,
        response: { 200: accounts.schema },
      },
    },
    async request => {
      const { id } = orThrow(await accounts.find(accountIn(request.params.id)))
      const { reason, ...change } = request.body
      const account = orThrow(await accounts.change(id, changeIn(change), actorOf(request), reason))
      return accounts.form(account)
    },
  )
}

function switchRoutes(server: Server, { db, clock }: AdminRouteDeps): void {
  server.get(
    '/api/admin/switches',
    { config: rules(), schema: { summary: 'The switches for every account', tags, response: { 200: SwitchesSchema } } },
    () => readSwitches(db),
  )
  server.patch(
    '/api/admin/switches',
    {
      config: critical(rules('INVALID_DATA')),
      schema: {
        summary: 'Throw a switch for every account',
        tags,
        body: Type.Object({ ...SwitchesSchema.properties, reason: Reason }, { additionalProperties: false }),
        response: { 200: SwitchesSchema },
      },
    },
    async request => {
      const { reason = null, ...change } = request.body
      const what = { actor: actorOf(request), action: 'switches.changed', subject: 'house', subjectId: 1, reason }
      return db.transaction(async tx => {
        const switches = await setSwitches(tx, change)
        await record(tx, [{ ...what, detail: { ...switches } }], clock())
        return switches
      })
    },
  )
}

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const IdParams = Type.Object({ id: Type.String() })

const STATUSES = ['PENDING', 'ACTIVE', 'BLOCKED', 'CLOSING', 'CLOSED'] as const

const FilterQuery = {
  q: Type.Optional(
    PrintableText({
      minLength: 1,
      maxLength: 100,
      description: 'Part of a name or e-mail, of the account or of one of its people; part of its uuid; or its number',
    }),
  ),
  status: Type.Optional(Type.Enum([...STATUSES])),
}

const ListQuery = Type.Object({
  ...FilterQuery,
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

const SwitchesSchema = Type.Object({ apiCashoutEnabled: Type.Boolean() }, { additionalProperties: false })

const MAX_ACCOUNT_ID = 2n ** 31n - 1n

function accountIn(text: string): number | { uuid: string } {
  const uuid = parseUuid(text)
  return uuid === null ? Number(numberIn(text, 'account', MAX_ACCOUNT_ID)) : { uuid }
}

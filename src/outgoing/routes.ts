// The operator's view of all money on its way out. Nothing can be done here: it goes on by itself, and what cannot becomes an
// anomaly, which has its own routes.
import { type Static, Type } from 'typebox'
import { accountsMeant } from '#db/account/accounts-named.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { totalsForm as filteredForm, TotalsSchema } from '#http/response/totals.ts'
import { AccountWords, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { OutgoingDeps, OutgoingPayments } from './feature.ts'
import { OUTGOING_KINDS, OUTGOING_STATUSES } from './outgoing.ts'
import type { OutgoingFilter } from './store.ts'
import { OutgoingSchema, OutgoingTotalsSchema, outgoingForm, totalsForm } from './wire.ts'

const tags = ['Operator']
const A_YEAR_MINUTES = 525_600

const FilterQuery = {
  kind: Type.Optional(Type.Enum([...OUTGOING_KINDS], { default: 'cashout' })),
  status: Type.Optional(Type.Enum([...OUTGOING_STATUSES])),
  olderThan: Type.Optional(
    Type.Integer({ minimum: 0, maximum: A_YEAR_MINUTES, description: 'Minutes since it was first to be sent' }),
  ),
  accountId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  id: Type.Optional(
    PrintableText({ minLength: 1, maxLength: 64, description: 'The uuid, or the id that the PSP knows it by' }),
  ),
  account: Type.Optional(AccountWords),
}
const Filters = Type.Object(FilterQuery)
const ListQuery = Type.Object({
  ...FilterQuery,
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

export function outgoingRoutes(
  server: Server,
  deps: Pick<OutgoingDeps, 'db'> & { clock: Clock; outgoing: OutgoingPayments },
): void {
  listRoutes(server, deps)
  gatewayTotals(server, deps)
}

function listRoutes(
  server: Server,
  { db, clock, outgoing }: Pick<OutgoingDeps, 'db'> & { clock: Clock; outgoing: OutgoingPayments },
): void {
  const filterIn = async (query: Static<typeof Filters>): Promise<OutgoingFilter> => {
    const { status = null, olderThan, accountId = null, id = null, account } = query
    const before = olderThan === undefined ? null : new Date(clock().getTime() - olderThan * MINUTE_MS)
    return { status, accountId, accountIds: await accountsMeant(db, account), id, before }
  }
  server.get(
    '/api/admin/payouts',
    {
      config: { guard: 'operator', dialect: 'panel', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'Cashouts or refunds of all accounts that have begun and not ended, the oldest first',
        description:
          'Queued to be sent, sent, or accepted by the PSP without an end. They are sent and asked about by themselves. Cashouts that wait for the word of people are not among them.',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(OutgoingSchema),
        },
      },
    },
    async request => {
      const { kind = 'cashout', limit = 20, cursor, ...query } = request.query
      const input = { ...(await filterIn(query)), after: decodeCursor(cursor), limit: limit + 1 }
      const rows = await outgoing.list(kind, input)
      return pageOf(rows, limit, row => outgoingForm(kind, row))
    },
  )
  server.get(
    '/api/admin/payouts/list-totals',
    {
      config: { guard: 'operator', dialect: 'panel', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'How many cashouts or refunds are on their way with these filters, and what they come to',
        tags,
        querystring: Filters,
        response: { 200: TotalsSchema },
      },
    },
    async request => {
      const { kind = 'cashout', ...query } = request.query
      return filteredForm(await outgoing.total(kind, await filterIn(query)))
    },
  )
}

function gatewayTotals(server: Server, { clock, outgoing }: { clock: Clock; outgoing: OutgoingPayments }): void {
  server.get(
    '/api/admin/payouts/totals',
    {
      config: { guard: 'operator', dialect: 'panel', fails: [] },
      schema: {
        summary: 'How many cashouts and refunds are on their way, how much money that is, and how old the oldest is',
        tags,
        response: { 200: OutgoingTotalsSchema },
      },
    },
    async () => {
      const before = new Date(clock().getTime() - OVERDUE_MS)
      const [cashouts, refunds] = await Promise.all([
        outgoing.count('cashout', before),
        outgoing.count('refund', before),
      ])
      return { cashouts: totalsForm(cashouts), refunds: totalsForm(refunds) }
    },
  )
}

/** The same after which the alert about a payout without an end is raised. */
const OVERDUE_MS = HOUR_MS

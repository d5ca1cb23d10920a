// What is blocked and why, and when it is free: for the account's own people, and the same of every account for the operator.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { accountOf, type GuardName, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, notFound } from '#kernel/failure.ts'
import type { HoldReason } from '#ledger/ledger.ts'
import { describedEvents } from '#notification/events/described.ts'
import { listOpenHolds, sumBlocked } from './list-store.ts'
import { ORDER_REASONS, ORDER_STATES } from './order/order.ts'
import { isSeller, listOrders } from './order/store.ts'
import {
  BalanceEventSchema,
  BlockedSchema,
  blockedForm,
  HOLD_REASONS,
  HoldSchema,
  holdForm,
  OrderSchema,
  orderForm,
} from './wire.ts'

export function holdRoutes(server: Server, { db }: { db: Database }): void {
  server.get(
    '/api/balance/blocked',
    {
      config: rules('session'),
      schema: {
        summary: 'What is blocked, by reason',
        tags: ['Balance'],
        response: { 200: BlockedSchema },
        notifies: describedEvents(['balance.blocked', 'balance.unblocked'], BalanceEventSchema),
      },
    },
    async request => ({ data: (await sumBlocked(db, accountOf(request))).map(blockedForm) }),
  )

  server.get(
    '/api/holds',
    {
      config: rules('session', 'INVALID_DATA'),
      schema: {
        summary: 'Every hold that is open, the newest first',
        tags: ['Balance'],
        querystring: HoldQuery,
        response: { 200: HoldList },
      },
    },
    request => holdsOf(db, accountOf(request), request.query),
  )

  server.get(
    '/api/hold-orders',
    {
      config: rules('session', 'INVALID_DATA'),
      schema: {
        summary: 'Holds that were ordered by hand, the newest first, with what they still lack',
        tags: ['Balance'],
        querystring: OrderQuery,
        response: { 200: listOf(OrderSchema) },
      },
    },
    async request => {
      const { limit = 20, cursor, state = null, reason = null } = request.query
      const own = { accountId: accountOf(request), accountIds: null }
      const asked = { ...own, state, reason, below: decodeCursor(cursor), limit: limit + 1 }
      return pageOf(await listOrders(db, asked), limit, orderForm)
    },
  )

  server.get(
    '/api/admin/accounts/:id/holds',
    {
      config: rules('operator', 'INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Every hold of an account that is open, the newest first',
        tags: ['Operator'],
        params: Type.Object({ id: Type.String() }),
        querystring: HoldQuery,
        response: { 200: HoldList },
      },
    },
    async request => {
      const accountId = accountIn(request.params.id)
      if (!(await isSeller(db, accountId))) throw notFound('account')
      return holdsOf(db, accountId, request.query)
    },
  )
}

const MAX_ACCOUNT_ID = 2n ** 31n - 1n
export const accountIn = (text: string): number => Number(numberIn(text, 'account', MAX_ACCOUNT_ID))

interface HoldPage {
  reason?: HoldReason
  limit?: number
  cursor?: string
}

async function holdsOf(db: Database, accountId: number, asked: HoldPage) {
  const { reason, limit = 20, cursor } = asked
  const page = { accountId, reason: reason ?? null, below: decodeCursor(cursor), limit: limit + 1 }
  return pageOf(await listOpenHolds(db, page), limit, holdForm)
}

const listOf = <Schema extends typeof HoldSchema | typeof OrderSchema>(schema: Schema) => PageOf(schema)

const HoldList = listOf(HoldSchema)
const Page = { limit: Type.Optional(LimitQuery), cursor: Type.Optional(CursorQuery) }

const HoldQuery = Type.Object({ reason: Type.Optional(Type.Enum([...HOLD_REASONS])), ...Page })
const OrderQuery = Type.Object({
  state: Type.Optional(Type.Enum([...ORDER_STATES])),
  reason: Type.Optional(Type.Enum([...ORDER_REASONS])),
  ...Page,
})

const rules = (guard: GuardName, ...fails: FailureCode[]): RouteRules => ({ guard, dialect: 'panel', fails })

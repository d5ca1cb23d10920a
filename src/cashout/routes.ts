// The cashouts' public routes: requesting one, looking them up, cancelling one.

import { Type } from 'typebox'
import type { Actor } from '#audit/audit.ts'
import { actorOf } from '#audit/audit.ts'
import { afterReply } from '#http/after-reply.ts'
import { decodeCursor, PageOf, pageOf } from '#http/request/paging.ts'
import { type PathId, pathId } from '#http/request/path-id.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, type KeyRequest, keyOf } from '#idempotency/key.ts'
import { type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import { describedEvents } from '#notification/events/described.ts'
import type { AddressCheck } from '#notification/webhooks/address.ts'
import { APPROVAL_CALL } from './approval/callback-wire.ts'
import type { Asker } from './approval/policy.ts'
import type { Cashout } from './cashout.ts'
import type { CashoutDeps } from './deps.ts'
import type { Cashouts } from './feature.ts'
import { CashoutListQuery, filterOf } from './list/query.ts'
import { listCashouts } from './list/store.ts'
import { CashoutBody, requestOf } from './request/body.ts'
import {
  CashoutSchema,
  CreatedCashoutSchema,
  ExpandedCashoutSchema,
  expandedForm,
  lookupForm,
  WithdrawalEventSchema,
  WithdrawalReturnedSchema,
} from './wire.ts'

const TAGS = { tags: ['Cashouts'] }

const EVENTS_OF_CASHOUTS = [
  'withdrawal.pending',
  'withdrawal.completed',
  'withdrawal.rejected',
  'withdrawal.canceled',
] as const
const UNSIGNED = {
  name: 'withdrawal',
  channel: 'unsigned',
  summary: 'A cashout was sent, paid, refused or cancelled',
  body: WithdrawalEventSchema,
} as const
const POSTBACK = { ...UNSIGNED, name: 'withdrawal.postback', channel: 'postback' } as const
const NOTIFICATIONS = [
  ...describedEvents(EVENTS_OF_CASHOUTS, WithdrawalEventSchema),
  ...describedEvents(['withdrawal.returned'], WithdrawalReturnedSchema),
  UNSIGNED,
  POSTBACK,
  APPROVAL_CALL,
]

const EXPAND = {
  expand: Type.Optional(Type.Enum(['payment'], { description: 'payment: its end-to-end id, and when it ended' })),
}
const ApiListQuery = Type.Object({ ...CashoutListQuery.properties, ...EXPAND })
const formFor = ({ expand }: { expand?: 'payment' }) => (expand === undefined ? lookupForm : expandedForm)

/** Why a request for a cashout may be refused, at whichever route. */
export const REQUEST_FAILS = [
  'INVALID_DATA',
  'IDEMPOTENCY_KEY_REUSED',
  'CONFLICT',
  'API_WITHDRAWAL_DISABLED_GLOBALLY',
  'TRANSFER_NOT_ALLOWED',
  'BELOW_MINIMUM_NOT_ALLOWED',
  'MINIMUM_VALUE',
  'MAXIMUM_VALUE',
  'INSUFFICIENT_BALANCE',
  'GENERAL_ERROR',
] as const satisfies FailureCode[]

export const CANCEL_FAILS = [
  'INVALID_DATA',
  'NOT_FOUND',
  'IDEMPOTENCY_KEY_REUSED',
  'CONFLICT',
  'PSP_UNAVAILABLE',
] as const satisfies FailureCode[]

export function cashoutRoutes(
  server: Server,
  deps: Pick<CashoutDeps, 'db'> & AddressCheck & { cashouts: Pick<Cashouts, 'request' | 'begin' | 'find' | 'cancel'> },
): void {
  server.post(
    '/api/public/cashout',
    {
      config: { guard: 'api-key', dialect: 'cashout', scope: 'cashout:write', fails: REQUEST_FAILS },
      schema: {
        summary: 'Ask for money out, to a PIX key',
        ...TAGS,
        headers: KeyHeaders,
        body: CashoutBody,
        answers: { 201: CreatedCashoutSchema },
        notifies: NOTIFICATIONS,
      },
    },
    async (request, reply) => {
      const input = requestOf(deps, accountOf(request), request.body)
      const by = askerOf(actorOf(request))
      const requested = orThrow(await deps.cashouts.request({ ...input, by, key: keyOf(request, input) }))
      if ('replayed' in requested) return replay(reply, requested.replayed)
      afterReply(reply, () => deps.cashouts.begin(requested))
      return sendAnswer(reply, requested.answer)
    },
  )

  server.get(
    '/api/public/cashout',
    {
      config: { guard: 'api-key', dialect: 'cashout', scope: 'cashout:read', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'The cashouts, newest first',
        ...TAGS,
        querystring: ApiListQuery,
        answers: { 200: Type.Union([PageOf(CashoutSchema), PageOf(ExpandedCashoutSchema)]) },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const page = { below: decodeCursor(cursor), rows: limit + 1 }
      const cashouts = await listCashouts(deps.db, accountOf(request), filterOf(request.query), page)
      return pageOf(cashouts, limit, formFor(request.query))
    },
  )

  server.get(
    '/api/public/cashout/:id',
    {
      config: { guard: 'api-key', dialect: 'cashout', scope: 'cashout:read', fails: ['INVALID_DATA', 'NOT_FOUND'] },
      schema: {
        summary: 'One cashout, by uuid or number',
        ...TAGS,
        params: Type.Object({ id: Type.String() }),
        querystring: Type.Object(EXPAND),
        answers: { 200: Type.Union([CashoutSchema, ExpandedCashoutSchema]) },
      },
    },
    async request => formFor(request.query)(await ownCashout(deps, accountOf(request), request.params.id)),
  )

  server.post<{ Params: { id: string } }>(
    '/api/public/cashout/:id/cancel',
    {
      config: { guard: 'api-key', dialect: 'cashout', scope: 'cashout:write', fails: CANCEL_FAILS },
      schema: {
        summary: 'Cancel a cashout that has not been sent',
        ...TAGS,
        headers: KeyHeaders,
        answers: { 202: CashoutSchema },
      },
    },
    async (request, reply) => {
      const [accountId, id] = [accountOf(request), pathId(request.params.id)]
      const cancelled = orThrow(
        await deps.cashouts.cancel({
          accountId,
          id,
          actor: actorOf(request),
          key: cancelKey(request, id),
          form: lookupForm,
          dialect: 'cashout' as const,
        }),
      )
      if ('replayed' in cancelled) return replay(reply, cancelled.replayed)
      return sendAnswer(reply, cancelled.answer)
    },
  )
}

/** The request is about what stands in its path. */
export const cancelKey = (request: Parameters<typeof keyOf>[0], id: PathId): KeyRequest | null =>
  keyOf(request, 'uuid' in id ? { uuid: id.uuid } : { number: id.number })

export const askerOf = ({ kind, id, address }: Actor): Asker => ({
  keyId: kind === 'api-key' ? id : null,
  userId: kind === 'member' ? id : null,
  address: address ?? '',
})

/** Another account's cashout is as unknown as one that does not exist. */
async function ownCashout(deps: { cashouts: Pick<Cashouts, 'find'> }, accountId: number, id: string): Promise<Cashout> {
  const cashout = await deps.cashouts.find({ accountId, id: pathId(id) })
  if (cashout === null) throw notFound('Cashout')
  return cashout
}

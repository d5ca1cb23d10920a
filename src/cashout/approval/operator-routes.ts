// The operator's routes of the cashouts that velocity limits hold back.
import { Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { CursorQuery, decodeCursor, encodeCursor, LimitQuery, PageOf } from '#http/request/paging.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type FailureCode, invalid, notFound, orThrow } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import type { CashoutDeps } from '../deps.ts'
import type { Cashouts } from '../feature.ts'
import { findCashoutByUuid, listCashouts } from '../list/store.ts'
import { personIn } from '../panel-routes.ts'
import { heldBackForms } from './operator-form.ts'
import { HeldBackSchema } from './wire.ts'

const tags = ['Operator']

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const ListQuery = Type.Object({
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
  /** The only way to those of a test account. */
  accountId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
})

const MIN_REASON = 3
const VoteBody = Type.Object(
  { reason: PrintableText({ minLength: MIN_REASON, maxLength: 500 }) },
  { additionalProperties: false },
)

export function heldBackRoutes(server: Server, deps: Pick<CashoutDeps, 'db' | 'clock'> & { cashouts: Cashouts }): void {
  const { db, clock } = deps
  server.get(
    '/api/admin/approvals',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'The cashouts that wait for the operator, newest first',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(HeldBackSchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor, accountId = null } = request.query
      const found = await listCashouts(
        db,
        accountId,
        { waiting: 'operator' },
        { below: decodeCursor(cursor), rows: limit + 1 },
      )
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        data: await heldBackForms(db, shown, personIn(actorOf(request)).id, clock()),
        nextCursor: found.length > limit && last !== undefined ? encodeCursor(last.id) : null,
      }
    },
  )
  voteRoute(server, deps, 'approve')
  voteRoute(server, deps, 'reject')
}

const VOTING = ['INVALID_DATA', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT', 'PSP_UNAVAILABLE'] as const
const REJECTING = rules(...VOTING)
const APPROVING = rules(...VOTING, 'APPROVER_TOO_NEW')

function voteRoute(
  server: Server,
  { db, cashouts }: Pick<CashoutDeps, 'db'> & { cashouts: Cashouts },
  verb: 'approve' | 'reject',
): void {
  server.post(
    `/api/admin/approvals/:uuid/${verb}`,
    {
      config: verb === 'approve' ? critical(APPROVING) : REJECTING,
      schema: {
        summary: verb === 'approve' ? 'Let a cashout go that was held back' : 'Reject one: it is cancelled',
        tags,
        params: Type.Object({ uuid: Type.String() }),
        headers: KeyHeaders,
        body: VoteBody,
        response: { 202: HeldBackSchema },
      },
    },
    async (request, reply) => {
      const { reason } = request.body
      if (reason.trim().length < MIN_REASON) throw invalid('reason', 'a sentence that says why')
      const uuid = parseUuid(request.params.uuid)
      if (uuid === null) throw invalid('uuid', 'a uuid')
      const cashout = await findCashoutByUuid(db, uuid)
      if (cashout === null) throw notFound('Cashout')
      const decision = verb === 'approve' ? ('APPROVED' as const) : ('REJECTED' as const)
      const actor = personIn(actorOf(request))
      const key = keyOf(request, { uuid, reason, by: actor.id }, SUSPENSE_ACCOUNT_ID)
      const voted = orThrow(await cashouts.vote({ cashout, decision, reason, as: 'operator', actor, key }))
      if ('replayed' in voted) return replay(reply, voted.replayed)
      return sendAnswer(reply, voted.answer)
    },
  )
}

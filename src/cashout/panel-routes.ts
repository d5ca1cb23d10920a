// The panel's routes of cashouts: the same cashout as the API's, with its approval requirements; and the votes of the account's
// members.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { findApprovers, oneOf } from '#access/approvers/store.ts'
import { type Actor, actorOf } from '#audit/audit.ts'
import { afterReply } from '#http/after-reply.ts'
import { decodeCursor, encodeCursor, PageOf } from '#http/request/paging.ts'
import { pathId } from '#http/request/path-id.ts'
import { TotalsSchema, totalsForm } from '#http/response/totals.ts'
import { accountOf, critical, type Role, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { Failure, type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import type { Members } from '#member/feature.ts'
import type { AddressCheck } from '#notification/webhooks/address.ts'
import { findApprovals } from './approval/store.ts'
import { ownPart } from './approval/voter.ts'
import { OneCashoutSchema, PANEL_ANSWERS, WaitedSchema, waitedForm } from './approval/wire.ts'
import { type Cashout, keyText } from './cashout.ts'
import type { CashoutDeps } from './deps.ts'
import type { Cashouts } from './feature.ts'
import { CashoutFilterQuery, CashoutListQuery, filterOf } from './list/query.ts'
import { type CashoutFilter, listCashouts, totalCashouts } from './list/store.ts'
import { type FindUnderWay, progressOf } from './progress.ts'
import { recipientRoutes } from './recipient/routes.ts'
import { findRecipient } from './recipient/store.ts'
import { PanelCashoutBody, panelRequestOf } from './request/body.ts'
import { askerOf, CANCEL_FAILS, cancelKey, REQUEST_FAILS } from './routes.ts'
import { arePayoutsBlocked } from './submission/payouts-blocked-store.ts'

const ListSchema = PageOf(WaitedSchema)

export function panelCashoutRoutes(
  server: Server,
  deps: Pick<CashoutDeps, 'db' | 'clock'> &
    AddressCheck &
    Pick<Members, 'isActive'> & { cashouts: Cashouts; findUnderWay: FindUnderWay },
): void {
  readRoutes(server, deps)
  recipientRoutes(server, deps)
  requestRoute(server, deps)
  cancelRoute(server, deps)
  voteRoute(server, deps, 'approve')
  voteRoute(server, deps, 'reject')
}

function readRoutes(
  server: Server,
  deps: Pick<CashoutDeps, 'db' | 'clock'> & { cashouts: Cashouts; findUnderWay: FindUnderWay },
): void {
  server.get(
    '/api/withdrawals',
    {
      config: rules(['INVALID_DATA']),
      schema: {
        summary: 'The cashouts, newest first',
        tags,
        querystring: CashoutListQuery,
        response: { 200: ListSchema },
      },
    },
    request => page(deps, request, filterOf(request.query), request.query),
  )
  server.get(
    '/api/withdrawals/totals',
    {
      config: rules(['INVALID_DATA']),
      schema: {
        summary: 'How many cashouts there are with these filters, and what they come to',
        tags,
        querystring: CashoutFilterQuery,
        response: { 200: TotalsSchema },
      },
    },
    async request => totalsForm(await totalCashouts(deps.db, accountOf(request), filterOf(request.query))),
  )
  server.get(
    '/api/approvals',
    {
      config: rules(['INVALID_DATA']),
      schema: {
        summary: 'The cashouts that wait for somebody, newest first',
        tags,
        querystring: Type.Pick(CashoutListQuery, ['limit', 'cursor']),
        response: { 200: ListSchema },
      },
    },
    request => page(deps, request, { waiting: 'anybody' }, request.query),
  )
  server.get<{ Params: { id: string } }>(
    '/api/withdrawals/:id',
    {
      config: rules(['INVALID_DATA', 'NOT_FOUND']),
      schema: { summary: 'One cashout, by uuid or number', tags, response: { 200: OneCashoutSchema } },
    },
    async request => {
      const cashout = await ownCashout(deps, accountOf(request), request.params.id)
      const [[form], recipient, progress] = await Promise.all([
        formsFor(deps, request, [cashout]),
        findRecipient(deps.db, cashout),
        progressOf(deps.db, deps.findUnderWay, cashout),
      ])
      if (form === undefined) throw notFound('Cashout')
      return { ...form, ...(recipient !== null && { recipient }), progress }
    },
  )
}

async function page(
  deps: Pick<CashoutDeps, 'db' | 'clock'>,
  request: FastifyRequest,
  filter: CashoutFilter,
  { limit = 20, cursor }: { limit?: number; cursor?: string },
) {
  const below = decodeCursor(cursor)
  const found = await listCashouts(deps.db, accountOf(request), filter, { below, rows: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: await formsFor(deps, request, shown),
    nextCursor: found.length > limit && last !== undefined ? encodeCursor(last.id) : null,
  }
}

/** As the person who requests them reads them: with what this person may do. */
async function formsFor(
  { db, clock }: Pick<CashoutDeps, 'db' | 'clock'>,
  request: FastifyRequest,
  cashouts: Cashout[],
) {
  const approvals = await findApprovals(db, cashouts)
  const accountId = accountOf(request)
  const userId = personIn(actorOf(request)).id
  const approver = approvals.size === 0 ? undefined : oneOf(await findApprovers(db, accountId), userId)
  const voter = { userId, as: 'member' as const, approver }
  const at = { now: clock(), payoutsBlocked: approvals.size > 0 && (await arePayoutsBlocked(db, accountId)) }
  return cashouts.map(cashout => {
    const approval = approvals.get(keyText(cashout)) ?? null
    return waitedForm(cashout, approval, approval === null ? null : ownPart(cashout, approval, voter, at))
  })
}

function requestRoute(server: Server, deps: AddressCheck & Pick<Members, 'isActive'> & { cashouts: Cashouts }): void {
  server.post(
    '/api/withdrawals',
    {
      config: critical(rules(REQUEST_FAILS, MOVERS)),
      schema: {
        summary: 'Ask for money out, by the rules of the API',
        tags,
        headers: KeyHeaders,
        body: PanelCashoutBody,
        response: { 201: WaitedSchema },
      },
    },
    async (request, reply) => {
      const accountId = accountOf(request)
      if (!(await deps.isActive(accountId))) throw new Failure('FORBIDDEN', 'This account is not active')
      const input = panelRequestOf(deps, accountId, request.body)
      const by = askerOf(actorOf(request))
      const requested = orThrow(
        await deps.cashouts.request({ ...input, by, key: keyOf(request, input), answers: PANEL_ANSWERS }),
      )
      if ('replayed' in requested) return replay(reply, requested.replayed)
      afterReply(reply, () => deps.cashouts.begin(requested))
      return sendAnswer(reply, requested.answer)
    },
  )
}

function cancelRoute(server: Server, deps: { cashouts: Cashouts }): void {
  server.post<{ Params: { id: string } }>(
    '/api/withdrawals/:id/cancel',
    {
      config: rules(CANCEL_FAILS, MOVERS),
      schema: {
        summary: 'Cancel a cashout that has not been sent',
        tags,
        headers: KeyHeaders,
        response: { 202: WaitedSchema },
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
          form: (cashout: Cashout) => waitedForm(cashout, null),
          dialect: 'panel' as const,
        }),
      )
      if ('replayed' in cancelled) return replay(reply, cancelled.replayed)
      return sendAnswer(reply, cancelled.answer)
    },
  )
}

const VoteBody = Type.Object(
  { reason: Type.Optional(PrintableText({ minLength: 3, maxLength: 500 })) },
  { additionalProperties: false },
)

function voteRoute(server: Server, deps: { cashouts: Cashouts }, verb: 'approve' | 'reject'): void {
  server.post<{ Params: { id: string }; Body: { reason?: string } }>(
    `/api/withdrawals/:id/${verb}`,
    {
      config:
        verb === 'approve'
          ? critical(rules([...CANCEL_FAILS, 'APPROVER_TOO_NEW'], MOVERS))
          : rules(CANCEL_FAILS, MOVERS),
      preValidation: async request => {
        if (request.body === undefined) request.body = {}
      },
      schema: {
        summary: verb === 'approve' ? 'Approve a cashout that waits' : 'Reject a cashout that waits: it is cancelled',
        tags,
        headers: KeyHeaders,
        body: VoteBody,
        response: { 202: WaitedSchema },
      },
    },
    async (request, reply) => {
      const { accountId, id } = await ownCashout(deps, accountOf(request), request.params.id)
      const { reason = null } = request.body
      const decision = verb === 'approve' ? ('APPROVED' as const) : ('REJECTED' as const)
      const actor = personIn(actorOf(request))
      const voted = orThrow(
        await deps.cashouts.vote({
          cashout: { accountId, id },
          decision,
          reason,
          as: 'member' as const,
          // The same key from another person is no repetition: that person's vote would be lost.
          actor,
          key: keyOf(request, { id, reason, by: actor.id }),
        }),
      )
      if ('replayed' in voted) return replay(reply, voted.replayed)
      return sendAnswer(reply, voted.answer)
    },
  )
}

const tags = ['Cashouts']
const MOVERS: Role[] = ['OWNER', 'FINANCE']

const rules = (fails: readonly FailureCode[], roles?: Role[]): RouteRules => ({
  guard: 'session',
  dialect: 'panel',
  fails,
  ...(roles !== undefined && { roles }),
})

export function personIn(actor: Actor): Actor & { id: string } {
  if (actor.id === null) throw new Error('a vote without a person')
  return actor as Actor & { id: string }
}

async function ownCashout(deps: { cashouts: Cashouts }, accountId: number, id: string): Promise<Cashout> {
  const cashout = await deps.cashouts.find({ accountId, id: pathId(id) })
  if (cashout === null) throw notFound('Cashout')
  return cashout
}

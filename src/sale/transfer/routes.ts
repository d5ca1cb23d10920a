// The operator's routes of transfers that are not certain: the sales that one may be for, its assignment to one of them, by one operator
// or by two, and how that is undone. Each is logged with its author.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { operatorIn } from '#audit/audit.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type FailureCode, invalid, notFound, orThrow } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { toCentsNumber } from '#kernel/money.ts'
import type { Proposals } from '#proposal/feature.ts'
import type { SaleDeps } from '../deps.ts'
import type { DecidedPayment, Sales } from '../feature.ts'
import type { IncomingPaymentKey } from '../incoming-payment/incoming-payment.ts'
import { acceptedAnswer, IncomingPaymentSchema } from '../incoming-payment/wire.ts'
import { ASSIGN, type AssignPayload } from './assign.ts'
import { findTransferSale } from './assign-store.ts'
import { CandidateSchema, candidatesFor } from './candidates.ts'

const PATH = '/api/admin/receipts/:accountId/:id'
const tags = ['Operator']
const IdParams = Type.Object({ accountId: Type.String(), id: Type.String() })
const Reason = PrintableText({ minLength: 3, maxLength: 500 })
const AssignBody = Type.Object({ saleUuid: Type.String({ maxLength: 36 }), reason: Reason }, OWN_FIELDS_ONLY)
const UndoBody = Type.Object({ reason: Reason }, OWN_FIELDS_ONLY)
const asked = { tags, params: IdParams, headers: KeyHeaders }

export function transferRoutes(
  server: Server,
  deps: Pick<SaleDeps, 'db' | 'clock'> & { sales: Sales; proposals: Proposals },
): void {
  const { db, clock } = deps
  server.get(
    `${PATH}/candidates`,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'The sales by transfer that this money may be for, the likeliest first, with what agrees',
        tags,
        params: IdParams,
        response: { 200: Type.Object({ data: Type.Array(CandidateSchema) }) },
      },
    },
    async request => ({ data: orThrow(await candidatesFor(db, keyIn(request.params), clock())) }),
  )
  assignRoutes(server, deps)
}

function assignRoutes(
  server: Server,
  { db, sales, proposals }: Pick<SaleDeps, 'db'> & { sales: Sales; proposals: Proposals },
): void {
  const config = critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'))
  server.post(
    `${PATH}/assign`,
    {
      config,
      schema: {
        summary: 'Assign it to a sale by transfer, which is paid with it',
        ...asked,
        body: AssignBody,
        response: { 202: IncomingPaymentSchema },
      },
    },
    async (request, reply) => {
      const saleUuid = uuidIn(request.body.saleUuid)
      return publish(request, reply, await sales.assignTransfer(keyIn(request.params), saleUuid, decidingIn(request)))
    },
  )
  server.post(
    `${PATH}/propose-assign`,
    {
      config,
      schema: {
        summary: 'Propose to assign it to a sale, where the amount takes two operators',
        ...asked,
        body: AssignBody,
        response: { 201: proposals.schema },
      },
    },
    async (request, reply) => {
      const { accountId, id } = keyIn(request.params)
      const saleUuid = uuidIn(request.body.saleUuid)
      const sale = await findTransferSale(db, saleUuid)
      if (sale === null) throw notFound('sale by transfer')
      const payload: AssignPayload = {
        receiptAccountId: accountId,
        receiptId: id.toString(),
        saleUuid,
        amount: toCentsNumber(sale.amount),
      }
      const { by, reason, key } = decidingIn(request)
      const proposed = orThrow(
        await proposals.propose({ kind: ASSIGN, accountId: sale.accountId, payload: { ...payload }, reason, by, key }),
      )
      if ('replayed' in proposed) return replay(reply, proposed.replayed)
      return sendAnswer(reply, proposals.made(proposed))
    },
  )
  server.post(
    `${PATH}/undo-assignment`,
    {
      config,
      schema: {
        summary: 'Undo its assignment, as long as the money has not been paid out: it is kept aside again',
        ...asked,
        body: UndoBody,
        response: { 202: IncomingPaymentSchema },
      },
    },
    async (request, reply) =>
      publish(request, reply, await sales.undoAssignment(keyIn(request.params), decidingIn(request))),
  )
}

function publish(request: FastifyRequest, reply: FastifyReply, outcome: DecidedPayment): FastifyReply {
  const decided = orThrow(outcome)
  if ('replayed' in decided) return replay(reply, decided.replayed)
  const { accountId, id, endToEndId, status } = decided
  request.log.info({ by: request.caller, receipt: { accountId, id, endToEndId, status } }, 'transfer decided')
  return sendAnswer(reply, acceptedAnswer(decided))
}

interface DecisionRequest extends FastifyRequest {
  params: { accountId: string; id: string }
  body: { reason: string }
}

/** A key belongs to the decision of one person about one incoming payment. */
function decidingIn(request: DecisionRequest) {
  const { params, body } = request
  const by = operatorIn(request)
  return { by, reason: body.reason, key: keyOf(request, { ...params, ...body, by: by.id }, SUSPENSE_ACCOUNT_ID) }
}

function uuidIn(text: string): string {
  const uuid = parseUuid(text)
  if (uuid === null) throw invalid('saleUuid', 'the uuid of a sale by transfer')
  return uuid
}

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const MAX_ACCOUNT_ID = 2n ** 31n - 1n
const keyIn = (params: { accountId: string; id: string }): IncomingPaymentKey => ({
  accountId: Number(numberIn(params.accountId, 'receipt', MAX_ACCOUNT_ID)),
  id: numberIn(params.id, 'receipt'),
})

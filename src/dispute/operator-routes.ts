// The operator's routes of disputes: all of them, each with everything that was done about it, those that no PSP reports, and the
// defence in a seller's name. Every action has its reason in the audit log.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { accountsMeant } from '#db/account/accounts-named.ts'
import type { Database } from '#db/postgres.ts'
import { momentOrNull } from '#http/request/moment.ts'
import { pageOf } from '#http/request/paging.ts'
import { pathId } from '#http/request/path-id.ts'
import { TotalsSchema, totalsForm } from '#http/response/totals.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { AccountWords, CentsAmount, OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type FailureCode, invalid, orThrow } from '#kernel/failure.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import type { Proposals } from '#proposal/feature.ts'
import { DEFENCE_STATUSES, type DefenceStatus } from './defence/store.ts'
import { defenceRefusal } from './defence/submit.ts'
import type { DisputeDeps } from './deps.ts'
import { DISPUTE_KINDS, type DisputeKey, endOfTime, hasDefenceApi, isEndedByPsp, isOpen } from './dispute.ts'
import { FORFEIT, type ForfeitPayload } from './ending/forfeit.ts'
import { mayEnd } from './ending/rules.ts'
import type { DisputeFeature } from './feature.ts'
import { findSteps, listDisputes, type ShownDispute, totalDisputes } from './list-store.ts'
import {
  defenceIn,
  FilterFields,
  ListFields,
  type ListFilters,
  oneOf,
  questionIn,
  sendDefenceAnswer,
} from './routes.ts'
import {
  DefenceBody,
  OperatorsDispute,
  OperatorsOne,
  OperatorsPage,
  operatorsAnswer,
  operatorsForm,
  timelineForm,
} from './wire.ts'

const tags = ['Operator']
const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })
const DECIDING = critical(rules('INVALID_DATA', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT', 'GENERAL_ERROR'))

const HANDING_IN = rules('INVALID_DATA', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT')

const IdParams = Type.Object({ id: Type.String() })
const AccountId = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
const Reason = PrintableText({ minLength: 3, maxLength: 500 })

const OfAccount = { userId: Type.Optional(AccountId), account: Type.Optional(AccountWords) }
/** What only the operator looks for: a defence that waits to be handed in. */
const OfDefence = {
  defence: Type.Optional(Type.Enum([...DEFENCE_STATUSES], { description: 'Those with a defence in this state' })),
}
const FilterQuery = Type.Object({ ...OfAccount, ...OfDefence, ...FilterFields })
const ListQuery = Type.Object({ ...OfAccount, ...OfDefence, ...ListFields })

const OpenBody = Type.Object(
  {
    saleId: Type.Union([Type.String({ maxLength: 40 }), Type.Integer({ minimum: 1 })], {
      description: 'The uuid of the sale, or its number',
    }),
    kind: Type.Enum([...DISPUTE_KINDS]),
    amount: Type.Optional(CentsAmount),
    deadline: Type.Optional(Type.String({ format: 'date-time' })),
    reason: Reason,
  },
  OWN_FIELDS_ONLY,
)
const ReasonBody = Type.Object({ reason: Reason }, OWN_FIELDS_ONLY)
const ForfeitBody = Type.Object({ amount: Type.Optional(CentsAmount), reason: Reason }, OWN_FIELDS_ONLY)

export function operatorsDisputeRoutes(
  server: Server,
  deps: Pick<DisputeDeps, 'db' | 'clock'> & { disputes: DisputeFeature; proposals: Proposals },
): void {
  readingRoutes(server, deps)
  openingRoute(server, deps)
  endingRoutes(server, deps)
  defenceRoutes(server, deps)
}

function readingRoutes(server: Server, { db, clock }: Pick<DisputeDeps, 'db' | 'clock'>): void {
  server.get(
    '/api/admin/disputes',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'What payers dispute, the newest first; those of account 1000 are of a Pix that nobody here knows',
        tags,
        querystring: ListQuery,
        response: { 200: OperatorsPage },
      },
    },
    async request => {
      const question = await questionOf(db, request.query)
      const rows = (await listDisputes(db, question)).map(shown => ({ id: shown.dispute.id, shown }))
      return pageOf(rows, question.limit - 1, ({ shown }) => operatorsForm(shown))
    },
  )
  server.get(
    '/api/admin/disputes/totals',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'How many disputes there are with these filters, and what they come to',
        tags,
        querystring: FilterQuery,
        response: { 200: TotalsSchema },
      },
    },
    async request => totalsForm(await totalDisputes(db, await questionOf(db, request.query))),
  )
  server.get(
    '/api/admin/disputes/:id',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One dispute, with everything that was done about it',
        tags,
        params: IdParams,
        response: { 200: OperatorsOne },
      },
    },
    async request => {
      const shown = await oneOf(db, request.params.id, null)
      const timeline = timelineForm(await findSteps(db, shown.dispute))
      return { ...operatorsForm(shown), timeline, you: ownForm(shown, clock()) }
    },
  )
}

/** What its reader may do about it. */
function ownForm({ dispute, defence }: ShownDispute, now: Date) {
  const endsAt = endOfTime(dispute)
  const isAwaited = isOpen(dispute) && dispute.pspDisputeId !== null && dispute.acceptedAt === null && endsAt > now
  return {
    mayDefend: defenceRefusal(dispute, defence, now) === null,
    defenceGoesTo: hasDefenceApi(dispute) ? ('PSP' as const) : ('OPERATOR' as const),
    mayHandIn: isOpen(dispute) && defence?.status === 'KEPT',
    mayRelease: mayEnd(dispute, 'RELEASE', now),
    mayForfeit: mayEnd(dispute, 'FORFEIT', now),
    mayEndFrom: isAwaited ? endsAt.toISOString() : null,
  }
}

type OperatorsFilters = ListFilters & { userId?: number; account?: string; defence?: DefenceStatus }

async function questionOf(db: Database, query: OperatorsFilters) {
  const { userId = null, account, defence = null } = query
  return { ...questionIn(query, userId, await accountsMeant(db, account)), defence }
}

function openingRoute(server: Server, { disputes }: { disputes: DisputeFeature }): void {
  server.post(
    '/api/admin/disputes',
    {
      config: DECIDING,
      schema: {
        summary: 'Open a dispute that no PSP tells of, such as the chargeback of a card',
        tags,
        headers: KeyHeaders,
        body: OpenBody,
        response: { 202: OperatorsDispute },
      },
    },
    async (request, reply) => {
      const { saleId, kind, amount, deadline } = request.body
      const input = {
        sale: pathId(String(saleId), 'saleId'),
        kind,
        amount: amountIn(amount),
        deadlineAt: momentOrNull('deadline', deadline),
      }
      const keyed = { saleId, kind, amount, deadline }
      return sendDefenceAnswer(
        reply,
        await disputes.open({ ...input, ...wordIn(request, request.body.reason, keyed) }),
        operatorsAnswer,
      )
    },
  )
}

function endingRoutes(
  server: Server,
  { db, disputes, proposals }: Pick<DisputeDeps, 'db'> & { disputes: DisputeFeature; proposals: Proposals },
): void {
  const schema = { tags, params: IdParams, headers: KeyHeaders, response: { 202: OperatorsDispute } }
  server.post(
    '/api/admin/disputes/:id/release',
    {
      config: DECIDING,
      schema: { summary: 'End a dispute for the seller, where no PSP does', ...schema, body: ReasonBody },
    },
    async (request, reply) => {
      const { dispute } = await oneOf(db, request.params.id, null)
      const word = wordIn(request, request.body.reason, { dispute: dispute.id })
      return sendDefenceAnswer(
        reply,
        await disputes.end({ dispute, decision: 'RELEASE', amount: null, ...word }),
        operatorsAnswer,
      )
    },
  )
  server.post(
    '/api/admin/disputes/:id/forfeit',
    {
      config: DECIDING,
      schema: {
        summary:
          'End a dispute for the payer, where no PSP does; of a chargeback, and of what no PSP has told of, it is proposed',
        ...schema,
        body: ForfeitBody,
        response: { 201: proposals.schema, 202: OperatorsDispute },
      },
    },
    async (request, reply) => {
      const { dispute } = await oneOf(db, request.params.id, null)
      const { reason, amount } = request.body
      const word = wordIn(request, reason, { dispute: dispute.id, amount })
      if (!isEndedByPsp(dispute)) return propose(request, reply, proposals, dispute, word)
      const input = { dispute, decision: 'FORFEIT' as const, amount: amountIn(amount), ...word }
      return sendDefenceAnswer(reply, await disputes.end(input), operatorsAnswer)
    },
  )
}

function defenceRoutes(server: Server, { db, disputes }: Pick<DisputeDeps, 'db'> & { disputes: DisputeFeature }): void {
  const schema = { tags, params: IdParams, headers: KeyHeaders, response: { 202: OperatorsDispute } }
  server.post(
    '/api/admin/disputes/:id/defence',
    { config: DECIDING, schema: { summary: 'Defend a dispute for its seller', ...schema, body: DefenceBody } },
    async (request, reply) => {
      const { dispute } = await oneOf(db, request.params.id, null)
      const input = defenceIn(request, dispute, request.body, SUSPENSE_ACCOUNT_ID)
      return sendDefenceAnswer(reply, await disputes.defend(input), operatorsAnswer)
    },
  )
  server.post(
    '/api/admin/disputes/:id/defence/handed-in',
    {
      config: HANDING_IN,
      schema: {
        summary: 'Record that a defence which no PSP takes has been handed in by other means',
        ...schema,
        body: ReasonBody,
      },
    },
    async (request, reply) => {
      const { dispute } = await oneOf(db, request.params.id, null)
      const { word, actor, key } = wordIn(request, request.body.reason, { dispute: dispute.id, handedIn: true })
      const outcome = await disputes.handIn({ dispute, reason: word.reason, actor, key })
      return sendDefenceAnswer(reply, outcome, operatorsAnswer)
    },
  )
}

/** Two operators, where no outside party says that it is lost. */
async function propose(
  request: FastifyRequest<{ Body: Static<typeof ForfeitBody> }>,
  reply: FastifyReply,
  proposals: Pick<Proposals, 'propose' | 'made' | 'schema'>,
  { accountId, id }: DisputeKey,
  { word: { by, reason }, key }: ReturnType<typeof wordIn>,
): Promise<FastifyReply> {
  const payload: ForfeitPayload = { disputeId: id.toString(), amount: request.body.amount ?? null }
  const asked = { kind: FORFEIT, accountId, payload: { ...payload }, reason, by: { id: by, address: request.ip }, key }
  const proposed = orThrow(await proposals.propose(asked))
  if ('replayed' in proposed) return replay(reply, proposed.replayed)
  request.log.info({ by, proposal: proposed.id, kind: FORFEIT, accountId }, 'proposal made')
  return sendAnswer(reply, proposals.made(proposed))
}

const amountIn = (cents: number | undefined): Centavos | null => (cents === undefined ? null : centavos(cents))

/** A key stands for what one person decided. */
function wordIn(request: FastifyRequest, reason: string, fields: object) {
  const { caller } = request
  if (caller?.kind !== 'operator') throw new Error('only an operator comes this far')
  if (reason.trim().length < MIN_REASON) throw invalid('reason', 'a sentence that says why')
  const by = caller.userId
  const key = keyOf(request, { ...fields, reason, by }, SUSPENSE_ACCOUNT_ID)
  return { word: { by, reason }, actor: actorOf(request), key }
}

const MIN_REASON = 3

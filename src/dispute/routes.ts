// The sellers' routes of disputes: a server reads them with its key, and the people of the account read and defend them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { momentOrNull } from '#http/request/moment.ts'
import { CursorQuery, decodeCursor, LimitQuery, pageOf } from '#http/request/paging.ts'
import { pathId } from '#http/request/path-id.ts'
import { TotalsSchema, totalsForm } from '#http/response/totals.ts'
import { accountOf, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type Replayed, replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { type Failure, type FailureCode, invalid, notFound, orThrow } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { describedEvents } from '#notification/events/described.ts'
import type { DefenceRequest } from './defence/submit.ts'
import type { DisputeDeps } from './deps.ts'
import { DISPUTE_KINDS, DISPUTE_STATUSES } from './dispute.ts'
import type { DisputeFeature } from './feature.ts'
import { type DisputeQuestion, findShown, listDisputes, type ShownDispute, totalDisputes } from './list-store.ts'
import { DefenceBody, DisputeEventSchema, DisputePage, DisputeSchema, disputeForm, shownAnswer } from './wire.ts'

const tags = ['Disputes']
const IdParams = Type.Object({ id: Type.String() })

export const FilterFields = {
  status: Type.Optional(Type.Enum([...DISPUTE_STATUSES])),
  kind: Type.Optional(Type.Enum([...DISPUTE_KINDS])),
  sale: Type.Optional(Type.String({ description: 'The uuid of a sale' })),
  deadlineBefore: Type.Optional(Type.String({ format: 'date-time' })),
}
export const ListFields = { ...FilterFields, limit: Type.Optional(LimitQuery), cursor: Type.Optional(CursorQuery) }
const ListQuery = Type.Object(ListFields)
export type ListFilters = Static<typeof ListQuery>

const READING = [
  {
    base: '/api/disputes',
    summary: 'by key',
    rules: { guard: 'api-key', dialect: 'panel', scope: 'sale:read' },
  },
  { base: '/api/account/disputes', summary: 'in the panel', rules: { guard: 'session', dialect: 'panel' } },
] as const satisfies { base: string; summary: string; rules: Omit<RouteRules, 'fails'> }[]

export function disputeRoutes(server: Server, deps: Pick<DisputeDeps, 'db'> & { disputes: DisputeFeature }): void {
  for (const { base, summary, rules } of READING) readingRoutes(server, deps, { base, summary, rules })
  totalsRoute(server, deps)
  defenceRoute(server, deps)
}

function totalsRoute(server: Server, { db }: Pick<DisputeDeps, 'db'>): void {
  server.get(
    '/api/account/disputes/totals',
    {
      config: { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'How many disputes there are with these filters, and what they come to',
        tags,
        querystring: Type.Object(FilterFields),
        response: { 200: TotalsSchema },
      },
    },
    async request => totalsForm(await totalDisputes(db, questionIn(request.query, accountOf(request)))),
  )
}

function readingRoutes(
  server: Server,
  { db }: Pick<DisputeDeps, 'db'>,
  { base, summary, rules }: { base: string; summary: string; rules: Omit<RouteRules, 'fails'> },
): void {
  const config = (...fails: FailureCode[]): RouteRules => ({ ...rules, fails })
  server.get(
    base,
    {
      config: config('INVALID_DATA'),
      schema: {
        summary: `What payers dispute, the newest first (${summary})`,
        tags,
        querystring: ListQuery,
        response: { 200: DisputePage },
        notifies: describedEvents(['dispute.opened', 'dispute.deadline', 'dispute.closed'], DisputeEventSchema),
      },
    },
    async request => {
      const question = questionIn(request.query, accountOf(request))
      const rows = (await listDisputes(db, question)).map(shown => ({ id: shown.dispute.id, shown }))
      return pageOf(rows, question.limit - 1, ({ shown }) => disputeForm(shown))
    },
  )
  server.get(
    `${base}/:id`,
    {
      config: config('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: `One dispute (${summary})`, tags, params: IdParams, response: { 200: DisputeSchema } },
    },
    async request => disputeForm(await oneOf(db, request.params.id, accountOf(request))),
  )
}

function defenceRoute(server: Server, { db, disputes }: Pick<DisputeDeps, 'db'> & { disputes: DisputeFeature }): void {
  server.post(
    '/api/disputes/:id/defence',
    {
      config: {
        guard: 'session',
        dialect: 'panel',
        roles: ['OWNER', 'FINANCE'],
        fails: ['INVALID_DATA', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT', 'GENERAL_ERROR'],
      },
      schema: {
        summary: 'Defend a payment that is disputed: once, and before its deadline',
        tags,
        params: IdParams,
        headers: KeyHeaders,
        body: DefenceBody,
        response: { 202: DisputeSchema },
      },
    },
    async (request, reply) => {
      const { dispute } = await oneOf(db, request.params.id, accountOf(request))
      const input = defenceIn(request, dispute, request.body, accountOf(request))
      return sendDefenceAnswer(reply, await disputes.defend(input), shownAnswer)
    },
  )
}

/** What was submitted, by any author; `keyAccountId`: under whose keys. */
export function defenceIn(
  request: FastifyRequest,
  { accountId, id }: { accountId: number; id: bigint },
  { justification, evidence = [] }: Static<typeof DefenceBody>,
  keyAccountId: number,
): DefenceRequest {
  if (justification.trim().length < SHORTEST)
    throw invalid('justification', `at least ${SHORTEST} characters that say why`)
  for (const [n, { url }] of evidence.entries())
    if (url !== undefined && !isLink(url)) throw invalid(`evidence.${n}.url`, 'an https address')
  const fields = { dispute: id, justification, evidence }
  return {
    dispute: { accountId, id },
    justification,
    evidence,
    actor: actorOf(request),
    key: keyOf(request, fields, keyAccountId),
  }
}

const SHORTEST = 10

const isLink = (text: string) => URL.parse(text)?.protocol === 'https:'

export function sendDefenceAnswer<T>(
  reply: FastifyReply,
  outcome: T | Replayed | Failure,
  answerOf: (value: T) => ReturnType<typeof shownAnswer>,
): FastifyReply {
  const value = orThrow(outcome)
  if (isReplayed(value)) return replay(reply, value.replayed)
  const answer = answerOf(value)
  if (answer === null) throw new Error('a verb that ended well has an answer')
  return sendAnswer(reply, answer)
}

const isReplayed = (value: unknown): value is Replayed =>
  typeof value === 'object' && value !== null && 'replayed' in value

/** One more than the page, so that a last page is known to be the last. */
export function questionIn(
  query: ListFilters,
  accountId: number | null,
  accountIds: number[] | null = null,
): DisputeQuestion {
  const { status = null, kind = null, sale, deadlineBefore, limit = 20, cursor } = query
  const saleUuid = sale === undefined ? null : parseUuid(sale)
  if (sale !== undefined && saleUuid === null) throw invalid('sale', 'a uuid')
  return {
    accountId,
    accountIds,
    status,
    kind,
    defence: null,
    saleUuid,
    below: decodeCursor(cursor),
    limit: limit + 1,
    deadlineBefore: momentOrNull('deadlineBefore', deadlineBefore),
  }
}

export async function oneOf(db: Database, id: string, accountId: number | null): Promise<ShownDispute> {
  const shown = await findShown(db, pathId(id), accountId)
  if (shown === null) throw notFound('Dispute')
  return shown
}

// The operator's routes of anomalies: the list of open ones, and the decision. Every decision is logged with its author.
import { Type } from 'typebox'
import { operatorIn } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { CountSchema, countForm } from '#http/response/totals.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type FailureCode, invalid, notFound, orThrow } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { keyText } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import type { Cashouts } from '../feature.ts'
import { findCashouts } from '../store.ts'
import { DECISIONS } from './anomaly.ts'
import type { DecidedCase } from './decide.ts'
import { countAnomalies, findAnomaly, type KeptAnomaly, listAnomalies } from './store.ts'
import { AnomalySchema, acceptedAnswer, anomalyForm } from './wire.ts'

const tags = ['Operator']

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const UuidParams = Type.Object({ uuid: Type.String() })

const ListQuery = Type.Object({
  status: Type.Optional(Type.Enum(['open', 'decided'])),
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

const DecisionBody = Type.Object(
  { decision: Type.Enum([...DECISIONS]), reason: PrintableText({ minLength: 3, maxLength: 500 }) },
  { additionalProperties: false },
)

export function anomalyRoutes(
  server: Server,
  { db, cashouts }: Pick<CashoutDeps, 'db'> & { cashouts: Cashouts },
): void {
  server.get(
    '/api/admin/anomalies',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'Contradictions and unknown outcomes of cashouts, the newest first',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(AnomalySchema),
        },
      },
    },
    async request => {
      const { status, limit = 20, cursor } = request.query
      const decided = status === undefined ? null : status === 'decided'
      const kept = await listAnomalies(db, { decided, cursor: decodeCursor(cursor), limit: limit + 1 })
      const rows = (await withCashouts(db, kept)).map(found => ({ id: found.kept.anomalyId, found }))
      return pageOf(rows, limit, row => anomalyForm(row.found))
    },
  )

  server.get(
    '/api/admin/anomalies/totals',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'How many anomalies there are with these filters',
        tags,
        querystring: Type.Pick(ListQuery, ['status']),
        response: { 200: CountSchema },
      },
    },
    async ({ query: { status } }) =>
      countForm(await countAnomalies(db, status === undefined ? null : status === 'decided')),
  )

  server.get<{ Params: { uuid: string } }>(
    '/api/admin/anomalies/:uuid',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: 'One anomaly', tags, params: UuidParams, response: { 200: AnomalySchema } },
    },
    async request => anomalyForm(await oneOf(db, uuidIn(request.params.uuid))),
  )

  server.post(
    '/api/admin/anomalies/:uuid/decide',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT')),
      schema: {
        summary: 'Decide an anomaly, once',
        tags,
        params: UuidParams,
        headers: KeyHeaders,
        body: DecisionBody,
        response: { 202: AnomalySchema },
      },
    },
    async (request, reply) => {
      const { decision, reason } = request.body
      if (reason.trim().length < MIN_REASON) throw invalid('reason', 'a sentence that says why')
      const by = operatorIn(request)
      const input = { uuid: uuidIn(request.params.uuid), decision, reason }
      const found = orThrow(
        await cashouts.decideAnomaly({
          ...input,
          by,
          key: keyOf(request, { ...input, by: by.id }, SUSPENSE_ACCOUNT_ID),
        }),
      )
      if ('replayed' in found) return replay(reply, found.replayed)
      request.log.info(
        { by: by.id, anomaly: found.kept.uuid, kind: found.kept.kind, decision, reason },
        'anomaly decided',
      )
      return sendAnswer(reply, acceptedAnswer(found))
    },
  )
}

const MIN_REASON = 3

function uuidIn(text: string): string {
  const uuid = parseUuid(text)
  if (uuid === null) throw invalid('uuid', 'a uuid')
  return uuid
}

async function oneOf(db: Database, uuid: string): Promise<DecidedCase> {
  const kept = await findAnomaly(db, uuid)
  const [found] = await withCashouts(db, kept === null ? [] : [kept])
  if (found === undefined) throw notFound('Anomaly')
  return found
}

/** Each with its cashout as it is now, in their order. */
async function withCashouts(db: Database, kept: KeptAnomaly[]): Promise<DecidedCase[]> {
  const cashouts = await findCashouts(db, kept)
  const byKey = new Map(cashouts.map(cashout => [keyText(cashout), cashout]))
  return kept.flatMap(one => {
    const cashout = byKey.get(keyText(one))
    return cashout === undefined ? [] : [{ kept: one, cashout }]
  })
}

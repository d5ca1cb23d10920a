// The operators' routes of differences: who looks after one, why it is none, and the correction that a second person confirms.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf, record } from '#audit/audit.ts'
import { accountsMeant } from '#db/account/accounts-named.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { TotalsSchema, totalsForm } from '#http/response/totals.ts'
import { critical } from '#http/route.ts'
import { AccountWords, CentsAmount, OWN_FIELDS_ONLY, orNull, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { KeyHeaders } from '#idempotency/key.ts'
import { Failure, invalid, notFound, orThrow } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import type { Proposals } from '#proposal/feature.ts'
import { PspAccountId, personOf, propose, Reason, reasonIn, rules, tags } from '../operator-request.ts'
import { CaseSchema, caseForm } from '../wire.ts'
import type { ReconciliationDeps } from '../worker.ts'
import type { CorrectionPayload } from './correct.ts'
import { KINDS } from './difference.ts'
import {
  CASE_STATES,
  type Case,
  type CaseFilter,
  closeCase,
  findCase,
  isOperator,
  listCases,
  lockCase,
  SIDES,
  setOwner,
  totalCases,
} from './store.ts'

export function caseRoutes(
  server: Server,
  deps: Pick<ReconciliationDeps, 'db' | 'clock'> & { proposals: Proposals },
): void {
  readRoutes(server, deps)
  answerRoutes(server, deps)
  correctRoute(server, deps)
}

const UuidParams = Type.Object({ uuid: Type.String() })

const FILTERS = {
  state: Type.Optional(Type.Enum([...CASE_STATES])),
  kind: Type.Optional(Type.Enum([...KINDS])),
  accountId: Type.Optional(PspAccountId),
  account: Type.Optional(AccountWords),
  reconciliationId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
}
const FilterQuery = Type.Object(FILTERS)
const ListQuery = Type.Object({
  ...FILTERS,
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

async function filterIn(db: Database, query: Static<typeof FilterQuery>): Promise<CaseFilter> {
  const { state = null, kind = null, accountId = null, account, reconciliationId } = query
  const accountIds = await accountsMeant(db, account)
  const ofRun = reconciliationId === undefined ? null : BigInt(reconciliationId)
  return { state, kind, accountId, accountIds, reconciliationId: ofRun }
}

function readRoutes(server: Server, { db }: Pick<ReconciliationDeps, 'db'>): void {
  server.get(
    '/api/admin/reconciliation-cases',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: "Differences between a PSP's lists and our books, the newest first",
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(CaseSchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const filter = await filterIn(db, request.query)
      return pageOf(await listCases(db, { ...filter, below: decodeCursor(cursor), limit: limit + 1 }), limit, caseForm)
    },
  )
  server.get(
    '/api/admin/reconciliation-cases/totals',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'How many differences there are with these filters, and what they come to, in whatever direction',
        tags,
        querystring: FilterQuery,
        response: { 200: TotalsSchema },
      },
    },
    async request => totalsForm(await totalCases(db, await filterIn(db, request.query))),
  )
  server.get(
    '/api/admin/reconciliation-cases/:uuid',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: 'One difference', tags, params: UuidParams, response: { 200: CaseSchema } },
    },
    async request => {
      const found = await findCase(db, uuidIn(request.params.uuid))
      if (found === null) throw notFound('case')
      return caseForm(found)
    },
  )
}

const OwnerBody = Type.Object({ owner: orNull(PrintableText({ maxLength: 100 })) }, OWN_FIELDS_ONLY)
const ExplainBody = Type.Object({ reason: Reason }, OWN_FIELDS_ONLY)

function answerRoutes(server: Server, deps: Pick<ReconciliationDeps, 'db' | 'clock'>): void {
  server.patch(
    '/api/admin/reconciliation-cases/:uuid',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT'),
      schema: {
        summary: 'Say which operator looks after a difference, or nobody',
        tags,
        params: UuidParams,
        body: OwnerBody,
        response: { 200: CaseSchema },
      },
    },
    async request => {
      const { owner } = request.body
      if (owner !== null && !(await isOperator(deps.db, owner))) throw invalid('owner', 'the id of an operator')
      return answer(deps, request, request.params.uuid, async (tx, found, now) => {
        await setOwner(tx, found, owner)
        const auditDetail = { subject: 'reconciliation_case', subjectId: found.id, detail: { owner } }
        await record(tx, [{ actor: actorOf(request), action: 'case.assigned', ...auditDetail }], now)
      })
    },
  )
  server.post(
    '/api/admin/reconciliation-cases/:uuid/explain',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'Say why a difference needs no correction',
        tags,
        params: UuidParams,
        body: ExplainBody,
        response: { 202: CaseSchema },
      },
    },
    async (request, reply) => {
      const reason = reasonIn(request.body.reason)
      const shown = await answer(deps, request, request.params.uuid, async (tx, found, now) => {
        await closeCase(tx, found, { state: 'EXPLAINED', by: personOf(request).id, reason, now })
        const auditDetail = { subject: 'reconciliation_case', subjectId: found.id, reason }
        await record(tx, [{ actor: actorOf(request), action: 'case.explained', ...auditDetail }], now)
      })
      return reply.code(202).send(shown)
    },
  )
}

/** What is done about an open case, under its lock. */
async function answer(
  { db, clock }: Pick<ReconciliationDeps, 'db' | 'clock'>,
  request: FastifyRequest,
  uuid: string,
  command: (tx: Transaction, found: Case, now: Date) => Promise<void>,
) {
  const id = uuidIn(uuid)
  const shown = await db.transaction(async tx => {
    const found = await lockCase(tx, id)
    if (found === null) return notFound('case')
    if (found.state !== 'OPEN') return new Failure('CONFLICT', `This case is ${found.state} already`)
    await command(tx, found, clock())
    return (await findCase(tx, id)) as Case
  })
  const answered = orThrow(shown)
  request.log.info({ by: request.caller, case: answered.id }, 'a difference was answered')
  return caseForm(answered)
}

const CorrectBody = Type.Object(
  {
    accountId: PspAccountId,
    side: Type.Enum([...SIDES], {
      description: "CREDIT and DEBIT move the account's available, GAIN and LOSS the operator's own share in it",
    }),
    amount: CentsAmount,
    reason: Reason,
  },
  OWN_FIELDS_ONLY,
)

function correctRoute(server: Server, { proposals }: { proposals: Proposals }): void {
  server.post(
    '/api/admin/reconciliation-cases/:uuid/correct',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT')),
      schema: {
        summary: 'Propose a transfer that corrects the books; a second operator confirms it',
        tags,
        params: UuidParams,
        headers: KeyHeaders,
        body: CorrectBody,
        response: { 201: proposals.schema },
      },
    },
    async (request, reply) => {
      const { accountId, side, amount, reason } = request.body
      const payload: CorrectionPayload = { caseId: uuidIn(request.params.uuid), side, amount }
      return propose(request, reply, proposals, { kind: 'correction', accountId, payload: { ...payload }, reason })
    },
  )
}

function uuidIn(text: string): string {
  const uuid = parseUuid(text)
  if (uuid === null) throw invalid('uuid', 'a uuid')
  return uuid
}

// The operator's routes of cases. Nobody else learns of them: Lei 9.613 forbids to tell anybody of a communication.
import { type Static, Type } from 'typebox'
import { operatorIn } from '#audit/audit.ts'
import { accountsMeant } from '#db/account/accounts-named.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { FromQuery, periodIn, periodName, ToQuery } from '#http/request/period.ts'
import { CSV_FORMATS } from '#http/response/csv.ts'
import { CSV_ANSWER, EXPORT_FAILS, type Exports, sendCsv } from '#http/response/export.ts'
import { critical } from '#http/route.ts'
import { AccountWords, OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { invalid, notFound, orThrow } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import type { MonitoringDeps } from '../evaluation/worker.ts'
import type { Monitoring } from '../feature.ts'
import { Reason, reasonIn, rules, tags } from '../operator-request.ts'
import {
  CaseSchema,
  CaseTotalsSchema,
  caseForm,
  RuleName,
  totalsForm,
  WholeCaseSchema,
  wholeCaseForm,
} from '../wire.ts'
import { CASE_STATES, DECISIONS } from './case.ts'
import { caseColumns, casePages } from './export.ts'
import { type CaseFilter, listCases, totalCases } from './list-store.ts'
import { findCase, listDecisions, listEvidence, type MonitoringCase } from './store.ts'

const CASES_PATH = '/api/admin/monitoring/cases'

export function monitoringCaseRoutes(
  server: Server,
  deps: Pick<MonitoringDeps, 'clock' | 'db'> & { exports: Exports; monitoring: Monitoring },
): void {
  listRoutes(server, deps)
  exportRoute(server, deps)
  oneRoutes(server, deps)
}

const NarrowQuery = {
  rule: Type.Optional(RuleName),
  accountId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  account: Type.Optional(AccountWords),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
}
const FilterQuery = Type.Object({
  state: Type.Optional(Type.Enum([...CASE_STATES])),
  overdue: Type.Optional(Type.Boolean({ description: 'true: open ones alone whose analysis should have been ended' })),
  ...NarrowQuery,
})

async function filterOf(
  { db, clock }: Pick<MonitoringDeps, 'clock' | 'db'>,
  { state, overdue, rule, accountId, account, ...period }: Static<typeof FilterQuery>,
): Promise<CaseFilter> {
  return {
    ...periodIn(period),
    state: state ?? null,
    rule: rule ?? null,
    accountId: accountId ?? null,
    accountIds: await accountsMeant(db, account),
    overdueAt: overdue ? clock() : null,
  }
}

function listRoutes(server: Server, deps: Pick<MonitoringDeps, 'clock' | 'db'>): void {
  const { db, clock } = deps
  server.get(
    CASES_PATH,
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'What the rules against money laundering have found, the newest first',
        tags,
        querystring: Type.Object({
          ...FilterQuery.properties,
          limit: Type.Optional(LimitQuery),
          cursor: Type.Optional(CursorQuery),
        }),
        response: { 200: PageOf(CaseSchema) },
      },
    },
    async request => {
      const { limit = 20, cursor, ...asked } = request.query
      const page = { below: decodeCursor(cursor), limit: limit + 1 }
      return pageOf(await listCases(db, await filterOf(deps, asked), page), limit, caseForm)
    },
  )
  server.get(
    `${CASES_PATH}/totals`,
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'How many cases there are in each state with these filters, and what their movements come to',
        tags,
        querystring: Type.Object(NarrowQuery),
        response: { 200: CaseTotalsSchema },
      },
    },
    async request => totalsForm(await totalCases(db, await filterOf(deps, request.query), clock())),
  )
}

function exportRoute(server: Server, deps: Pick<MonitoringDeps, 'clock' | 'db'> & { exports: Exports }): void {
  server.get(
    `${CASES_PATH}.csv`,
    {
      config: rules(...EXPORT_FAILS),
      exposeHeadRoute: false,
      schema: {
        summary: 'The cases as CSV, each with the decision that closed it; amounts in reais',
        tags,
        querystring: Type.Object({ ...FilterQuery.properties, format: Type.Optional(Type.Enum([...CSV_FORMATS])) }),
        response: { 200: CSV_ANSWER },
      },
    },
    (request, reply) => {
      const { format = 'br', ...asked } = request.query
      const place = { exports: deps.exports, accountId: SUSPENSE_ACCOUNT_ID }
      return sendCsv(reply, place, async () => {
        const filter = await filterOf(deps, asked)
        const name = `${format === 'br' ? 'monitoramento' : 'monitoring'}${periodName(filter)}`
        return { name, format, columns: caseColumns(format), pages: casePages(deps.db, filter) }
      })
    },
  )
}

const UuidParams = Type.Object({ uuid: Type.String() })

const DecideBody = Type.Object(
  {
    decision: Type.Enum([...DECISIONS], {
      description:
        'DISMISSED: nothing to report. REPORTED: communicated to COAF. REOPENED: a decided one is looked at again',
    }),
    reason: Reason,
    protocol: Type.Optional(
      PrintableText({ minLength: 1, maxLength: 100, description: 'REPORTED alone: of the communication to COAF' }),
    ),
  },
  OWN_FIELDS_ONLY,
)

function oneRoutes(server: Server, { db, monitoring }: Pick<MonitoringDeps, 'db'> & { monitoring: Monitoring }): void {
  const whole = async (found: MonitoringCase) =>
    wholeCaseForm(found, ...(await Promise.all([listEvidence(db, found), listDecisions(db, found)])))
  server.get(
    `${CASES_PATH}/:uuid`,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One case with its movements and its decisions',
        tags,
        params: UuidParams,
        response: { 200: WholeCaseSchema },
      },
    },
    async request => {
      const found = await findCase(db, uuidIn(request.params.uuid))
      if (found === null) throw notFound('case')
      return whole(found)
    },
  )
  server.post(
    `${CASES_PATH}/:uuid/decide`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'Decide a case, with the reason; it is kept, and no decision is ever changed',
        tags,
        params: UuidParams,
        body: DecideBody,
        response: { 202: WholeCaseSchema },
      },
    },
    async (request, reply) => {
      const { decision, reason, protocol = null } = request.body
      const uuid = uuidIn(request.params.uuid)
      const by = operatorIn(request)
      const asked = { uuid, decision, reason: reasonIn(reason), protocol: protocol?.trim() || null, by }
      const decided = orThrow(await monitoring.decide(asked))
      request.log.info({ by: request.caller, case: uuid, decision }, 'a monitoring case was decided')
      return reply.code(202).send(await whole(decided))
    },
  )
}

function uuidIn(text: string): string {
  const uuid = parseUuid(text)
  if (uuid === null) throw invalid('uuid', 'a uuid')
  return uuid
}

// The operators' routes of reconciliations: ask for one, and read what they came to; and whether each PSP account covers what
// should lie there.

import { Type } from 'typebox'
import { actorOf, record } from '#audit/audit.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { DayText } from '#http/request/period.ts'
import { OWN_FIELDS_ONLY } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { boundsOf } from '#kernel/calendar/local-time.ts'
import { invalid, notFound } from '#kernel/failure.ts'
import { findPspAccount, isReconciled } from '#psp/store.ts'
import { countCases, findRun, listRuns } from '../case/store.ts'
import { listCoverage } from '../coverage/store.ts'
import type { Reconciliation } from '../feature.ts'
import { dayNamed, PspAccountId, personOf, rules, tags } from '../operator-request.ts'
import { CountedRun, CoverageSchema, coverageForm, RunSchema, runForm } from '../wire.ts'
import type { ReconciliationDeps } from '../worker.ts'
import { insertRun } from './store.ts'

export function runRoutes(
  server: Server,
  deps: Pick<ReconciliationDeps, 'db' | 'clock'> & { reconciliation: Reconciliation },
): void {
  requestRoute(server, deps)
  readRoutes(server, deps)
  coverageRoutes(server, deps)
}

const RequestBody = Type.Object(
  { pspAccountId: PspAccountId, day: DayText('A day in São Paulo, such as 2026-01-31') },
  OWN_FIELDS_ONLY,
)

function requestRoute(
  server: Server,
  deps: Pick<ReconciliationDeps, 'db' | 'clock'> & { reconciliation: Reconciliation },
): void {
  const { db, clock, reconciliation } = deps
  server.post(
    '/api/admin/reconciliations',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: "Compare a day of a PSP account's lists with our books, or compare it anew",
        tags,
        body: RequestBody,
        response: { 202: RunSchema },
      },
    },
    async (request, reply) => {
      const { pspAccountId } = request.body
      const day = dayNamed(request.body.day)
      const now = clock()
      if (boundsOf(day).from > now) throw invalid('day', 'a day that has begun')
      if (!(await isReconciled(db, pspAccountId)))
        throw invalid('pspAccountId', 'the id of a PSP account, and not of the test bank')
      const askedBy = personOf(request).id
      const run = await db.transaction(async tx => {
        const begun = await insertRun(tx, { pspAccountId, day, askedBy }, now)
        const detail = { pspAccountId, day, run: begun.run }
        const asked = { subject: 'reconciliation', subjectId: begun.id, detail }
        await record(tx, [{ actor: actorOf(request), action: 'reconciliation.asked', ...asked }], now)
        return begun
      })
      reconciliation.wake()
      return reply.code(202).send(runForm(run))
    },
  )
}

const ListQuery = Type.Object({
  pspAccountId: Type.Optional(PspAccountId),
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

function readRoutes(server: Server, { db }: Pick<ReconciliationDeps, 'db'>): void {
  server.get(
    '/api/admin/reconciliations',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: "Days of PSP accounts' lists against our books, the newest first",
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(RunSchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor, pspAccountId = null } = request.query
      const found = await listRuns(db, { pspAccountId, below: decodeCursor(cursor), limit: limit + 1 })
      return pageOf(found, limit, runForm)
    },
  )
  server.get(
    '/api/admin/reconciliations/:id',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One reconciliation, with its cases counted',
        tags,
        params: Type.Object({ id: Type.String() }),
        response: { 200: CountedRun },
      },
    },
    async request => {
      const run = await findRun(db, numberIn(request.params.id, 'reconciliation'))
      if (run === null) throw notFound('reconciliation')
      return { ...runForm(run), cases: await countCases(db, run) }
    },
  )
}

function coverageRoutes(
  server: Server,
  { db, reconciliation }: Pick<ReconciliationDeps, 'db'> & { reconciliation: Reconciliation },
): void {
  server.get(
    '/api/admin/coverage',
    {
      config: rules(),
      schema: {
        summary: 'Whether what should lie at each PSP account lies there, as it was looked at last',
        tags,
        response: { 200: Type.Object({ data: Type.Array(CoverageSchema) }) },
      },
    },
    async () => ({ data: (await listCoverage(db)).map(coverageForm) }),
  )
  server.post(
    '/api/admin/coverage',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'Look now whether what should lie at a PSP account lies there',
        tags,
        body: Type.Object({ pspAccountId: PspAccountId }, OWN_FIELDS_ONLY),
        response: { 202: CoverageSchema },
      },
    },
    async (request, reply) => {
      const { pspAccountId } = request.body
      if ((await findPspAccount(db, pspAccountId)) === null) throw invalid('pspAccountId', 'the id of a PSP account')
      return reply.code(202).send(coverageForm(await reconciliation.checkCoverage(pspAccountId)))
    },
  )
}

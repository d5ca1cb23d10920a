// GET /api/audit/export.csv: who did what in an account as a file, of any length.
import { Type } from 'typebox'
import { type Database, patiently } from '#db/postgres.ts'
import { periodIn, periodName } from '#http/request/period.ts'
import { type Column, CSV_FORMATS } from '#http/response/csv.ts'
import { CSV_ANSWER, EXPORT_FAILS, type Exports, sendCsv } from '#http/response/export.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { FilterQuery } from './routes.ts'
import { type AuditQuestion, type AuditRow, listEntries } from './store.ts'
import { ownRow } from './wire.ts'

export function auditExportRoutes(server: Server, { db, exports }: { db: Database; exports: Exports }): void {
  server.get(
    '/api/audit/export.csv',
    {
      config: { guard: 'session', dialect: 'panel', fails: EXPORT_FAILS },
      exposeHeadRoute: false,
      schema: {
        summary: 'Who did what in this account as CSV, the newest first',
        tags: ['Account'],
        querystring: Type.Object({ ...FilterQuery, format: Type.Optional(Type.Enum([...CSV_FORMATS])) }),
        response: { 200: CSV_ANSWER },
      },
    },
    (request, reply) => {
      const { format = 'br', action = null, subject = null, subjectId = null, actorId = null } = request.query
      const accountId = accountOf(request)
      return sendCsv(reply, { exports, accountId }, async () => {
        const period = periodIn(request.query)
        const named = { action, subject, subjectId, actorId }
        const question = { reader: 'account' as const, accountId, accountIds: null, ...named, ...period }
        const name = `${format === 'br' ? 'atividade' : 'activity'}-${accountId}${periodName(period)}`
        return { name, format, columns: COLUMNS, pages: entryPages(db, question) }
      })
    },
  )
}

const ENTRIES_AT_ONCE = 1_000

async function* entryPages(db: Database, question: Omit<AuditQuestion, 'below' | 'limit'>): AsyncGenerator<AuditRow[]> {
  let below: bigint | null = null
  do {
    const asked: AuditQuestion = { ...question, below, limit: ENTRIES_AT_ONCE }
    const page: AuditRow[] = await patiently(() => listEntries(db, asked))
    yield page.map(ownRow)
    below = page.length === ENTRIES_AT_ONCE ? (page.at(-1)?.id ?? null) : null
  } while (below !== null)
}

const COLUMNS: Column<AuditRow>[] = [
  { br: 'Número', iso: 'id', cell: entry => entry.id.toString() },
  { br: 'Data', iso: 'createdAt', cell: entry => entry.createdAt },
  { br: 'Tipo de autor', iso: 'actorKind', cell: entry => entry.actor },
  { br: 'Autor', iso: 'actorId', cell: entry => entry.actorId },
  { br: 'E-mail', iso: 'actorEmail', cell: entry => entry.actorEmail },
  { br: 'Endereço', iso: 'address', cell: entry => entry.address },
  { br: 'Ação', iso: 'action', cell: entry => entry.action },
  { br: 'Objeto', iso: 'subject', cell: entry => entry.subject },
  { br: 'Identificador do objeto', iso: 'subjectId', cell: entry => entry.subjectId },
  { br: 'Motivo', iso: 'reason', cell: entry => entry.reason },
  { br: 'Detalhes', iso: 'detail', cell: entry => JSON.stringify(entry.detail) },
]

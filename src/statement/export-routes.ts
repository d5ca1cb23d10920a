// GET /api/statement/export.csv: the statement as a file, of any length.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { periodIn, periodName } from '#http/request/period.ts'
import { CSV_FORMATS } from '#http/response/csv.ts'
import { CSV_ANSWER, EXPORT_FAILS, type Exports, sendCsv } from '#http/response/export.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { lineColumns, linePages } from './export.ts'
import { FilterQuery, questionIn } from './routes.ts'

export function statementExportRoutes(server: Server, { db, exports }: { db: Database; exports: Exports }): void {
  server.get(
    '/api/statement/export.csv',
    {
      config: { guard: 'session', dialect: 'panel', fails: EXPORT_FAILS },
      // The answer to HEAD would be made whole, and thrown away.
      exposeHeadRoute: false,
      schema: {
        summary: 'The statement as CSV; amounts in reais',
        tags: ['Statement'],
        querystring: Type.Object({ ...FilterQuery.properties, format: Type.Optional(Type.Enum([...CSV_FORMATS])) }),
        response: { 200: CSV_ANSWER },
      },
    },
    (request, reply) => {
      const { format = 'br' } = request.query
      const accountId = accountOf(request)
      return sendCsv(reply, { exports, accountId }, async () => {
        const question = await questionIn(db, accountId, request.query)
        const name = `${format === 'br' ? 'extrato' : 'statement'}-${accountId}${periodName(periodIn(request.query))}`
        return { name, format, columns: lineColumns(format), pages: linePages(db, question) }
      })
    },
  )
}

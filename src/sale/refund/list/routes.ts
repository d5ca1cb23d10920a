// GET /api/refunds and the same as a file: the refunds of all sales of an account, as its people look for them.
import { type Static, Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { FromQuery, periodIn, periodName, ToQuery } from '#http/request/period.ts'
import { CSV_FORMATS } from '#http/response/csv.ts'
import { CSV_ANSWER, EXPORT_FAILS, type Exports, sendCsv } from '#http/response/export.ts'
import { TotalsSchema, totalsForm } from '#http/response/totals.ts'
import { accountOf, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { invalid } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { SaleRefundSchema } from '../wire.ts'
import { refundColumnsIn, refundPages } from './export.ts'
import { listRefunds, type RefundFilter, totalRefunds } from './store.ts'
import { ListedRefundSchema, listedForm } from './wire.ts'

const FilterQuery = Type.Object({
  q: Type.Optional(
    PrintableText({
      minLength: 1,
      maxLength: 100,
      description:
        'A uuid, number or reference, of the refund or of its sale; a txid or end-to-end id; or a part of a customer’s name or e-mail',
    }),
  ),
  status: Type.Optional(SaleRefundSchema.properties.status),
  sale: Type.Optional(Type.String({ maxLength: 40, description: 'The uuid of a sale' })),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
})

export function refundListRoutes(server: Server, { db, exports }: { db: Database; exports: Exports }): void {
  server.get(
    '/api/refunds',
    {
      config: RULES,
      schema: {
        summary: 'The refunds of all sales, the newest first',
        tags,
        querystring: Type.Object({
          limit: Type.Optional(LimitQuery),
          cursor: Type.Optional(CursorQuery),
          ...FilterQuery.properties,
        }),
        response: {
          200: PageOf(ListedRefundSchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const page = { below: decodeCursor(cursor), rows: limit + 1 }
      const found = await listRefunds(db, filterIn(accountOf(request), request.query), page)
      return pageOf(found, limit, listedForm)
    },
  )
  server.get(
    '/api/refunds/totals',
    {
      config: RULES,
      schema: {
        summary: 'How many refunds there are with these filters, and what they come to',
        tags,
        querystring: FilterQuery,
        response: { 200: TotalsSchema },
      },
    },
    async request => totalsForm(await totalRefunds(db, filterIn(accountOf(request), request.query))),
  )
  server.get(
    '/api/refunds/export.csv',
    {
      config: { ...RULES, fails: EXPORT_FAILS },
      exposeHeadRoute: false,
      schema: {
        summary: 'The refunds as CSV; amounts in reais',
        tags,
        querystring: Type.Object({ ...FilterQuery.properties, format: Type.Optional(Type.Enum([...CSV_FORMATS])) }),
        response: { 200: CSV_ANSWER },
      },
    },
    (request, reply) => {
      const { format = 'br' } = request.query
      const accountId = accountOf(request)
      const filter = filterIn(accountId, request.query)
      return sendCsv(reply, { exports, accountId }, async () => {
        const name = `${format === 'br' ? 'reembolsos' : 'refunds'}-${accountId}${periodName(filter)}`
        return { name, format, columns: refundColumnsIn(format), pages: refundPages(db, filter) }
      })
    },
  )
}

const tags = ['Sales']
const RULES: RouteRules = { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA'] }

function filterIn(accountId: number, query: Static<typeof FilterQuery>): RefundFilter {
  const { q = null, status = null, sale } = query
  const saleUuid = sale === undefined ? null : parseUuid(sale)
  if (sale !== undefined && saleUuid === null) throw invalid('sale', 'the uuid of a sale')
  return { accountId, q, status, saleUuid, ...periodIn(query) }
}

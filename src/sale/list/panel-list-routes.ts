// GET /api/sales and the same as a file: the sales as the seller's people look for them.
import { type Static, Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, encodeCursor, LimitQuery, PageOf } from '#http/request/paging.ts'
import { FromQuery, periodIn, periodName, ToQuery } from '#http/request/period.ts'
import { CSV_FORMATS } from '#http/response/csv.ts'
import { CSV_ANSWER, EXPORT_FAILS, type Exports, sendCsv } from '#http/response/export.ts'
import { TotalsSchema, totalsForm } from '#http/response/totals.ts'
import { accountOf, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import type { FailureCode } from '#kernel/failure.ts'
import { expandingForPeople, PeoplesSaleSchema } from '../payment.ts'
import { PAYMENT_METHODS, SALE_STATUSES } from '../sale.ts'
import { saleColumns, salePages } from './panel-export.ts'
import { readIds, type SaleQuestion, totalsOf, wayTo } from './panel-list.ts'
import { findSalesInOrder } from './panel-list-store.ts'
import { RecurrenceQuery } from './query.ts'

const FilterQuery = Type.Object({
  q: Type.Optional(PrintableText({ minLength: 1, maxLength: 100 })),
  method: Type.Optional(Type.Enum([...PAYMENT_METHODS])),
  status: Type.Optional(Type.Enum([...SALE_STATUSES])),
  expired: Type.Optional(
    Type.Boolean({ description: 'true: only those CANCELADO whose time was over. false: all others' }),
  ),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
  ...RecurrenceQuery,
})

export function salePanelListRoutes(server: Server, { db, exports }: { db: Database; exports: Exports }): void {
  server.get(
    '/api/sales',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary:
          'The sales, the newest first, each with its payment. q: a number, uuid, document, reference, txid or end-to-end id, or a part of a customer’s name or e-mail',
        tags,
        querystring: Type.Object({
          limit: Type.Optional(LimitQuery),
          cursor: Type.Optional(CursorQuery),
          ...FilterQuery.properties,
        }),
        response: { 200: PageOf(PeoplesSaleSchema) },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const accountId = accountOf(request)
      const way = await wayTo(db, questionIn(accountId, request.query))
      const { ids, next } = await readIds(db, way, decodeCursor(cursor), limit)
      const sales = await findSalesInOrder(db, accountId, ids)
      const form = await expandingForPeople(db, sales)
      return { data: sales.map(form), nextCursor: next === null ? null : encodeCursor(next) }
    },
  )
  server.get(
    '/api/sales/totals',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'How many sales there are with these filters, and what they come to',
        tags,
        querystring: FilterQuery,
        response: { 200: TotalsSchema },
      },
    },
    async request => totalsForm(await totalsOf(db, await wayTo(db, questionIn(accountOf(request), request.query)))),
  )
  server.get(
    '/api/sales/export.csv',
    {
      config: rules(...EXPORT_FAILS),
      exposeHeadRoute: false,
      schema: {
        summary: 'The sales as CSV; amounts in reais',
        tags,
        querystring: Type.Object({ ...FilterQuery.properties, format: Type.Optional(Type.Enum([...CSV_FORMATS])) }),
        response: { 200: CSV_ANSWER },
      },
    },
    (request, reply) => {
      const { format = 'br' } = request.query
      const question = questionIn(accountOf(request), request.query)
      const { accountId } = question
      return sendCsv(reply, { exports, accountId }, async () => {
        const name = `${format === 'br' ? 'vendas' : 'sales'}-${accountId}${periodName(question)}`
        return { name, format, columns: saleColumns(format), pages: salePages(db, await wayTo(db, question)) }
      })
    },
  )
}

const tags = ['Sales']
const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'session', dialect: 'panel', fails })

const questionIn = (accountId: number, query: Static<typeof FilterQuery>): SaleQuestion => ({
  ...periodIn(query),
  accountId,
  method: query.method ?? null,
  status: query.status ?? null,
  expired: query.expired ?? null,
  q: query.q ?? null,
  idRec: query.idRec ?? null,
  contrato: query.contrato ?? null,
})

// What is still to come of sales by boleto and card, and when: for the seller's server, and the same for its people.

import { type Static, Type } from 'typebox'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { DayText } from '#http/request/period.ts'
import { accountOf, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { addDays, dateAt, type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { invalid } from '#kernel/failure.ts'
import { RECEIVABLE_STATUSES, SETTLED_METHODS } from '#kernel/terms/settlement.ts'
import type { ReceivableDeps } from './overdue.ts'
import { listReceivables, type ReceivableFilter, sumAll, sumByDay } from './store.ts'
import { ReceivableSchema, receivableForm, SummarySchema, summaryForm } from './wire.ts'

const ROUTES: { path: string; rules: RouteRules }[] = [
  {
    path: '/api/receivables',
    rules: { guard: 'api-key', dialect: 'balance', scope: 'balance:read', fails: ['INVALID_DATA'] },
  },
  { path: '/api/account/receivables', rules: { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA'] } },
]

export function receivableRoutes(server: Server, deps: Pick<ReceivableDeps, 'db' | 'clock'>): void {
  for (const route of ROUTES) openRoutes(server, deps, route)
}

function openRoutes(
  server: Server,
  { db, clock }: Pick<ReceivableDeps, 'db' | 'clock'>,
  { path, rules }: (typeof ROUTES)[number],
) {
  server.get(
    path,
    {
      config: rules,
      schema: {
        summary: 'What is to come of sales by boleto and card, part by part, the next day first',
        tags: ['Balance'],
        querystring: ListQuery,
        response: {
          200: PageOf(ReceivableSchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const page = { after: decodeCursor(cursor), limit: limit + 1 }
      return pageOf(await listReceivables(db, filterIn(accountOf(request), request.query), page), limit, receivableForm)
    },
  )
  server.get(
    `${path}/summary`,
    {
      config: rules,
      schema: {
        summary: 'The same by day, and in all',
        description: `Without days: from today, ${DEFAULT_DAYS} days.`,
        tags: ['Balance'],
        querystring: Type.Object(FilterQuery),
        response: { 200: SummarySchema },
      },
    },
    async request => {
      const today = dateAt(clock())
      const filter = filterIn(accountOf(request), request.query)
      const from = filter.from ?? (filter.to === null || filter.to >= today ? today : filter.to)
      const to = filter.to ?? addDays(from, DEFAULT_DAYS)
      if (to > addDays(from, MAX_DAYS)) throw invalid('to', `a day at most ${MAX_DAYS} days after from`)
      const [days, totals] = await Promise.all([
        sumByDay(db, { ...filter, from, to }, today),
        sumAll(db, filter, today),
      ])
      return summaryForm(today, days, totals)
    },
  )
}

const DEFAULT_DAYS = 90
const MAX_DAYS = 400

const DayQuery = (description: string) => Type.Optional(DayText(description))

const FilterQuery = {
  from: DayQuery('Available from this day on (2026-01-31)'),
  to: DayQuery('Available until this day'),
  status: Type.Optional(Type.Enum([...RECEIVABLE_STATUSES])),
  method: Type.Optional(Type.Enum([...SETTLED_METHODS])),
}

const ListQuery = Type.Object({
  ...FilterQuery,
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

function filterIn(accountId: number, query: Static<typeof ListQuery>): ReceivableFilter {
  const [from, to] = [dayIn('from', query.from), dayIn('to', query.to)]
  if (from !== null && to !== null && to < from) throw invalid('to', 'a day that is not before from')
  return { accountId, from, to, status: query.status ?? null, method: query.method ?? null }
}

function dayIn(field: string, text: string | undefined): LocalDate | null {
  if (text === undefined) return null
  const day = localDate(text)
  if (day === null) throw invalid(field, 'a day such as 2026-01-31')
  return day
}

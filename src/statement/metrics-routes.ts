// GET /api/metrics: figures by day for charts, in days of São Paulo.

import { type Static, Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { DayText } from '#http/request/period.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { addDays, boundsOf, dateAt, type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { invalid } from '#kernel/failure.ts'
import { add, subtract, toCentsNumber, ZERO } from '#kernel/money.ts'
import type { Clock } from '#kernel/time.ts'
import { cashoutsByDay, type DayFigures, madeByDay, type PaidFigures, paidByDay } from './metrics-store.ts'
import { MetricsSchema } from './metrics-wire.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 90

export function metricsRoutes(server: Server, { db, clock }: { db: Database; clock: Clock }): void {
  server.get(
    '/api/metrics',
    {
      config: { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'Sales, cashouts and conversion by day, in days of São Paulo',
        tags: ['Statement'],
        querystring: Type.Object({
          days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DAYS })),
          to: Type.Optional(DayText('The last day; today where none is given')),
        }),
        response: { 200: MetricsSchema },
      },
    },
    request => {
      const { days = DEFAULT_DAYS, to } = request.query
      const last = to === undefined ? dateAt(clock()) : localDate(to)
      if (last === null) throw invalid('to', 'a day such as 2026-01-31')
      return metricsOf(db, accountOf(request), daysTo(last, days))
    },
  )
}

const daysTo = (last: LocalDate, count: number): LocalDate[] =>
  Array.from({ length: count }, (_, n) => addDays(last, n + 1 - count))

type Figures = Pick<DayFigures, 'count' | 'gross' | 'net'>

interface Day {
  sales: Figures
  cashouts: Figures
  made: number
  paid: number
}

async function metricsOf(db: Database, accountId: number, dates: LocalDate[]): Promise<Static<typeof MetricsSchema>> {
  const spans = dates.map(boundsOf)
  const bounds = [...spans.map(({ from }) => from), ...spans.slice(-1).map(({ to }) => to)]
  const [paid, made, cashouts] = await Promise.all([
    paidByDay(db, accountId, bounds),
    madeByDay(db, accountId, bounds),
    cashoutsByDay(db, accountId, bounds),
  ])
  const days = dates.map((_, n) => ({
    sales: paid.find(({ day }) => day === n + 1) ?? NONE,
    cashouts: cashouts.find(({ day }) => day === n + 1) ?? NONE,
    made: made.find(({ day }) => day === n + 1)?.count ?? 0,
    paid: paidOf(paid, n + 1),
  }))
  return {
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    days: days.map((day, n) => ({ date: dates[n] ?? '', ...dayForm(day) })),
    totals: dayForm(days.reduce(sumOfDays)),
  }
}

const NONE: Figures = { count: 0, gross: ZERO, net: ZERO }

/** Of those that were made on this day, how many were paid then or later. */
const paidOf = (paid: PaidFigures[], day: number): number =>
  paid.reduce((all, one) => all + (one.day === day ? one.madeThen : 0) + (one.madeEarlier[day] ?? 0), 0)

const sumOfDays = (one: Day, other: Day): Day => ({
  sales: sum(one.sales, other.sales),
  cashouts: sum(one.cashouts, other.cashouts),
  made: one.made + other.made,
  paid: one.paid + other.paid,
})

const sum = (one: Figures, other: Figures): Figures => ({
  count: one.count + other.count,
  gross: add(one.gross, other.gross),
  net: add(one.net, other.net),
})

const dayForm = ({ sales, cashouts, made, paid }: Day) => ({
  sales: figuresForm(sales),
  cashouts: figuresForm(cashouts),
  generated: { count: made, paid, conversionBasisPoints: made === 0 ? null : Math.round((paid * 10_000) / made) },
})

const figuresForm = ({ count, gross, net }: Figures) => ({
  count,
  gross: toCentsNumber(gross),
  fee: toCentsNumber(subtract(gross, net)),
  net: toCentsNumber(net),
})

// The calendar of all recurrences of an account: a month, and one day of it.
import { Type } from 'typebox'
import { CursorQuery, decodeCursor, encodeCursor, LimitQuery, PageOf } from '#http/request/paging.ts'
import { accountOf, isSupport, type RouteRules } from '#http/route.ts'
import { OWN_FIELDS_ONLY } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { Day, dayIn } from '../fields.ts'
import { calendarOf, dueDaysOf, monthIn } from './calendar.ts'
import { countByDay, type Entry, listDay } from './calendar-store.ts'
import { type CalendarDay, CalendarSchema, calendarForm, EntrySchema, entryForm } from './calendar-wire.ts'

const tags = ['Recurring PIX']
const config: RouteRules = { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA'] }

const MonthQuery = Type.Object(
  { month: Type.Optional(Type.String({ maxLength: 7, description: 'Such as 2027-02; absent: this month' })) },
  OWN_FIELDS_ONLY,
)
const DayQuery = Type.Object(
  {
    day: Type.Optional({ ...Day, description: 'Such as 2027-02-10; absent: today' }),
    limit: Type.Optional(LimitQuery),
    cursor: Type.Optional(CursorQuery),
  },
  OWN_FIELDS_ONLY,
)

export function calendarRoutes(server: Server, { db, clock }: Pick<RecurrenceDeps, 'db' | 'clock'>): void {
  server.get(
    '/api/recurrences/calendar',
    {
      config,
      schema: {
        summary: 'What is debited on each day of a month, of all recurrences',
        tags,
        querystring: MonthQuery,
        response: { 200: CalendarSchema },
      },
    },
    async request => {
      const today = dateAt(clock())
      const { month = today.slice(0, 7) } = request.query
      const span = monthIn('month', month, clock())
      const rows = await countByDay(db, accountOf(request), span, dueDaysOf(span), today)
      return calendarForm(month, today, calendarOf(rows))
    },
  )
  server.get(
    '/api/recurrences/calendar/day',
    {
      config,
      schema: {
        summary: 'What is debited on one day, of all recurrences',
        tags,
        querystring: DayQuery,
        response: { 200: PageOf(EntrySchema) },
      },
    },
    async request => {
      const today = dateAt(clock())
      const { limit = 20, cursor } = request.query
      const day = request.query.day === undefined ? today : dayIn('day', request.query.day)
      monthIn('day', day.slice(0, 7), clock())
      const asked = { day, dueDays: dueDaysOf({ first: day, last: day }), today }
      const page = { below: decodeCursor(cursor), rows: limit + 1 }
      return dayPage(await listDay(db, accountOf(request), asked, page), limit, isSupport(request))
    },
  )
}

/** All of a recurrence stands on one page: the next one goes on below it. */
function dayPage(found: Entry[], limit: number, isMasked: boolean): CalendarDay {
  const beyond = found[limit]?.recurrenceId
  const whole = beyond === undefined ? found : found.filter(({ recurrenceId }) => recurrenceId !== beyond)
  // One recurrence alone fills it.
  const shown = whole.length > 0 ? whole : found
  const last = shown.at(-1)
  return {
    data: shown.map(entry => entryForm(entry, isMasked)),
    nextCursor: beyond === undefined || last === undefined ? null : encodeCursor(last.recurrenceId),
  }
}

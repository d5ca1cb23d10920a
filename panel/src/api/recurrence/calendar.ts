// What recurrences will debit: the next cycles of one, and the days of a month over all of them.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CalendarDay, CalendarEntry, CalendarForm } from '#recurrence/panel/calendar-wire.ts'
import type { ForecastForm } from '#recurrence/panel/preview-wire.ts'
import { call } from '../call.ts'
import { recurrencesKey } from './keys.ts'

export type Forecast = ForecastForm
export type Calendar = CalendarForm
export type Entry = CalendarEntry

export const useForecast = (recurrence: string) =>
  useQuery({
    queryKey: [...recurrencesKey, 'forecast', recurrence],
    queryFn: ({ signal }) =>
      call<Forecast>('GET', `/api/recurrences/${encodeURIComponent(recurrence)}/forecast`, { signal }),
  })

/** Absent: this month, as the gateway's clock has it. The month before stays until the next one is there. */
export const useCalendar = (month: string | undefined) =>
  useQuery({
    queryKey: [...recurrencesKey, 'calendar', month],
    queryFn: ({ signal }) => call<Calendar>('GET', '/api/recurrences/calendar', { query: { month }, signal }),
    placeholderData: keepPreviousData,
  })

export const useCalendarDay = (day: string, cursor: string | null) =>
  useQuery({
    queryKey: [...recurrencesKey, 'calendar-day', day, cursor],
    queryFn: ({ signal }) =>
      call<CalendarDay>('GET', '/api/recurrences/calendar/day', { query: { day, cursor }, signal }),
  })

// The routes of recurring PIX: the list, whose filter is part of the address, one recurrence, and a new one.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, dayIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import { JOURNEYS, RECURRENCE_STATUSES } from './status.ts'

const recurrencesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recorrencias',
  validateSearch: (raw: RawSearch) =>
    defined({
      status: oneOf(raw, 'status', RECURRENCE_STATUSES),
      contrato: textIn(raw, 'contrato'),
      jornada: JOURNEYS.find(journey => journey === Number(raw.jornada)),
      from: dayIn(raw, 'from'),
      to: dayIn(raw, 'to'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./recurrences-page.tsx'), 'RecurrencesPage'),
})

const newRecurrenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recorrencias/nova',
  component: lazyRouteComponent(() => import('./form/new-recurrence-page.tsx'), 'NewRecurrencePage'),
})

const recurrenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recorrencias/$recurrence',
  component: lazyRouteComponent(() => import('./one/recurrence-page.tsx'), 'RecurrencePage'),
})

const changeRecurrenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recorrencias/$recurrence/alterar',
  component: lazyRouteComponent(() => import('./change/change-page.tsx'), 'ChangeRecurrencePage'),
})

/** A month such as 2027-02, and a day of it. */
const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recorrencias/calendario',
  validateSearch: (raw: RawSearch) => defined({ mes: textIn(raw, 'mes'), dia: dayIn(raw, 'dia') }),
  component: lazyRouteComponent(() => import('./calendar/calendar-page.tsx'), 'RecurrenceCalendarPage'),
})

export const recurrenceRoutes = [
  recurrencesRoute,
  newRecurrenceRoute,
  calendarRoute,
  recurrenceRoute,
  changeRecurrenceRoute,
] as const

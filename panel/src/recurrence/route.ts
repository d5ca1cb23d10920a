// The routes of recurring PIX: the list, whose filter is part of the address, one recurrence, and a new one.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import { JOURNEYS, RECURRENCE_STATUSES } from './status.ts'

export const recurrencesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recorrencias',
  validateSearch: (raw: RawSearch) =>
    defined({
      status: oneOf(raw, 'status', RECURRENCE_STATUSES),
      contrato: textIn(raw, 'contrato'),
      jornada: JOURNEYS.find(journey => journey === Number(raw.jornada)),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./recurrences-page.tsx'), 'RecurrencesPage'),
})

export const newRecurrenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recorrencias/nova',
  component: lazyRouteComponent(() => import('./form/new-recurrence-page.tsx'), 'NewRecurrencePage'),
})

export const recurrenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recorrencias/$recurrence',
  component: lazyRouteComponent(() => import('./one/recurrence-page.tsx'), 'RecurrencePage'),
})

export const recurrenceRoutes = [recurrencesRoute, newRecurrenceRoute, recurrenceRoute] as const

// What the panel asks about recurrences beyond what servers ask: the days of one that is still being filled in, the cycles to come, those
// that a person should look at, and where a payer is played at the sandbox bank. The calendar of all of them is in calendar-routes.ts.
import { Type } from 'typebox'
import { CountSchema, countForm } from '#http/response/totals.ts'
import { accountOf, isSupport, type RouteRules } from '#http/route.ts'
import { orNull } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, orThrow } from '#kernel/failure.ts'
import { findDebitsOf } from '../debit/store.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrences } from '../feature.ts'
import { HIDDEN, maskedForm } from '../list/masked.ts'
import { FilterQuery, filterOf } from '../list/query.ts'
import { RecurrenceSchema } from '../list/schema.ts'
import { ownRecurrenceAlone, RecurrenceParams, recurrenceIdIn } from '../own-recurrence.ts'
import type { Recurrence } from '../recurrence.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { forecastOf } from './forecast.ts'
import { previewOf } from './preview.ts'
import {
  ForecastSchema,
  forecastForm,
  PreviewQuery,
  PreviewSchema,
  previewForm,
  previewInputOf,
} from './preview-wire.ts'

const tags = ['Recurring PIX']
const reading = (...fails: FailureCode[]): RouteRules => ({ guard: 'session', dialect: 'panel', fails })
/** More are not shown at once. */
const MAX_ATTENTION = 50

export function recurrencePanelRoutes(
  server: Server,
  deps: Pick<RecurrenceDeps, 'db' | 'clock'> & {
    recurrences: Recurrences
    sandboxAddress: (pspAccountId: number) => Promise<string | null>
  },
): void {
  calendarRoutes(server, deps)
  listRoutes(server, deps)
  oneRoutes(server, deps)
}

function listRoutes(
  server: Server,
  { recurrences, clock }: Pick<RecurrenceDeps, 'clock'> & { recurrences: Recurrences },
): void {
  server.get(
    '/api/recurrences/totals',
    {
      config: reading('INVALID_DATA'),
      schema: {
        summary: 'How many recurrences there are with these filters',
        tags,
        querystring: FilterQuery,
        response: { 200: CountSchema },
      },
    },
    async request => {
      if (request.query.document !== undefined && isSupport(request)) throw HIDDEN
      return countForm(await recurrences.count(accountOf(request), filterOf(request.query)))
    },
  )
  server.get(
    '/api/recurrences/preview',
    {
      config: reading('INVALID_DATA'),
      schema: {
        summary: 'The first debits of a recurrence that is not yet made',
        tags,
        querystring: PreviewQuery,
        response: { 200: PreviewSchema },
      },
    },
    async request => previewForm(orThrow(previewOf(previewInputOf(request.query), clock()))),
  )
  server.get(
    '/api/recurrences/attention',
    {
      config: reading(),
      schema: {
        summary: 'The recurrences that a person should look at',
        tags,
        response: { 200: Type.Object({ data: Type.Array(RecurrenceSchema) }) },
      },
    },
    async request => {
      const page = { below: null, rows: MAX_ATTENTION }
      const forms = await recurrences.forms(await recurrences.list(accountOf(request), { hasAlert: true }, page))
      return { data: isSupport(request) ? forms.map(maskedForm) : forms }
    },
  )
}

function oneRoutes(
  server: Server,
  deps: Pick<RecurrenceDeps, 'db' | 'clock'> & { sandboxAddress: (pspAccountId: number) => Promise<string | null> },
): void {
  server.get(
    '/api/recurrences/:id/forecast',
    {
      config: reading('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'The next cycles of a recurrence, beyond those that are planned',
        tags,
        params: RecurrenceParams,
        response: { 200: ForecastSchema },
      },
    },
    async request => {
      const recurrence = await ownRecurrenceAlone(deps, accountOf(request), recurrenceIdIn(request.params.id))
      return forecastForm(forecastOf(recurrence, await findDebitsOf(deps.db, recurrence), deps.clock()))
    },
  )
  server.get(
    '/api/recurrences/:id/bank-app',
    {
      config: reading('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Where the payer of a recurrence is played at the sandbox bank; null: there is nothing to be played',
        tags,
        params: RecurrenceParams,
        response: { 200: Type.Object({ url: orNull(Type.String()) }) },
      },
    },
    async request => {
      const recurrence = await ownRecurrenceAlone(deps, accountOf(request), recurrenceIdIn(request.params.id))
      const address = isSupport(request) ? null : await deps.sandboxAddress(recurrence.pspAccountId)
      return { url: address === null ? null : bankAppOf(recurrence, address) }
    },
  )
}

/** The page of its code, or the app of the payer, where requests arrive and what was authorised is cancelled. */
function bankAppOf({ status, brCode, customer, requestTarget }: Recurrence, address: string): string | null {
  if (status !== 'CRIADA' && status !== 'APROVADA') return null
  if (status === 'CRIADA' && brCode !== null) return `${address}/?${new URLSearchParams({ codigo: brCode })}`
  return `${address}/app?${new URLSearchParams({ pagador: requestTarget?.document ?? customer.document })}`
}

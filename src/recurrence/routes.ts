// The routes of recurrences, to create, list and read them: /api/pix-automatico for API keys, /api/recurrences for people.
import type { FastifyRequest } from 'fastify'
import { afterReply } from '#http/after-reply.ts'
import { decodeCursor, PageOf, pageOf } from '#http/request/paging.ts'
import { accountOf, isSupport } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { orThrow } from '#kernel/failure.ts'
import type { Members } from '#member/feature.ts'
import { describedEvents } from '#notification/events/described.ts'
import type { AddressCheck } from '#notification/webhooks/address.ts'
import { changeRoutes } from './change/routes.ts'
import { inputOf, RecurrenceBody } from './creation/body.ts'
import type { RecurrenceDeps } from './deps.ts'
import type { Recurrences } from './feature.ts'
import { HIDDEN, maskedForm } from './list/masked.ts'
import { filterOf, ListQuery } from './list/query.ts'
import { RecurrenceEventSchema, RecurrenceSchema } from './list/schema.ts'
import { RecurrenceParams, recurrenceIdIn } from './own-recurrence.ts'
import type { Recurrence } from './recurrence.ts'
import { type RouteSet, routeSets } from './route-set.ts'
import type { RecurrenceForm } from './wire.ts'

const tags = ['Recurring PIX']

const EVENTS_OF_RECURRENCES = [
  'recurrence.authorized',
  'recurrence.refused',
  'recurrence.canceled',
  'recurrence.expired',
  'recurrence.unauthorized_payment',
] as const

export function recurrenceRoutes(
  server: Server,
  deps: AddressCheck & Pick<Members, 'isActive'> & Pick<RecurrenceDeps, 'db'> & { recurrences: Recurrences },
): void {
  for (const set of routeSets(deps.isActive)) {
    createRoute(server, deps, set)
    readRoutes(server, deps, set)
    changeRoutes(server, deps, set)
  }
}

function createRoute(
  server: Server,
  { recurrences, checkAddress }: AddressCheck & { recurrences: Recurrences },
  set: RouteSet,
): void {
  server.post(
    set.base,
    {
      config: set.opening(
        'INVALID_DATA',
        'IDEMPOTENCY_KEY_REUSED',
        'IDEMPOTENCY_IN_FLIGHT',
        'CONFLICT',
        'GENERAL_ERROR',
        'PSP_UNAVAILABLE',
      ),
      schema: {
        summary: 'Offer a payer a recurrence (Pix Automático), in journeys 3 and 4 together with its first payment',
        tags,
        headers: KeyHeaders,
        body: RecurrenceBody,
        notifies: describedEvents(EVENTS_OF_RECURRENCES, RecurrenceEventSchema),
        response: { 201: RecurrenceSchema },
      },
    },
    async (request, reply) => {
      const input = { ...inputOf(accountOf(request), request.body), ...set.by(request) }
      if (input.postbackUrl !== null) checkAddress('postbackUrl', input.postbackUrl)
      await set.demandActive(request)
      const key = keyOf(request, request.body)
      const created = orThrow(await recurrences.create(input, key, set.dialect))
      if ('replayed' in created) return replay(reply, created.replayed)
      afterReply(reply, () => recurrences.publish(created))
      return sendAnswer(reply, created.answer)
    },
  )
}

function readRoutes(
  server: Server,
  deps: Pick<RecurrenceDeps, 'db'> & { recurrences: Recurrences },
  set: RouteSet,
): void {
  const { recurrences } = deps
  server.get(
    set.base,
    {
      config: set.reading('INVALID_DATA'),
      schema: {
        summary: 'The recurrences, newest first',
        tags,
        querystring: ListQuery,
        response: { 200: PageOf(RecurrenceSchema) },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      if (request.query.document !== undefined && isSupport(request)) throw HIDDEN
      const page = { below: decodeCursor(cursor), rows: limit + 1 }
      const found = await recurrences.list(accountOf(request), filterOf(request.query), page)
      const forms = await formsFor(deps, request, found)
      return pageOf(
        found.map(({ id }, n) => ({ id, form: forms[n] })),
        limit,
        ({ form }) => form as RecurrenceForm,
      )
    },
  )
  server.get(
    `${set.base}/:id`,
    {
      config: set.reading(...set.ownFails),
      schema: {
        summary: 'One recurrence, by idRec, uuid or number',
        tags,
        params: RecurrenceParams,
        response: { 200: RecurrenceSchema },
      },
    },
    async request => {
      const recurrence = await set.own(deps, accountOf(request), recurrenceIdIn(request.params.id))
      const [form] = await formsFor(deps, request, [recurrence])
      return form as RecurrenceForm
    },
  )
}

async function formsFor(
  { recurrences }: { recurrences: Recurrences },
  request: FastifyRequest,
  found: Recurrence[],
): Promise<RecurrenceForm[]> {
  const forms = await recurrences.forms(found)
  return isSupport(request) ? forms.map(maskedForm) : forms
}

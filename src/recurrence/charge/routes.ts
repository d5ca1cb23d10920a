// The routes of debits: for the seller's server and, with the same bodies, for the seller's people.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { afterReply } from '#http/after-reply.ts'
import { decodeCursor, PageOf, pageOf } from '#http/request/paging.ts'
import { accountOf } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { answerOf, replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { notFound, orThrow } from '#kernel/failure.ts'
import type { Members } from '#member/feature.ts'
import { describedEvents } from '#notification/events/described.ts'
import type { Debit } from '../debit/debit.ts'
import type { Debits } from '../debit/open.ts'
import { findDebit } from '../debit/store.ts'
import { DebitEventSchema, DebitSchema, debitForm } from '../debit/wire.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { CancelBody } from '../fields.ts'
import { RecurrenceParams, recurrenceIdIn } from '../own-recurrence.ts'
import type { DebitEventName } from '../progress/report.ts'
import type { Recurrence } from '../recurrence.ts'
import { type RouteSet, routeSets } from '../route-set.ts'
import {
  ChangeBody,
  ChargeBody,
  changeIn,
  chargeIn,
  DebitListQuery,
  debitFilterOf,
  RetryBody,
  retryDayIn,
} from './body.ts'
import { formOf, formsOf } from './forms.ts'
import { listDebits } from './list-store.ts'

type Reading = Pick<RecurrenceDeps, 'db'>
type Charging = Reading & { debits: Debits }

export function debitRoutes(server: Server, deps: Pick<Members, 'isActive'> & Charging): void {
  for (const set of routeSets(deps.isActive)) {
    listRoutes(server, deps, set)
    readRoute(server, deps, set)
    changeRoute(server, deps, set)
    cancelRoute(server, deps, set)
    chargeRoute(server, deps, set)
    retryRoute(server, deps, set)
  }
}

const tags = ['Recurring PIX']

const EVENTS_OF_DEBITS = [
  'recurrence.amount_due',
  'recurrence.debit_scheduled',
  'recurrence.try_failed',
  'recurrence.debit_refused',
  'recurrence.debit_canceled',
  'recurrence.debit_missed',
] as const satisfies DebitEventName[]

const DebitParams = Type.Object({ ...RecurrenceParams.properties, txid: PrintableText({ maxLength: 36 }) })
const PageSchema = PageOf(DebitSchema)
const UNDER_KEY = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_FLIGHT'] as const

const debitsOf = ({ base, debits }: RouteSet) => `${base}/:id/${debits}` as const

function listRoutes(server: Server, deps: Reading, set: RouteSet): void {
  server.get(
    `${set.base}/${set.debits}`,
    {
      config: set.reading('INVALID_DATA'),
      schema: {
        summary: 'The debits of all recurrences, newest first',
        tags,
        querystring: DebitListQuery,
        response: { 200: PageSchema },
      },
    },
    request => page(deps, accountOf(request), request.query, null),
  )
  server.get(
    debitsOf(set),
    {
      config: set.reading(...set.ownFails),
      schema: {
        summary: 'The debits of a recurrence, newest first',
        tags,
        params: RecurrenceParams,
        querystring: DebitListQuery,
        response: { 200: PageSchema },
      },
    },
    async request => {
      const { id } = await set.own(deps, accountOf(request), recurrenceIdIn(request.params.id))
      return page(deps, accountOf(request), request.query, id)
    },
  )
}

async function page(
  { db }: Reading,
  accountId: number,
  query: Parameters<typeof debitFilterOf>[0],
  recurrenceId: bigint | null,
) {
  const { limit = 20, cursor } = query
  const below = decodeCursor(cursor)
  const found = await listDebits(db, accountId, debitFilterOf(query, recurrenceId), { below, rows: limit + 1 })
  const forms = await formsOf(db, found)
  return pageOf(found, limit, debit => forms.get(debit) as Static<typeof DebitSchema>)
}

function readRoute(server: Server, deps: Reading, set: RouteSet): void {
  server.get(
    `${debitsOf(set)}/:txid`,
    {
      config: set.reading(...set.ownFails),
      schema: { summary: 'One debit, by its txid', tags, params: DebitParams, response: { 200: DebitSchema } },
    },
    async request => {
      const { debit, recurrence } = await ownDebit(deps, set, request, request.params)
      return formOf(deps.db, debit, recurrence)
    },
  )
}

function changeRoute(server: Server, deps: Charging, set: RouteSet): void {
  server.patch(
    `${debitsOf(set)}/:txid`,
    {
      config: set.opening(...set.ownFails, 'CONFLICT', 'GENERAL_ERROR'),
      schema: {
        summary: 'Change a debit that is planned: its amount, its day, what it sells',
        tags,
        params: DebitParams,
        body: ChangeBody,
        response: { 200: DebitSchema },
      },
    },
    async (request, reply) => {
      await set.demandActive(request)
      const { debit, recurrence } = await ownDebit(deps, set, request, request.params)
      const key = { accountId: debit.accountId, id: debit.id, recurrenceId: recurrence.id }
      const changed = orThrow(await deps.debits.change({ ...key, ...changeIn(request.body), actor: actorOf(request) }))
      afterReply(reply, deps.debits.wake)
      return formOf(deps.db, changed.debit, changed.recurrence)
    },
  )
}

function cancelRoute(server: Server, deps: Charging, set: RouteSet): void {
  server.post(
    `${debitsOf(set)}/:txid/cancel`,
    {
      // It protects the payer, and moves no money: no step-up.
      config: set.writing(...set.ownFails, 'CONFLICT'),
      schema: {
        summary:
          'Cancel a debit: one that is planned here, one that is ordered until 22:00 of the day before it settles',
        tags,
        params: DebitParams,
        body: CancelBody,
        response: { 202: DebitSchema },
      },
    },
    async (request, reply) => {
      const { debit, recurrence } = await ownDebit(deps, set, request, request.params)
      const key = { accountId: debit.accountId, id: debit.id, recurrenceId: recurrence.id }
      const reason = request.body?.motivo ?? null
      const canceled = orThrow(await deps.debits.cancel({ ...key, reason, actor: actorOf(request) }))
      return reply.code(202).send(await formOf(deps.db, canceled, recurrence))
    },
  )
}

/** The debit that the path names, of a recurrence of the caller. */
async function ownDebit(
  deps: Reading,
  { own }: RouteSet,
  request: FastifyRequest,
  { id, txid }: { id: string; txid: string },
): Promise<{ debit: Debit; recurrence: Recurrence }> {
  const recurrence = await own(deps, accountOf(request), recurrenceIdIn(id))
  const debit = await findDebit(deps.db, recurrence.accountId, txid)
  if (debit?.recurrenceId !== recurrence.id) throw notFound('Debit')
  return { debit, recurrence }
}

function chargeRoute(server: Server, deps: Charging, set: RouteSet): void {
  server.post(
    debitsOf(set),
    {
      config: set.opening(...set.ownFails, ...UNDER_KEY, 'CONFLICT', 'GENERAL_ERROR'),
      schema: {
        summary: 'Charge a cycle of a recurrence',
        tags,
        params: RecurrenceParams,
        headers: KeyHeaders,
        body: ChargeBody,
        notifies: describedEvents(EVENTS_OF_DEBITS, DebitEventSchema),
        response: { 201: DebitSchema },
      },
    },
    async (request, reply) => {
      await set.demandActive(request)
      const { accountId, id } = await set.own(deps, accountOf(request), recurrenceIdIn(request.params.id))
      const fields = chargeIn(request.body)
      const key = keyOf(request, { recurrence: id, ...request.body }, accountId)
      const input = { recurrence: { accountId, id }, ...fields, actor: actorOf(request), key }
      const outcome = orThrow(await deps.debits.charge(input, set.dialect))
      if ('replayed' in outcome) return replay(reply, outcome.replayed)
      afterReply(reply, deps.debits.wake)
      return sendAnswer(reply, answerOf(201, debitForm(outcome.debit, outcome.recurrence, null)))
    },
  )
}

function retryRoute(server: Server, deps: Charging, set: RouteSet): void {
  server.post(
    `${debitsOf(set)}/:txid/retentativas`,
    {
      config: set.opening(...set.ownFails, ...UNDER_KEY, 'CONFLICT', 'GENERAL_ERROR', 'PSP_UNAVAILABLE'),
      schema: {
        summary: 'Order a further try of a debit that was not paid, for a later day',
        tags,
        params: DebitParams,
        headers: KeyHeaders,
        body: RetryBody,
        response: { 201: DebitSchema },
      },
    },
    async (request, reply) => {
      await set.demandActive(request)
      const { debit, recurrence } = await ownDebit(deps, set, request, request.params)
      const { accountId, id } = debit
      const key = keyOf(request, { debit: id, ...request.body }, accountId)
      const input = {
        accountId,
        id,
        recurrenceId: recurrence.id,
        day: retryDayIn(request.body),
        actor: actorOf(request),
      }
      const outcome = orThrow(await deps.debits.retry(input, key, set.dialect))
      return 'replayed' in outcome ? replay(reply, outcome.replayed) : sendAnswer(reply, outcome.answer)
    },
  )
}

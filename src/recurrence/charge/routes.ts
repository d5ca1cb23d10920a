// The routes of debits: for the seller's server and, with the same bodies, for the seller's people.
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { afterReply } from '#http/after-reply.ts'
import { decodeCursor, pageOf } from '#http/request/paging.ts'
import { accountOf, critical, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type Answer, replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import type { Debit } from '../debit/debit.ts'
import type { Debits } from '../debit/open.ts'
import { findDebit } from '../debit/store.ts'
import { DebitSchema } from '../debit/wire.ts'
import {
  type OwnRecurrence,
  type OwnRecurrenceDeps,
  ownRecurrence,
  ownRecurrenceAlone,
  recurrenceIdIn,
} from '../own-recurrence.ts'
import type { Recurrence } from '../recurrence.ts'
import {
  CancelDebitBody,
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
import { chargedAnswer } from './request.ts'

export interface DebitRouteDeps extends OwnRecurrenceDeps {
  debits: Debits
}

/** One side of the API: where its recurrences are, and who may read and charge them there. */
interface Side {
  path: string
  /** Of all recurrences. */
  listPath: string
  dialect: 'sale' | 'panel'
  own: OwnRecurrence
  /** Of a recurrence that is not the caller's. */
  notOwn: readonly FailureCode[]
  read: (...fails: FailureCode[]) => RouteRules
  write: (...fails: FailureCode[]) => RouteRules
  /** What protects the payer rather than takes from them. */
  protect: (...fails: FailureCode[]) => RouteRules
}

const byKey =
  (scope: 'recurrence:read' | 'recurrence:write') =>
  (...fails: FailureCode[]): RouteRules => ({ guard: 'api-key', dialect: 'sale', scope, fails })

const API: Side = {
  path: '/api/pix-automatico/:id/cobrancas',
  listPath: '/api/pix-automatico/cobrancas',
  dialect: 'sale',
  own: ownRecurrence,
  notOwn: ['INVALID_DATA', 'OTHER_ACCOUNT', 'NOT_FOUND'],
  read: byKey('recurrence:read'),
  write: byKey('recurrence:write'),
  protect: byKey('recurrence:write'),
}

const PANEL: Side = {
  path: '/api/recurrences/:id/debits',
  listPath: '/api/recurrences/debits',
  dialect: 'panel',
  own: ownRecurrenceAlone,
  notOwn: ['INVALID_DATA', 'NOT_FOUND'],
  read: (...fails) => ({ guard: 'session', dialect: 'panel', fails }),
  write: (...fails) => critical({ guard: 'session', dialect: 'panel', roles: ['OWNER', 'FINANCE'], fails }),
  protect: (...fails) => ({ guard: 'session', dialect: 'panel', roles: ['OWNER', 'FINANCE'], fails }),
}

export function debitRoutes(server: Server, deps: DebitRouteDeps): void {
  for (const side of [API, PANEL]) {
    listRoutes(server, deps, side)
    oneRoutes(server, deps, side)
    chargeRoute(server, deps, side)
    retryRoute(server, deps, side)
  }
}

const TAGS = { tags: ['Recurring PIX'] }
const IdParams = Type.Object({ id: Type.String({ description: 'idRec, uuid or number' }) })
const DebitParams = Type.Object({
  id: Type.String({ description: 'idRec, uuid or number' }),
  txid: Type.String({ maxLength: 36 }),
})
const PageSchema = Type.Object({ data: Type.Array(DebitSchema), nextCursor: Type.Union([Type.String(), Type.Null()]) })
const UNDER_KEY = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_FLIGHT'] as const

function listRoutes(server: Server, deps: DebitRouteDeps, { path, listPath, own, notOwn, read }: Side): void {
  server.get(
    listPath,
    {
      config: read('INVALID_DATA'),
      schema: {
        summary: 'The debits of all recurrences, newest first',
        ...TAGS,
        querystring: DebitListQuery,
        response: { 200: PageSchema },
      },
    },
    request => page(deps, accountOf(request), request.query, null),
  )
  server.get(
    path,
    {
      config: read(...notOwn),
      schema: {
        summary: 'The debits of a recurrence, newest first',
        ...TAGS,
        params: IdParams,
        querystring: DebitListQuery,
        response: { 200: PageSchema },
      },
    },
    async request => {
      const { id } = await own(deps, accountOf(request), recurrenceIdIn(request.params.id))
      return page(deps, accountOf(request), request.query, id)
    },
  )
}

async function page(
  { db }: DebitRouteDeps,
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

function oneRoutes(server: Server, deps: DebitRouteDeps, side: Side): void {
  const { path, notOwn, read, write, protect } = side
  const find = (request: FastifyRequest, params: { id: string; txid: string }) => ownDebit(deps, side, request, params)
  server.get(
    `${path}/:txid`,
    {
      config: read(...notOwn),
      schema: { summary: 'One debit, by its txid', ...TAGS, params: DebitParams, response: { 200: DebitSchema } },
    },
    async request => {
      const { debit, recurrence } = await find(request, request.params)
      return formOf(deps.db, debit, recurrence)
    },
  )
  server.patch(
    `${path}/:txid`,
    {
      config: write(...notOwn, 'CONFLICT', 'GENERAL_ERROR'),
      schema: {
        summary: 'Change a debit that is planned: its amount, its day, what it sells',
        ...TAGS,
        params: DebitParams,
        body: ChangeBody,
        response: { 200: DebitSchema },
      },
    },
    async (request, reply) => {
      const { debit, recurrence } = await find(request, request.params)
      const key = { accountId: debit.accountId, id: debit.id, recurrenceId: recurrence.id }
      const changed = orThrow(await deps.debits.change({ ...key, ...changeIn(request.body), actor: actorOf(request) }))
      afterReply(reply, deps.debits.wake)
      return formOf(deps.db, changed.debit, changed.recurrence)
    },
  )
  server.post(
    `${path}/:txid/cancel`,
    {
      config: protect(...notOwn, 'CONFLICT'),
      schema: {
        summary:
          'Cancel a debit: one that is planned here, one that is ordered until 22:00 of the day before it settles',
        ...TAGS,
        params: DebitParams,
        body: CancelDebitBody,
        response: { 202: DebitSchema },
      },
    },
    async (request, reply) => {
      const { debit, recurrence } = await find(request, request.params)
      const key = { accountId: debit.accountId, id: debit.id, recurrenceId: recurrence.id }
      const reason = request.body?.motivo ?? null
      const canceled = orThrow(await deps.debits.cancel({ ...key, reason, actor: actorOf(request) }))
      return reply.code(202).send(await formOf(deps.db, canceled, recurrence))
    },
  )
}

/** The debit that the path names, of a recurrence of the caller. */
async function ownDebit(
  deps: DebitRouteDeps,
  { own }: Side,
  request: FastifyRequest,
  { id, txid }: { id: string; txid: string },
): Promise<{ debit: Debit; recurrence: Recurrence }> {
  const recurrence = await own(deps, accountOf(request), recurrenceIdIn(id))
  const debit = await findDebit(deps.db, recurrence.accountId, txid)
  if (debit?.recurrenceId !== recurrence.id) throw notFound('Debit')
  return { debit, recurrence }
}

function chargeRoute(server: Server, deps: DebitRouteDeps, { path, dialect, own, notOwn, write }: Side): void {
  server.post(
    path,
    {
      config: write(...notOwn, ...UNDER_KEY, 'CONFLICT', 'GENERAL_ERROR'),
      schema: {
        summary: 'Charge a cycle of a recurrence',
        ...TAGS,
        params: IdParams,
        headers: KeyHeaders,
        body: ChargeBody,
        response: { 201: DebitSchema },
      },
    },
    async (request, reply) => {
      const { accountId, id } = await own(deps, accountOf(request), recurrenceIdIn(request.params.id))
      const fields = chargeIn(request.body)
      const key = keyOf(request, { recurrence: id, ...request.body }, accountId)
      const input = { recurrence: { accountId, id }, ...fields, actor: actorOf(request), key }
      const outcome = orThrow(await deps.debits.charge(input, dialect))
      if ('replayed' in outcome) return replay(reply, outcome.replayed)
      afterReply(reply, deps.debits.wake)
      return sendAnswer(reply, chargedAnswer(dialect)(outcome) as Answer)
    },
  )
}

function retryRoute(server: Server, deps: DebitRouteDeps, side: Side): void {
  server.post(
    `${side.path}/:txid/retentativas`,
    {
      config: side.write(...side.notOwn, ...UNDER_KEY, 'CONFLICT', 'GENERAL_ERROR', 'PSP_UNAVAILABLE'),
      schema: {
        summary: 'Order a further try of a debit that was not paid, for a later day',
        ...TAGS,
        params: DebitParams,
        headers: KeyHeaders,
        body: RetryBody,
        response: { 201: DebitSchema },
      },
    },
    async (request, reply) => {
      const { debit, recurrence } = await ownDebit(deps, side, request, request.params)
      const { accountId, id } = debit
      const key = keyOf(request, { debit: id, ...request.body }, accountId)
      const input = {
        accountId,
        id,
        recurrenceId: recurrence.id,
        day: retryDayIn(request.body),
        actor: actorOf(request),
      }
      const outcome = orThrow(await deps.debits.retry(input, key, side.dialect))
      return 'replayed' in outcome ? replay(reply, outcome.replayed) : sendAnswer(reply, outcome.answer)
    },
  )
}

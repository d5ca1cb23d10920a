// The operators' routes of closed days: read them with their figures, close the next one, and what takes two persons.

import { Type } from 'typebox'
import { LimitQuery } from '#http/request/paging.ts'
import { DayText } from '#http/request/period.ts'
import { critical } from '#http/route.ts'
import { OWN_FIELDS_ONLY } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { KeyHeaders } from '#idempotency/key.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { notFound, orThrow } from '#kernel/failure.ts'
import type { Proposals } from '#proposal/feature.ts'
import { dayNamed, personOf, propose, Reason, reasonIn, rules, tags } from '../operator-request.ts'
import { DaySchema, dayForm, FigureSchema, figureForm } from '../wire.ts'
import type { ReconciliationDeps } from '../worker.ts'
import { closeDay } from './close.ts'
import { findDay, findLastClosed, listDays, listFigures } from './close-store.ts'

export function dayRoutes(
  server: Server,
  deps: Pick<ReconciliationDeps, 'db' | 'clock'> & { proposals: Proposals },
): void {
  readRoutes(server, deps)
  closeRoutes(server, deps)
}

const Day = DayText('A day in São Paulo, such as 2026-01-31')
const DayParams = Type.Object({ day: Day })
const ListQuery = Type.Object({
  limit: Type.Optional(LimitQuery),
  before: Type.Optional(DayText('Days before this one')),
})
const FigureQuery = Type.Object({
  limit: Type.Optional(LimitQuery),
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Accounts after this one' })),
})

function readRoutes(server: Server, { db }: Pick<ReconciliationDeps, 'db'>): void {
  server.get(
    '/api/admin/days',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'Days whose books are closed, the newest first',
        tags,
        querystring: ListQuery,
        response: { 200: Type.Object({ data: Type.Array(DaySchema) }) },
      },
    },
    async request => {
      const { limit = 20, before } = request.query
      const days = await listDays(db, before === undefined ? null : dayNamed(before, 'before'), limit)
      const last = await findLastClosed(db)
      return { data: days.map(day => dayForm(day, last)) }
    },
  )
  server.get(
    '/api/admin/days/:day',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One closed day, with how every account stood at its end that had moved on it',
        tags,
        params: DayParams,
        querystring: FigureQuery,
        response: { 200: Type.Object({ ...DaySchema.properties, accounts: Type.Array(FigureSchema) }) },
      },
    },
    async request => {
      const day = dayNamed(request.params.day)
      const { limit = 100, after = 0 } = request.query
      const closed = await findDay(db, day)
      if (closed === null) throw notFound('day')
      return {
        ...dayForm(closed, await findLastClosed(db)),
        accounts: (await listFigures(db, day, after, limit)).map(figureForm),
      }
    },
  )
}

const ReasonBody = Type.Object({ reason: Reason }, OWN_FIELDS_ONLY)

function closeRoutes(
  server: Server,
  { db, clock, proposals }: Pick<ReconciliationDeps, 'db' | 'clock'> & { proposals: Proposals },
): void {
  server.post(
    '/api/admin/days/:day/close',
    {
      config: critical(rules('INVALID_DATA', 'CONFLICT')),
      schema: {
        summary: 'Close the books of a day that was reconciled and of which no difference is open',
        tags,
        params: DayParams,
        body: ReasonBody,
        response: { 202: DaySchema },
      },
    },
    async (request, reply) => {
      const day = dayNamed(request.params.day)
      const reason = reasonIn(request.body.reason)
      const closed = orThrow(await closeDay(db, clock, day, personOf(request), reason))
      request.log.info({ by: request.caller, day }, 'day closed')
      return reply.code(202).send(dayForm(closed, await findLastClosed(db)))
    },
  )
  const TWO = [
    ['propose-close', 'day.close', 'Propose to close the books of a day in which something is open'],
    ['reopen', 'day.reopen', 'Propose to open the books of the last closed day again'],
  ] as const
  for (const [name, kind, summary] of TWO)
    server.post(
      `/api/admin/days/:day/${name}`,
      {
        config: critical(rules('INVALID_DATA', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT')),
        schema: {
          summary,
          tags,
          params: DayParams,
          headers: KeyHeaders,
          body: ReasonBody,
          response: { 201: proposals.schema },
        },
      },
      async (request, reply) => {
        const day = dayNamed((request.params as { day: string }).day)
        const { reason } = request.body as { reason: string }
        return propose(request, reply, proposals, { kind, accountId: SUSPENSE_ACCOUNT_ID, payload: { day }, reason })
      },
    )
}

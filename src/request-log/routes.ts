// The request log, for those of an account who build on the API, with their session or a key pair, and the look-up by X-Request-Id for the operator.
import { type Static, Type } from 'typebox'
import { nameOfAccount } from '#db/account/accounts-named.ts'
import type { Database } from '#db/postgres.ts'
import { CursorQuery, LimitQuery } from '#http/request/paging.ts'
import { FromQuery, periodIn, ToQuery } from '#http/request/period.ts'
import { CountSchema, countForm } from '#http/response/totals.ts'
import { accountOf, isSupport, type RouteRules } from '#http/route.ts'
import { PrintableText, UuidText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { invalid, notFound } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { listCausedEvents } from './event-store.ts'
import type { RequestLogDeps } from './feature.ts'
import { countRequests, findRequest, findRequestOfAny, listRequests, type RequestFilter } from './store.ts'
import {
  FoundRequestSchema,
  foundRequestForm,
  RequestPageSchema,
  requestForm,
  WholeRequestSchema,
  wholeRequestForm,
} from './wire.ts'

const tags = ['Requests']
const IdParams = Type.Object({ id: UuidText('An X-Request-Id') })

const byPerson = {
  guard: 'session',
  dialect: 'panel',
  roles: ['OWNER', 'DEVELOPER'],
  inSupportView: true,
} as const satisfies Partial<RouteRules>

const byKey = {
  guard: 'api-key',
  dialect: 'panel',
  scope: 'request:read',
  unlogged: true,
} as const satisfies Partial<RouteRules>

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const FilterQuery = Type.Object({
  method: Type.Optional(Type.Enum([...METHODS])),
  route: Type.Optional(PrintableText({ minLength: 1, maxLength: 100, description: 'Such as /api/transactions/:id' })),
  status: Type.Optional(
    Type.String({ pattern: '^[1-5](?:xx|[0-9]{2})$', description: 'One, or all of a kind: 404, 4xx' }),
  ),
  errorCode: Type.Optional(Type.String({ pattern: '^[A-Z][A-Z_]{0,59}$' })),
  keyId: Type.Optional(UuidText('Of the API key')),
  id: Type.Optional(UuidText('An X-Request-Id')),
  object: Type.Optional(UuidText('The uuid of a sale, a cashout or whatever else it was about')),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
})
const ListQuery = Type.Object({
  ...FilterQuery.properties,
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

export function requestLogRoutes(server: Server, { db }: Pick<RequestLogDeps, 'db'>): void {
  readingRoutes(server, db, { path: '/api/requests', rules: byPerson })
  totalsRoute(server, db)
  readingRoutes(server, db, { path: '/api/public/requests', rules: byKey })
  operatorsRoute(server, db)
}

type Readers = { path: string; rules: typeof byPerson | typeof byKey }

function readingRoutes(server: Server, db: Database, { path, rules }: Readers): void {
  server.get(
    path,
    {
      config: { ...rules, fails: ['INVALID_DATA'] },
      schema: {
        summary: 'What was asked of the API with this account’s keys, the newest first',
        tags,
        querystring: ListQuery,
        response: { 200: RequestPageSchema },
      },
    },
    async request => {
      const { limit = 20, cursor, id } = request.query
      const page = { below: belowOf(cursor), rows: limit }
      const filter = filterOf(request.query)
      if (id !== undefined) return pageOfOne(db, accountOf(request), uuidIn('id', id))
      const { requests, next } = await listRequests(db, accountOf(request), filter, page)
      return { data: requests.map(requestForm), nextCursor: next === null ? null : cursorOf(next) }
    },
  )

  server.get(
    `${path}/:id`,
    {
      config: { ...rules, fails: ['INVALID_DATA', 'NOT_FOUND'] },
      schema: {
        summary: 'One request, by its X-Request-Id, with both bodies and the events that it caused',
        tags,
        params: IdParams,
        response: { 200: WholeRequestSchema },
      },
    },
    async request => {
      const found = await findRequest(db, accountOf(request), uuidIn('id', request.params.id))
      if (found === null) throw notFound('request')
      return wholeRequestForm(found, await listCausedEvents(db, found), isSupport(request))
    },
  )
}

function totalsRoute(server: Server, db: Database): void {
  server.get(
    '/api/requests/totals',
    {
      config: { ...byPerson, fails: ['INVALID_DATA'] },
      schema: {
        summary: 'How many requests there are with these filters',
        tags,
        querystring: FilterQuery,
        response: { 200: CountSchema },
      },
    },
    async request => {
      const { id } = request.query
      if (id === undefined) return countForm(await countRequests(db, accountOf(request), filterOf(request.query)))
      const found = await findRequest(db, accountOf(request), uuidIn('id', id))
      return { count: found === null ? 0 : 1, more: false }
    },
  )
}

/** Without bodies: for those the operator opens a support view, of which the account learns. */
function operatorsRoute(server: Server, db: Database): void {
  server.get(
    '/api/admin/requests/:id',
    {
      config: { guard: 'operator', dialect: 'panel', fails: ['INVALID_DATA', 'NOT_FOUND'] },
      schema: {
        summary: 'Which account a request was made for, by its X-Request-Id, and how it ended',
        tags: ['Operator'],
        params: IdParams,
        response: { 200: FoundRequestSchema },
      },
    },
    async request => {
      const found = await findRequestOfAny(db, uuidIn('id', request.params.id))
      if (found === null) throw notFound('request')
      return foundRequestForm(found, await nameOfAccount(db, found.accountId))
    },
  )
}

async function pageOfOne(db: Database, accountId: number, id: string): Promise<Static<typeof RequestPageSchema>> {
  const found = await findRequest(db, accountId, id)
  return { data: found === null ? [] : [requestForm(found)], nextCursor: null }
}

function filterOf(query: Static<typeof FilterQuery>): RequestFilter {
  const { method, route, status, errorCode, keyId, object } = query
  return {
    ...periodIn(query),
    method,
    route,
    errorCode,
    statuses: status === undefined ? undefined : statusesOf(status),
    keyId: keyId === undefined ? undefined : uuidIn('keyId', keyId),
    subjectUuid: object === undefined ? undefined : uuidIn('object', object),
  }
}

const OF_A_KIND = 100

function statusesOf(text: string): readonly [number, number] {
  const first = Number(text.replace('xx', '00'))
  return [first, first + (text.endsWith('xx') ? OF_A_KIND : 1)]
}

function uuidIn(field: string, text: string): string {
  const uuid = parseUuid(text)
  if (uuid === null) throw invalid(field, 'a uuid')
  return uuid
}

const cursorOf = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

function belowOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const id = Buffer.from(cursor, 'base64url').toString('hex').replace(UUID_PARTS, '$1-$2-$3-$4-$5')
  if (parseUuid(id) === null) throw invalid('cursor', 'a nextCursor of an earlier page')
  return id
}

// Events, sales, cashouts and logged requests, listed and shown one by one; and an event that is sent again.
import { type Body, call } from './api.ts'
import type { Given } from './commands.ts'
import { type Keys, keysOf } from './profiles.ts'
import { table } from './table.ts'
import { type Terminal, Trouble } from './terminal.ts'

export interface Kind {
  path: string
  /** Options that go into the query, by their names there. */
  filters: Record<string, string>
  /** The name of the cursor in the query. */
  cursor: string
  head: string[]
  row: (one: Body) => string[]
}

const reais = (cents: unknown) => (Number(cents) / 100).toFixed(2)

export const KINDS = {
  events: {
    path: '/api/events',
    filters: { type: 'type', from: 'from', to: 'to' },
    cursor: 'after',
    head: ['ID', 'TYPE', 'OF', 'WHEN', 'EVENT ID'],
    row: ({ id, type, subject, subjectId, createdAt, eventId }) => [
      String(id),
      type,
      `${subject} ${subjectId}`,
      createdAt,
      eventId,
    ],
  },
  sales: {
    path: '/api/transactions',
    filters: { status: 'status', from: 'from', to: 'to' },
    cursor: 'cursor',
    head: ['ID', 'STATUS', 'R$', 'BY', 'REFERENCE', 'UUID'],
    row: ({ id, status, amount, paymentMethod, externalReference, uuid }) => [
      String(id),
      status,
      reais(amount),
      paymentMethod ?? '',
      externalReference ?? '',
      uuid,
    ],
  },
  cashouts: {
    path: '/api/public/cashout',
    filters: { status: 'status', from: 'from', to: 'to' },
    cursor: 'cursor',
    head: ['ID', 'STATUS', 'R$', 'KEY', 'UUID'],
    row: ({ id, status, amount, pixKey, uuid }) => [String(id), status, String(amount), pixKey ?? '', uuid ?? ''],
  },
  logs: {
    path: '/api/public/requests',
    filters: {
      status: 'status',
      method: 'method',
      route: 'route',
      error: 'errorCode',
      object: 'object',
      from: 'from',
      to: 'to',
    },
    cursor: 'cursor',
    head: ['WHEN', 'STATUS', 'REQUEST', 'MS', 'ERROR', 'REQUEST ID'],
    row: ({ createdAt, status, method, path, durationMs, errorCode, id }) => [
      createdAt,
      String(status),
      `${method} ${path}`,
      String(durationMs),
      errorCode ?? '',
      id,
    ],
  },
} satisfies Record<string, Kind>

const MAX_PAGE = 100
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 10_000

/** As many as were asked for, page by page. */
export const list = (kind: Kind) => async (given: Given, terminal: Terminal) => {
  const keys = await keysOf(terminal.env, given.profile as string | undefined)
  const limit = Number(given.limit ?? DEFAULT_LIMIT)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new Trouble(`--limit: expected a whole number from 1 to ${MAX_LIMIT}`)
  const { data, cursor } = await pages(keys, kind, given, limit)
  if (given.json) terminal.print(JSON.stringify({ data, nextCursor: cursor }, null, 2))
  else if (data.length === 0) terminal.print('There is none.')
  else terminal.print(table(kind.head, data.map(kind.row)))
  if (!given.json && cursor !== null && data.length >= limit) terminal.complain(`There is more: --cursor ${cursor}`)
  return true
}

async function pages(keys: Keys, kind: Kind, given: Given, limit: number) {
  const data: Body[] = []
  let cursor = given.cursor === undefined ? null : String(given.cursor)
  for (let isMore = true; isMore && data.length < limit; ) {
    const query = queryOf(kind, given, Math.min(MAX_PAGE, limit - data.length))
    if (cursor !== null) query.set(kind.cursor, cursor)
    const page = await call(keys, 'GET', `${kind.path}?${query}`)
    data.push(...page.data)
    cursor = page.nextCursor
    isMore = page.more ?? cursor !== null
  }
  return { data, cursor }
}

export function queryOf({ filters }: Kind, given: Given, limit: number): URLSearchParams {
  const query = new URLSearchParams({ limit: String(limit) })
  for (const [option, name] of Object.entries(filters))
    if (given[option] !== undefined) query.set(name, String(given[option]))
  return query
}

const idIn = ({ words }: Given): string => encodeURIComponent(String(words))

export const get = (kind: Kind) => async (given: Given, terminal: Terminal) => {
  const keys = await keysOf(terminal.env, given.profile as string | undefined)
  terminal.print(JSON.stringify(await call(keys, 'GET', `${kind.path}/${idIn(given)}`), null, 2))
  return true
}

export async function resend(given: Given, terminal: Terminal): Promise<boolean> {
  const keys = await keysOf(terminal.env, given.profile as string | undefined)
  const resent = await call(keys, 'POST', `/api/events/${idIn(given)}/resend`)
  if (given.json) terminal.print(JSON.stringify(resent))
  else terminal.print(`${resent.type} ${resent.eventId} is sent again to those who listen.`)
  return true
}

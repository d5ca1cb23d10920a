// Reads every list and figure that a person, a pair of keys or an operator may read without naming a thing, each as its own schema wants to be asked,
// and makes sure that each says something.
import assert from 'node:assert/strict'
import type { ListedRoute } from '#composition/routes.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { DAY_MS } from '#kernel/time.ts'
import { isReading, knock, nameOf } from '../access/every-route.ts'
import { REQUEST } from '../cashout/requesting.ts'

export interface Read {
  route: string
  text: string
}

/** A route that never ends: only that it lets in is read. */
const STREAMS = ['GET /api/live', 'GET /api/events/stream']

/** What there is none of in this scene -> why. */
const AT_NIGHT = 'made when a day is closed'
const BY_CARD = 'of sales by card, of which there is none'
const SETTING = 'a setting of the gateway, which nobody has made'
const OF_PEOPLE = 'about people outside of every account'
const EMPTY: Record<string, string> = {
  'GET /api/account/receivables': BY_CARD,
  'GET /api/account/receivables/summary': BY_CARD,
  'GET /api/receivables': BY_CARD,
  'GET /api/receivables/summary': BY_CARD,
  'GET /api/recurrences/attention': 'no recurrence needs anybody',
  'GET /api/admin/coverage': AT_NIGHT,
  'GET /api/admin/days': AT_NIGHT,
  'GET /api/admin/reconciliations': AT_NIGHT,
  'GET /api/admin/reconciliation-cases': AT_NIGHT,
  'GET /api/admin/reconciliation-cases/totals': AT_NIGHT,
  'GET /api/admin/house/statement': 'of what an operator books by hand',
  'GET /api/admin/house/statement/balance': 'of what an operator books by hand',
  'GET /api/admin/house/statement/summary': 'of what an operator books by hand',
  'GET /api/admin/dead-mans-switch': SETTING,
  'GET /api/admin/payout-limits': SETTING,
  'GET /api/admin/approvals': SETTING,
  'GET /api/admin/monitoring/cases': 'no case is opened so soon',
  'GET /api/admin/monitoring/cases/totals': 'no case is opened so soon',
  'GET /api/admin/invitations': OF_PEOPLE,
  'GET /api/admin/legal-requests': OF_PEOPLE,
}

/** What a route has to be asked with, beyond how many rows. */
const ASKED_WITH: Record<string, (mark: string) => Record<string, string>> = {
  'GET /api/search': mark => ({ q: mark }),
  'GET /api/admin/search': mark => ({ q: mark }),
}

const SHOWN_DAYS = 30

export interface Reading {
  /** The name of the other side's buyers, who are searched for. */
  mark: string
  /** The day on which something is due, where a route is read that asks for one. */
  dueOn?: string
  /** Of whoever reads. */
  headersFor: (route: ListedRoute) => Record<string, string>
}

export async function readAll(
  base: string,
  routes: readonly ListedRoute[],
  { headersFor, ...reading }: Reading,
): Promise<Read[]> {
  const reads: Read[] = []
  const complaints: string[] = []
  for (const route of routes.filter(one => isReading(one) && !/[:*]/.test(one.url))) {
    const name = nameOf(route)
    const path = `${route.url}${queryOf(route, reading)}`
    const { status, text, body } = await knock(base, { method: 'GET', path, headers: headersFor(route) })
    if (status !== 200) complaints.push(`${status} at ${path}: ${text}`)
    else if (!STREAMS.includes(name) && !(name in ASKED_WITH)) {
      const isEmpty = !saysSomething(body ?? text)
      if (isEmpty !== name in EMPTY)
        complaints.push(
          `${isEmpty ? 'nothing' : `not only nothing (${EMPTY[name]})`} at ${path}: ${text.slice(0, 300)}`,
        )
    }
    reads.push({ route: name, text })
  }
  assert.deepEqual(complaints, [])
  return reads
}

function queryOf(route: ListedRoute, { mark, dueOn }: Pick<Reading, 'mark' | 'dueOn'>): string {
  const { properties = {}, required = [] } = (route.schema.querystring ?? {}) as {
    properties?: Record<string, object>
    required?: string[]
  }
  const query = new URLSearchParams(ASKED_WITH[nameOf(route)]?.(mark))
  if (nameOf(route) === 'GET /api/recurrences/preview') query.set('dataInicial', day(SHOWN_DAYS))
  const { limit } = properties as { limit?: { maximum?: number } }
  if (limit !== undefined) query.set('limit', String(limit.maximum ?? 100))
  // Where none is asked for, that of the clock is meant.
  if ('day' in properties && dueOn !== undefined) query.set('day', dueOn)
  for (const name of required) if (!query.has(name)) query.set(name, givenFor(name))
  return query.size === 0 ? '' : `?${query}`
}

const day = (ahead: number): string => dateAt(new Date(Date.now() + ahead * DAY_MS))

/** What is asked for in the query, by its name. */
const GIVEN: Record<string, () => string> = {
  from: () => day(-SHOWN_DAYS),
  to: () => day(SHOWN_DAYS),
  dataInicial: () => day(SHOWN_DAYS),
  at: () => new Date().toISOString(),
  pixKey: () => REQUEST.pixKey,
  pixKeyType: () => REQUEST.pixKeyType,
  jornada: () => '1',
  periodicidade: () => 'MENSAL',
}

function givenFor(name: string): string {
  const given = GIVEN[name]
  assert.ok(given !== undefined, `say in test/test-mode/reading.ts what ${name} is asked with`)
  return given()
}

/** A table has a row below its header, a list has a row; what has figures has one that is not zero; anything else has a text. */
function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(',') ? value.trim().split('\n').length > 1 : value !== ''
  const { data } = (value ?? {}) as { data?: unknown }
  if (Array.isArray(data)) return data.length > 0
  const leaves = leavesOf(value)
  const figures = leaves.filter(leaf => typeof leaf === 'number')
  return figures.length > 0 ? figures.some(figure => figure !== 0) : leaves.some(leaf => leaf !== '' && leaf !== false)
}

function leavesOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return []
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [value]
}

// Looks for what a person has in hand: first by what names a thing, in every kind; then, where nothing is named so, among the newest.
// One statement at a time, so that a search takes one connection and never those of the money.
import type { Database } from '#db/postgres.ts'
import { findCarts, showCarts, walkCarts } from './cart-store.ts'
import { findCashouts, showCashouts, walkCashouts } from './cashout-store.ts'
import { findDisputes, showDisputes, walkDisputes } from './dispute-store.ts'
import type { Found, Group, Hit } from './hit.ts'
import { findLinks, showLinks, walkLinks } from './link-store.ts'
import {
  type Kind,
  type Match,
  type Question,
  REASONS,
  type Scope,
  SURE,
  type ThingKey,
  type Walk,
} from './match-store.ts'
import { findAccounts, findPeople, namesOf } from './people-store.ts'
import { findIncomingPayments, showIncomingPayments, walkIncomingPayments } from './receipt-store.ts'
import { findRefunds, showRefunds, walkRefunds } from './refund-store.ts'
import { findSales, showSales, walkSales } from './sale-store.ts'
import type { Terms } from './terms.ts'

interface Source {
  kind: Kind
  /** `sales`: those that were named, and what belongs to them. */
  find: (db: Database, asked: Question, sales: ThingKey[]) => Promise<Match[]>
  walk: (db: Database, asked: Question) => Promise<Walk>
  show: (db: Database, keys: Match[], shownTo: ShownTo) => Promise<Hit[]>
}

/** Who reads it, and when. */
type ShownTo = Pick<Scope, 'hidesBuyers'> & { now: Date }

/** Sales first: the others are found by them too. */
const SOURCES: Source[] = [
  { kind: 'sale', find: findSales, walk: walkSales, show: showSales },
  { kind: 'receipt', find: findIncomingPayments, walk: walkIncomingPayments, show: showIncomingPayments },
  { kind: 'cashout', find: findCashouts, walk: walkCashouts, show: showCashouts },
  { kind: 'refund', find: findRefunds, walk: walkRefunds, show: showRefunds },
  { kind: 'dispute', find: findDisputes, walk: walkDisputes, show: showDisputes },
  { kind: 'link', find: findLinks, walk: walkLinks, show: showLinks },
  { kind: 'cart', find: findCarts, walk: walkCarts, show: showCarts },
]

export interface SearchRequest {
  scope: Scope
  terms: Terms
  /** Shown of each kind. */
  limit: number
  now: Date
}

/** Kinds of which nothing was found are left out. */
export async function search(db: Database, { scope, terms, limit, now }: SearchRequest): Promise<Group[]> {
  // One more than is shown, so that it is known whether there are others.
  const asked: Question = { scope, terms, rows: limit + 1 }
  const named = await findNamed(db, asked)
  const isSure = named.some(matches => matches.some(match => SURE.includes(match.by)))
  const groups: Group[] = scope.accountId === null ? await people(db, terms, limit) : []
  for (const [index, source] of SOURCES.entries()) {
    const walked = isSure || !canWalk(terms) ? { matches: [], complete: true } : await source.walk(db, asked)
    const matches = inOrder([...(named[index] ?? []), ...walked.matches])
    const hits = await shown(db, source, matches.slice(0, limit), { ...scope, now })
    groups.push({ kind: source.kind, hits, more: matches.length > limit, complete: walked.complete })
  }
  return withNames(
    db,
    scope,
    groups.filter(({ hits }) => hits.length > 0),
  )
}

async function findNamed(db: Database, asked: Question): Promise<Match[][]> {
  const named: Match[][] = []
  let sales: ThingKey[] = []
  for (const source of SOURCES) {
    const matches = await source.find(db, asked, sales)
    if (source.kind === 'sale') sales = matches.filter(({ by }) => by === 'NUMBER' || SURE.includes(by))
    named.push(matches)
  }
  return named
}

const canWalk = ({ name, amount, keys, document, text }: Terms): boolean =>
  name !== null || amount !== null || keys.length > 0 || document !== null || text.includes('@')

/** What is surest first, then the newest; each once. */
function inOrder(matches: Match[]): Match[] {
  const rank = ({ by }: Match) => REASONS.indexOf(by)
  const sorted = matches.toSorted((one, other) => rank(one) - rank(other) || Number(other.id - one.id))
  const seen = new Set<string>()
  return sorted.filter(({ accountId, id }) => {
    const key = `${accountId}/${id}`
    return seen.has(key) ? false : seen.add(key)
  })
}

async function shown(db: Database, source: Source, matches: Match[], shownTo: ShownTo): Promise<Found[]> {
  if (matches.length === 0) return []
  const hits = await source.show(db, matches, shownTo)
  return matches.flatMap(({ accountId, id, by }) => {
    const hit = hits.find(one => one.accountId === accountId && one.id === id)
    return hit === undefined ? [] : [{ ...hit, by, accountName: null }]
  })
}

async function people(db: Database, terms: Terms, limit: number): Promise<Group[]> {
  const accounts = await findAccounts(db, terms, limit + 1)
  const persons = await findPeople(db, terms, limit + 1)
  return [
    { kind: 'account', hits: accounts.slice(0, limit), more: accounts.length > limit, complete: true },
    { kind: 'person', hits: persons.slice(0, limit), more: persons.length > limit, complete: true },
  ]
}

/** The operator reads whose each thing is; an account knows. */
async function withNames(db: Database, { accountId }: Scope, groups: Group[]): Promise<Group[]> {
  if (accountId !== null) return groups
  const ids = groups.flatMap(({ hits }) => hits.map(hit => hit.accountId))
  const names = await namesOf(db, [...new Set(ids)])
  return groups.map(group => ({
    ...group,
    hits: group.hits.map(hit => ({ ...hit, accountName: names.get(hit.accountId) ?? null })),
  }))
}

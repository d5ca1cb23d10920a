// What must hold whatever befell the engines: every event sent to each of its receivers and nothing else sent, the same id and bytes each
// time, validly signed, the attempts in the log as they were made, and never more of them than allowed.
import sql from 'sql-template-tag'
import { ATTEMPTS } from '../attempts.ts'
import type { Entry } from './diary.ts'
import type { Receipt } from './receivers.ts'
import type { World } from './world.ts'

export interface Logged {
  delivery_id: bigint
  n: number
  outcome: string
  path: string
  event_uid: string
  started_ms: number
}

export interface Books {
  logged: Logged[]
  events: { uid: string; account_id: number; form: string; digest: string; subject_id: bigint }[]
  payments: { account_id: number; number: bigint }[]
}

const MAX_ATTEMPTS = 3

const PAYMENTS = sql`select account_id, number from payment`

export async function readBooks({ db }: Pick<World, 'db'>, payments = PAYMENTS): Promise<Books> {
  return {
    logged: await db.query(sql`
      select delivery_id, n, outcome, regexp_replace(target, '^http://[^/]*', '') as path, event_uid,
        extract(epoch from started_at)::float8 * 1000 as started_ms
      from ${ATTEMPTS} order by delivery_id, n`),
    events: await db.query(sql`
      select uid, account_id, form, encode(sha256(body), 'hex') as digest, subject_id from event`),
    payments: await db.query(payments),
  }
}

/** Everything that is wrong, in sentences; nothing where nothing is. */
export async function judge(world: World): Promise<string[]> {
  const books = await readBooks(world)
  const { receipts: incomingPayments, complaints } = world.receivers
  return [
    ...complaints,
    ...unknownEvents(books, world.diary()),
    ...halfEvents(books),
    ...wrongLog(books.logged),
    ...unpublished(books, incomingPayments, world),
    ...wrongBytes(books, incomingPayments),
    ...((await world.open()) > 0 ? ['deliveries are left open'] : []),
  ]
}

/** Events that were committed and are gone, or that belong to no transaction. */
function unknownEvents({ events }: Books, diary: Entry[]): string[] {
  const idsOf = (kind: 'asked' | 'committed') => diary.flatMap(entry => (entry.kind === kind ? entry.ids : []))
  const stored = new Set(events.map(({ uid }) => uid))
  const asked = new Set(idsOf('asked'))
  return [
    ...idsOf('committed').flatMap(id => (stored.has(id) ? [] : [`${id} was committed and is gone`])),
    ...[...stored].flatMap(id => (asked.has(id) ? [] : [`${id} was never asked for`])),
    ...(stored.size === events.length ? [] : ['a fact is there twice']),
  ]
}

/** An event without its payment, or a payment without its events. */
export function halfEvents({ events, payments }: Pick<Books, 'events' | 'payments'>): string[] {
  const paid = new Set(payments.map(({ account_id, number }) => `${account_id}/${number}`))
  const subjects = new Set(events.map(({ account_id, subject_id }) => `${account_id}/${subject_id}`))
  return [
    ...[...subjects].filter(key => !paid.has(key)).map(key => `there is a fact of ${key}, which was not paid`),
    ...[...paid].filter(key => !subjects.has(key)).map(key => `${key} was paid, and there is no fact of it`),
    ...(paid.size === payments.length ? [] : ['a payment is there twice']),
  ]
}

/** Attempts are numbered from one without a gap or a repetition, at most three; only the last one closes the delivery. */
export function wrongLog(logged: Omit<Logged, 'started_ms'>[]): string[] {
  return [...Map.groupBy(logged, ({ delivery_id }) => delivery_id)].flatMap(([id, attempts]) => {
    const message = `delivery ${id} to ${attempts[0]?.path}: ${attempts.map(({ n, outcome }) => `${n} ${outcome}`).join(', ')}`
    const isInOrder = attempts.every(({ n }, place) => n === place + 1)
    const isClosedOnce = attempts.every(({ outcome }, place) => (outcome === 'RETRY') === place < attempts.length - 1)
    return isInOrder && isClosedOnce && attempts.length <= MAX_ATTEMPTS ? [] : [message]
  })
}

/** Who should have received an event, by the log and by the receivers themselves; and who received it and should not. */
function unpublished({ events, logged }: Books, incomingPayments: Receipt[], world: World): string[] {
  const expected = new Set(
    events.flatMap(({ uid, account_id, form }) => world.hears(account_id, form).map(path => `${path} ${uid}`)),
  )
  const heard = new Set(incomingPayments.map(({ path, eventId }) => `${path} ${eventId}`))
  const closed = logged
    .filter(({ outcome }) => outcome !== 'RETRY')
    .map(({ path, event_uid }) => `${path} ${event_uid}`)
  const closedOnce = new Set(closed)
  return [
    ...[...expected].flatMap(key => (heard.has(key) ? [] : [`${key} was never told`])),
    ...[...heard].flatMap(key => (expected.has(key) ? [] : [`${key} was told, and is nothing that happened`])),
    ...[...expected].flatMap(key => (closedOnce.has(key) ? [] : [`${key} is not in the log`])),
    ...(closed.length === closedOnce.size ? [] : ['the log closes a delivery twice']),
  ]
}

function wrongBytes({ events }: Books, incomingPayments: Receipt[]): string[] {
  const digests = new Map(events.map(({ uid, digest }) => [uid, digest]))
  return incomingPayments
    .filter(({ eventId, digest }) => digests.get(eventId) !== digest)
    .map(({ path, eventId }) => `${path} ${eventId} had other bytes than those that are stored`)
}

/** A letter that was taken and that the log knows nothing of: its engine ended in between. */
export interface Unlogged {
  path: string
  eventId: string
  /** The last of its arrivals. */
  atMs: number
  count: number
}

/** What came twice because of an end between `fromMs` and `toMs`: receipts in that time without an attempt in the log. */
export function unlogged(books: Books, incomingPayments: Receipt[], fromMs: number, toMs: number): Unlogged[] {
  const within = (atMs: number) => atMs >= fromMs && atMs < toMs
  const attempts = Map.groupBy(
    books.logged.filter(({ started_ms }) => within(started_ms)),
    ({ path, event_uid }) => `${path} ${event_uid}`,
  )
  const letters = Map.groupBy(
    incomingPayments.filter(({ atMs }) => within(atMs)),
    ({ path, eventId }) => `${path} ${eventId}`,
  )
  return [...letters].flatMap(([key, all]) => {
    const count = all.length - (attempts.get(key)?.length ?? 0)
    const last = all.at(-1) as Receipt
    return count === 0 ? [] : [{ path: last.path, eventId: last.eventId, atMs: last.atMs, count }]
  })
}

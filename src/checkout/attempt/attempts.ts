// Bounds what one address, or one cart, does at the hosted checkout. Pages are counted in the memory of the process and shared in
// batches; what stores something, and guesses at tokens, is counted in the database, one statement each, exactly.
import { createHmac } from 'node:crypto'
import { startDueLoop } from '#db/queue/due.ts'
import { type HmacKey, hmacKey, hmacSha256 } from '#kernel/crypto/hmac.ts'
import { Failure } from '#kernel/failure.ts'
import { networkOf } from '#kernel/ip-address.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { CheckoutDeps } from '../manage.ts'
import {
  ATTEMPT_KINDS,
  type Attempt,
  type AttemptKind,
  type AttemptOrigin,
  BOUNDS,
  type Bound,
  type CartOrigin,
  isReading,
  READING_BOUNDS,
  READING_KINDS,
  type ReadingKind,
} from './attempt.ts'
import { openReadingTally, type ReadingTally } from './reading-tally.ts'
import { type CountedUse, findCounters, removeEnded, takeAllOrNone, takeEach } from './store.ts'

export interface Attempts extends AsyncDisposable {
  /**
   * Counts an attempt. Null: it may be made. RATE_LIMITED, with the seconds to wait: it was one too many, and is not counted.
   * `page`: each page, and each form. `state`: what the script of a page asks for. `cart`: before a contact is submitted. `charge`:
   * before a code is made, with the cart. `card`: before a card is tried, with the cart and the document of who pays. `unknown`: after an address was asked for that leads nowhere.
   */
  admit(...attempt: Attempt): Promise<Failure | null>
  /** How many this process has refused. */
  refused(): Record<AttemptKind, number>
}

const SHARE_EVERY_MS = SECOND_MS

export function openAttempts(deps: Pick<CheckoutDeps, 'db' | 'clock' | 'log' | 'attemptSecret'>): Attempts {
  const refused = Object.fromEntries(ATTEMPT_KINDS.map(kind => [kind, 0])) as Record<AttemptKind, number>
  const { attemptSecret } = deps
  if (attemptSecret === null)
    return { admit: async () => null, refused: () => ({ ...refused }), [Symbol.asyncDispose]: async () => {} }

  const counting = { ...deps, key: keyFrom(attemptSecret), tallies: talliesOf(deps.clock) }
  const loop = startTending(counting)
  return {
    async admit(kind, origin) {
      const again = isReading(kind)
        ? counting.tallies[kind].count(networkOf(origin.address))
        : await countAll(counting, usesOf(counting, kind, origin))
      if (again === null) return null
      refused[kind]++
      return tooMany(again, deps.clock())
    },
    refused: () => ({ ...refused }),
    [Symbol.asyncDispose]: () => loop.stop(),
  }
}

interface Counting extends Pick<CheckoutDeps, 'db' | 'clock' | 'log' | 'attemptSecret'> {
  key: HmacKey
  tallies: Record<ReadingKind, ReadingTally>
}

const talliesOf = (clock: Clock): Counting['tallies'] => ({
  page: openReadingTally(clock, READING_BOUNDS.page),
  state: openReadingTally(clock, READING_BOUNDS.state),
})

/** A key of its own, so that nothing else is ever made with it. */
const keyFrom = (secret: Buffer): HmacKey => hmacKey(createHmac('sha256', secret).update('checkout attempts').digest())

const tooMany = (again: Date, now: Date): Failure =>
  new Failure('RATE_LIMITED', 'Too many attempts from this address: try again later', {
    retryAfterSeconds: Math.max(1, Math.ceil((again.getTime() - now.getTime()) / SECOND_MS)),
  })

/** Null: every bound had room. Else when the last of those that were full begins anew. */
async function countAll({ db, clock }: Counting, uses: CountedUse[]): Promise<Date | null> {
  const admitted = await takeAllOrNone(db, uses, clock())
  if (admitted.length === uses.length) return null
  const counters = await findCounters(
    db,
    uses.map(({ subject }) => subject),
  )
  const ends = counters.filter(({ taken, bound }) => taken >= bound).map(({ endsAt }) => endsAt.getTime())
  return new Date(Math.max(...ends, clock().getTime()))
}

/** What is known of who does it. */
type Origin = AttemptOrigin & Partial<CartOrigin>

function usesOf(counting: Counting, kind: Exclude<AttemptKind, ReadingKind>, origin: Origin): CountedUse[] {
  // Of a buyer who is not known nothing is counted: without a document no card is tried.
  const bounds = BOUNDS[kind].filter(({ of }) => of !== 'document' || !!origin.document)
  return bounds.map(bound => ({
    subject: subjectOf(counting.key, kind, bound, boundTo(bound, origin)),
    times: 1,
    bound: bound.max,
    endsAt: new Date(counting.clock().getTime() + bound.windowMs),
  }))
}

function boundTo({ of }: Bound, { address, cartId, document }: Origin): string {
  if (of === 'address') return networkOf(address)
  if (of === 'document') return document?.replace(/\W/g, '').toUpperCase() ?? ''
  if (cartId === undefined) throw new Error('a charge is counted for its cart')
  return String(cartId)
}

const subjectOf = (key: HmacKey, kind: AttemptKind, { of, windowMs }: Bound, who: string): Buffer =>
  Buffer.from(hmacSha256(key, `${kind}/${of}/${windowMs}/`, Buffer.from(who), 'hex'), 'hex')

function startTending(counting: Counting) {
  let removedAt = 0
  return startDueLoop({
    name: 'checkout attempts',
    everyMs: SHARE_EVERY_MS,
    log: counting.log,
    async round() {
      for (const kind of READING_KINDS) await shareReading(counting, kind)
      const now = counting.clock()
      if (now.getTime() - removedAt < MINUTE_MS) return false
      if (await removeEnded(counting.db, now)) return true
      removedAt = now.getTime()
      return false
    },
  })
}

async function shareReading({ db, clock, key, tallies }: Counting, kind: ReadingKind): Promise<void> {
  const [tally, bound] = [tallies[kind], READING_BOUNDS[kind]]
  const networks = new Map(
    tally.unshared().map(count => [subjectOf(key, kind, bound, count.network).toString('hex'), count]),
  )
  if (networks.size === 0) return
  const uses = [...networks].map(([subject, { times, endsAt }]) => ({
    subject: Buffer.from(subject, 'hex'),
    times,
    bound: bound.max,
    endsAt,
  }))
  const admitted = await takeEach(db, uses, clock())
  const isFull = uses.length - admitted.length
  const full = isFull === 0 ? [] : await findCounters(db, notIn(uses, admitted))
  for (const counter of [...admitted, ...full]) {
    const count = networks.get(counter.subject.toString('hex'))
    if (count !== undefined) tally.learn(count.network, counter)
  }
}

function notIn(uses: CountedUse[], admitted: { subject: Buffer }[]): Buffer[] {
  const known = new Set(admitted.map(({ subject }) => subject.toString('hex')))
  return uses.map(({ subject }) => subject).filter(subject => !known.has(subject.toString('hex')))
}

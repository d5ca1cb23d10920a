// Sends what is owed to receivers. Deliveries arrive in two ways: handed over by the process that has just committed them
// (already leased to it), or found due by the sweeper. A receiver may have a few attempts under way and no more, so that
// one that hangs cannot take every place.
import type { FastifyBaseLogger } from 'fastify'
import { startDueLoop } from '#db/due.ts'
import type { Database } from '#db/postgres.ts'
import type { Egress, Posted } from '#http/egress.ts'
import { type Clock, fractionFrom, type RandomBytes } from '#kernel/time.ts'
import { type Delivery, judge, leaseMsFor, outlastsAttempt } from './delivery.ts'
import { type Courier, headersOf } from './headers.ts'
import { completeAttempt, leaseDue } from './store.ts'

export interface Dispatcher {
  /** Deliveries that this process has committed, under its lease. */
  take(deliveries: Delivery[]): void
  /** Something became due outside of this process's hands, such as a resend. */
  wake(): void
  /** Lets the attempts under way end; what waits stays in the database. */
  stop(): Promise<void>
}

export interface DispatcherNeeds {
  db: Database
  egress: Egress
  courier: Courier
  /** The longest that the egress takes over one attempt. */
  receiverTimeoutMs: number
  waitsMs: number[]
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  /** While this holds nobody is told anything: what is owed waits as rows, and no attempt is counted. */
  parked: () => boolean
}

const MOST_UNDER_WAY = 64
const MOST_PER_RECEIVER = 8
/** What waits in memory for a place. Beyond it the rows simply stay in the database until the sweeper comes. */
const MOST_WAITING = 2_000
const SWEEP_MS = 1_000

export function startDispatcher(needs: DispatcherNeeds): Dispatcher {
  const { db, clock, log, receiverTimeoutMs, parked } = needs
  const leaseMs = leaseMsFor(receiverTimeoutMs)
  /** By key, in the order in which they came. A delivery is in one of the two, never in both. */
  const waiting = new Map<string, Delivery>()
  const underWay = new Map<string, Delivery>()
  const busy = new Map<string, number>()
  const attempts = new Set<Promise<void>>()
  let stopped = false

  const sweeper = startDueLoop({ name: 'deliveries', everyMs: SWEEP_MS, round: sweep, log })

  async function sweep(): Promise<boolean> {
    const room = Math.min(MOST_UNDER_WAY, MOST_WAITING - waiting.size)
    if (room <= 0 || parked()) return false
    const due = await leaseDue(db, leaseMs, room, clock())
    take(due)
    return due.length === room
  }

  function take(deliveries: Delivery[]): void {
    if (stopped || parked()) return
    for (const delivery of deliveries) keep(delivery)
    startWaiting()
  }

  // What is here already may have been leased anew, and of two leases only the later holds.
  function keep(delivery: Delivery): void {
    const key = keyOf(delivery)
    const shelf = underWay.has(key) ? underWay : waiting
    const known = shelf.get(key)
    const isWanted = known === undefined ? waiting.size < MOST_WAITING : known.leasedUntil < delivery.leasedUntil
    if (isWanted) shelf.set(key, delivery)
  }

  function startWaiting(): void {
    for (const [key, delivery] of waiting) {
      if (stopped || parked() || attempts.size >= MOST_UNDER_WAY) return
      // It waited for so long that others may begin before this one ends; the sweeper leases it anew.
      if (!outlastsAttempt(delivery.leasedUntil, clock(), receiverTimeoutMs)) waiting.delete(key)
      else if ((busy.get(receiverOf(delivery)) ?? 0) < MOST_PER_RECEIVER) {
        waiting.delete(key)
        start(key, delivery)
      }
    }
  }

  function start(key: string, delivery: Delivery): void {
    const receiver = receiverOf(delivery)
    busy.set(receiver, (busy.get(receiver) ?? 0) + 1)
    underWay.set(key, delivery)
    const attempt = deliver(key, delivery)
      .catch(error => log.error({ err: error, delivery: String(delivery.id) }, 'an attempt could not be completed'))
      .finally(() => {
        attempts.delete(attempt)
        underWay.delete(key)
        const left = (busy.get(receiver) ?? 1) - 1
        if (left === 0) busy.delete(receiver)
        else busy.set(receiver, left)
        startWaiting()
      })
    attempts.add(attempt)
  }

  async function deliver(key: string, delivery: Delivery): Promise<void> {
    const startedAt = clock()
    const answer = { ...(await post(delivery, startedAt)), startedAt }
    const jitter = fractionFrom(needs.random) * 2 - 1
    const verdict = judge(answer, delivery.retryPolicy, delivery.attempts, needs.waitsMs, jitter)
    const { lease } = underWay.get(key) ?? delivery
    await completeAttempt(db, { ...delivery, lease }, answer, verdict, clock())
    if (verdict.outcome === 'RETRY') sweeper.wakeIn(Math.min(verdict.waitMs + 5, SWEEP_MS))
  }

  async function post(delivery: Delivery, at: Date): Promise<Posted> {
    try {
      return await needs.egress.post(delivery.url, headersOf(needs.courier, delivery, at), delivery.body)
    } catch (error) {
      log.error({ err: error, delivery: String(delivery.id) }, 'a notification could not be signed')
      return {
        status: null,
        error: 'could not be signed: the secret is missing or cannot be opened',
        head: null,
        durationMs: 0,
      }
    }
  }

  return {
    take,
    wake: () => sweeper.wake(),
    async stop() {
      stopped = true
      await sweeper.stop()
      await Promise.allSettled(attempts)
    },
  }
}

const keyOf = (delivery: Delivery) => `${delivery.accountId}/${delivery.id}`

/** A webhook is a receiver; postbacks go by host, because their addresses are given per sale. */
const receiverOf = (delivery: Delivery) =>
  delivery.webhookId === null ? new URL(delivery.url).host : `${delivery.accountId}/${delivery.webhookId}`

// Sends what is owed to receivers. Deliveries arrive in two ways: handed over by the process that has just committed them
// (already leased to it), or found due by the sweeper. A receiver may have a few attempts under way and no more, so that
// one that hangs cannot take every place.
import type { FastifyBaseLogger } from 'fastify'
import { startDueLoop } from '#db/due.ts'
import type { Database } from '#db/postgres.ts'
import type { Egress, Posted } from '#http/egress.ts'
import { type Clock, fractionFrom, type RandomBytes } from '#kernel/time.ts'
import { type Delivery, judge } from './delivery.ts'
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
  /** This process's mark on the rows that it works on. */
  lease: string
  waitsMs: number[]
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
}

const MOST_UNDER_WAY = 64
const MOST_PER_RECEIVER = 8
/** What waits in memory for a place. Beyond it the rows simply stay in the database until the sweeper comes. */
const MOST_WAITING = 2_000
const SWEEP_MS = 1_000

export function startDispatcher(needs: DispatcherNeeds): Dispatcher {
  const { db, clock, log, lease } = needs
  const waiting: Delivery[] = []
  const underWay = new Map<string, number>()
  const attempts = new Set<Promise<void>>()
  const held = new Set<string>()
  let stopped = false

  const sweeper = startDueLoop({ name: 'deliveries', everyMs: SWEEP_MS, round: sweep, log })

  async function sweep(): Promise<boolean> {
    const room = Math.min(MOST_UNDER_WAY, MOST_WAITING - waiting.length)
    if (room <= 0) return false
    const due = await leaseDue(db, lease, room, clock())
    take(due)
    return due.length === room
  }

  function take(deliveries: Delivery[]): void {
    if (stopped) return
    const fresh = deliveries.filter(delivery => !held.has(keyOf(delivery))).slice(0, MOST_WAITING - waiting.length)
    for (const delivery of fresh) held.add(keyOf(delivery))
    waiting.push(...fresh)
    startWaiting()
  }

  function startWaiting(): void {
    for (let at = 0; at < waiting.length && attempts.size < MOST_UNDER_WAY && !stopped; ) {
      const delivery = waiting[at] as Delivery
      if (delivery.leasedUntil <= clock()) drop(at)
      else if ((underWay.get(receiverOf(delivery)) ?? 0) >= MOST_PER_RECEIVER) at++
      else {
        waiting.splice(at, 1)
        start(delivery)
      }
    }
  }

  // It waited here for longer than its lease, so others may be at it by now; the sweeper leases it anew.
  function drop(at: number): void {
    for (const delivery of waiting.splice(at, 1)) held.delete(keyOf(delivery))
  }

  function start(delivery: Delivery): void {
    const receiver = receiverOf(delivery)
    underWay.set(receiver, (underWay.get(receiver) ?? 0) + 1)
    const attempt = deliver(delivery)
      .catch(error => log.error({ err: error, delivery: String(delivery.id) }, 'an attempt could not be completed'))
      .finally(() => {
        attempts.delete(attempt)
        held.delete(keyOf(delivery))
        const left = (underWay.get(receiver) ?? 1) - 1
        if (left === 0) underWay.delete(receiver)
        else underWay.set(receiver, left)
        startWaiting()
      })
    attempts.add(attempt)
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const startedAt = clock()
    const answer = { ...(await post(delivery, startedAt)), startedAt }
    const jitter = fractionFrom(needs.random) * 2 - 1
    const verdict = judge(answer, delivery.retryPolicy, delivery.attempts, needs.waitsMs, jitter)
    await completeAttempt(db, delivery, answer, verdict, clock())
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

// Sends what is owed to receivers. Deliveries arrive in two ways: handed over by the process that has just committed them
// (its mark is on their rows), or found in the database. Each receiver has a lane of its own, and the lanes take turns.
import type { Egress, Posted } from '#http/egress/egress.ts'
import { deliveryAttempts, inNobodysCourse } from '#kernel/concurrency/observed.ts'
import { fractionFrom, SECOND_MS } from '#kernel/time.ts'
import { openBacklog } from '../backlog/backlog.ts'
import { startSender } from '../backlog/sender.ts'
import type { NotificationsDeps } from '../feature.ts'
import type { Receivers } from '../receivers/receivers.ts'
import { findAnswering } from '../receivers/store.ts'
import { complete } from './complete.ts'
import type { Completion } from './completion-store.ts'
import { openCompletions } from './completions.ts'
import { type Answer, type Delivery, isBusy, isTaken, judge, type NewDelivery } from './delivery.ts'
import { openFairScheduler } from './fair-scheduler.ts'
import { type Courier, headersOf } from './headers.ts'
import { backoffOf, type Lane, recordAnswer } from './lane.ts'
import { openWaiting } from './queue.ts'
import { MAX_REMEMBERED } from './recently-answered.ts'
import { askedWaitMs } from './retry-after.ts'

export interface Dispatcher {
  /** The mark of this process on the rows that it writes; null while it has none. */
  epoch(): bigint | null
  /** Deliveries that this process has committed under its mark. */
  take(deliveries: NewDelivery[]): void
  /** Something became due outside of this process's hands, such as a resend. */
  wake(): void
  /** A person who thinks that the receiver is well has made something due there: it is not left alone any longer. */
  prioritise(lane: bigint): void
  /** The receiver has other settings now: what is held for it is read anew, and nothing is held against it any more. */
  renew(lane: bigint): void
  /**
   * What was owed to the receiver up to then is not to be sent any more. It is let go here; the rows are the caller's to
   * close, except those of the deliveries that this answers: they are under way, or sent and not logged yet.
   */
  drop(lane: bigint, upTo: Date): bigint[]
  /** The lanes of this process's reading whose receivers are left alone at the moment, because they take nothing. */
  pausedLanes(): bigint[]
  /** Lets the attempts under way end; what waits stays in the database. */
  stop(): Promise<void>
}

const MAX_UNDER_WAY = 512
/** With so many attempts that are not logged yet, none begins. */
const MAX_UNLOGGED = 10_000
const TICK_MS = SECOND_MS / 4

const UNSIGNED: Posted = {
  status: null,
  error: 'could not be signed: the secret is missing or cannot be opened',
  head: null,
  durationMs: 0,
}

export function startDispatcher(
  deps: Pick<NotificationsDeps, 'db' | 'clock' | 'random' | 'log' | 'paused'> & {
    egress: Egress
    courier: Courier
    /** The longest that the egress takes over one attempt. */
    receiverTimeoutMs: number
    waitsMs: number[]
    /** Hears how each attempt ended. */
    receivers?: Pick<Receivers, 'record'>
  },
): Dispatcher {
  const { db, clock, log, paused } = deps
  const underWay = new Map<Delivery, { lane: Lane; sinceMs: number }>()
  const watchers: (() => void)[] = []
  const scheduler = openFairScheduler(MAX_UNDER_WAY)
  let stopped = false

  const completions = openCompletions({ write, written, log })
  const sender = startSender({ db, log, attemptMs: deps.receiverTimeoutMs, changed })
  const waiting = openWaiting({ clock, sender, takes: () => !(stopped || paused()), offer: scheduler.offer })
  const backlog = openBacklog({ db, clock, log, sender, paused, waiting, found })
  const ticking = setInterval(tick, TICK_MS)
  const remembering = remember()

  /** Who answered before this process began is no stranger to it. */
  async function remember(): Promise<void> {
    try {
      waiting.known(await findAnswering(db, MAX_REMEMBERED))
    } catch (error) {
      log.warn({ err: error }, 'which receivers answer could not be read: all count as new at first')
    }
  }

  function take(pendingDeliveries: NewDelivery[]): void {
    waiting.take(pendingDeliveries)
    turn()
  }

  function found(deliveries: Delivery[]): void {
    waiting.found(deliveries)
    turn()
  }

  function turn(): void {
    if (stopped || paused() || !sender.isSure() || completions.count() >= MAX_UNLOGGED) return
    scheduler.turn(performance.now(), begin)
  }

  function begin(lane: Lane): void {
    const delivery = lane.ready.shift() as Delivery
    scheduler.began(lane)
    underWay.set(delivery, { lane, sinceMs: performance.now() })
    // The turn may be another's.
    void inNobodysCourse(() => deliver(delivery, lane))
  }

  async function deliver(delivery: Delivery, lane: Lane): Promise<void> {
    const startedAt = clock()
    const posted = await deliveryAttempts.during(
      () => ({ lagMs: lagOf(delivery, startedAt), origin: delivery.origin }),
      async () => post(delivery, startedAt),
    )
    const answer = answerOf(posted, clock())
    // What was taken needs no wait, and most is; chance is dear.
    const jitter = isTaken(answer) ? 0 : fractionFrom(deps.random) * 2 - 1
    // Without a secret nobody was asked anything.
    if (posted !== UNSIGNED) recordAnswer(lane, answer, performance.now(), jitter)
    const verdict = judge(answer, delivery.retryPolicy, delivery.attempts, deps.waitsMs, jitter)
    const at = new Date(startedAt.getTime() + answer.durationMs)
    completions.add({ delivery, answer, verdict, at })
    deps.receivers?.record(delivery, answer, { at, openMs: backoffOf(lane, performance.now()) })
    underWay.delete(delivery)
    scheduler.ended(lane)
    backlog.needsRefill(lane)
    turn()
    if (underWay.size === 0) for (const resolve of watchers.splice(0)) resolve()
  }

  function post(delivery: Delivery, at: Date): Promise<Posted> | Posted {
    let headers: Record<string, string>
    try {
      headers = headersOf(deps.courier, delivery, at)
    } catch (error) {
      log.error({ err: error, delivery: String(delivery.id) }, 'a notification could not be signed')
      return UNSIGNED
    }
    return deps.egress.post(delivery.url, headers, delivery.body)
  }

  async function write(batch: Completion[]): Promise<void> {
    // What was taken on under an epoch that is over belongs to others.
    const epoch = sender.epoch()
    const own = batch.filter(({ delivery }) => epoch !== null && waiting.epochOf(delivery) === epoch)
    if (epoch === null || own.length === 0) return
    if (!(await complete(db, own, epoch))) sender.lost(epoch)
  }

  function written(batch: Completion[]): void {
    for (const { delivery, verdict } of batch) {
      waiting.over(delivery)
      if (verdict.outcome === 'RETRY') backlog.wakeIn(verdict.waitMs)
    }
    turn()
  }

  function changed(): void {
    waiting.changed()
    backlog.wake()
  }

  function renew(lane: bigint): void {
    waiting.renew(lane)
    backlog.wake()
  }

  function prioritise(key: bigint): void {
    const lane = waiting.laneOf(key)
    lane.breaker.prioritise(performance.now())
    scheduler.offer(lane)
    backlog.wake()
    turn()
  }

  function drop(lane: bigint, upTo: Date): bigint[] {
    waiting.drop(lane, upTo)
    const sent = completions.unwritten().map(({ delivery }) => delivery)
    return [...underWay.keys(), ...sent].filter(delivery => delivery.lane === lane).map(({ id }) => id)
  }

  /** What no event brings about: a rest is over, an attempt takes long, a lane is not needed any more. */
  function tick(): void {
    const now = performance.now()
    for (const { lane, sinceMs } of underWay.values()) if (now - sinceMs > SECOND_MS) scheduler.drags(lane)
    waiting.tend(now)
    for (const lane of waiting.lanes()) if (waiting.isOpen(lane)) backlog.needsRefill(lane)
    turn()
  }

  return {
    epoch: sender.epoch,
    take,
    wake: backlog.wake,
    prioritise,
    renew,
    drop,
    pausedLanes: () =>
      [...waiting.lanes()]
        .filter(({ key, breaker }) => breaker.pausedSince() !== null && sender.reads(key))
        .map(({ key }) => key),
    async stop() {
      stopped = true
      clearInterval(ticking)
      await Promise.all([remembering, backlog.stop()])
      if (underWay.size > 0) await new Promise<void>(ended => watchers.push(ended))
      await completions.drain()
      await sender.stop()
    },
  }
}

/** What is tried again, or sent again, waits for others than the gateway. */
const lagOf = ({ attempts, redelivery, createdAt }: Delivery, now: Date): number | null =>
  attempts > 0 || redelivery ? null : Math.max(0, now.getTime() - createdAt.getTime())

function answerOf({ status, error, head, durationMs, retryAfter }: Posted, now: Date): Answer {
  const asked = isBusy({ status }) ? askedWaitMs(retryAfter, now) : 0
  return { status, error, head, durationMs, askedWaitMs: asked }
}

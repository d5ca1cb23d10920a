// Sends what is owed to receivers. Deliveries arrive in two ways: handed over by the process that has just committed them
// (its mark is on their rows), or found in the database. Each receiver has a lane of its own, and the lanes take turns.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import type { Egress, Posted } from '#http/egress.ts'
import { type Clock, fractionFrom, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import { MOST_REMEMBERED } from './answered.ts'
import { openBacklog } from './backlog.ts'
import type { Completion } from './completion-store.ts'
import { openCompletions } from './completions.ts'
import { type Answer, type Delivery, isBusy, isTaken, judge, type NewDelivery } from './delivery.ts'
import { complete } from './gone.ts'
import { type Courier, headersOf } from './headers.ts'
import { type Lane, noteAnswer, restOf } from './lane.ts'
import { findAnswering } from './receiver-store.ts'
import type { Receivers } from './receivers.ts'
import { askedWaitMs } from './retry-after.ts'
import { openRota } from './rota.ts'
import { startSender } from './sender.ts'
import { openWaiting } from './waiting.ts'

export interface Dispatcher {
  /** The mark of this process on the rows that it writes; null while it has none. */
  epoch(): bigint | null
  /** Deliveries that this process has committed under its mark. */
  take(deliveries: NewDelivery[]): void
  /** Something became due outside of this process's hands, such as a resend. */
  wake(): void
  /** Somebody has made something due there who thinks that the receiver is well: it is not left alone any longer. */
  hurry(lane: bigint): void
  /** The receiver has other settings now: what is held for it is read anew, and nothing is held against it any more. */
  renew(lane: bigint): void
  /**
   * What was owed to the receiver up to then is not to be sent any more. It is let go here; the rows are the caller's to
   * close, except those of the deliveries that this answers: they are under way, or sent and not logged yet.
   */
  drop(lane: bigint, upTo: Date): bigint[]
  /** The lanes of this process's reading whose receivers are left alone at the moment, because they take nothing. */
  parkedLanes(): bigint[]
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
  /** Hears how each attempt ended. */
  receivers?: Pick<Receivers, 'note'>
  /** While this holds nobody is told anything: what is owed waits as rows, and no attempt is counted. */
  parked: () => boolean
}

const MOST_UNDER_WAY = 512
/** With so many attempts that are not logged yet, none begins. */
const MOST_UNLOGGED = 10_000
const TICK_MS = SECOND_MS / 4

const UNSIGNED: Posted = {
  status: null,
  error: 'could not be signed: the secret is missing or cannot be opened',
  head: null,
  durationMs: 0,
}

export function startDispatcher(needs: DispatcherNeeds): Dispatcher {
  const { db, clock, log, parked } = needs
  const underWay = new Map<Delivery, { lane: Lane; sinceMs: number }>()
  const watchers: (() => void)[] = []
  const rota = openRota(MOST_UNDER_WAY)
  let stopped = false

  const completions = openCompletions({ write, written, log })
  const sender = startSender({ db, log, attemptMs: needs.receiverTimeoutMs, changed })
  const waiting = openWaiting({ clock, sender, takes: () => !(stopped || parked()), offer: rota.offer })
  const backlog = openBacklog({ db, clock, log, sender, parked, waiting, found })
  const ticking = setInterval(tick, TICK_MS)
  const remembering = remember()

  /** Who answered before this process began is no stranger to it. */
  async function remember(): Promise<void> {
    try {
      waiting.known(await findAnswering(db, MOST_REMEMBERED))
    } catch (error) {
      log.warn({ err: error }, 'which receivers answer could not be read: all count as new at first')
    }
  }

  function take(born: NewDelivery[]): void {
    waiting.take(born)
    turn()
  }

  function found(deliveries: Delivery[]): void {
    waiting.found(deliveries)
    turn()
  }

  function turn(): void {
    if (stopped || parked() || !sender.isSure() || completions.count() >= MOST_UNLOGGED) return
    rota.turn(performance.now(), begin)
  }

  function begin(lane: Lane): void {
    const delivery = lane.ready.shift() as Delivery
    rota.began(lane)
    underWay.set(delivery, { lane, sinceMs: performance.now() })
    void deliver(delivery, lane)
  }

  async function deliver(delivery: Delivery, lane: Lane): Promise<void> {
    const startedAt = clock()
    const posted = await post(delivery, startedAt)
    const answer = answerOf(posted, clock())
    // What was taken needs no wait, and most is; chance is dear.
    const jitter = isTaken(answer) ? 0 : fractionFrom(needs.random) * 2 - 1
    // Without a secret nobody was asked anything.
    if (posted !== UNSIGNED) noteAnswer(lane, answer, performance.now(), jitter)
    const verdict = judge(answer, delivery.retryPolicy, delivery.attempts, needs.waitsMs, jitter)
    const at = new Date(startedAt.getTime() + answer.durationMs)
    completions.add({ delivery, answer, verdict, at })
    needs.receivers?.note(delivery, answer, { at, restMs: restOf(lane, performance.now()) })
    underWay.delete(delivery)
    rota.ended(lane)
    backlog.hungry(lane)
    turn()
    if (underWay.size === 0) for (const tell of watchers.splice(0)) tell()
  }

  function post(delivery: Delivery, at: Date): Promise<Posted> | Posted {
    let headers: Record<string, string>
    try {
      headers = headersOf(needs.courier, delivery, at)
    } catch (error) {
      log.error({ err: error, delivery: String(delivery.id) }, 'a notification could not be signed')
      return UNSIGNED
    }
    return needs.egress.post(delivery.url, headers, delivery.body)
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

  function hurry(key: bigint): void {
    const lane = waiting.laneOf(key)
    lane.breaker.hurry(performance.now())
    rota.offer(lane)
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
    for (const { lane, sinceMs } of underWay.values()) if (now - sinceMs > SECOND_MS) rota.drags(lane)
    waiting.tend(now)
    for (const lane of waiting.lanes()) if (waiting.isOpen(lane)) backlog.hungry(lane)
    turn()
  }

  return {
    epoch: sender.epoch,
    take,
    wake: backlog.wake,
    hurry,
    renew,
    drop,
    parkedLanes: () =>
      [...waiting.lanes()]
        .filter(({ key, breaker }) => breaker.parkedSince() !== null && sender.reads(key))
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

function answerOf({ status, error, head, durationMs, retryAfter }: Posted, now: Date): Answer {
  const asked = isBusy({ status }) ? askedWaitMs(retryAfter, now) : 0
  return { status, error, head, durationMs, askedWaitMs: asked }
}

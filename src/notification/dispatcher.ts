// Sends what is owed to receivers. Deliveries arrive in two ways: handed over by the process that has just committed them
// (its mark is on their rows), or found in the database. Each receiver has a lane of its own, and the lanes take turns.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/postgres.ts'
import type { Egress, Posted } from '#http/egress.ts'
import { type Clock, fractionFrom, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import { openBacklog } from './backlog.ts'
import { HAND_OVER_MS } from './backlog-store.ts'
import type { Completion } from './completion-store.ts'
import { openCompletions } from './completions.ts'
import { type Answer, type Delivery, isTaken, judge } from './delivery.ts'
import { complete } from './gone.ts'
import { type Courier, headersOf } from './headers.ts'
import { isIdle, type Lane, MOST_READY, newLane, noteAnswer } from './lane.ts'
import { openRota } from './rota.ts'
import { startSender } from './sender.ts'

export interface Dispatcher {
  /** The mark of this process on the rows that it writes; null while it has none. */
  epoch(): bigint | null
  /** Deliveries that this process has committed under its mark. */
  take(deliveries: Delivery[]): void
  /** Something became due outside of this process's hands, such as a resend. */
  wake(): void
  /** The receiver has other settings now: what is held for it is read anew, and nothing is held against it any more. */
  renew(lane: bigint): void
  /**
   * What was owed to the receiver up to then is not to be sent any more. It is let go here; the rows are the caller's to
   * close, except those of the deliveries that this answers: they are under way, or sent and not logged yet.
   */
  drop(lane: bigint, upTo: Date): bigint[]
  /** The lanes whose receivers are left alone at the moment, because they take nothing. */
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
  /** While this holds nobody is told anything: what is owed waits as rows, and no attempt is counted. */
  parked: () => boolean
}

const MOST_UNDER_WAY = 512
/** What waits in memory in all lanes together. */
const MOST_IN_HAND = 20_000
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
  const lanes = new Map<bigint, Lane>()
  /** Everything that this process will send, is sending, or has sent and not logged, by id and the epoch it came under. */
  const inHand = new Map<bigint, bigint>()
  /** Completed since the reading under way began, which may still have seen them; null while there is none. */
  let justDone: Set<bigint> | null = null
  /** Let go since then: what the reading finds of them may be out of date. */
  const justLetGo = new Set<bigint>()
  const underWay = new Map<Delivery, { lane: Lane; sinceMs: number }>()
  const watchers: (() => void)[] = []
  const rota = openRota(MOST_UNDER_WAY)
  let stopped = false

  const completions = openCompletions({ write, written, log })
  const sender = startSender({ db, log, attemptMs: needs.receiverTimeoutMs, changed })
  const backlog = openBacklog({ db, clock, log, sender, parked, laneOf, isOpen, reading, found })
  const ticking = setInterval(tick, TICK_MS)

  function laneOf(key: bigint): Lane {
    const known = lanes.get(key)
    if (known !== undefined) return known
    const lane = newLane(key)
    lanes.set(key, lane)
    return lane
  }

  function isOpen(lane: Lane): boolean {
    return inHand.size < MOST_IN_HAND && lane.breaker.admits(performance.now(), 0)
  }

  /** Late ones are left to the backlog, which may have found, sent and forgotten them. */
  function take(born: Delivery[]): void {
    const oldest = clock().getTime() - HAND_OVER_MS
    const inTime = born.filter(({ createdAt }) => createdAt.getTime() >= oldest)
    hold(inTime, () => {})
  }

  function reading(): void {
    justDone = new Set()
    justLetGo.clear()
  }

  function found(deliveries: Delivery[]): void {
    const done = justDone
    justDone = null
    const wanted = deliveries.filter(({ id, lane }) => !done?.has(id) && !justLetGo.has(lane))
    // What is not taken on now lies behind the cursor, and is looked for from the beginning.
    hold(wanted, lane => {
      lane.cursor = null
    })
  }

  function hold(deliveries: Delivery[], refused: (lane: Lane) => void): void {
    const epoch = sender.epoch()
    if (stopped || parked() || epoch === null) return
    for (const delivery of deliveries) {
      if (inHand.has(delivery.id)) continue
      const lane = laneOf(delivery.lane)
      if (!hasRoom(lane)) {
        lane.hasBacklog = true
        refused(lane)
      } else {
        inHand.set(delivery.id, epoch)
        lane.ready.push(delivery)
        rota.offer(lane)
      }
    }
    turn()
  }

  // A parked lane keeps one to try its receiver with.
  const hasRoom = (lane: Lane) =>
    inHand.size < MOST_IN_HAND && lane.ready.length < (lane.breaker.parkedSince() === null ? MOST_READY : 1)

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
    const { status, error, head, durationMs } = await post(delivery, startedAt)
    const answer: Answer = { status, error, head, startedAt, durationMs }
    // What was taken needs no wait, and most is; chance is dear.
    const jitter = isTaken(answer) ? 0 : fractionFrom(needs.random) * 2 - 1
    noteAnswer(lane, answer, performance.now(), jitter)
    const verdict = judge(answer, delivery.retryPolicy, delivery.attempts, needs.waitsMs, jitter)
    completions.add({ delivery, answer, verdict, at: clock() })
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
    const own = batch.filter(({ delivery }) => epoch !== null && inHand.get(delivery.id) === epoch)
    if (epoch === null || own.length === 0) return
    if (!(await complete(db, own, epoch))) sender.lost(epoch)
  }

  function written(batch: Completion[]): void {
    for (const { delivery, verdict } of batch) {
      inHand.delete(delivery.id)
      justDone?.add(delivery.id)
      if (verdict.outcome === 'RETRY') backlog.wakeIn(verdict.waitMs)
    }
    turn()
  }

  /** What only waits in memory is let go: it is read anew under the epoch that holds now. */
  function changed(): void {
    const epoch = sender.epoch()
    for (const lane of lanes.values()) {
      letGo(lane, ({ id }) => inHand.get(id) !== epoch)
      // What others have left behind may be older than what was read.
      lane.cursor = null
    }
    backlog.wake()
  }

  function letGo(lane: Lane, which: (delivery: Delivery) => boolean): void {
    const gone = lane.ready.filter(which)
    if (gone.length === 0) return
    const kept = lane.ready.filter(delivery => !which(delivery))
    for (const { id } of gone) inHand.delete(id)
    lane.cursor = null
    lane.ready.splice(0, lane.ready.length, ...kept)
  }

  function renew(key: bigint): void {
    justLetGo.add(key)
    const lane = lanes.get(key)
    if (lane === undefined) return
    letGo(lane, () => true)
    lane.hasBacklog = false
    lanes.delete(key)
    backlog.wake()
  }

  function drop(key: bigint, upTo: Date): bigint[] {
    justLetGo.add(key)
    const lane = lanes.get(key)
    if (lane !== undefined) letGo(lane, ({ createdAt }) => createdAt <= upTo)
    const sent = completions.unwritten().map(({ delivery }) => delivery)
    return [...underWay.keys(), ...sent].filter(delivery => delivery.lane === key).map(({ id }) => id)
  }

  /** What no event brings about: a rest is over, an attempt takes long, a lane is not needed any more. */
  function tick(): void {
    const now = performance.now()
    for (const { lane, sinceMs } of underWay.values()) if (now - sinceMs > SECOND_MS) rota.drags(lane)
    for (const lane of lanes.values()) {
      if (isIdle(lane, now)) lanes.delete(lane.key)
      else if (lane.breaker.parkedSince() !== null && lane.ready.length > 0) rota.offer(lane)
    }
    turn()
  }

  return {
    epoch: sender.epoch,
    take,
    wake: backlog.wake,
    renew,
    drop,
    parkedLanes: () =>
      [...lanes.values()].filter(({ breaker }) => breaker.parkedSince() !== null).map(({ key }) => key),
    async stop() {
      stopped = true
      clearInterval(ticking)
      await backlog.stop()
      if (underWay.size > 0) await new Promise<void>(ended => watchers.push(ended))
      await completions.drain()
      await sender.stop()
    },
  }
}

// The streams of this process, and the one reader for all of them. In rounds it finds out up to where events are settled, reads
// what lies between there and the round before, and sends it to the streams of that account: to its members once they are known to be
// still let in, and to buyers what is of their own cart. While a transaction drags on, what has committed is sent all the same, and what commits late when it has. It runs while
// there is a stream. It never asks anything for one stream alone.
import type { FastifyBaseLogger } from 'fastify'
import { stillStand } from '#access/guards/still-admitted-store.ts'
import type { Database } from '#db/postgres.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { Failure } from '#kernel/failure.ts'
import { type Clock, DAY_MS, SECOND_MS } from '#kernel/time.ts'
import { lastGivenEvent } from '#notification/events/pull-store.ts'
import type { Settled } from '#notification/events/settled.ts'
import { type Change, findChanges, type Stretch } from './store.ts'
import type { LiveStream } from './stream.ts'

export interface Live {
  /** Something of this process's has been committed. Cheap. */
  wake(): void
  /** Throws when the gateway is closing. The stream gets `ready` or `reset` as soon as it is read. */
  join(stream: LiveStream): void
  /** The caller has gone. */
  leave(stream: LiveStream): void
  /** Ends every stream; nobody joins any more. */
  stop(): Promise<void>
}

export interface LiveDeps {
  db: Database
  settled: Settled
  clock: Clock
  log: FastifyBaseLogger
  /** While this holds no event leaves the gateway. */
  paused: () => boolean
}

/** How late at most what another process has committed is looked for. */
const LOOK_MS = SECOND_MS / 2
/** What this process has committed is gathered for so long. */
const GATHER_MS = SECOND_MS / 10
const KEEP_ALIVE_MS = 15 * SECOND_MS
const STANDING_MS = 2 * SECOND_MS
const MAX_ROWS = 5_000
/** A longer stretch is not read at all. */
const MAX_NUMBERS = 200_000n
/** Where that happens while a transaction drags on, it is not read again for so long. */
const FLOODED_MS = 10 * SECOND_MS
/** After so many failed rounds nobody is left to think that all is well. */
const MAX_FAILED = 10

export function openLive({ db, settled, clock, log }: Omit<LiveDeps, 'paused'>): Live {
  const streams = new Set<LiveStream>()
  const joining = new Set<LiveStream>()
  let position = 0n
  let isKnown = false
  let failed = 0
  let floodedAt = Number.NEGATIVE_INFINITY
  let isWoken = false
  let isStopped = false
  let loops: DueLoop[] = []

  const isAlone = () => streams.size + joining.size === 0

  async function round(): Promise<false> {
    isWoken = false
    if (isAlone()) {
      // A caller who comes after a while gets nothing of that while.
      isKnown = false
      return false
    }
    try {
      await look()
      failed = 0
      return false
    } catch (error) {
      failed++
      if (failed >= MAX_FAILED) for (const stream of [...streams, ...joining]) stream.end()
      throw error
    }
  }

  async function look(): Promise<void> {
    const upTo = await settled.upTo()
    if (isKnown) await publishUpTo(upTo)
    position = upTo
    isKnown = true
    await publishAhead()
    await admit()
  }

  async function publishUpTo(upTo: bigint): Promise<void> {
    if (upTo === position) return
    // Less than before: the database is another one now.
    const changes = upTo < position ? null : await changesFor([...streams], { after: position, upTo, since: aDayAgo() })
    if (changes === null) resetAll(upTo)
    else await hand(changes, upTo)
    for (const { knownAhead } of streams)
      for (const number of knownAhead) if (number <= upTo || changes === null) knownAhead.delete(number)
  }

  /** Frames say how far everything has been sent, so a caller who comes back gets what lies beyond again. */
  async function publishAhead(): Promise<void> {
    if (!settled.isBehind() || clock().getTime() - floodedAt < FLOODED_MS) return
    const changes = await changesAhead([...streams])
    if (changes !== null) return hand(changes, position)
    floodedAt = clock().getTime()
    resetAll(position)
  }

  const changesAhead = async (those: LiveStream[]) =>
    changesFor(those, { after: position, upTo: await lastGivenEvent(db), since: aDayAgo() })

  async function hand(changes: Map<number, Change[]>, upTo: bigint): Promise<void> {
    const concerned = [...streams].filter(({ accountId }) => changes.has(accountId))
    await dismiss(concerned)
    for (const stream of concerned) if (streams.has(stream)) handTo(stream, changes.get(stream.accountId) ?? [], upTo)
  }

  function handTo(stream: LiveStream, changes: Change[], upTo: bigint): void {
    const unknown = changes.filter(({ number }) => !stream.knownAhead.has(number))
    if (unknown.length > 0) stream.publish(unknown, upTo)
    for (const { number } of unknown) if (number > upTo) stream.knownAhead.add(number)
  }

  const aDayAgo = () => new Date(clock().getTime() - DAY_MS)

  /** By account; null: too many to be read. */
  async function changesFor(
    those: LiveStream[],
    { after, upTo, since }: Pick<Stretch, 'after' | 'upTo' | 'since'>,
  ): Promise<Map<number, Change[]> | null> {
    const accountIds = [...new Set(those.map(({ accountId }) => accountId))]
    if (accountIds.length === 0 || after >= upTo) return new Map()
    if (upTo - after > MAX_NUMBERS) return null
    const withCarts = those.some(({ member }) => member === null)
    const found = await findChanges(db, { accountIds, after, upTo, since, limit: MAX_ROWS + 1, withCarts })
    return found.length > MAX_ROWS ? null : Map.groupBy(found, ({ accountId }) => accountId)
  }

  /** Streams that were there before get everything from here on, and what they have missed since the last frame. */
  async function admit(): Promise<void> {
    const those = [...joining]
    if (those.length === 0) return
    const missed = await missedBy(those)
    const ahead = settled.isBehind() ? await changesAhead(those) : null
    for (const stream of those) {
      if (!joining.delete(stream)) continue
      streams.add(stream)
      welcome(stream, missed)
      if (ahead !== null) markKnown(stream, ahead)
    }
  }

  /** A new caller gets what happens from here on; one who comes back, what was missed as well. */
  function markKnown({ publishedUpTo, accountId, knownAhead }: LiveStream, ahead: Map<number, Change[]>): void {
    if (publishedUpTo !== null) return
    for (const { number } of ahead.get(accountId) ?? []) knownAhead.add(number)
  }

  /** By those who come back, however long they were away. */
  async function missedBy(those: LiveStream[]): Promise<Map<number, Change[]> | null> {
    const back = those.flatMap(stream => {
      const { publishedUpTo } = stream
      return publishedUpTo !== null && publishedUpTo < position ? [{ stream, publishedUpTo }] : []
    })
    const after = back.reduce((min, { publishedUpTo }) => (publishedUpTo < min ? publishedUpTo : min), position)
    const streams = back.map(({ stream }) => stream)
    return changesFor(streams, { after, upTo: position, since: null })
  }

  function welcome(stream: LiveStream, missed: Map<number, Change[]> | null): void {
    const { publishedUpTo, accountId } = stream
    // What another process has sent lies ahead of what is known here: that is not waited for.
    const isLost = publishedUpTo !== null && (missed === null || publishedUpTo > position)
    if (isLost) stream.reset(position)
    else stream.ready(position)
    if (isLost || publishedUpTo === null) return
    const changes = (missed?.get(accountId) ?? []).filter(({ number }) => number > publishedUpTo)
    if (changes.length > 0) stream.publish(changes, position)
  }

  function resetAll(upTo: bigint): void {
    for (const stream of streams) stream.reset(upTo)
  }

  /** Ends those that would not be let in any more. */
  async function dismiss(those: LiveStream[]): Promise<void> {
    const members = those.flatMap(stream => (stream.member === null ? [] : [{ stream, member: stream.member }]))
    const stand = await stillStand(
      db,
      members.map(({ member }) => member),
      clock(),
    )
    for (const [n, { stream }] of members.entries()) if (stand[n] !== true) finish(stream)
  }

  async function patrol(): Promise<false> {
    const now = clock()
    for (const stream of streams) if (stream.endsAt !== null && stream.endsAt <= now) finish(stream)
    await dismiss([...streams])
    return false
  }

  async function keepAlive(): Promise<false> {
    for (const stream of streams) stream.keepAlive()
    return false
  }

  /** For good: where nobody listens the rounds ask nothing. */
  function begin(): void {
    if (loops.length > 0) return
    loops = [
      startDueLoop({ name: 'live', everyMs: LOOK_MS, log, round }),
      startDueLoop({ name: 'live standing', everyMs: STANDING_MS, log, round: patrol }),
      startDueLoop({ name: 'live keep-alive', everyMs: KEEP_ALIVE_MS, log, round: keepAlive }),
    ]
  }

  function leave(stream: LiveStream): void {
    joining.delete(stream)
    streams.delete(stream)
  }

  function finish(stream: LiveStream): void {
    leave(stream)
    stream.end()
  }

  return {
    wake() {
      if (isWoken || isAlone()) return
      isWoken = true
      loops[0]?.wakeIn(GATHER_MS)
    },
    join(stream) {
      if (isStopped)
        throw new Failure('UNAVAILABLE', 'This gateway is closing; please come back', { retryAfterSeconds: 1 })
      joining.add(stream)
      begin()
      loops[0]?.wake()
    },
    leave,
    async stop() {
      isStopped = true
      for (const stream of [...streams, ...joining]) finish(stream)
      await Promise.all(loops.map(loop => loop.stop()))
    },
  }
}

// The listeners of this process, and the one reader for all of them. In rounds it finds out up to where events are settled, asks once
// which of them have something to get, and reads a page for each of those. It runs while there is a listener.
import { keysStand } from '#access/guards/still-admitted-store.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { Failure } from '#kernel/failure.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { LiveDeps } from '../feature.ts'
import { haveEvents, listListened, type Place } from './store.ts'
import type { ListenStream } from './stream.ts'

export interface Listeners {
  /** Something of this process's has been committed. Cheap. */
  wake(): void
  /** Throws when the gateway is closing. */
  join(stream: ListenStream): void
  /** The caller has gone. */
  leave(stream: ListenStream): void
  /** Ends every stream; nobody joins any more. */
  stop(): Promise<void>
}

/** How late at most what another process has committed is looked for. */
const LOOK_MS = SECOND_MS / 2
const GATHER_MS = SECOND_MS / 20
const STANDING_MS = 2 * SECOND_MS
const HEARTBEAT_MS = 15 * SECOND_MS

export function openListeners({ db, settled, clock, log, paused }: LiveDeps): Listeners {
  const streams = new Set<ListenStream>()
  let isWoken = false
  let isStopped = false
  let loops: DueLoop[] = []

  async function round(): Promise<boolean> {
    isWoken = false
    if (streams.size === 0 || paused()) return false
    const upTo = await settled.upTo()
    for (const stream of streams) if (!stream.isReady) stream.ready(upTo)
    const concerned = await withEvents(upTo)
    await dismiss(concerned)
    let isMore = false
    for (const stream of concerned) if (streams.has(stream)) isMore = (await serve(stream, upTo)) || isMore
    return isMore
  }

  /** Those that have nothing to get stand at this number from now on. */
  async function withEvents(upTo: bigint): Promise<ListenStream[]> {
    const waiting = [...streams].filter(stream => placeOf(stream).after < upTo && !stream.isBehind())
    if (waiting.length === 0) return []
    const found = await haveEvents(db, waiting.map(placeOf), upTo)
    for (const [n, stream] of waiting.entries()) if (found[n] !== true) stream.send([], upTo)
    return waiting.filter((_, n) => found[n] === true)
  }

  /** One page, so that one listener with much to get keeps no other one waiting. */
  async function serve(stream: ListenStream, upTo: bigint): Promise<boolean> {
    const { events, reached } = await listListened(db, placeOf(stream), upTo, stream.types)
    stream.send(events, reached)
    return reached < upTo && !stream.isBehind()
  }

  /** Ends those whose key would not be let in any more. */
  async function dismiss(those: ListenStream[]): Promise<void> {
    const stand = await keysStand(
      db,
      those.map(({ key }) => key),
      clock(),
    )
    for (const [n, stream] of those.entries()) if (stand[n] !== true) finish(stream)
  }

  async function patrol(): Promise<false> {
    await dismiss([...streams])
    return false
  }

  async function heartbeat(): Promise<false> {
    for (const stream of streams) stream.heartbeat()
    return false
  }

  /** For good: where nobody listens the rounds ask nothing. */
  function begin(): void {
    if (loops.length > 0) return
    loops = [
      startDueLoop({ name: 'listeners', everyMs: LOOK_MS, log, round }),
      startDueLoop({ name: 'listeners standing', everyMs: STANDING_MS, log, round: patrol }),
      startDueLoop({ name: 'listeners heartbeat', everyMs: HEARTBEAT_MS, log, round: heartbeat }),
    ]
  }

  function finish(stream: ListenStream): void {
    streams.delete(stream)
    stream.end()
  }

  return {
    wake() {
      if (isWoken || streams.size === 0) return
      isWoken = true
      loops[0]?.wakeIn(GATHER_MS)
    },
    join(stream) {
      if (isStopped)
        throw new Failure('UNAVAILABLE', 'This gateway is closing; please come back', { retryAfterSeconds: 1 })
      streams.add(stream)
      begin()
      loops[0]?.wake()
    },
    leave: stream => void streams.delete(stream),
    async stop() {
      isStopped = true
      for (const stream of [...streams]) finish(stream)
      await Promise.all(loops.map(loop => loop.stop()))
    },
  }
}

const placeOf = ({ key, position }: ListenStream): Place => ({ accountId: key.accountId, after: position ?? 0n })

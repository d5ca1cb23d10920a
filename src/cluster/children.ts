// Several gateways behind one port, started by a process that opens no server itself. Each listens there by itself and the system
// deals out the connections, so that one that dies takes no other along. It is started again, ever more slowly while it dies
// again and again; all end together.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { reportingWait } from '#db/server/wait-reports.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Scrapes } from '#telemetry/metrics/processes.ts'
import type { Snapshot } from '#telemetry/metrics/snapshot.ts'
import { type OneChild, Refused, startChild } from './one-child.ts'
import type { Opened, Orders } from './orders.ts'

export interface ChildrenDeps {
  count: number
  /** Their program, which is ours. */
  program: string
  orders: Omit<Orders, 'slot' | 'isFirst' | 'port'>
  /** Where they are to listen. */
  at: { host: string; port: number }
  /** For so long each of them serves on when it is told to leave; absent: not at all. */
  stopWaitMs?: number
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Adds up the figures of all. */
  scrapes: Scrapes
  /** Called with what is waited for. */
  say?: (sentence: string) => void
  /** Aborted when the program is asked to stop before all are open. */
  leaving: AbortSignal
}

export interface Children {
  /** Of the first, when all are open. */
  greeting: string
  /** The figures of all, and once those of the gateway. */
  scrape(): Promise<Snapshot[]>
  stop(): Promise<void>
}

const FIRST_WAIT_MS = SECOND_MS / 2
const MAX_WAIT_MS = 30 * SECOND_MS
/** Who has lived for so long is not dying again and again. */
const LONG_LIFE_MS = MINUTE_MS
const LOOK_EVERY_MS = SECOND_MS
const MAX_UNANSWERED = 30
/** Longer than a child gives itself to drain, after what it waits before. */
const STOP_MS = 40 * SECOND_MS

/** The first opens alone, since it may have to make what all of them need. Throws a StartProblem where one cannot open. */
export async function startChildren(deps: ChildrenDeps): Promise<Children> {
  if (!SHARES_PORTS.has(process.platform))
    throw new StartProblem('PROCESSES must be 1 on this system: it does not let several processes share a port.')
  await refuseTaken(deps.at)
  const family = openFamily(deps)
  const giveUp = () => void family.stop()
  deps.leaving.addEventListener('abort', giveUp)
  try {
    const all = async () => {
      const first = await family.begin(0)
      await Promise.all(Array.from({ length: deps.count - 1 }, (_, n) => family.begin(n + 1)))
      return first
    }
    const { greeting } = await reportingWait(all(), `${deps.count} gateways to open`, deps.say ?? (() => {}))
    return { greeting, scrape: family.scrape, stop: family.stop }
  } catch (error) {
    await family.stop()
    throw error instanceof Refused ? new StartProblem(error.message) : error
  } finally {
    deps.leaving.removeEventListener('abort', giveUp)
  }
}

const SHARES_PORTS = new Set(['linux', 'freebsd'])

/** A process that shares a port cannot find out that it is another gateway's. */
async function refuseTaken(at: ChildrenDeps['at']): Promise<void> {
  const probe = createServer().listen(at)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

function openFamily({ program, orders, stopWaitMs = 0, log, scrapes }: ChildrenDeps) {
  const living = new Map<number, OneChild>()
  const watching: Promise<void>[] = []
  const stopping = new AbortController()
  let port: number | null = null

  function start(slot: number, isFirst: boolean): OneChild {
    const child = startChild({
      program,
      orders: { ...orders, slot, isFirst, recover: isFirst && orders.recover, port },
      lookEveryMs: LOOK_EVERY_MS,
      maxUnanswered: MAX_UNANSWERED,
      stopMs: stopWaitMs + STOP_MS,
      onUnresponsive: () => log.error({ process: slot + 1 }, 'a gateway process does not answer any more and is ended'),
    })
    living.set(slot, child)
    return child
  }

  async function begin(slot: number): Promise<Opened> {
    // A caller that stopped it has stopped those that were there.
    stopping.signal.throwIfAborted()
    const child = start(slot, slot === 0)
    const opened = await child.opened
    port = opened.port
    watching.push(watch(slot, child))
    return opened
  }

  /** For as long as the family lives. */
  async function watch(slot: number, first: OneChild): Promise<void> {
    let child = first
    let startedAt = performance.now()
    let waitMs = FIRST_WAIT_MS
    while (!stopping.signal.aborted) {
      const how = await child.ended
      scrapes.over(child)
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt >= LONG_LIFE_MS) waitMs = FIRST_WAIT_MS
      log.error({ process: slot + 1, how, againInMs: waitMs }, 'a gateway process ended by itself')
      await sleep(waitMs, null, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
      startedAt = performance.now()
      child = start(slot, false)
      child.opened.then(
        () => log.warn({ process: slot + 1 }, 'a gateway process is open again'),
        (error: Error) => log.error({ process: slot + 1, reason: error.message }, 'a gateway process does not open'),
      )
    }
  }

  return {
    begin,
    scrape: () => scrapes.scrape([...living.values()]),
    async stop() {
      stopping.abort()
      await Promise.all([...living.values()].map(child => child.stop()))
      await Promise.all(watching)
    },
  }
}

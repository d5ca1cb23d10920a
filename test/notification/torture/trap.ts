// The points at which an engine can be killed, and the trap that kills it there: the process sends itself SIGKILL, in the middle of its
// work. Nothing of the engine knows of it; the trap looks from outside, at the database, the egress and the wire.
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Sql } from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import type { Egress } from '#http/egress/egress.ts'

export const POINTS = [
  'after the commit',
  'mid-connect',
  'bytes sent',
  'answer read',
  'before the flush',
  'mid-flush',
  'after the flush',
] as const
export type Point = (typeof POINTS)[number]

export interface Trap {
  /** The process is at the point; this may be its end. */
  pass(point: Point): void
  database(db: Database): Database
  egress(egress: Egress): Egress
}

/** What the trap has seen of the process by the time that it closes. */
export interface LastMoment {
  /** Letters whose answer has not been read. */
  underWay: number
  /** Answers that were read and are in no statement that has come back. */
  unflushed: number
  /** How long ago the oldest of those was read, and how long the slowest statement took, that under way included. */
  waitedMs: number
  slowestFlushMs: number
  /** How long the process was kept from anything at all, at worst. */
  stalledMs: number
}

export interface TrapDeps {
  /** null: no trap is laid. */
  point: Point | null
  /** At which passing it closes. */
  count: number
  /** Where the receivers are: other connections are of no interest. */
  port: number
  /** The last words. */
  closing: (point: Point, seen: LastMoment) => void
}

const isFlush = ({ text }: Sql) => text.includes('put_off')

export function layTrap({ point: trapped, count, port, closing }: TrapDeps): Trap {
  let passed = 0
  const window = openWindow()

  function pass(point: Point): void {
    if (point !== trapped || ++passed < count) return
    closing(point, window.seen())
    process.kill(process.pid, 'SIGKILL')
  }

  subscribe('net.client.socket', message => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (_ip: string, to: number) => {
      if (to === port) pass('mid-connect')
    })
  })
  subscribe('undici:request:bodySent', () => pass('bytes sent'))

  return {
    pass,
    database: db => ({
      ...db,
      async query<Row>(statement: Sql): Promise<Row[]> {
        if (!isFlush(statement)) return db.query<Row>(statement)
        pass('before the flush')
        const returned = window.flushing()
        const flushing = db.query<Row>(statement)
        setImmediate(() => pass('mid-flush'))
        const rows = await flushing
        returned()
        pass('after the flush')
        return rows
      },
    }),
    egress: egress => ({
      async post(url, headers, body) {
        window.posting()
        const posted = await egress.post(url, headers, body)
        window.answered()
        pass('answer read')
        return posted
      },
      close: egress.close,
    }),
  }
}

/** Counts what is under way and what waits to be flushed: a flush takes all that was answered since the one before it. */
function openWindow() {
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  let underWay = 0
  let waiting: number[] = []
  let slowestMs = 0
  const flushes = new Map<number[], number>()
  return {
    posting: () => void underWay++,
    answered() {
      underWay--
      waiting.push(performance.now())
    },
    flushing(): () => void {
      const taken = waiting
      const since = performance.now()
      flushes.set(taken, since)
      waiting = []
      return () => {
        slowestMs = Math.max(slowestMs, performance.now() - since)
        flushes.delete(taken)
      }
    },
    seen(): LastMoment {
      const now = performance.now()
      const unflushed = [...flushes.keys()].flat().concat(waiting)
      return {
        underWay,
        unflushed: unflushed.length,
        waitedMs: Math.max(0, ...unflushed.map(at => now - at)),
        slowestFlushMs: Math.max(slowestMs, ...[...flushes.values()].map(at => now - at)),
        stalledMs: loop.max / 1e6,
      }
    },
  }
}

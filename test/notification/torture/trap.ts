// The points at which an engine can be killed, and the trap that kills it there: by its own hand, with SIGKILL, in the middle of
// whatever it does. Nothing of the engine knows of it; the trap looks from outside, at the database, the egress and the wire.
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { Sql } from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import type { Egress } from '#http/egress.ts'

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

export interface TrapNeeds {
  /** null: no trap is laid. */
  point: Point | null
  /** At which passing it closes. */
  count: number
  /** Where the receivers are: other connections are of no interest. */
  port: number
  /** The last words. */
  closing: (point: Point) => void
}

const isFlush = ({ text }: Sql) => text.includes('put_off')

export function layTrap({ point: trapped, count, port, closing }: TrapNeeds): Trap {
  let passed = 0

  function pass(point: Point): void {
    if (point !== trapped || ++passed < count) return
    closing(point)
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
        const flushing = db.query<Row>(statement)
        setImmediate(() => pass('mid-flush'))
        const rows = await flushing
        pass('after the flush')
        return rows
      },
    }),
    egress: egress => ({
      async post(url, headers, body) {
        const posted = await egress.post(url, headers, body)
        pass('answer read')
        return posted
      },
      close: egress.close,
    }),
  }
}

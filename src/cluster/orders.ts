// The messages between the process that holds the database and the bank and its children, which share the port.
import type { Connection } from '#db/postgres.ts'
import type { Snapshot } from '#telemetry/metrics/snapshot.ts'

/** Everything that a child cannot read from its own environment. */
export interface Orders {
  connection: Connection
  /** Of the embedded server. */
  cluster?: string
  sandboxUrl: string | null
  /** Its place among the children; the successor of one that died has the same. */
  slot: number
  /** The first of all: it prepares the demo, and what is asked for once at the start is asked of it. */
  isFirst: boolean
  recover: boolean
  /** Where the first listens; null: it is the first, and takes the configured one. */
  port: number | null
}

/** How a child stands. */
export interface Opened {
  greeting: string
  port: number
}

/** Whose figures are wanted: those of the process, or of the gateway, which are the same in all of them. */
export type FiguresOf = 'process' | 'house'

export type ToChild = { begin: Orders } | { ping: number } | { leave: true } | { scrape: FiguresOf; n: number }
/** What a child hears before it listens is lost, so it says when it does. */
export type ToParent =
  | { listening: true }
  | { opened: Opened }
  | { refused: string }
  | { pong: number }
  /** Null: it has none. */
  | { figures: Snapshot | null; n: number }

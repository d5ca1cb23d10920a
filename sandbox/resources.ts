// What every part of the bank is handed: its books, its clock, its chance. Composed in bank.ts and nowhere else.
import type { RandomBytes } from '#kernel/time.ts'
import type { BankClock } from './clock.ts'
import type { Dialect } from './dialect/dialect.ts'
import type { Latency } from './latency.ts'
import type { SettingsBook } from './settings.ts'
import type { Database } from './store/database.ts'

export interface Bank {
  readonly database: Database
  readonly clock: BankClock
  readonly random: RandomBytes
  readonly clientSecret: string
  readonly settings: SettingsBook
  /** The one in force. */
  readonly dialect: () => Dialect
  /** How long the bank takes over a thing, in milliseconds; the same seed and subject always give the same wait. */
  readonly latencyOf: Latency
  /** A whole number below the given one, drawn from the seed and the subject; no fixed wait replaces it. */
  readonly drawOf: (subject: string, below: number) => number
  /** Host and port as the outside reaches them, known once the bank listens. */
  readonly host: () => string
  /** The same with its scheme. */
  readonly origin: () => string
}

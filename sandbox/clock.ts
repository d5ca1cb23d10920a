// The bank's own clock: the real one plus an offset that a test may move and that survives a restart. Every date and every
// wait of the bank is in this time.
import type { Clock } from '#kernel/time.ts'
import type { Database } from './store/database.ts'

export interface BankClock {
  /** Milliseconds since 1970, of the bank's time. */
  now(): number
  offsetMs(): number
  moveTo(instant: number): void
  /** Back to the real time. */
  reset(): void
}

const OFFSET = 'clock_offset_ms'

export function openBankClock(database: Database, base: Clock): BankClock {
  let offset = Number(database.first<{ value: string }>('select value from setting where name = ?', OFFSET)?.value ?? 0)

  const keep = (ms: number) => {
    offset = ms
    database.run('insert or replace into setting (name, value) values (?, ?)', OFFSET, String(ms))
  }
  return {
    now: () => base().getTime() + offset,
    offsetMs: () => offset,
    moveTo: instant => keep(instant - base().getTime()),
    reset: () => keep(0),
  }
}

// Moving the bank's clock: forward by seconds, or to an instant, which may also lie in the past.
import { SECOND_MS } from '#kernel/time.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'

export function moveClock({ clock }: Bank, { advanceSeconds, now }: { advanceSeconds?: number; now?: string }): void {
  if ((advanceSeconds === undefined) === (now === undefined))
    throw new ControlRefused('invalid-clock', 400, 'expected either advanceSeconds or now')
  const instant = now === undefined ? clock.now() + Math.round((advanceSeconds ?? 0) * SECOND_MS) : Date.parse(now)
  if (Number.isNaN(instant)) throw new ControlRefused('invalid-clock', 400, 'now: no such instant')
  clock.moveTo(instant)
}

/** When the bank next does something by itself or calls its customer; up to now means that it is at it. null: nothing waits. */
export function nextDueAt({ database }: Bank): string | null {
  const sql = `select min(due_at) as due from (
    select due_at from task union all select due_at from callback where closed_at is null
    union all select due_at from charge_notice where closed_at is null)`
  const due = database.first<{ due: number | null }>(sql)?.due ?? null
  return due === null ? null : new Date(due).toISOString()
}

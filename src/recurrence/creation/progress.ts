// How far a creation has come is stored after each call that makes something, and before those that must not be made twice. What another
// request or the worker has done meanwhile ends this one.
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { lockRecurrence, updateRecurrence } from '../store.ts'
import { unfinishedMs } from './begin.ts'

/** What a call of a creation comes to. */
export type Taken =
  | { kind: 'done'; change: Partial<Recurrence> }
  | { kind: 'refused'; reason: string }
  /** What the PSP has made must not be handed out. `alert`: it is not what was requested. */
  | { kind: 'unusable'; reason: string; alert?: true }
  /** `unsent`: the call has certainly not reached the PSP. */
  | { kind: 'unknown'; reason: string; unsent?: true }

export const LOST = {
  kind: 'unknown',
  reason: 'it was given up, or went on elsewhere, before the answer came',
} as const

/** The same creation with this change; null where it is not where it was any more. */
export async function storeProgress(
  deps: RecurrenceDeps,
  recurrence: Recurrence,
  change: Partial<Recurrence>,
): Promise<Recurrence | null> {
  return deps.db.transaction(async tx => {
    const locked = await lockRecurrence(tx, recurrence)
    if (locked?.status !== 'CRIANDO' || locked.givenUp || locked.step !== recurrence.step) return null
    const now = deps.clock()
    const next = { ...locked, ...change, updatedAt: now }
    await updateRecurrence(tx, next, new Date(now.getTime() + unfinishedMs(deps)))
    return next
  })
}

// The first call of a creation has certainly not reached its PSP: then the recurrence, with the sale of its first payment, goes to the PSP
// account that stands in for that one. Once a call may have arrived it stays: an idRec belongs to its PSP for ever.
import type { RecurrenceDeps } from '../deps.ts'
import { beginsWithSale } from '../recurrence.ts'
import { lockRecurrence } from '../store.ts'
import { type Begun, stepsOf } from './begin.ts'
import { rebindRecurrence } from './progress-store.ts'

/** null: there is none, or it is too late for it. */
export async function moveToFallback(deps: RecurrenceDeps, begun: Begun): Promise<Begun | null> {
  const { recurrence, sale, fallback } = begun
  if (fallback === null || hasCalled(begun) || (await deps.psps.isCircuitOpen(fallback.pspAccountId))) return null
  const { pspAccountId, hasLocation } = fallback
  const step = stepsOf(recurrence, hasLocation)[0] ?? null
  return deps.db.transaction(async tx => {
    const locked = await lockRecurrence(tx, recurrence)
    if (locked === null || !(await rebindRecurrence(tx, locked, { pspAccountId, step }))) return null
    if (sale !== null && !(await deps.firstPayments.rebind(tx, sale, pspAccountId)))
      throw new Error(`the first payment of the recurrence ${recurrence.uuid} was given up without it`)
    const moved = { ...locked, pspAccountId, step }
    return { ...begun, recurrence: moved, sale: sale && { ...sale, pspAccountId }, fallback: null }
  })
}

/** Whether an earlier step was taken. */
const hasCalled = ({ recurrence: { journey, step, locationId } }: Begun): boolean =>
  beginsWithSale(journey) ? step !== 'CODE' : locationId !== null

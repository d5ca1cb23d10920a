// The amount of a cycle is missing: its seller is told once, ten days before it is due, and the recurrence says so until then.
import { MINUTE_MS } from '#kernel/time.ts'
import type { Debit } from '../debit/debit.ts'
import { lockDebit } from '../debit/store.ts'
import { writeDebit } from '../debit/write.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { lockRecurrence, setAlert } from '../store.ts'
import { firstWorkAt } from './plan.ts'

/** A cycle that may be debited late waits for its amount beyond its own window. */
const AGAIN_MS = 15 * MINUTE_MS

export async function askForAmount(deps: RecurrenceDeps, { accountId, id, recurrenceId }: Debit): Promise<void> {
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const recurrence = await lockRecurrence(tx, { accountId, id: recurrenceId })
    const debit = await lockDebit(tx, { accountId, id })
    if (recurrence === null || debit?.status !== 'PLANEJADA' || debit.amount !== null) return []
    const isAsked = debit.version > 0
    const events = isAsked ? [] : (['recurrence.amount_due'] as const)
    const now = deps.clock()
    const [end, soon] = [firstWorkAt({ ...debit, version: 1 }, now), new Date(now.getTime() + AGAIN_MS)]
    const dueAt = end > soon ? end : soon
    const written = await writeDebit(tx, deps, debit, recurrence, { debit, events, dueAt })
    await setAlert(tx, recurrence, 'FALTA_VALOR')
    return (await deps.outbox.write(tx, written.events, now)).flat()
  })
  deps.outbox.send(pendingDeliveries)
}

// The time of a planned debit has passed: it is debited later in the same cycle, as far as its seller allows that, or missed. Before it is
// missed the PSP is asked whether it has an order that this database has forgotten.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Debit } from '../debit/debit.ts'
import { lockDebit, recordLookup } from '../debit/store.ts'
import { writeDebit } from '../debit/write.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { applyReport } from '../progress/apply.ts'
import type { Recurrence } from '../recurrence.ts'
import { lockRecurrence, setAlert } from '../store.ts'
import { termsOf } from './next-cycle.ts'
import { type MissCause, missedDebit, planNext, raiseMissed } from './plan.ts'
import { backoffMs, withoutEndAt } from './poll-times.ts'
import { reachableDueDay, windowOf } from './window.ts'

export const isTooLate = ({ dueOn, adjustsToBusinessDay }: Debit, now: Date): boolean =>
  now > windowOf(dueOn, adjustsToBusinessDay).latest

/** The day on which it can be debited now: its own, as long as its window is open. null: none. */
export function reachable(debit: Debit, recurrence: Recurrence, now: Date): LocalDate | null {
  return isTooLate(debit, now) ? reachableDueDay(termsOf(recurrence), debit.firstDueOn, now) : debit.dueOn
}

export async function miss(deps: RecurrenceDeps, debit: Debit, cause: MissCause): Promise<void> {
  const { recurrences } = await deps.psps.psp(debit.pspAccountId)
  const found = await recurrences?.findDebit(debit.txid)
  if (found?.kind === 'done' && found.value !== null) return void (await applyReport(deps, debit, found.value))
  const now = deps.clock()
  // A PSP that is silent for good keeps no cycle from being missed.
  if (found?.kind !== 'done' && recurrences !== undefined && now < withoutEndAt(debit.dueOn))
    return void (await recordLookup(deps.db, debit, new Date(now.getTime() + backoffMs(debit.lookups))))
  await record(deps, debit, cause)
}

async function record(
  deps: RecurrenceDeps,
  { accountId, id, recurrenceId, version }: Debit,
  cause: MissCause,
): Promise<void> {
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const recurrence = await lockRecurrence(tx, { accountId, id: recurrenceId })
    const debit = await lockDebit(tx, { accountId, id })
    if (recurrence === null || debit?.status !== 'PLANEJADA' || debit.version !== version) return []
    const missed = missedDebit(debit, cause, deps.clock())
    await raiseMissed(tx, deps, missed)
    const { events } = await writeDebit(tx, deps, debit, recurrence, {
      debit: missed,
      events: ['recurrence.debit_missed'],
      dueAt: null,
    })
    if (recurrence.alert !== 'PAGO_SEM_AUTORIZACAO') await setAlert(tx, recurrence, null)
    const following = await planNext(tx, deps, recurrence)
    return (await deps.outbox.write(tx, [...events, ...following], deps.clock())).flat()
  })
  deps.outbox.send(pendingDeliveries)
}

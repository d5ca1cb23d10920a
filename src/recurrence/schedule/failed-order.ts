// The PSP has refused an order, or certainly does not have it. Where another day of the same cycle may do, the debit is planned for that
// day; where the PSP has another debit in the cycle, the cycle is not debited by us; else the debit has failed for good.
import type { Transaction } from '#db/postgres.ts'
import { dueOf } from '#kernel/calendar/cycles.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { Outcome } from '#psp/port.ts'
import { REFUSED_FOR_CYCLE, REFUSED_FOR_DAY } from '#psp/recurrence/port.ts'
import { type Debit, moved } from '../debit/debit.ts'
import { lockDebit } from '../debit/store.ts'
import { writeDebit } from '../debit/write.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { lockRecurrence } from '../store.ts'
import { missedDebit, planNext, raiseMissed } from './plan.ts'
import { settlesWithin, windowOf } from './window.ts'

type Refused = Extract<Outcome<never>, { kind: 'refused' }>

/** `absent`: it was not refused, and the PSP does not know it. */
export async function fail(
  deps: RecurrenceDeps,
  { accountId, id, recurrenceId }: Debit,
  outcome: Refused | { kind: 'absent' },
): Promise<void> {
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const recurrence = await lockRecurrence(tx, { accountId, id: recurrenceId })
    const debit = await lockDebit(tx, { accountId, id })
    if (recurrence === null || debit?.status !== 'ENVIANDO') return []
    const events =
      outcome.kind === 'absent'
        ? await giveBack(tx, deps, debit, recurrence)
        : await refused(tx, deps, debit, recurrence, outcome)
    return (await deps.outbox.write(tx, events, deps.clock())).flat()
  })
  deps.outbox.send(pendingDeliveries)
}

type Step = (tx: Transaction, deps: RecurrenceDeps, debit: Debit, recurrence: Recurrence) => Promise<DomainEvent[]>

/** It is as if it had not been sent; where the recurrence has ended, it ends with it. */
const giveBack: Step = async (tx, deps, debit, recurrence) => {
  const now = deps.clock()
  if (recurrence.status === 'APROVADA' || recurrence.status === 'CRIADA') {
    await writeDebit(tx, deps, debit, recurrence, { debit: { ...debit, status: 'PLANEJADA' }, events: [], dueAt: now })
    return []
  }
  const end = { kind: 'CANCELAMENTO', by: null, code: 'CCLD', text: null, at: now }
  const canceled: Debit = { ...debit, status: 'CANCELADA', end }
  const events = ['recurrence.debit_canceled'] as const
  return (await writeDebit(tx, deps, debit, recurrence, { debit: canceled, events, dueAt: null })).events
}

async function refused(
  tx: Transaction,
  deps: RecurrenceDeps,
  debit: Debit,
  recurrence: Recurrence,
  { code, reason }: Refused,
): Promise<DomainEvent[]> {
  const now = deps.clock()
  const isForDay = code === REFUSED_FOR_DAY || code === REFUSED_FOR_CYCLE
  const otherDay = isForDay ? dayInNextMonth(debit, recurrence, now) : null
  if (otherDay !== null) {
    const again: Debit = { ...debit, status: 'PLANEJADA', dueOn: otherDay, settlesOn: null }
    return (await writeDebit(tx, deps, debit, recurrence, { debit: again, events: [], dueAt: now })).events
  }
  if (code === REFUSED_FOR_CYCLE) return cycleTaken(tx, deps, debit, recurrence)
  const end = { kind: 'REJEICAO', by: null, code, text: reason, at: now }
  const { events } = await writeDebit(tx, deps, debit, recurrence, {
    debit: { ...debit, status: 'REJEITADA', end },
    events: ['recurrence.debit_refused'],
    isRefused: true,
    dueAt: null,
  })
  return [...events, ...(await planNext(tx, deps, recurrence))]
}

/** The PSP has another debit in this cycle that is none of ours: it may yet be paid, so the cycle is not refused. */
const cycleTaken: Step = async (tx, deps, debit, recurrence) => {
  const planned = moved(debit, 'PLANEJADA', deps.clock())
  const missed = missedDebit(planned, 'CICLO_RECUSADO', deps.clock())
  await raiseMissed(tx, deps, missed)
  const { events } = await writeDebit(tx, deps, debit, recurrence, {
    debit: missed,
    events: ['recurrence.debit_missed'],
    dueAt: null,
  })
  return [...events, ...(await planNext(tx, deps, recurrence))]
}

/**
 * What begins on the 29th to the 31st is due earlier in a short month, which a PSP may take for the cycle before. Once, the first day of
 * the next month is tried, where it is in the same cycle and can still be ordered.
 */
function dayInNextMonth(
  { cycle, dueOn, adjustsToBusinessDay }: Debit,
  recurrence: Recurrence,
  now: Date,
): LocalDate | null {
  const isClamped = recurrence.periodicity !== 'SEMANAL' && dueOn.slice(8) !== recurrence.startsOn.slice(8)
  if (!isClamped || dueOn !== dueOf(recurrence, cycle)) return null
  const day = addDays(dueOn, 1)
  const isReachable =
    day.slice(8) === '01' &&
    (recurrence.endsOn === null || day <= recurrence.endsOn) &&
    settlesWithin({ ...recurrence, adjusts: adjustsToBusinessDay }, cycle, day) &&
    windowOf(day, adjustsToBusinessDay).latest >= now
  return isReachable ? day : null
}

// What becomes of the debits of a recurrence that is authorised, changed or ended: in the commit of that change, under its lock.
import type { Transaction } from '#db/postgres.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { firstWorkAt, planNext } from '../schedule/plan.ts'
import { type Debit, hasEnded } from './debit.ts'
import { findDebitsOf, updateDebit } from './store.ts'
import { writeDebit } from './write.ts'

export interface DebitsOfRecurrences {
  /** The payer has authorised it: the debit of its first cycle is planned. */
  approved(tx: Transaction, recurrence: Recurrence, now: Date): Promise<DomainEvent[]>
  /** It has ended: what is planned is cancelled here, and what is ordered is asked about until its end. */
  ended(tx: Transaction, recurrence: Recurrence, now: Date): Promise<DomainEvent[]>
  /** Its seller has changed the usual amount, what it sells, or who orders its debits. `recurrence` is its new form, stored already. */
  changed(tx: Transaction, recurrence: Recurrence, before: Recurrence, now: Date): Promise<DomainEvent[]>
}

export const debitsOfRecurrences = (
  deps: Pick<RecurrenceDeps, 'sales' | 'clock' | 'random' | 'alerts'>,
): DebitsOfRecurrences => ({
  approved: (tx, recurrence) => planNext(tx, deps, recurrence),
  ended: (tx, recurrence, now) => end(tx, deps, recurrence, now),
  async changed(tx, recurrence, before, now) {
    if (recurrence.status !== 'APROVADA') return []
    if (!recurrence.automatic) return before.automatic ? dropPlanned(tx, deps, recurrence, now) : []
    await takeOverChange(tx, recurrence, before, now)
    return planNext(tx, deps, recurrence, !before.automatic)
  },
})

/** At its last day, what is planned within it still goes on; with a cancellation or refusal nothing does. */
async function end(
  tx: Transaction,
  deps: Pick<RecurrenceDeps, 'sales' | 'clock'>,
  recurrence: Recurrence,
  now: Date,
): Promise<DomainEvent[]> {
  const open = (await findDebitsOf(tx, recurrence)).filter(({ status }) => !hasEnded(status))
  const events: DomainEvent[] = []
  for (const debit of open) {
    if (debit.status === 'PLANEJADA') events.push(...(await cancel(tx, deps, recurrence, debit, 'CCLD', now)))
    else await updateDebit(tx, debit, now)
  }
  return events
}

async function cancel(
  tx: Transaction,
  deps: Pick<RecurrenceDeps, 'sales' | 'clock'>,
  recurrence: Recurrence,
  debit: Debit,
  code: string | null,
  now: Date,
): Promise<DomainEvent[]> {
  const canceled: Debit = {
    ...debit,
    status: 'CANCELADA',
    end: { kind: 'CANCELAMENTO', by: null, code, text: null, at: now },
  }
  const { events } = await writeDebit(tx, deps, debit, recurrence, {
    debit: canceled,
    events: ['recurrence.debit_canceled'],
    dueAt: null,
  })
  return events
}

const plannedByUs = (debits: Debit[]) =>
  debits.filter(({ status, origin }) => status === 'PLANEJADA' && origin === 'AUTOMATICA')

/** From now on the seller orders the debits: what the gateway has planned is not its own any more. */
async function dropPlanned(
  tx: Transaction,
  deps: Pick<RecurrenceDeps, 'sales' | 'clock'>,
  recurrence: Recurrence,
  now: Date,
): Promise<DomainEvent[]> {
  const events: DomainEvent[] = []
  for (const debit of plannedByUs(await findDebitsOf(tx, recurrence)))
    events.push(...(await cancel(tx, deps, recurrence, debit, null, now)))
  return events
}

/** What is planned follows the recurrence, where it had nothing of its own. */
async function takeOverChange(tx: Transaction, recurrence: Recurrence, before: Recurrence, now: Date): Promise<void> {
  for (const debit of plannedByUs(await findDebitsOf(tx, recurrence))) {
    const next: Debit = {
      ...debit,
      amount: recurrence.amount ?? (debit.amount === before.defaultAmount ? recurrence.defaultAmount : debit.amount),
      items: sameItems(debit, before) ? recurrence.items : debit.items,
      info: debit.info === before.info ? recurrence.info : debit.info,
      externalReference:
        debit.externalReference === before.externalReference ? recurrence.externalReference : debit.externalReference,
      updatedAt: now,
    }
    // One that had an amount and has none any more says at once that it lacks one.
    const lacksAmount = next.amount === null && debit.amount !== null && debit.version > 0
    await updateDebit(tx, next, lacksAmount ? now : firstWorkAt(next, now))
  }
}

const itemsText = ({ items }: Pick<Debit, 'items'>) =>
  items.map(({ title, unitPrice, quantity }) => [title, unitPrice, quantity].join('/')).join('\n')
const sameItems = (debit: Debit, before: Recurrence) => itemsText(debit) === itemsText(before)

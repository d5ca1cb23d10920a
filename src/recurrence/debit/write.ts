// A debit takes its next form, in the transaction that locks its recurrence and it: the row, the refused sale, the events, and when it
// owes work again.
import type { Transaction } from '#db/postgres.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { Sale } from '#sale/sale.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { DebitEventName } from '../progress/report.ts'
import type { Recurrence } from '../recurrence.ts'
import type { Debit } from './debit.ts'
import { orderOf } from './order-terms.ts'
import { updateDebit } from './store.ts'
import { debitEvent } from './wire.ts'

export interface DebitChange {
  debit: Debit
  events: readonly DebitEventName[]
  /** Its sale is refused. */
  isRefused?: boolean
  dueAt: Date | null
}

/** `before`: as it is stored. Answers what is stored now, with the events of the change, which are still to be written. */
export async function writeDebit(
  tx: Transaction,
  { sales, clock }: Pick<RecurrenceDeps, 'sales' | 'clock'>,
  before: Debit,
  recurrence: Recurrence,
  { debit, events, isRefused = false, dueAt }: DebitChange,
): Promise<{ debit: Debit; events: DomainEvent[] }> {
  const refused = isRefused ? await refuse(tx, sales, debit, recurrence) : null
  const versions = Math.max(events.length, debit.status === before.status ? 0 : 1)
  const isNew = versions > 0
  const next: Debit = {
    ...debit,
    saleId: refused?.sale.id ?? debit.saleId,
    version: before.version + versions,
    updatedAt: isNew ? clock() : debit.updatedAt,
  }
  await updateDebit(tx, next, dueAt)
  const ofDebit = events.map((name, n) =>
    debitEvent(name, { ...next, version: before.version + n + 1 }, recurrence, refused?.sale ?? null),
  )
  return { debit: next, events: [...(refused?.events ?? []), ...ofDebit] }
}

async function refuse(
  tx: Transaction,
  sales: RecurrenceDeps['sales'],
  debit: Debit,
  recurrence: Recurrence,
): Promise<{ sale: Sale; events: DomainEvent[] }> {
  const order = orderOf(debit, recurrence)
  if (order === null) throw new Error(`the debit ${debit.uuid} is refused, and was never ordered`)
  return sales.refuse(tx, order)
}

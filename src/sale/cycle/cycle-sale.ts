// The sale of a cycle of recurring PIX. It is stored when its debit has ended, and not before: paid, in the commit that books the money,
// or refused. What a debit sells is frozen when it is ordered.
import type { Transaction } from '#db/postgres.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { Received } from '#psp/port.ts'
import { moved, type Sale } from '../sale.ts'
import { insertSale } from '../store.ts'
import { eventsOf } from '../wire.ts'
import { newRecurringSale, type RecurringOrder } from './recurring-sale.ts'

/** What a debit sells. */
export interface CycleOrder extends RecurringOrder {
  txid: string
  idRec: string
}

/** What debits do with the sales of their cycles. */
export interface SalesOfCycles {
  /** The debit has failed for good. Stores its sale; the events are still to be written. */
  refuse(tx: Transaction, order: CycleOrder): Promise<{ sale: Sale; events: DomainEvent[] }>
  /** Books what the PSP has received for a debit. `isConcluded`: it says that the debit is paid. */
  book(pspAccountId: number, payments: Received[], isConcluded: boolean): Promise<void>
  /** Asks the PSP about one Pix, and books it. */
  lookUp(pspAccountId: number, endToEndId: string): Promise<void>
}

export const newCycleSale = (tx: Transaction, order: CycleOrder, random: RandomBytes, now: Date): Promise<Sale> =>
  newRecurringSale(tx, { ...order, chargeKind: 'cobr' }, random, now)

/** The debit has failed for good: its sale is refused from the beginning. Answers it with its events, which are still to be written. */
export async function refuseCycle(
  tx: Transaction,
  order: CycleOrder,
  { random, clock }: { random: RandomBytes; clock: Clock },
): Promise<{ sale: Sale; events: DomainEvent[] }> {
  const now = clock()
  const sale = moved(await newCycleSale(tx, order, random, now), 'RECUSADO', now)
  await insertSale(tx, sale, null)
  return { sale, events: eventsOf(sale) }
}

// The sale of a cycle of recurring PIX. It is stored when its debit has ended, and not before: paid, in the commit that books the money,
// or refused. What a debit sells is frozen when it is ordered.
import type { Transaction } from '#db/postgres.ts'
import { mintUuid } from '#kernel/ids.ts'
import { type Centavos, subtract, ZERO } from '#kernel/money.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { Received } from '#psp/port.ts'
import { type Customer, type Item, moved, type Sale } from '../sale.ts'
import { insertSale, mintIds } from '../store.ts'
import { eventsOf } from '../wire.ts'

/** What a debit sells. */
export interface CycleOrder {
  accountId: number
  pspAccountId: number
  txid: string
  amount: Centavos
  fee: Centavos
  reserve: Centavos
  reserveDays: number
  customer: Customer
  items: Omit<Item, 'id'>[]
  externalReference: string | null
  postbackUrl: string | null
  idRec: string
  contrato: string
  /** From then on no money can come any more. */
  expiresAt: Date
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

/** As it is before it is stored: it has an id, and nobody knows of it. */
export async function newCycleSale(
  tx: Transaction,
  { items, fee, amount, ...order }: CycleOrder,
  random: RandomBytes,
  now: Date,
): Promise<Sale> {
  const ids = await mintIds(tx, items.length)
  return {
    ...order,
    id: ids.sale,
    uuid: mintUuid(random),
    status: 'EM_PROCESSAMENTO',
    version: 0,
    paymentMethod: 'PIX_AUTOMATICO',
    chargeKind: 'cobr',
    amount,
    fee,
    net: subtract(amount, fee),
    reserveHeld: ZERO,
    items: items.map((item, n) => ({ ...item, id: ids.items[n] as bigint })),
    shipping: null,
    brCode: null,
    cartId: null,
    givenUp: false,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  }
}

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

// A sale of recurring PIX before it is stored: of the first payment of a recurrence, or of a cycle. It has an id, and nobody knows of it.
import type { Transaction } from '#db/postgres.ts'
import { mintUuid } from '#kernel/ids.ts'
import { type Centavos, subtract, ZERO } from '#kernel/money.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { ChargeKind, Customer, Item, Sale } from '../sale.ts'
import { mintIds } from '../store.ts'

/** What is sold, and what that costs its seller: frozen when the charge or the debit is ordered. */
export interface RecurringOrder {
  accountId: number
  pspAccountId: number
  amount: Centavos
  fee: Centavos
  reserve: Centavos
  reserveDays: number
  customer: Customer
  items: Omit<Item, 'id'>[]
  externalReference: string | null
  postbackUrl: string | null
  contrato: string
  /** From then on no money can come any more. */
  expiresAt: Date
}

interface Charged {
  chargeKind: ChargeKind
  txid: string
  idRec: string | null
}

export async function newRecurringSale(
  tx: Transaction,
  { items, ...order }: RecurringOrder & Charged,
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
    net: subtract(order.amount, order.fee),
    reserveHeld: ZERO,
    items: items.map((item, n) => ({ ...item, id: ids.items[n] as bigint })),
    shipping: null,
    brCode: null,
    charge: null,
    cartId: null,
    givenUp: false,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  }
}

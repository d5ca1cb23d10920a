// What sales need of debits of recurring PIX: money comes for a txid that has no sale yet. Locks are taken in the order wallets, sales,
// debits; the sale of a debit is stored after it.
import type { Transaction } from '#db/postgres.ts'
import type { Sale } from '../sale.ts'
import type { TxidKey } from '../store.ts'
import type { CycleOrder } from './cycle-sale.ts'

export interface DebitsOfSales {
  /** Locks the debits of these txids. */
  lock(tx: Transaction, keys: TxidKey[]): Promise<LockedDebit[]>
  /** Their sales, which are stored already, are paid in this transaction. */
  conclude(tx: Transaction, paid: Sale[], now: Date): Promise<void>
  /**
   * Asks the PSP about the debit of a txid of ours for which our books expect no money. One that this database has forgotten is
   * stored. Whether the PSP says that it is paid.
   */
  isConcluded(pspAccountId: number, key: TxidKey): Promise<boolean>
  /** After the commit: the next cycle may be planned. */
  concluded(paid: Sale[]): void
}

export interface LockedDebit {
  key: TxidKey
  /** null: it was never ordered, so no money can be meant for it. */
  order: CycleOrder | null
  /** It has ended without money: what comes for it is accepted only if the PSP says that the debit is paid. */
  hasEnded: boolean
}

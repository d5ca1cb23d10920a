// What sales need of boletos where the PSP has to be asked: their charges are cancelled and looked up by the feature that makes them.
import type { Actor } from '#audit/audit.ts'
import type { Sale } from '../sale.ts'

/** `paid`: money has come or is on its way. `unknown`: the sale is as it was. */
export type Closing = { kind: 'closed' | 'paid' } | { kind: 'unknown'; reason: string; unsent?: true }

export interface BoletosOfSales {
  /** Has the charge cancelled and ends the sale. */
  close(sale: Sale, by: Actor | null): Promise<Closing>
  /** Asks the PSP whether it was paid. False where it gives no answer. */
  lookUp(sale: Sale): Promise<boolean>
}

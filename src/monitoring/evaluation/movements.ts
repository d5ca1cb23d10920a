// Which movements of a wallet are watched: what has come in and is the seller's, and what was paid out. What waits, was refused or went
// back to its payer is none of them; nor are refunds, which go where the money came from. What comes back later is not taken off. Pure.
import type { Kind } from '#ledger/ledger.ts'
import type { Direction } from '../case/case.ts'

export const KINDS_OF: Record<Direction, Kind[]> = {
  INCOMING: ['SALE', 'RECEIPT_CREDITED'],
  /** CASHOUT_CHARGED: it was paid although its hold had been given back. */
  CASHOUT: ['CASHOUT_PAID', 'CASHOUT_CHARGED'],
}

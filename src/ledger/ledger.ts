// What money may do. A transfer has one debit side, one credit side and one amount, so that it balances by construction;
// the pages of an account are turned here, in memory, while the wallet is locked. Nothing here touches the database.
import type { Centavos } from '#kernel/money.ts'

/** All sides count credits minus debits. `clearing` stands below zero by what the PSP holds for the seller. */
export const SIDES = ['available', 'blocked', 'fee', 'received', 'clearing'] as const
export type Side = (typeof SIDES)[number]

type Route = readonly [debit: Side, credit: Side]

/** Every reason for which money moves, with the only two sides that it may move between. */
export const KINDS = {
  SALE: ['clearing', 'available'],
  SALE_FEE: ['available', 'fee'],
  // Fine and interest of a boleto that was paid late, on top of the sale's amount.
  SALE_CHARGES: ['clearing', 'available'],
  RESERVE_HELD: ['available', 'blocked'],
  // Sold by boleto or card: not the seller's own before the day of its settlement.
  SETTLEMENT_HELD: ['available', 'blocked'],
  SETTLEMENT_RELEASED: ['blocked', 'available'],
  // What an acquirer has kept of what it settled: the operator's cost.
  PROVIDER_COST: ['fee', 'clearing'],
  CASHOUT_HELD: ['available', 'blocked'],
  CASHOUT_PAID: ['blocked', 'clearing'],
  CASHOUT_FEE: ['blocked', 'fee'],
  CASHOUT_RELEASED: ['blocked', 'available'],
  RECEIPT_KEPT: ['clearing', 'received'],
  RECEIPT_CREDITED: ['received', 'available'],
  RECEIPT_RETURNED: ['received', 'clearing'],
  // The same money is booked anew: for a sale, or in another wallet.
  RECEIPT_MOVED: ['received', 'clearing'],
  CASHOUT_RETURNED: ['clearing', 'available'],
  // A payment that stands although the hold had been given back: the seller owes it, or the operator bears it.
  CASHOUT_CHARGED: ['available', 'clearing'],
  // What was charged did not stand either, or came back.
  CASHOUT_UNCHARGED: ['clearing', 'available'],
  CASHOUT_LOSS: ['fee', 'clearing'],
  CASHOUT_SURPLUS: ['clearing', 'fee'],
  RESERVE_RELEASED: ['blocked', 'available'],
  // A person had assigned the wrong money to the sale.
  SALE_UNDONE: ['available', 'clearing'],
  // Sent back to the buyer by the seller's wish: held first, paid or released when the PSP has said how it ended.
  REFUND_HELD: ['available', 'blocked'],
  REFUND_PAID: ['blocked', 'clearing'],
  REFUND_RELEASED: ['blocked', 'available'],
  // Sent back by the PSP without being asked.
  REFUND_FORCED: ['available', 'clearing'],
  SALE_FEE_RETURNED: ['fee', 'available'],
  DISPUTE_HELD: ['available', 'blocked'],
  DISPUTE_RELEASED: ['blocked', 'available'],
  DISPUTE_TAKEN: ['blocked', 'clearing'],
  // What a lost dispute costs beyond what could be held.
  DISPUTE_CHARGED: ['available', 'clearing'],
  ORDER_HELD: ['available', 'blocked'],
  ORDER_RELEASED: ['blocked', 'available'],
  ORDER_TAKEN: ['blocked', 'clearing'],
  // Two persons' word after money was found to be elsewhere than booked.
  CORRECTION_CREDIT: ['clearing', 'available'],
  CORRECTION_DEBIT: ['available', 'clearing'],
  CORRECTION_GAIN: ['clearing', 'fee'],
  CORRECTION_LOSS: ['fee', 'clearing'],
} as const satisfies Record<string, Route>

export type Kind = keyof typeof KINDS
/** What money moves for. `hold_order`: a hold by hand. */
export const SUBJECTS = ['sale', 'withdrawal', 'receipt', 'refund', 'dispute', 'hold_order', 'correction'] as const
export type Subject = (typeof SUBJECTS)[number]
export type HoldReason = 'WITHDRAWAL' | 'RESERVE' | 'SETTLEMENT' | 'REFUND' | 'MED' | 'CAUTELAR' | 'JUDICIAL' | 'MANUAL'

export interface Wallet {
  accountId: number
  seq: bigint
  balance: Record<Side, Centavos>
  /** The hash of its last transfer, see chain.ts. */
  head: string
  /** What open claims still lack: what comes is theirs first, see balance-claims.ts. */
  shortfall: Centavos
}

export interface Posting {
  kind: Kind
  amount: Centavos
  subject: Subject
  subjectId: bigint
  /** Not of the account holder's own doing: may take `available` below zero. */
  forced?: boolean
  /** The PSP account through which the money came or went; exactly where `clearing` is a side. */
  pspAccountId?: number
  /** Opens a hold, named by this transfer. */
  opens?: { reason: HoldReason; releaseAt?: Date }
  /** Takes from a hold; `resolves` says that this transfer ends it, which can happen once. */
  hold?: { seq: bigint; resolves: boolean }
}

export interface Transfer extends Posting {
  accountId: number
  seq: bigint
  debit: Side
  credit: Side
  availableAfter: Centavos
  blockedAfter: Centavos
}

/**
 * Moves money within one wallet and answers the transfer, or 'INSUFFICIENT_BALANCE' when what a caller starts would take
 * `available` below zero, or below what open claims lack; then nothing has changed.
 */
export function post(wallet: Wallet, posting: Posting): Transfer | 'INSUFFICIENT_BALANCE' {
  const [debit, credit] = KINDS[posting.kind]
  if (posting.amount <= 0n) throw new RangeError(`${posting.kind} of ${posting.amount} centavos`)
  const left = (wallet.balance[debit] - posting.amount) as Centavos
  if (debit === 'available' && left < wallet.shortfall && posting.forced !== true) return 'INSUFFICIENT_BALANCE'
  wallet.balance[debit] = left
  wallet.balance[credit] = (wallet.balance[credit] + posting.amount) as Centavos
  wallet.seq += 1n
  return {
    ...posting,
    accountId: wallet.accountId,
    seq: wallet.seq,
    debit,
    credit,
    availableAfter: wallet.balance.available,
    blockedAfter: wallet.balance.blocked,
  }
}

// Which sale a transfer pays: a rule with ranks over the sales that wait for one at the PSP account that received it. Pure; it books
// nothing, and what is not certain is left to a person with all that agrees and all that does not.
//
//   1  the message has the reference of one open sale, and the amount is equal     --> that sale
//   2  amount and payer's document are those of exactly one open sale              --> that sale
//   3  sales of which something agrees                                             --> candidates, for a person
//   4  none                                                                        --> money without a sale, as ever
//
// A reference is what the buyer was asked to say, so it is stronger than a document: where the message names another sale than the
// document does, the reference wins; and where it names a sale that it cannot pay, the document alone decides nothing.
import type { Centavos } from '#kernel/money.ts'
import { referencesIn } from './reference.ts'

export interface ReceivedTransfer {
  amount: Centavos
  /** '': the PSP reports none. A masked one equals none. */
  document: string
  message: string | null
}

/** A sale by transfer, as far as money is compared with it. */
export interface AwaitedTransfer {
  accountId: number
  saleId: bigint
  reference: string
  amount: Centavos
  /** Of the buyer, as the seller has named it. */
  document: string
  /** It waits to be paid. */
  isOpen: boolean
}

export interface Agreement {
  reference: boolean
  amount: boolean
  /** null: the PSP reports no document. */
  document: boolean | null
  isOpen: boolean
}

export interface Candidate<T extends AwaitedTransfer = AwaitedTransfer> {
  sale: T
  agrees: Agreement
}

export type Recognised<T extends AwaitedTransfer = AwaitedTransfer> =
  /** `others`: open sales that amount and document speak for, though the reference names this one. */
  { rank: 1; sale: T; others: T[] } | { rank: 2; sale: T } | { rank: 3; candidates: Candidate<T>[] } | { rank: 4 }

export function recognise<T extends AwaitedTransfer>(received: ReceivedTransfer, awaited: T[]): Recognised<T> {
  const candidates = candidatesOf(received, awaited)
  const named = candidates.filter(({ agrees }) => agrees.reference)
  const payable = named.filter(({ agrees }) => agrees.isOpen && agrees.amount)
  const byPayer = candidates.filter(({ agrees }) => agrees.isOpen && agrees.amount && agrees.document === true)
  const [first] = payable
  if (first !== undefined && named.length === 1) {
    const others = byPayer.filter(one => one !== first).map(({ sale }) => sale)
    return { rank: 1, sale: first.sale, others }
  }
  const [payers] = byPayer
  if (named.length === 0 && payers !== undefined && byPayer.length === 1) return { rank: 2, sale: payers.sale }
  return candidates.length === 0 ? { rank: 4 } : { rank: 3, candidates }
}

/** The likeliest first. Of sales that do not wait any more only those that the message names. */
export function candidatesOf<T extends AwaitedTransfer>(received: ReceivedTransfer, awaited: T[]): Candidate<T>[] {
  const references = new Set(referencesIn(received.message))
  return awaited
    .map(sale => ({ sale, agrees: agreementOf(received, sale, references) }))
    .filter(({ agrees }) => agrees.reference || (agrees.isOpen && (agrees.amount || agrees.document === true)))
    .toSorted((one, other) => weightOf(other.agrees) - weightOf(one.agrees) || compareIds(one.sale, other.sale))
}

function agreementOf(received: ReceivedTransfer, sale: AwaitedTransfer, references: Set<string>): Agreement {
  return {
    reference: references.has(sale.reference),
    amount: received.amount === sale.amount,
    document: received.document === '' ? null : received.document === sale.document,
    isOpen: sale.isOpen,
  }
}

const weightOf = ({ reference, amount, document, isOpen }: Agreement) =>
  Number(reference) * 8 + Number(amount) * 4 + Number(document === true) * 2 + Number(isOpen)

/** Of equal ones the sale that has waited longest. */
const compareIds = (one: AwaitedTransfer, other: AwaitedTransfer) => (one.saleId < other.saleId ? -1 : 1)

// Money that arrived: its states, why no sale accepted it, and what becomes of it then. Pure; the verbs beside this file
// move it.
//
//   ACCEPTED     a sale was paid with it
//   UNACCEPTED   a person decides --> RETURNING --> RETURNED, back at its payer
//                                 <-- (the PSP did not send it back)
//                                 --> CREDITED, the account's own without a sale
//                                 --> ACCEPTED, credited to the cancelled sale that it was meant for
//                                 --> MOVED, booked anew in another account, or under the txid that came to light
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Refund as PspRefund, Received } from '#psp/port.ts'
import { isMovementPaymentId } from '../movement/movement.ts'
import type { Sale } from '../sale.ts'

export const INCOMING_PAYMENT_STATUSES = [
  'ACCEPTED',
  'UNACCEPTED',
  'RETURNING',
  'RETURNED',
  'CREDITED',
  'MOVED',
] as const
export type IncomingPaymentStatus = (typeof INCOMING_PAYMENT_STATUSES)[number]

export const UNMATCHED_REASONS = [
  'WITHOUT_TXID',
  'UNCONFIRMED',
  'UNKNOWN_SALE',
  'OTHER_PSP',
  'OTHER_AMOUNT',
  'ALREADY_PAID',
  'TOO_LATE',
  'CART_PAID',
  'SALE_ENDED',
  'GONE_BACK',
  'DEBIT_ENDED',
  'UNCERTAIN_TRANSFER',
] as const
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number]

/** What an account wants done with money that no sale accepts. */
export type Rule = 'RETURN' | 'KEEP' | 'CREDIT'

export interface IncomingPix {
  accountId: number
  pspAccountId: number
  received: Received
  /**
   * It names no txid, and the PSP could not be asked about it in full; or it names none of ours where boletos have a Pix code: its owner may
   * still become known.
   */
  unsure?: true
  /** Whether the PSP says that the debit of its txid is paid. Absent: it was not asked. */
  isConcluded?: boolean
  /** Of a charge by boleto or card. `received` has an id of ours then, and the txid of its sale. */
  boleto?: BoletoPayment
  /** What it was compared with, where it may be a transfer; absent: it is none. */
  transfer?: TransferMatch
}

export interface TransferMatch {
  /** null: not certain enough. */
  sale: { accountId: number; txid: string } | null
  /** Sales that amount and payer speak for, though the reference names this one. */
  others: string[]
}

export interface BoletoPayment {
  /** Ours: `paymentIdOf`. */
  id: string
  /** What it brought in lawful fine and interest on top of the sale's amount; null: it is no amount that the boleto could bring. */
  charges: Centavos | null
  /** The day on which the payer paid. */
  paidOn: LocalDate | null
  /** By card: it has a way back of its own, its acquirer's. */
  isByCard?: true
}

export interface IncomingPaymentKey {
  accountId: number
  id: bigint
}

export interface IncomingPayment extends IncomingPaymentKey {
  pspAccountId: number
  /** Of a charge by boleto the id of ours, unless it is known by which Pix it was paid. */
  endToEndId: string
  /** null: a Pix. */
  chargePaymentId: string | null
  txid: string | null
  amount: Centavos
  /** How much of it is fine and interest of a boleto, once its sale was paid with it. */
  charges: Centavos
  payer: { name: string; document: string }
  /** What the payer wrote; null: nothing, or the PSP does not report it. */
  message: string | null
  paidAt: Date
  status: IncomingPaymentStatus
  /** Why no sale accepted it at once; null where one did. */
  reason: UnmatchedReason | null
  saleId: bigint | null
}

/** Why this Pix does not pay its sale; null where it does. */
export function unmatched(sale: Sale | undefined, incoming: IncomingPix, acceptsLate: boolean): UnmatchedReason | null {
  const { received, pspAccountId } = incoming
  if (namesNoSale(incoming) || sale === undefined) return withoutSale(incoming)
  // Only the PSP that made the charge may report it as paid.
  if (sale.pspAccountId !== pspAccountId) return 'OTHER_PSP'
  if (sale.completedAt !== null) return 'ALREADY_PAID'
  if (isOfOtherAmount(sale, incoming)) return 'OTHER_AMOUNT'
  if (isBeingRefunded(received)) return 'GONE_BACK'
  if (sale.status === 'PENDENTE' || sale.status === 'EM_PROCESSAMENTO') return null
  if (sale.status !== 'CANCELADO') return sale.chargeKind === 'cobr' ? 'DEBIT_ENDED' : 'SALE_ENDED'
  return acceptsLate ? null : 'TOO_LATE'
}

const namesNoSale = ({ received, transfer }: IncomingPix): boolean =>
  transfer === undefined ? received.txid === null : transfer.sale === null

function withoutSale({ received, unsure, transfer }: IncomingPix): UnmatchedReason {
  if (transfer?.sale === null) return 'UNCERTAIN_TRANSFER'
  if (unsure) return 'UNCONFIRMED'
  return received.txid === null ? 'WITHOUT_TXID' : 'UNKNOWN_SALE'
}

const isOfOtherAmount = ({ amount }: Sale, { received, boleto }: IncomingPix): boolean =>
  boleto === undefined ? received.amount !== amount : boleto.charges === null

const BY_RULE = { RETURN: 'RETURNING', KEEP: 'UNACCEPTED', CREDIT: 'CREDITED' } as const

/** Whose it is, or how much of it is left, is not certain enough for a rule. */
const FOR_A_PERSON: ReadonlySet<UnmatchedReason> = new Set([
  'UNCONFIRMED',
  'OTHER_PSP',
  'GONE_BACK',
  'DEBIT_ENDED',
  'UNCERTAIN_TRANSFER',
])

/**
 * What becomes of money that no sale accepts. No rule disposes of what has gone back already, in whole or in part, of a
 * payment of our own sale that came by a way where it was not expected, nor of one whose sale our memory has lost, nor of what
 * came for recurring PIX: a payer's bank has debited it by itself. Nor of the money of a boleto, which has no way back of its own, nor of what
 * may be the transfer of a sale. A card's goes back whatever the rule: its acquirer has not paid it, so that nobody could be credited.
 */
export function dispositionOf(
  incoming: IncomingPix,
  reason: UnmatchedReason,
  rule: Rule,
  isRecurring: boolean,
): (typeof BY_RULE)[Rule] {
  const { received, boleto } = incoming
  if (ownReturnOf(incoming) !== undefined || boleto?.isByCard) return 'RETURNING'
  if (isForPerson(incoming, rule)) return 'UNACCEPTED'
  if (
    boleto !== undefined ||
    isRecurring ||
    FOR_A_PERSON.has(reason) ||
    isBeingRefunded(received) ||
    isOfLostSale(reason, received.txid)
  )
    return 'UNACCEPTED'
  return BY_RULE[rule]
}

/** What may be a transfer; and a TED, for whose way back a person names a key of its payer. */
const isForPerson = ({ transfer, received }: IncomingPix, rule: Rule): boolean =>
  transfer !== undefined || (rule === 'RETURN' && isMovementPaymentId(received.endToEndId))

/** In whole or in part, or on its way. */
const isBeingRefunded = ({ refunds }: Received) => refunds.some(({ state }) => state !== 'failed')

/** Only this gateway mints such a txid, and stores a sale in the same commit: the database has lost that sale. */
export const isOfLostSale = (reason: UnmatchedReason | null, txid: string | null): boolean =>
  reason === 'UNKNOWN_SALE' && txid !== null && accountOfPspId(txid) !== null

/** A return of the whole under an id that this gateway minted: a refund that the database has lost. */
export function ownReturnOf({
  accountId,
  received,
}: Pick<IncomingPix, 'accountId' | 'received'>): PspRefund | undefined {
  return received.refunds.find(
    ({ refundId, amount, state }) =>
      accountOfPspId(refundId) === accountId && amount === received.amount && state !== 'failed',
  )
}

// The PSP says that the money of a boleto is contested, or that it has taken it back. That is in the commit of its report, under the locks of all
// that was paid of the boleto: whoever decides about a payment before is told of it, and whoever does after is refused.
import type { Transaction } from '#db/postgres.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import { takenBackOf } from '#psp/collect/payment-id.ts'
import type { SaleDeps } from '../../deps.ts'
import { recordReturned } from '../../dispute/record-returned.ts'
import { hasLostPart, isDisputed } from '../../dispute/store.ts'
import type { IncomingPayment } from '../../incoming-payment/incoming-payment.ts'
import type { SaleKey } from '../../sale.ts'
import { returnedParams } from '../psp-initiated.ts'
import type { RefundKey } from '../refund.ts'
import {
  type BoletoTakenBack,
  findBoletoTakenBack,
  findPixTakenBack,
  findSentToKey,
  lockPaymentsOfBoleto,
  lockRefundToKey,
  recordSending,
} from './store.ts'

/** What was paid of a boleto, locked. */
export interface BoletoMoney {
  books: Books
  payments: IncomingPayment[]
}

/** Before its sale and its charge. */
export async function lockBoletoMoney(tx: Transaction, sale: SaleKey, now: Date): Promise<BoletoMoney> {
  const books = await openBooks(tx, [sale.accountId], now)
  return { books, payments: await lockPaymentsOfBoleto(tx, sale) }
}

/** Of these somebody has the money as well: to be told after the commit. */
export type GoneTwice = IncomingPayment[]

/** As its PSP reports it. */
export interface ReportedTakenBack extends BoletoTakenBack {
  /** How many payments the report names, booked or not. */
  payments: number
}

/** Its report is stored in this transaction. What is contested is only not decided about. */
export async function takeBackBoleto(
  tx: Transaction,
  deps: SaleDeps,
  { books, payments }: BoletoMoney,
  { state, chargeId, payments: named }: ReportedTakenBack,
  now: Date,
): Promise<GoneTwice> {
  const [only, ...others] = payments
  if (state === 'contested' || only === undefined) return []
  const isOnly = others.length === 0 && named === 1
  if (isOnly && (await isAllOf(tx, only))) await bookTakenBack(tx, deps, books, only, chargeId, now)
  const ids = payments.map(({ id }) => id)
  const sent = new Set((await findSentToKey(tx, only.accountId, ids)).map(({ id }) => id))
  return payments.filter(({ id, status }) => status === 'CREDITED' || sent.has(id))
}

/** A Pix that was listed has words of its own for what went back of it, and a dispute books what it has lost. */
const isAllOf = async (tx: Transaction, { endToEndId, chargePaymentId }: IncomingPayment): Promise<boolean> =>
  endToEndId === chargePaymentId && !(await isDisputed(tx, endToEndId)) && !(await hasLostPart(tx, endToEndId))

/** Nothing is sent: the incoming payment is RETURNED, if it waits. */
export async function bookTakenBack(
  tx: Transaction,
  deps: Pick<SaleDeps, 'alerts' | 'random'>,
  books: Books,
  { accountId, id, amount }: IncomingPayment,
  chargeId: string,
  now: Date,
): Promise<void> {
  await recordReturned(tx, deps, books, { accountId, receiptId: id }, takenBackOf(chargeId, amount), now)
  await books.write()
}

export function raiseGoneTwice({ alerts }: Pick<SaleDeps, 'alerts'>, payments: GoneTwice, chargeId: string): void {
  for (const { pspAccountId, endToEndId, chargePaymentId, amount } of payments) {
    const params = returnedParams({ ...takenBackOf(chargeId, amount), endToEndId, pspAccountId }, false)
    alerts.raiseOnce('UNMATCHED_MONEY_RETURNED', params, aboutPsp(pspAccountId), chargePaymentId ?? endToEndId)
  }
}

/** After so long a sending has arrived at the PSP, or never will. */
const ARRIVED_MS = HOUR_MS

/**
 * What may be done with a refund to a key. 'send': from now on it may have been sent, and with so many `lookups` before it is looked up first.
 * 'look up': it is not sent again; where the PSP does not know it either, it `mayFail` or its sending may still arrive.
 */
export type StepToKey =
  | { kind: 'ended' | 'contested' | 'taken back' }
  | { kind: 'send'; lookups: number }
  | { kind: 'look up'; mayFail: boolean }

/** By what is stored now, since another process may have worked on it as well. What is contested may be paid as before, and fails of nothing. */
export const nextStepToKey = ({ db, clock }: Pick<SaleDeps, 'db' | 'clock'>, refund: RefundKey): Promise<StepToKey> =>
  db.transaction(async tx => {
    const now = clock()
    const locked = await lockRefundToKey(tx, refund)
    if (locked?.status !== 'PENDING') return { kind: 'ended' }
    const { lookups, sentAt } = locked
    const back = (await findBoletoTakenBack(tx, locked))?.state ?? (await findPixTakenBack(tx, locked))
    if (back === null) {
      await recordSending(tx, refund, now)
      return { kind: 'send', lookups }
    }
    const isGone = back === 'refunded'
    if (lookups === 0) return { kind: isGone ? 'taken back' : 'contested' }
    return { kind: 'look up', mayFail: isGone && now.getTime() - sentAt.getTime() >= ARRIVED_MS }
  })

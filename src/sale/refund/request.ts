// A seller asks for money of a sale to go back to its buyer. Under the wallet's and the sale's lock it is decided whether
// that may be, the money is held, of the sale's own reserve first, and the refund is stored with the id that the PSP will know
// it by: one commit with the answer and the audit entry. Sending it comes after.
import { type Actor, record } from '#audit/audit.ts'
import { CommitInDoubt, patiently, type Transaction } from '#db/postgres.ts'
import type { Answer, Replayed } from '#idempotency/answer.ts'
import { findKept, keyText } from '#idempotency/store.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { mintPspId, mintUuid } from '#kernel/ids.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import type { RandomBytes } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { SaleDeps } from '../deps.ts'
import { saleKeyText } from '../dispute/standing.ts'
import type { Sale, SaleKey } from '../sale.ts'
import { findReserves, reserveIn, takeReserve } from './reserve.ts'
import { type RefundedTotals, refundable, type SaleRefund } from './sale-refund.ts'
import {
  ANSWERED_MS,
  findPayment,
  findRefundedTotals,
  findSaleRefund,
  insertSaleRefund,
  lockSalesById,
  mintRefundId,
  type Payment,
} from './sale-refund-store.ts'
import { refundedAnswer } from './wire.ts'

export interface SaleRefundRequest extends Keyed {
  sale: SaleKey
  /** null: all that is left. */
  amount: Centavos | null
  reason: string | null
  externalReference: string | null
  actor: Actor
}

type Outcome = SaleRefund | Replayed | Failure

/** Answers the refund when it is held and stored. `dialect`: in which a refusal is kept under a key. */
export async function requestRefund(
  deps: SaleDeps,
  request: SaleRefundRequest,
  dialect: 'sale' | 'panel',
): Promise<Outcome> {
  const now = deps.clock()
  const answerOf = (outcome: SaleRefund | Failure) => refundedAnswer(outcome, dialect)
  const decided: { outcome: Outcome | null } = { outcome: null }
  try {
    return await deps.db.transaction(async tx => {
      const outcome = await underKey(tx, request, { now, decide: () => decide(tx, deps, request, now), answerOf })
      decided.outcome = outcome
      return outcome
    })
  } catch (error) {
    const { outcome } = decided
    if (!(error instanceof CommitInDoubt) || outcome === null) throw error
    // Whatever goes wrong while looking, the doubt stays: any other error would tell that nothing has happened.
    const standing = await patiently(() => stands(deps, request, outcome, answerOf)).catch(() => false)
    if (standing) return outcome
    throw error
  }
}

/** Whether a commit in doubt stands: the refund, or the refusal that was to be kept. Whoever still holds its wallet is waited for. */
async function stands(
  { db, clock }: SaleDeps,
  { sale, key }: SaleRefundRequest,
  outcome: Outcome,
  answerOf: (outcome: SaleRefund | Failure) => Answer | null,
): Promise<boolean> {
  if ('replayed' in outcome) return true
  return db.transaction(async tx => {
    const now = clock()
    await openBooks(tx, [sale.accountId], now)
    if (!(outcome instanceof Failure)) return (await findSaleRefund(tx, sale, { uuid: outcome.uuid })) !== null
    if (!key || answerOf(outcome) === null) return true
    const kept = (await findKept(tx, [key])).get(keyText(key))
    return kept !== undefined && kept.expiresAt > now
  })
}

async function decide(
  tx: Transaction,
  { random }: SaleDeps,
  request: SaleRefundRequest,
  now: Date,
): Promise<SaleRefund | Failure> {
  const { accountId } = request.sale
  const books = await openBooks(tx, [accountId], now)
  const [sale] = await lockSalesById(tx, [request.sale])
  if (sale === undefined) return notFound('Sale')
  const payment = await findPayment(tx, sale)
  const refunded = (await findRefundedTotals(tx, [sale])).get(saleKeyText(sale)) as RefundedTotals
  const amount = refundable(sale, payment?.paidAt ?? now, refunded, request.amount, now)
  if (amount instanceof Failure) return amount
  if (payment === null) throw new Error(`the sale ${sale.uuid} is PAGO and nothing paid it`)
  const refund = newSaleRefund(request, sale, payment, { id: await mintRefundId(tx), amount }, random, now)
  const held = await hold(tx, books, sale, refund)
  if (held instanceof Failure) return held
  await books.write()
  await insertSaleRefund(tx, held, 0, new Date(now.getTime() + ANSWERED_MS))
  await record(tx, [entryOf(request, held)], now)
  return held
}

function newSaleRefund(
  { reason, externalReference, actor }: SaleRefundRequest,
  sale: Sale,
  { returnsFee, receiptId, pspAccountId, endToEndId }: Payment,
  { id, amount }: { id: bigint; amount: Centavos },
  random: RandomBytes,
  now: Date,
): SaleRefund {
  return {
    accountId: sale.accountId,
    id,
    uuid: mintUuid(random),
    saleId: sale.id,
    saleUuid: sale.uuid,
    receiptId,
    pspAccountId,
    endToEndId,
    pspRefundId: mintPspId(sale.accountId, random),
    amount,
    status: 'PENDING',
    pspInitiated: false,
    nature: null,
    reason: reason ?? '',
    externalReference,
    askedBy: actor.id,
    holdSeq: null,
    reserve: ZERO,
    disputed: ZERO,
    returnsFee,
    feeReturned: ZERO,
    rtrId: null,
    failure: null,
    version: 0,
    createdAt: now,
    endedAt: null,
  }
}

/** The whole amount, of the reserve of the same sale first and of what is available then. */
async function hold(tx: Transaction, books: Books, sale: Sale, refund: SaleRefund): Promise<SaleRefund | Failure> {
  const { accountId, id, amount } = refund
  const reserves = (await findReserves(tx, [sale])).get(saleKeyText(sale)) ?? []
  const inReserve = reserveIn(reserves)
  const ofReserve = inReserve < amount ? inReserve : amount
  if (books.available(accountId) + ofReserve < amount)
    return new Failure('INSUFFICIENT_BALANCE', 'There is not enough available for this refund')
  const reserve = takeReserve(books, sale, reserves, amount)
  const opens = { reason: 'REFUND' as const }
  const held = books.mustPost(accountId, { kind: 'REFUND_HELD', amount, subject: 'refund', subjectId: id, opens })
  return { ...refund, holdSeq: held.seq, reserve }
}

const entryOf = ({ actor, reason }: SaleRefundRequest, refund: SaleRefund) => ({
  accountId: refund.accountId,
  actor,
  action: 'refund.requested',
  subject: 'refund',
  subjectId: refund.id,
  reason,
  detail: {
    sale: refund.saleUuid,
    refund: refund.uuid,
    amount: refund.amount.toString(),
    ...(refund.externalReference !== null && { externalReference: refund.externalReference }),
  },
})

// A seller requests that money of a sale goes back to its buyer. Under the lock of the wallet and of the sale it is decided
// whether it may; then the money is held, of the sale's own holds first, and the refund is stored with the id under which the
// PSP will know it: one commit with the answer and the audit entry. It is sent after that.
import { type Actor, record } from '#audit/audit.ts'
import { commitOrLookUp } from '#db/commit-in-doubt.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Answer, Replayed } from '#idempotency/answer.ts'
import { isAnswerKept } from '#idempotency/store.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { type Centavos, toCentsNumber } from '#kernel/money.ts'
import { later } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { CardRefundRules } from '#psp/collect/port.ts'
import type { SaleDeps } from '../deps.ts'
import { type Sale, type SaleKey, saleKeyText } from '../sale.ts'
import { heldIn, type OwnHolds } from '../settlement/own-holds.ts'
import { findOwnHolds, storeChanged } from '../settlement/store.ts'
import { findCardPspAccount, findOthers } from './card/store.ts'
import { nextLookAt, waitOf } from './card/wait.ts'
import { holdForRefund } from './postings.ts'
import { newSaleRefund, type Payment, type RefundTarget, type RefundWait, type SaleRefund } from './refund.ts'
import {
  isWholeOnly,
  leftToRefund,
  type Paid,
  type RefundedTotals,
  type RefundObstacle,
  refundable,
} from './refundable.ts'
import { because } from './refusal-reasons.ts'
import { ANSWERED_MS, findRefundOfSale, insertRefunds, mintRefundId } from './store.ts'
import { hasNoWayBack, type PayerKey, targetOf } from './to-key.ts'
import { findPayment, findRefundedTotals, lockSaleMoney, type SaleMoney } from './totals-store.ts'
import { refundedAnswer } from './wire.ts'

export interface RefundRequest extends Keyed {
  sale: SaleKey
  /** null: all that is left. */
  amount: Centavos | null
  reason: string | null
  externalReference: string | null
  /** The payer's key; only for a boleto that was not paid by its Pix. */
  refundTo: PayerKey | null
  actor: Actor
}

type Outcome = SaleRefund | Replayed | Failure

/** Answers the refund when it is held and stored. `dialect`: in which a refusal is kept under a key. */
export async function requestRefund(
  deps: SaleDeps,
  request: RefundRequest,
  dialect: 'sale' | 'panel',
): Promise<Outcome> {
  const now = deps.clock()
  const rules = await cardRulesOf(deps, request.sale)
  const answerOf = (outcome: SaleRefund | Failure) => refundedAnswer(outcome, dialect)
  const { decided } = await commitOrLookUp(deps.db, {
    work: tx =>
      underKey(tx, request, { now, decide: () => decideAndHold(tx, deps, { ...request, rules }, now), answerOf }),
    isCommitted: outcome => isCommitted(deps, request, outcome, answerOf),
  })
  return decided
}

/** The refund, or the refusal that was to be kept. The lock of the wallet is waited for: the lost transaction held it. */
async function isCommitted(
  { db, clock }: SaleDeps,
  { sale, key }: RefundRequest,
  outcome: Outcome,
  answerOf: (outcome: SaleRefund | Failure) => Answer | null,
): Promise<boolean> {
  if ('replayed' in outcome) return true
  return db.transaction(async tx => {
    const now = clock()
    await openBooks(tx, [sale.accountId], now)
    if (!(outcome instanceof Failure)) return (await findRefundOfSale(tx, sale, { uuid: outcome.uuid })) !== null
    return key && answerOf(outcome) !== null ? isAnswerKept(tx, key, now) : true
  })
}

interface RequestUnderRules extends RefundRequest {
  rules: CardRefundRules | null
}

/** What the acquirer of its card takes; null: it was not paid by card, or the acquirer takes none. */
async function cardRulesOf(
  { db, psps }: Pick<SaleDeps, 'db' | 'psps'>,
  sale: SaleKey,
): Promise<CardRefundRules | null> {
  const pspAccountId = await findCardPspAccount(db, sale)
  if (pspAccountId === null) return null
  const { collect } = await psps.psp(pspAccountId)
  return collect?.capabilities.card?.refund ?? null
}

async function decideAndHold(
  tx: Transaction,
  deps: SaleDeps,
  request: RequestUnderRules,
  now: Date,
): Promise<SaleRefund | Failure> {
  const read = await readUnderLock(tx, deps, request.sale, now)
  if (read === null) return notFound('Sale')
  const decided = decide(read, request, now)
  if (decided instanceof Failure) return decided
  // A key that the seller names is a way out.
  if (
    decided.to !== null &&
    !(await deps.velocity.count(tx, { accountId: read.money.sale.accountId, amount: decided.amount }, now))
  )
    return new Failure('GENERAL_ERROR', TOO_MUCH_OUT, { reason: because('VELOCITY_LIMIT') })
  return write(tx, deps, request, read, decided, now)
}

interface Read {
  books: Books
  money: SaleMoney
  /** null where the sale has not been paid. */
  payment: PaidBy | null
}

type PaidBy = Payment & Pick<Paid, 'hasNoWayBack'>

async function findPaidBy(tx: Transaction, { psps }: Pick<SaleDeps, 'psps'>, sale: SaleKey): Promise<PaidBy | null> {
  const payment = await findPayment(tx, sale)
  return payment && { ...payment, hasNoWayBack: await hasNoWayBack(tx, psps, payment) }
}

/** null where the account has no such sale. */
async function readUnderLock(
  tx: Transaction,
  deps: Pick<SaleDeps, 'psps'>,
  sale: SaleKey,
  now: Date,
): Promise<Read | null> {
  const books = await openBooks(tx, [sale.accountId], now)
  const money = (await lockSaleMoney(tx, [sale])).get(saleKeyText(sale))
  return money === undefined ? null : { books, money, payment: await findPaidBy(tx, deps, sale) }
}

const TOO_MUCH_OUT =
  'amount: more would leave the account than its limits let through without approval; try again later'

interface Accepted {
  payment: Payment
  to: RefundTarget | null
  amount: Centavos
  fromOwn: Centavos
}

/** The sale's own holds are used before the rest of the balance. */
function decide({ books, money, payment }: Read, request: RequestUnderRules, now: Date): Accepted | Failure {
  const { sale, totals, own } = money
  const { rules } = request
  if (payment?.way === 'CARD' && rules === null)
    return new Failure('GENERAL_ERROR', 'The payment provider of this card takes no refunds', {
      reason: because('NO_REFUNDS'),
    })
  const amount = refundable(sale, { ...(payment ?? unpaid(now)), rules }, totals, request.amount, now)
  if (amount instanceof Failure) return amount
  if (payment === null) throw new Error(`the sale ${sale.uuid} is PAGO and nothing paid it`)
  const to = targetOf(payment, payment.payerDocument ?? sale.customer.document, request.refundTo)
  if (to instanceof Failure) return to
  const held = heldIn(own)
  const fromOwn = held < amount ? held : amount
  if (books.available(sale.accountId) + fromOwn < amount)
    return new Failure('INSUFFICIENT_BALANCE', 'There is not enough available for this refund')
  return { payment, to, amount, fromOwn }
}

const unpaid = (now: Date): Paid => ({ paidAt: now, way: 'PIX' })

async function write(
  tx: Transaction,
  { random }: SaleDeps,
  request: RequestUnderRules,
  { books, money }: Read,
  { payment, to, amount, fromOwn }: Accepted,
  now: Date,
): Promise<SaleRefund> {
  const id = await mintRefundId(tx)
  const refund: SaleRefund = {
    ...newSaleRefund({ sale: money.sale, payment, id, amount }, random, now),
    to,
    reason: request.reason ?? '',
    externalReference: request.externalReference,
    askedBy: request.actor.id,
    reserve: fromOwn,
    wait: await waitFor(tx, { ...money, payment, amount, rules: request.rules }, now),
  }
  const held = holdForRefund(books, money, refund)
  await books.write()
  await storeChanged(tx, [money.own], now)
  const dueAt = held.wait === null ? later(now, ANSWERED_MS) : nextLookAt(held.wait, now)
  await insertRefunds(tx, [{ refund: held, isKnownToPsp: false, dueAt }])
  await record(tx, [entryOf(request, held)], now)
  return held
}

interface Requested extends Pick<SaleMoney, 'sale' | 'own'> {
  payment: Payment
  amount: Centavos
  rules: CardRefundRules | null
}

/** Of a card: why its acquirer does not take it yet. */
async function waitFor(
  tx: Transaction,
  { sale, own, payment: { way, reportedState }, amount, rules }: Requested,
  now: Date,
): Promise<RefundWait | null> {
  if (way !== 'CARD' || rules === null) return null
  const others = await findOthers(tx, sale, null)
  return waitOf({ rules, reportedState, isWhole: amount === sale.amount, parts: own.parts, others }, now)
}

const entryOf = ({ actor, reason }: RefundRequest, refund: SaleRefund) => ({
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
    ...(refund.to !== null && { pixKey: refund.to.pixKey }),
    ...(refund.externalReference !== null && { externalReference: refund.externalReference }),
  },
})

export interface Refundable {
  /** Cents. */
  amount: number
  /** Why nothing may be refunded; null where something may. */
  because: RefundObstacle | null
  /** Of a card, of which no part may go back now. */
  wholeOnly?: true
  /** Of a card: why it would not be sent at once; absent: it would. */
  waitsFor?: RefundWait['for']
  expectedAt?: string
}

const notNow = (because: RefundObstacle): Refundable => ({ amount: 0, because })

/** What may be refunded at this moment, for the panel to offer. The request decides again, under the locks. */
export async function refundableOf(
  { db, psps }: Pick<SaleDeps, 'db' | 'psps'>,
  sale: Sale,
  now: Date,
): Promise<Refundable> {
  if (sale.status !== 'PAGO') return notNow('STATUS')
  const rules = await cardRulesOf({ db, psps }, sale)
  return db.transaction(async tx => {
    const payment = await findPaidBy(tx, { psps }, sale)
    const totals = (await findRefundedTotals(tx, [sale])).get(saleKeyText(sale)) as RefundedTotals
    const paid = { ...(payment ?? unpaid(now)), rules }
    const left = leftToRefund(sale, paid, totals, now)
    if (typeof left === 'string') return notNow(left)
    const own = (await findOwnHolds(tx, [sale])).get(saleKeyText(sale)) as OwnHolds
    const wait = payment && (await waitFor(tx, { sale, own, payment, amount: left, rules }, now))
    const amount = toCentsNumber(left)
    return {
      amount,
      because: null,
      ...(isWholeOnly(paid, now) && { wholeOnly: true as const }),
      ...(wait !== null && { waitsFor: wait.for, expectedAt: wait.until.toISOString() }),
    }
  })
}

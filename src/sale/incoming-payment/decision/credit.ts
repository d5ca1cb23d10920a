// Money that no sale accepts is credited: to its own account, out of the suspense account to another one, or to the cancelled sale that it is for.
import { record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { underKey } from '#idempotency/under.ts'
import { suspenseAccountOf } from '#kernel/account/suspense-account.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { ZERO } from '#kernel/money.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { owedOfPayment } from '#psp/collect/owed-store.ts'
import { findPspAccount } from '#psp/store.ts'
import type { SaleDeps } from '../../deps.ts'
import { hasLostPart, isBookedByDispute, isDisputed } from '../../dispute/store.ts'
import { type BoletoTakenBack, findBoletoTakenBack } from '../../refund/boleto/store.ts'
import type { IncomingPayment, IncomingPaymentKey } from '../incoming-payment.ts'
import type { ShownIncomingPayment } from '../list-store.ts'
import { type Decision, findEnvironment, isBackAtCard } from '../store.ts'
import { decidedAnswer } from '../wire.ts'
import { type Crediting, creditHere, creditThere } from './book-credit.ts'
import { type Deciding, entryOf, lockUndecided, shown } from './decision.ts'
import { type PayableSale, payableSaleOf, paySale } from './payable-sale.ts'

/**
 * Answers the incoming payment that is credited: a new one where it goes to another account, which only money of the suspense
 * account may. Money for a cancelled sale pays that sale, where it came to the PSP account of the sale; so does
 * a boleto's that brought too much.
 */
export async function creditIncomingPayment(
  deps: SaleDeps,
  key: IncomingPaymentKey,
  toAccountId: number | null,
  deciding: Deciding,
): Promise<ShownIncomingPayment | Replayed | Failure> {
  const target = targetOf(key.accountId, toAccountId)
  if (target instanceof Failure) return target
  const now = deps.clock()
  const outcome = await deps.db.transaction(tx =>
    underKey(tx, deciding, {
      now,
      decide: () => creditUnderLock(tx, deps, { key, target, deciding }, now),
      answerOf: one => decidedAnswer(one instanceof Failure ? one : one.credited),
    }),
  )
  if (outcome instanceof Failure || 'replayed' in outcome) return outcome
  deps.outbox.send(outcome.pendingDeliveries)
  return outcome.credited
}

interface CreditRequest {
  key: IncomingPaymentKey
  target: number
  deciding: Deciding
}

async function creditUnderLock(
  tx: Transaction,
  deps: SaleDeps,
  request: CreditRequest,
  now: Date,
): Promise<Credited | Failure> {
  const read = await readUnderLock(tx, deps, request, now)
  if (read instanceof Failure) return read
  return refusalOf(read) ?? (await writeCredit(tx, deps, request, read, now))
}

interface CreditRead {
  books: Books
  incomingPayment: IncomingPayment
  /** Of the PSP account that received it, and of the account to which it is credited. */
  paidIn: string | null
  environment: string
  /** Both accounts are live, or both are tests. */
  isOneSide: boolean
  isDisputed: boolean
  /** A dispute has taken a part of it from nobody. */
  isPartLost: boolean
  /** By card, and its acquirer has not paid all of it. */
  isUnsettled: boolean
  /** Its acquirer has given it back to the card, and no dispute has taken that from the account. */
  isGone: boolean
  /** By boleto, and its PSP contests it or has taken it back. */
  takenBack: BoletoTakenBack | null
  /** The sale that it is for and may still pay, with its cart. */
  payable: PayableSale | null
}

/** The wallets first: the opening of a dispute waits for them as well. */
async function readUnderLock(
  tx: Transaction,
  deps: SaleDeps,
  { key, target }: CreditRequest,
  now: Date,
): Promise<CreditRead | Failure> {
  const environment = await findEnvironment(tx, target)
  if (environment === null) return notFound('account')
  const books = await openBooks(tx, [key.accountId, target], now)
  const incomingPayment = await lockUndecided(tx, key)
  if (incomingPayment instanceof Failure) return incomingPayment
  const { pspAccountId, endToEndId, amount } = incomingPayment
  const pspAccount = await findPspAccount(tx, pspAccountId)
  return {
    books,
    incomingPayment,
    paidIn: pspAccount?.environment ?? null,
    environment,
    isOneSide: isTestAccount(key.accountId) === isTestAccount(target),
    isDisputed: await isDisputed(tx, endToEndId),
    isPartLost: await hasLostPart(tx, endToEndId),
    isUnsettled: (await owedOfPayment(tx, key, now)) > ZERO,
    isGone: (await isBackAtCard(tx, key)) && !(await isBookedByDispute(tx, endToEndId, amount)),
    takenBack: await findBoletoTakenBack(tx, key),
    payable: await payableSaleOf(tx, deps, target, incomingPayment),
  }
}

function refusalOf(read: CreditRead): Failure | null {
  const { paidIn, environment, isDisputed, isPartLost, isUnsettled, isGone, takenBack } = read
  if (takenBack !== null) return new Failure('CONFLICT', BOLETO[takenBack.state])
  if (isGone) return new Failure('CONFLICT', GONE)
  if (isPartLost) return new Failure('CONFLICT', PART_LOST)
  if (paidIn !== environment || !read.isOneSide) return otherMoney(environment)
  if (isUnsettled) return new Failure('CONFLICT', UNSETTLED)
  return isDisputed ? new Failure('CONFLICT', DISPUTED) : null
}

async function writeCredit(
  tx: Transaction,
  deps: SaleDeps,
  { key, target, deciding }: CreditRequest,
  { books, incomingPayment, payable }: CreditRead,
  now: Date,
): Promise<Credited> {
  const sale = payable?.sale ?? null
  const decision: Decision = { decision: 'CREDIT', reason: deciding.reason, by: deciding.by.id, at: now }
  const crediting: Crediting = { incomingPayment, target, sale, decision }
  const credited = await (target === key.accountId ? creditHere : creditThere)(tx, books, crediting)
  await books.write()
  const there = credited.accountId === key.accountId ? [] : [{ ...incomingPayment, ...credited }]
  await record(
    tx,
    [incomingPayment, ...there].map(one => entryOf(one, 'receipt.credited', deciding)),
    now,
  )
  const pendingDeliveries = payable === null ? [] : await paySale(tx, deps, payable, incomingPayment, now)
  return { credited: await shown(tx, credited), pendingDeliveries }
}

interface Credited {
  credited: ShownIncomingPayment
  pendingDeliveries: PendingDeliveries
}

/** A suspense account, of live accounts or of tests, keeps money for others, and gives none to the other. */
function targetOf(from: number, to: number | null): number | Failure {
  if (!isSuspense(from))
    return to === null || to === from ? from : invalid('accountId', 'the account on which the money is booked')
  return to === null || isSuspense(to) ? invalid('accountId', 'the account to which the money is credited') : to
}

const isSuspense = (accountId: number): boolean => accountId === suspenseAccountOf(accountId)

/** Play money in a balance would be paid out as real. */
const otherMoney = (environment: string) =>
  new Failure('CONFLICT', `The account deals in the ${environment} environment, and this money is of another one`)

/** It would be lent. */
const UNSETTLED = 'The acquirer has not settled this payment by card: it can be credited when it has'

/** It would be paid twice. */
const GONE = 'The acquirer has given this payment back to the card: it can be returned, which only records that'

const BOLETO = {
  refunded:
    'The bank has taken the money of this boleto back: it can be returned without a key, which only records that',
  contested: 'The bank says that this boleto is contested: it can be credited when that is decided',
} as const

/** Its seller would have more than lies there. */
const PART_LOST = 'A dispute has taken a part of this payment: it can be returned, which sends back what is left'

const DISPUTED = 'The payer disputes this Pix: it can be credited when that is decided'

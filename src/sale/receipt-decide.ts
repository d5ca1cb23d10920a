// A person decides about money that no sale accepts: it goes back to its payer, or it is credited. Each decision is one
// transition under the receipt's lock, kept with its reason and whoever made it; a receipt that somebody has decided about
// already is a conflict.
import { operator, type Person, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import { HOUSE_ACCOUNT_ID } from '#ledger/house-account.ts'
import type { Born } from '#notification/outbox.ts'
import { findPspAccount } from '#psp/store.ts'
import { isDisputed } from './dispute-standing.ts'
import type { Receipt, ReceiptKey } from './receipt.ts'
import { bookSale, credit, keepAside, moveOut } from './receipt-book.ts'
import { type ShownReceipt, showReceipt } from './receipt-list-store.ts'
import {
  type Decision,
  findEnvironment,
  insertReceipts,
  lockReceipts,
  mintReceiptIds,
  updateReceipts,
} from './receipt-store.ts'
import { decidedAnswer } from './receipt-wire.ts'
import { newRefund } from './refund.ts'
import { insertRefunds } from './refund-store.ts'
import { moved, type Sale } from './sale.ts'
import type { SaleSettleNeeds } from './settle.ts'
import { lockSales, updateSales } from './store.ts'
import { factsOf } from './wire.ts'

export interface Deciding extends Keyed {
  by: Person
  reason: string
}

/** Answers the receipt when it is decided; the money is sent back soon. */
export async function returnReceipt(
  needs: SaleSettleNeeds,
  key: ReceiptKey,
  deciding: Deciding,
): Promise<ShownReceipt | Replayed | Failure> {
  const { by, reason } = deciding
  const at = needs.clock()
  const decide = async (tx: Transaction) => {
    const receipt = await lockUndecided(tx, key)
    if (receipt instanceof Failure) return receipt
    await insertRefunds(tx, [newRefund(receipt, { reason, askedBy: by.id }, needs.random, at)])
    await updateReceipts(tx, [{ ...key, status: 'RETURNING', decision: { decision: 'RETURN', reason, by: by.id, at } }])
    await record(tx, [entryOf(receipt, 'receipt.return-decided', deciding)], at)
    return shown(tx, key)
  }
  return needs.db.transaction(tx =>
    underKey(tx, deciding, { now: at, decide: () => decide(tx), answerOf: decidedAnswer }),
  )
}

const entryOf = (
  { accountId, id, amount, endToEndId }: Pick<Receipt, 'accountId' | 'id' | 'amount' | 'endToEndId'>,
  action: string,
  { by, reason }: Deciding,
) => ({
  ...{ accountId, actor: operator(by), action, subject: 'receipt', subjectId: id, reason },
  detail: { amount: toCentsNumber(amount), endToEndId },
})

/** As the decision has left it. */
async function shown(tx: Transaction, key: ReceiptKey): Promise<ShownReceipt> {
  const receipt = await showReceipt(tx, key)
  if (receipt === null) throw new Error(`the receipt ${key.accountId}/${key.id} is gone`)
  return receipt
}

/**
 * Answers the receipt of the credited money: another one where it is credited to another account, which only the house's own
 * money can be. Money that was meant for a cancelled sale, and came where that was to be paid, pays it.
 */
export async function creditReceipt(
  needs: SaleSettleNeeds,
  key: ReceiptKey,
  toAccountId: number | null,
  deciding: Deciding,
): Promise<ShownReceipt | Replayed | Failure> {
  const target = targetOf(key.accountId, toAccountId)
  if (target instanceof Failure) return target
  const { by, reason } = deciding
  const at = needs.clock()
  const decide = async (tx: Transaction): Promise<Credited | Failure> => {
    const environment = await findEnvironment(tx, target)
    if (environment === null) return notFound('account')
    const books = await openBooks(tx, [key.accountId, target], at)
    const receipt = await lockUndecided(tx, key)
    if (receipt instanceof Failure) return receipt
    if ((await findPspAccount(tx, receipt.pspAccountId))?.environment !== environment) return otherMoney(environment)
    // Whoever opens a dispute waits for the wallet, too.
    if (await isDisputed(tx, receipt.endToEndId)) return new Failure('CONFLICT', DISPUTED)
    const sale = await cancelledSaleOf(tx, target, receipt)
    const crediting: Crediting = { receipt, target, sale, decision: { decision: 'CREDIT', reason, by: by.id, at } }
    const credited = await (target === key.accountId ? creditHere : creditThere)(tx, books, crediting)
    await books.write()
    const there = credited.accountId === key.accountId ? [] : [{ ...receipt, ...credited }]
    await record(
      tx,
      [receipt, ...there].map(one => entryOf(one, 'receipt.credited', deciding)),
      at,
    )
    const born = sale === null ? [] : await paySale(tx, needs, sale, at)
    return { receipt: await shown(tx, credited), born }
  }
  const outcome = await needs.db.transaction(tx =>
    underKey(tx, deciding, {
      now: at,
      decide: () => decide(tx),
      answerOf: one => decidedAnswer(one instanceof Failure ? one : one.receipt),
    }),
  )
  if (outcome instanceof Failure || 'replayed' in outcome) return outcome
  needs.outbox.send(outcome.born)
  return outcome.receipt
}

interface Credited {
  receipt: ShownReceipt
  born: Born
}

function targetOf(from: number, to: number | null): number | Failure {
  if (from !== HOUSE_ACCOUNT_ID)
    return to === null || to === from ? from : invalid('accountId', 'the account on which the money is booked')
  return to === null || to === from ? invalid('accountId', 'the account to which the money is credited') : to
}

async function lockUndecided(tx: Transaction, key: ReceiptKey): Promise<Receipt | Failure> {
  const [receipt] = await lockReceipts(tx, [key])
  if (receipt === undefined) return notFound('receipt')
  if (receipt.status === 'UNACCEPTED') return receipt
  return new Failure('CONFLICT', `A receipt that is ${receipt.status} cannot be decided about`)
}

/** Play money in a balance would be paid out as real. */
const otherMoney = (environment: string) =>
  new Failure('CONFLICT', `The account deals in the ${environment} environment, and this money is of another one`)

const DISPUTED = 'The payer disputes this Pix: it can be credited when that is decided'

interface Crediting {
  receipt: Receipt
  target: number
  /** The cancelled sale that it pays, as it is then. */
  sale: Sale | null
  decision: Decision
}

/** A sale lies with one PSP account, and so does what paid it. */
async function cancelledSaleOf(tx: Transaction, accountId: number, receipt: Receipt): Promise<Sale | null> {
  const { txid, amount, pspAccountId } = receipt
  if (txid === null) return null
  const [sale] = await lockSales(tx, [{ accountId, txid }])
  const isIts = sale?.amount === amount && sale.pspAccountId === pspAccountId
  return sale?.status === 'CANCELADO' && isIts ? sale : null
}

async function creditHere(tx: Transaction, books: Books, { receipt, sale, decision }: Crediting): Promise<ReceiptKey> {
  const { accountId, id } = receipt
  if (sale === null) credit(books, receipt)
  else {
    moveOut(books, receipt)
    bookSale(books, sale, receipt.pspAccountId, decision.at)
  }
  const paid = sale === null ? { status: 'CREDITED' as const } : { status: 'ACCEPTED' as const, saleId: sale.id }
  await updateReceipts(tx, [{ accountId, id, ...paid, decision }])
  return { accountId, id }
}

/** Out of one wallet and into the other; both keep a receipt, and the two name the same Pix. */
async function creditThere(tx: Transaction, books: Books, crediting: Crediting): Promise<ReceiptKey> {
  const { receipt, target, sale, decision } = crediting
  const [id] = (await mintReceiptIds(tx, 1)) as [bigint]
  const status = sale === null ? 'CREDITED' : 'ACCEPTED'
  const there: Receipt = { ...receipt, accountId: target, id, status, saleId: sale?.id ?? null }
  if (sale !== null) there.reason = null
  moveOut(books, receipt)
  if (sale !== null) bookSale(books, sale, receipt.pspAccountId, decision.at)
  else {
    keepAside(books, there)
    credit(books, there)
  }
  const { accountId } = receipt
  await updateReceipts(tx, [{ accountId, id: receipt.id, status: 'MOVED', movedToAccountId: target, decision }])
  await insertReceipts(tx, [there], decision.at)
  return { accountId: target, id }
}

async function paySale(tx: Transaction, { outbox }: SaleSettleNeeds, sale: Sale, at: Date): Promise<Born> {
  const paid = moved(sale, 'PAGO', at)
  await updateSales(tx, [{ sale: paid, dueAt: null }])
  return (await outbox.write(tx, factsOf(paid), at)).flat()
}

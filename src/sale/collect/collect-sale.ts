// The sale of a boleto, as its charge has it made, opened and ended. The charge decides and does the work (src/charge); the sale is stored,
// moved and published here.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Answer } from '#idempotency/answer.ts'
import { mintPspId, mintUuid } from '#kernel/ids.ts'
import { subtract, ZERO } from '#kernel/money.ts'
import { feeOf, type Price, type Reserve, reserveOf } from '#kernel/terms/terms.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { SaleOrder } from '../begin.ts'
import type { SaleDeps } from '../deps.ts'
import { bookIncomingPayments } from '../incoming-payment/book.ts'
import type { IncomingPix } from '../incoming-payment/incoming-payment.ts'
import { cancelledBy, requestedBy } from '../panel/audit.ts'
import {
  type BoletoMoney,
  type GoneTwice,
  lockBoletoMoney,
  type ReportedTakenBack,
  raiseGoneTwice,
  takeBackBoleto,
} from '../refund/boleto/taken-back.ts'
import { prioritiseSettled } from '../refund/card/store.ts'
import { applyTakenBack, endWaitingRefunds, type TakenBack } from '../refund/card/taken-back.ts'
import { moved, type PaymentMethod, type Sale, type SaleCharge, type SaleKey } from '../sale.ts'
import { type Settled, settleSale } from '../settlement/settle.ts'
import { findSale, insertSale, lockSalesById, mintIds, recordGivenUp, updateSales } from '../store.ts'
import { eventsOf, soldAnswer } from '../wire.ts'

/** What charges do with their sales. A sale is locked before its charge. */
export interface SalesOfCharges {
  /** EM_PROCESSAMENTO, under a reference of ours. The person who charges in the panel stands in the audit log. */
  insert(tx: Transaction, order: CollectOrder, by: Actor | null): Promise<Sale>
  find(key: SaleKey): Promise<Sale | null>
  lock(tx: Transaction, key: SaleKey): Promise<Sale | null>
  /** It waits to be paid. It is locked, as it is in the following; its events are still to be written. */
  open(tx: Transaction, sale: Sale, made: { brCode: string | null; charge: SaleCharge }): Promise<MovedSale>
  /** Nobody goes on with its creation. */
  giveUp(tx: Transaction, key: SaleKey): Promise<boolean>
  /** What was paid for it is booked, each payment once; one that it does not accept is kept. */
  book(payments: IncomingPix[]): Promise<boolean[]>
  /** The acquirer has paid what it owed of it: how many parts, and not before. */
  settle(settled: Settled): Promise<number>
  /** The acquirer has settled this payment, and takes refunds of it from now on. Its sale is locked. */
  sendRefunds(tx: Transaction, paymentId: string, now: Date): Promise<void>
  /** The cardholder contests the payment: what is not sent yet of it is not sent any more. */
  endWaitingRefunds(paymentId: string): Promise<void>
  /** All of its payment has gone back to the card. */
  takenBack(back: TakenBack): Promise<void>
  /** All that was paid of its boleto: before the sale is locked. */
  lockBoletoMoney(tx: Transaction, key: SaleKey, now: Date): Promise<BoletoMoney>
  /** Its boleto is contested, or its money was taken back. Answers of which payments somebody else has the money as well. */
  takeBackBoleto(tx: Transaction, money: BoletoMoney, back: ReportedTakenBack, now: Date): Promise<GoneTwice>
  /** After the commit. */
  raiseGoneTwice(payments: GoneTwice, chargeId: string): void
  /** It ends unpaid. */
  end(tx: Transaction, sale: Sale, status: UnpaidStatus, by: Actor | null): Promise<MovedSale>
  /** As it is answered to the caller who makes it. */
  answerOf(sale: Sale): Answer
}

export type UnpaidStatus = 'CANCELADO' | 'FALHA' | 'RECUSADO'

/** What is sold, and what that costs its seller. */
export interface CollectOrder extends SaleOrder {
  paymentMethod: PaymentMethod
  pspAccountId: number
  price: Price
  /** The account's terms. */
  reserve: Reserve
  cartId: bigint | null
  /** From then on no money can come any more. */
  expiresAt: Date
}

export interface MovedSale {
  sale: Sale
  events: DomainEvent[]
}

export const salesOfCharges = (deps: SaleDeps): SalesOfCharges => ({
  insert: (tx, order, by) => insertCollectSale(tx, deps, order, by),
  find: ({ accountId, id }) => findSale(deps.db, accountId, { number: id }),
  lock: async (tx, key) => (await lockSalesById(tx, [key]))[0] ?? null,
  open: (tx, sale, made) => openCollectSale(tx, deps, sale, made),
  book: payments => bookIncomingPayments(deps, payments),
  settle: settled => settleSale(deps, settled),
  sendRefunds: prioritiseSettled,
  endWaitingRefunds: paymentId => endWaitingRefunds(deps, paymentId),
  takenBack: back => applyTakenBack(deps, back),
  lockBoletoMoney,
  takeBackBoleto: (tx, money, back, now) => takeBackBoleto(tx, deps, money, back, now),
  raiseGoneTwice: (payments, chargeId) => raiseGoneTwice(deps, payments, chargeId),
  giveUp: recordGivenUp,
  end: (tx, sale, status, by) => endCollectSale(tx, deps, sale, status, by),
  answerOf: soldAnswer,
})

async function insertCollectSale(
  tx: Transaction,
  { clock, random }: Pick<SaleDeps, 'clock' | 'random'>,
  { items, price, reserve, ...order }: CollectOrder,
  by: Actor | null,
): Promise<Sale> {
  const now = clock()
  const ids = await mintIds(tx, items.length)
  const fee = feeOf(order.amount, price).total
  const net = subtract(order.amount, fee)
  const sale: Sale = {
    ...order,
    id: ids.sale,
    uuid: mintUuid(random),
    status: 'EM_PROCESSAMENTO',
    version: 0,
    chargeKind: 'collect',
    fee,
    net,
    reserve: reserveOf(order.amount, net, reserve),
    reserveDays: reserve.days,
    reserveHeld: ZERO,
    items: items.map((item, n) => ({ ...item, id: ids.items[n] as bigint })),
    txid: mintPspId(order.accountId, random),
    brCode: null,
    charge: { chargeId: null, line: null },
    idRec: null,
    contrato: null,
    givenUp: false,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  }
  await insertSale(tx, sale, null)
  if (by !== null) await record(tx, [requestedBy(by, sale)], now)
  return sale
}

async function openCollectSale(
  tx: Transaction,
  { clock }: Pick<SaleDeps, 'clock'>,
  sale: Sale,
  made: { brCode: string | null; charge: SaleCharge },
): Promise<MovedSale> {
  const opened = moved(sale, 'PENDENTE', clock(), made)
  await updateSales(tx, [{ sale: opened, dueAt: null }])
  return { sale: opened, events: eventsOf(opened) }
}

/** A creation that was given up was never published, and neither is its end. */
async function endCollectSale(
  tx: Transaction,
  { clock, carts }: Pick<SaleDeps, 'carts' | 'clock'>,
  sale: Sale,
  status: UnpaidStatus,
  by: Actor | null,
): Promise<MovedSale> {
  const now = clock()
  const ended = moved(sale, status, now)
  await updateSales(tx, [{ sale: ended, dueAt: null }])
  await carts.giveBack(tx, ended)
  if (by !== null) await record(tx, [cancelledBy(by, ended)], now)
  return { sale: ended, events: ended.givenUp ? [] : eventsOf(ended) }
}

// The sale of the first payment of a recurrence (journeys 3 and 4). It is made with its recurrence: nobody gets the bare code of its charge,
// and its creation ends when that of the recurrence does. Once it is shown it is a sale like any other.
import type { Transaction } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { mintPspId } from '#kernel/ids.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { ChargeRequest } from '#psp/port.ts'
import { type Charged, type ChargesAtPsp, findOrRequest, requestCharge } from '../charge.ts'
import { newRecurringSale, type RecurringOrder } from '../cycle/recurring-sale.ts'
import type { SaleDeps } from '../deps.ts'
import { moved, type Sale, type SaleKey } from '../sale.ts'
import { insertSale, lockSalesById } from '../store.ts'
import { eventsOf } from '../wire.ts'
import { openFirst } from './store.ts'

/** What the first payment sells. */
export interface FirstPaymentOrder extends RecurringOrder {
  chargeKind: 'cob' | 'cobv'
}

/** Of journey 4. */
export interface Bill {
  dueOn: LocalDate
  payableDays: number
}

export interface ChargeOptions {
  /** An earlier request may have had it made. */
  isResumed: boolean
  /** Where nothing has reached the PSP, the charge is made elsewhere. */
  hasFallback: boolean
}

/** What recurrences do with the sales of their first payments. */
export interface FirstPayments {
  /** EM_PROCESSAMENTO, with its txid. It owes no work of its own: its recurrence decides about it. */
  insert(tx: Transaction, order: FirstPaymentOrder): Promise<Sale>
  find(key: SaleKey): Promise<Sale | null>
  /** In the order of the keys. */
  findAll(keys: SaleKey[]): Promise<(Sale | null)[]>
  lock(tx: Transaction, key: SaleKey): Promise<Sale | null>
  /** Has the charge made. */
  charge(sale: Sale, bill: Bill | null, how: ChargeOptions): Promise<Charged>
  /** Nothing of it has reached its PSP account: it goes to another one. False where it has been given up. */
  rebind(tx: Transaction, sale: Sale, pspAccountId: number): Promise<boolean>
  /** The sale, which is locked, waits to be paid by this code. Its events are still to be written. */
  open(tx: Transaction, sale: Sale, code: { brCode: string; idRec: string }): Promise<OpenedFirst>
  /** Its creation comes to nothing: the charge is taken away, and then the sale has failed. */
  giveUp(tx: Transaction, key: SaleKey): Promise<void>
  /** Nobody is to pay it any more: where it waits to be paid its charge is taken away, and then it is cancelled. */
  closeSoon(tx: Transaction, key: SaleKey): Promise<void>
  /** As callers read it. */
  form(sale: Sale): object
}

export interface OpenedFirst {
  sale: Sale
  events: DomainEvent[]
}

export async function insertFirst(
  tx: Transaction,
  { clock, random }: Pick<SaleDeps, 'clock' | 'random'>,
  order: FirstPaymentOrder,
): Promise<Sale> {
  const charged = { ...order, txid: mintPspId(order.accountId, random), idRec: null }
  const sale = await newRecurringSale(tx, charged, random, clock())
  await insertSale(tx, sale, null)
  return sale
}

export const lockFirst = async (tx: Transaction, key: SaleKey): Promise<Sale | null> =>
  (await lockSalesById(tx, [key]))[0] ?? null

/** By the ladder of every charge: requested, else looked up, else requested once more, under the one txid. */
export async function chargeFirst(
  { psps, clock }: Pick<SaleDeps, 'psps' | 'clock'>,
  sale: Sale,
  bill: Bill | null,
  { isResumed, hasFallback }: ChargeOptions,
): Promise<Charged> {
  const charges = await chargesFor(psps, sale, bill)
  if (charges === null) return { kind: 'refused', reason: 'it makes no charges with a due day' }
  const { txid, amount, customer, expiresAt } = sale
  const expiresInSeconds = Math.ceil((expiresAt.getTime() - clock().getTime()) / SECOND_MS)
  const payer = { name: customer.name, document: customer.document }
  const request: ChargeRequest = { txid, amount, expiresInSeconds, payer }
  return isResumed
    ? findOrRequest(charges, request, 'not to be found out')
    : requestCharge(charges, request, hasFallback)
}

async function chargesFor(
  psps: SaleDeps['psps'],
  { pspAccountId }: Sale,
  bill: Bill | null,
): Promise<ChargesAtPsp | null> {
  if (bill === null) return psps.payIn(pspAccountId)
  const { dueCharges } = await psps.psp(pspAccountId)
  if (dueCharges === undefined) return null
  return {
    createCharge: ({ txid, amount, payer = { name: '', document: '' } }) =>
      dueCharges.createDueCharge({ txid, amount, dueOn: bill.dueOn, payableDaysAfter: bill.payableDays, payer }),
    findCharge: dueCharges.findDueCharge,
  }
}

/** The events of a sale that has been paid meanwhile were written then. */
export async function openFirstSale(
  tx: Transaction,
  { clock }: Pick<SaleDeps, 'clock'>,
  sale: Sale,
  { brCode, idRec }: { brCode: string; idRec: string },
): Promise<OpenedFirst> {
  const opened =
    sale.status === 'EM_PROCESSAMENTO'
      ? moved(sale, 'PENDENTE', clock(), { brCode, idRec })
      : { ...sale, brCode, idRec }
  await openFirst(tx, opened)
  return { sale: opened, events: sale.status === 'EM_PROCESSAMENTO' ? eventsOf(opened) : [] }
}

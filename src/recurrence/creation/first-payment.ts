// The first payment of journeys 3 and 4: its sale is stored with the recurrence, and its charge is the first step of the creation.
import type { Transaction } from '#db/postgres.ts'
import type { ChargeOptions } from '#sale/first-payment/first-payment.ts'
import type { Sale } from '#sale/sale.ts'
import { saleTermsOf } from '../debit/order-terms.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import type { RecurrenceInput, Schedule } from './input.ts'
import type { Taken } from './progress.ts'
import type { Admission } from './terms.ts'

/** null: this journey begins without a payment. */
export async function storeFirstPayment(
  tx: Transaction,
  { firstPayments }: RecurrenceDeps,
  input: RecurrenceInput,
  { firstExpiresAt }: Schedule,
  { terms, pspAccountId }: Admission,
): Promise<Sale | null> {
  const { firstPayment, accountId, customer, items, externalReference, postbackUrl, contrato } = input
  if (firstPayment === null || firstExpiresAt === null) return null
  const { amount } = firstPayment
  const frozen = saleTermsOf(amount, terms)
  if (frozen === null) throw new Error('a first payment without a price was let in')
  return firstPayments.insert(tx, {
    accountId,
    pspAccountId,
    chargeKind: 'dueOn' in firstPayment ? 'cobv' : 'cob',
    amount,
    ...frozen,
    customer: { ...customer },
    items,
    externalReference,
    postbackUrl,
    contrato,
    expiresAt: firstExpiresAt,
  })
}

/** The step CODE. The bare code that it answers is handed out to nobody: who paid it would not authorise anything. */
export async function makeCharge(
  { firstPayments }: RecurrenceDeps,
  { firstDueOn, firstPayableDays }: Recurrence,
  sale: Sale,
  how: ChargeOptions,
): Promise<Taken> {
  const bill = firstDueOn === null ? null : { dueOn: firstDueOn, payableDays: firstPayableDays ?? 0 }
  const charged = await firstPayments.charge(sale, bill, how)
  switch (charged.kind) {
    case 'stands':
      return { kind: 'done', change: {} }
    case 'untouched':
      return { kind: 'unknown', reason: charged.reason, unsent: true }
    default:
      return charged
  }
}

// A person decides about money that no sale accepts: it goes back to its payer (return.ts), or it is credited (credit.ts). Each decision is one
// transition under the lock of the incoming payment, kept with its reason and its author; one that was decided about already is a conflict.
import { operator, type Person } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Keyed } from '#idempotency/under.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { mayBeOfBoletoUntil } from '../boleto-pix.ts'
import { findStrangeSince } from '../boleto-pix-store.ts'
import type { IncomingPayment, IncomingPaymentKey } from '../incoming-payment.ts'
import { type ShownIncomingPayment, showIncomingPayment } from '../list-store.ts'
import { lockIncomingPayments } from '../store.ts'

export interface Deciding extends Keyed {
  by: Person
  reason: string
}

export async function lockUndecided(tx: Transaction, key: IncomingPaymentKey): Promise<IncomingPayment | Failure> {
  const [incomingPayment] = await lockIncomingPayments(tx, [key])
  if (incomingPayment === undefined) return notFound('receipt')
  const { status } = incomingPayment
  if (status !== 'UNACCEPTED') return new Failure('CONFLICT', `A receipt that is ${status} cannot be decided about`)
  const until = mayBeOfBoletoUntil(incomingPayment, await findStrangeSince(tx, key))
  return until === null ? incomingPayment : mayBeOfBoleto(until)
}

/** The same money would be given away twice. */
const mayBeOfBoleto = (until: Date) =>
  new Failure(
    'CONFLICT',
    `This Pix may be the one by which a boleto was paid: if that does not show, it can be decided about once the boletos up to ${until.toISOString()} are read`,
  )

export const entryOf = (
  { accountId, id, amount, endToEndId }: Pick<IncomingPayment, 'accountId' | 'id' | 'amount' | 'endToEndId'>,
  action: string,
  { by, reason }: Deciding,
) => ({
  accountId,
  actor: operator(by),
  action,
  subject: 'receipt',
  subjectId: id,
  reason,
  detail: { amount: toCentsNumber(amount), endToEndId },
})

/** As the decision has left it. */
export async function shown(tx: Transaction, key: IncomingPaymentKey): Promise<ShownIncomingPayment> {
  const incomingPayment = await showIncomingPayment(tx, key)
  if (incomingPayment === null) throw new Error(`the receipt ${key.accountId}/${key.id} is gone`)
  return incomingPayment
}

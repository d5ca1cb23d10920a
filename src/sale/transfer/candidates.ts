// The sales that a transfer may be for, as the operator reads them: with what agrees and what does not. They are compared anew each time,
// since sales are paid and end meanwhile.
import { type Static, Type } from 'typebox'
import type { Queryable } from '#db/postgres.ts'
import { type Failure, notFound } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { maskDocument } from '#kernel/pix/document.ts'
import type { IncomingPaymentKey } from '../incoming-payment/incoming-payment.ts'
import { showIncomingPayment } from '../incoming-payment/list-store.ts'
import { SALE_STATUSES } from '../sale.ts'
import { areAboveLimit } from './assign-store.ts'
import { type Candidate, candidatesOf } from './recognise.ts'
import { type AwaitedSale, findAwaited } from './store.ts'

const Time = Type.String({ format: 'date-time' })
const Cents = Type.Integer({ description: 'Cents' })

export const CandidateSchema = Type.Object({
  accountId: Type.Integer(),
  accountName: Type.String(),
  saleUuid: Type.String(),
  status: Type.Enum([...SALE_STATUSES]),
  amount: Cents,
  reference: Type.String(),
  customer: Type.Object({ name: Type.String(), document: Type.String({ description: 'Masked' }) }),
  createdAt: Time,
  expiresAt: Time,
  agrees: Type.Object({
    reference: Type.Boolean({ description: 'The message has the reference of the sale' }),
    amount: Type.Boolean(),
    document: Type.Union([Type.Boolean(), Type.Null()], { description: 'null: the PSP names no payer' }),
    isOpen: Type.Boolean({ description: 'The sale waits to be paid' }),
  }),
  takesTwo: Type.Boolean({ description: 'Above the limit of a cashout of the account: another operator confirms it' }),
})

type CandidateForm = Static<typeof CandidateSchema>

export async function candidatesFor(
  db: Queryable,
  key: IncomingPaymentKey,
  now: Date,
): Promise<CandidateForm[] | Failure> {
  const payment = await showIncomingPayment(db, key)
  if (payment === null) return notFound('receipt')
  const { amount, payer, message, pspAccountId } = payment
  const received = { pspAccountId, amount, document: payer.document, message }
  const [awaited = []] = await findAwaited(db, [received])
  const candidates = candidatesOf(received, awaited)
  const takesTwo = await areAboveLimit(
    db,
    candidates.map(({ sale }) => sale),
    now,
  )
  return candidates.map((candidate, n) => candidateForm(candidate, takesTwo[n] ?? true))
}

const candidateForm = ({ sale, agrees }: Candidate<AwaitedSale>, takesTwo: boolean): CandidateForm => ({
  accountId: sale.accountId,
  accountName: sale.accountName,
  saleUuid: sale.uuid,
  status: sale.status,
  amount: toCentsNumber(sale.amount),
  reference: sale.reference,
  customer: { name: sale.customerName, document: maskDocument(sale.document) },
  createdAt: sale.createdAt.toISOString(),
  expiresAt: sale.expiresAt.toISOString(),
  agrees,
  takesTwo,
})

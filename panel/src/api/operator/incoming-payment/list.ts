// Incoming payments, and the decisions about unmatched ones.
import type { Static } from 'typebox'
import type { IncomingPaymentSchema } from '#sale/incoming-payment/wire.ts'
import type { Query } from '../../call.ts'
import { type Action, useOperatorPage } from '../operator.ts'

export type IncomingPayment = Static<typeof IncomingPaymentSchema>

export const useIncomingPayments = (question: Query, refetchMs?: number) =>
  useOperatorPage<IncomingPayment>('/api/admin/receipts', question, refetchMs)

type Key = Pick<IncomingPayment, 'accountId' | 'id'>

/** `refundTo`: the payer's key, for money of a boleto. */
export const returnIncomingPayment = ({ accountId, id }: Key, reason: string, refundTo: object | null): Action => ({
  method: 'POST',
  path: `/api/admin/receipts/${accountId}/${id}/return`,
  body: { reason, ...(refundTo !== null && { refundTo }) },
})

/** `to`: the seller who gets money of the suspense account. */
export const creditIncomingPayment = ({ accountId, id }: Key, to: number | null, reason: string): Action => ({
  method: 'POST',
  path: `/api/admin/receipts/${accountId}/${id}/credit`,
  body: { ...(to !== null && { accountId: to }), reason },
})

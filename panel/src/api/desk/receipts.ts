// Money that arrived, and what becomes of what no sale accepted.
import type { Static } from 'typebox'
import type { ReceiptSchema } from '#sale/receipt-wire.ts'
import type { Query } from '../call.ts'
import { type Deed, useDeskPage } from './desk.ts'

export type Receipt = Static<typeof ReceiptSchema>

export const useReceipts = (question: Query, refetchMs?: number) =>
  useDeskPage<Receipt>('/api/admin/receipts', question, refetchMs)

type Key = Pick<Receipt, 'accountId' | 'id'>

export const returnReceipt = ({ accountId, id }: Key, reason: string): Deed => ({
  method: 'POST',
  path: `/api/admin/receipts/${accountId}/${id}/return`,
  body: { reason },
})

/** `to`: the seller who gets money of the house's own account. */
export const creditReceipt = ({ accountId, id }: Key, to: number | null, reason: string): Deed => ({
  method: 'POST',
  path: `/api/admin/receipts/${accountId}/${id}/credit`,
  body: { ...(to !== null && { accountId: to }), reason },
})

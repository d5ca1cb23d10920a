// A refund as the list of all sales shows it.
import { type Static, Type } from 'typebox'
import { SaleRefundSchema, saleRefundForm } from '../wire.ts'
import type { ListedRefund } from './store.ts'

export const ListedRefundSchema = Type.Object({
  ...SaleRefundSchema.properties,
  saleId: Type.Integer(),
  customerName: Type.String(),
})

export const listedForm = (refund: ListedRefund): Static<typeof ListedRefundSchema> => ({
  ...saleRefundForm(refund),
  saleId: Number(refund.saleId),
  customerName: refund.customerName,
})

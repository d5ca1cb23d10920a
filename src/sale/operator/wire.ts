// One sale as the operator reads it: what it is and what paid it, under the names by which its PSP knows all of it. Of its customer the
// name, and the document masked.
import { type Static, Type } from 'typebox'
import type { DisputeKind, DisputeStatus } from '#dispute/dispute.ts'
import { orNull } from '#http/schema.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { maskDocument } from '#kernel/pix/document.ts'
import { CHARGE_STATES } from '#psp/collect/port.ts'
import type { ShownIncomingPayment } from '../incoming-payment/list-store.ts'
import { IncomingPaymentSchema, incomingPaymentForm } from '../incoming-payment/wire.ts'
import { MomentSchema } from '../panel/wire.ts'
import { type PeoplesSaleForm, PeoplesSaleSchema } from '../payment.ts'
import type { SaleRefund } from '../refund/refund.ts'
import { SaleRefundSchema, saleRefundForm } from '../refund/wire.ts'
import type { Sale } from '../sale.ts'
import type { AtPsp, DisputeOfSale } from './store.ts'

const Text = Type.String()

const RefundSchema = Type.Object({
  ...SaleRefundSchema.properties,
  pspRefundId: Type.String({ description: 'The id that the PSP knows it by' }),
  rtrId: orNull(Text, { description: 'The end-to-end id of the way back' }),
  needsOutcome: Type.Boolean({
    description: 'Of a card: only a person can say whether it went; POST /api/admin/refunds/:accountId/:id/outcome',
  }),
})

/** Disputes stand above sales: a kind or a status that is missing here does not compile. */
const KINDS = Object.keys({ MED: 0, CHARGEBACK: 0 } satisfies Record<DisputeKind, 0>) as DisputeKind[]
const STATUSES = Object.keys({
  OPEN: 0,
  DEFENDED: 0,
  RELEASED: 0,
  FORFEITED: 0,
  CANCELLED: 0,
} satisfies Record<DisputeStatus, 0>) as DisputeStatus[]

const DisputeSchema = Type.Object({
  id: Type.Integer(),
  uuid: Text,
  kind: Type.Enum([...KINDS]),
  status: Type.Enum([...STATUSES]),
  amount: Type.Integer({ description: 'Cents' }),
  deadlineAt: orNull(Type.String({ format: 'date-time' })),
})

const {
  customer: _customer,
  items: _items,
  shipping: _shipping,
  bankTransfer: _transfer,
  ...SHOWN
} = PeoplesSaleSchema.properties

export const OperatorsSaleSchema = Type.Object({
  ...SHOWN,
  accountId: Type.Integer(),
  accountName: Text,
  customer: Type.Object({ name: Text, document: Type.String({ description: 'Masked; empty: not told' }) }),
  psp: Type.Object({
    accountId: Type.Integer(),
    accountName: Text,
    txid: Type.String({ description: 'Ours of it: the txid of a Pix, the reference of a charge' }),
    chargeId: orNull(Text, { description: 'Of a boleto or a card' }),
    reportedState: orNull(Type.Enum([...CHARGE_STATES]), {
      description: 'Of a boleto or a card, as the PSP last said',
    }),
    reference: orNull(Text, { description: 'Of a transfer: what its buyer writes' }),
  }),
  payments: Type.Array(IncomingPaymentSchema, {
    description: 'All that came for it, accepted or not, the newest first',
  }),
  refunds: Type.Array(RefundSchema, { description: 'The newest first' }),
  disputes: Type.Array(DisputeSchema, { description: 'The newest first' }),
  timeline: Type.Array(MomentSchema),
})

export interface OperatorsSale {
  sale: Sale
  form: PeoplesSaleForm
  at: AtPsp
  payments: ShownIncomingPayment[]
  refunds: SaleRefund[]
  uncertain: Set<bigint>
  disputes: DisputeOfSale[]
  timeline: Static<typeof MomentSchema>[]
}

export function operatorsSaleForm(one: OperatorsSale): Static<typeof OperatorsSaleSchema> {
  const { sale, at } = one
  const { customer, items: _, shipping: _sent, bankTransfer: _payee, ...form } = one.form
  return {
    ...form,
    accountId: sale.accountId,
    accountName: at.accountName,
    customer: { name: customer.name, document: customer.document === '' ? '' : maskDocument(customer.document) },
    psp: {
      accountId: sale.pspAccountId,
      accountName: at.pspAccountName,
      txid: sale.txid,
      chargeId: at.chargeId,
      reportedState: at.reportedState,
      reference: sale.bankTransfer?.reference ?? null,
    },
    payments: one.payments.map(incomingPaymentForm),
    refunds: one.refunds.map(refund => ({
      ...saleRefundForm(refund),
      pspRefundId: refund.pspRefundId,
      rtrId: refund.rtrId,
      needsOutcome: one.uncertain.has(refund.id),
    })),
    disputes: one.disputes.map(({ id, amount, deadlineAt, ...dispute }) => ({
      ...dispute,
      id: Number(id),
      amount: toCentsNumber(amount),
      deadlineAt: deadlineAt?.toISOString() ?? null,
    })),
    timeline: one.timeline,
  }
}

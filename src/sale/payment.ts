// The payment of a sale and how much of it went back: shown to the seller's people, and to servers that request it.
import { type Static, Type } from 'typebox'
import type { Queryable } from '#db/postgres.ts'
import { orNull } from '#http/schema.ts'
import { barCodeOfLine } from '#kernel/boleto/line.ts'
import { add, subtract, toCentsNumber, ZERO } from '#kernel/money.ts'
import { maskDocument } from '#kernel/pix/document.ts'
import { RECEIVABLE_STATUSES } from '#kernel/terms/settlement.ts'
import { findPayments, type SalePayment, type SettledPart } from './payment-store.ts'
import { isExpired, type Sale, saleKeyText } from './sale.ts'
import { SaleSchema, saleForm } from './wire.ts'

const Text = Type.String()
const Day = Type.String({ format: 'date' })
const Moment = Type.String({ format: 'date-time' })
const Cents = (description: string) => Type.Integer({ description: `Cents: ${description}` })

const SettledSchema = Type.Object(
  {
    part: Type.Integer({ description: 'From 1' }),
    amount: Cents('what is the seller’s of it'),
    expectedOn: Day,
    status: Type.Enum([...RECEIVABLE_STATUSES]),
  },
  { title: 'SettledPart' },
)

/** Of a sale by boleto, from when the PSP has issued it. */
const BOLETO = {
  dueDate: Type.Optional(orNull(Day)),
  payUntil: Type.Optional(orNull(Day)),
  identifiedAt: Type.Optional(orNull(Moment, { description: 'Paid at a bank, and perhaps not credited yet' })),
  boletoBarcode: Type.Optional(orNull(Text, { description: '44 digits' })),
  boletoPdfUrl: Type.Optional(orNull(Text)),
  paidAmount: Type.Optional(orNull(Type.Integer(), { description: 'Cents, with fine and interest' })),
}

export const ExpandedSaleSchema = Type.Object(
  {
    ...SaleSchema.properties,
    endToEndId: orNull(Text),
    payer: orNull(Type.Object({ name: Text, document: Type.String({ description: 'Masked' }) }), {
      description: 'As the bank reports them',
    }),
    refundedAmount: Cents('all that went back, by refunds and lost disputes'),
    expiresAt: Moment,
    ...BOLETO,
    settlement: Type.Optional(
      Type.Array(SettledSchema, { description: 'Of a boleto or card: what the acquirer pays, part by part' }),
    ),
  },
  { title: 'ExpandedSale' },
)

export const PeoplesSaleSchema = Type.Object({
  ...ExpandedSaleSchema.properties,
  expired: Type.Boolean({ description: 'CANCELADO because its time was over' }),
  returnedFee: Cents('of the fee, with what was refunded'),
  netAfterRefunds: Cents('what is left of the net amount'),
})

export type ExpandedSaleForm = Static<typeof ExpandedSaleSchema>
export type PeoplesSaleForm = Static<typeof PeoplesSaleSchema>

/** What a query asks for with it. */
export const EXPAND = {
  expand: Type.Optional(Type.Enum(['payment'], { description: 'payment: what paid it and what went back' })),
}

/** The form of each of these sales, with its payment. */
export async function expanding(db: Queryable, sales: Sale[]) {
  const paymentOf = await paymentsOf(db, sales)
  return (sale: Sale): ExpandedSaleForm => expandedForm(sale, paymentOf(sale))
}

/**
 * For the seller's people: an expired sale is distinguished from a cancelled one, and the rest of the net amount after refunds
 * is included.
 */
export async function expandingForPeople(db: Queryable, sales: Sale[]) {
  const paymentOf = await paymentsOf(db, sales)
  return (sale: Sale): PeoplesSaleForm => {
    const payment = paymentOf(sale)
    const { refunded = ZERO, feeReturned = ZERO } = payment ?? {}
    return {
      ...expandedForm(sale, payment),
      expired: isExpired(sale),
      returnedFee: toCentsNumber(feeReturned),
      netAfterRefunds: toCentsNumber(add(subtract(sale.net, refunded), feeReturned)),
    }
  }
}

async function paymentsOf(db: Queryable, sales: Sale[]): Promise<(sale: Sale) => SalePayment | undefined> {
  const found = sales.length === 0 ? [] : await findPayments(db, sales)
  const payments = new Map(found.map(payment => [saleKeyText(payment), payment]))
  return sale => payments.get(saleKeyText(sale))
}

function expandedForm(sale: Sale, payment: SalePayment | undefined): ExpandedSaleForm {
  const { endToEndId = null, refunded = ZERO } = payment ?? {}
  return {
    ...saleForm(sale),
    endToEndId,
    payer: payerOf(sale, payment),
    refundedAmount: toCentsNumber(refunded),
    expiresAt: sale.expiresAt.toISOString(),
    ...(sale.paymentMethod === 'BOLETO' && payment && boletoForm(sale, payment)),
    ...(payment?.settlement != null && { settlement: payment.settlement.map(settledForm) }),
  }
}

const settledForm = ({ part, amount, expectedOn, status }: SettledPart) => ({
  part,
  amount: Number(amount),
  expectedOn,
  status,
})

/** Whom the bank reports: of every Pix, and of a TED, which has no end-to-end id. null: it is not paid, or nobody is reported. */
function payerOf({ paymentMethod }: Sale, payment: SalePayment | undefined): { name: string; document: string } | null {
  const { endToEndId = null, payerName: name = null, payerDocument: document } = payment ?? {}
  if (name === null || (endToEndId === null && paymentMethod !== 'TRANSFER')) return null
  return { name, document: document ? maskDocument(document) : '' }
}

const boletoForm = ({ charge }: Sale, { dueOn, payUntil, identifiedAt, pdfUrl, paidAmount }: SalePayment) => ({
  dueDate: dueOn,
  payUntil,
  identifiedAt: identifiedAt?.toISOString() ?? null,
  boletoBarcode: charge?.line == null ? null : barCodeOfLine(charge.line),
  boletoPdfUrl: pdfUrl,
  paidAmount: paidAmount === null ? null : toCentsNumber(paidAmount),
})

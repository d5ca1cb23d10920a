// A sale as the outside reads it. One function for each form of the contract: the Sale (cents as numbers), the permanent
// webhook and the postback (cents as text), which differ in their last fields.
import { type Static, Type } from 'typebox'
import { JsonObject, orNull } from '#http/schema.ts'
import { type Answer, answerOf } from '#idempotency/answer.ts'
import { toCentsNumber, toCentsText } from '#kernel/money.ts'
import { describedEvents } from '#notification/events/described.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import { ACCOUNT_TYPES } from '#psp/recurrence/port.ts'
import { type BankTransfer, EVENTS_BY_STATE, PAYMENT_METHODS, SALE_STATUSES, type Sale, type SaleCard } from './sale.ts'

const Text = Type.String()
const Moment = Type.String({ format: 'date-time' })
const Cents = (description = '') =>
  Type.Integer({ description: description === '' ? 'Cents' : `Cents: ${description}` })

const BankTransferSchema = Type.Object(
  {
    pixKey: Text,
    bank: Text,
    branch: Text,
    account: Text,
    accountType: Type.Enum([...ACCOUNT_TYPES]),
    holderName: Text,
    holderDocument: Text,
    reference: Type.String({ description: 'What the buyer writes into the message of the transfer' }),
  },
  { title: 'BankTransfer', description: 'By transfer: where the buyer sends the amount' },
)

/** In the order of the contract. */
export const SaleSchema = Type.Object(
  {
    id: Type.Integer(),
    uuid: Text,
    status: Type.Enum([...SALE_STATUSES]),
    amount: Cents(),
    netAmount: Cents('less the fee'),
    systemFee: Cents(),
    reserveAmount: Cents('what of it is held back now'),
    paymentMethod: Type.Enum([...PAYMENT_METHODS]),
    date: Moment,
    completedAt: orNull(Moment),
    customer: Type.Object(
      { name: Text, email: Text, document: Text, phone: Text },
      { description: 'Absent ones are ""' },
    ),
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        title: Text,
        unitPrice: Cents(),
        quantity: Type.Integer(),
        tangible: Type.Boolean(),
      }),
    ),
    pixKey: orNull(Text, { description: 'The code that the buyer pays (Pix Copia e Cola)' }),
    cardLastFour: orNull(Text),
    cardBrand: orNull(Text),
    boletoCode: orNull(Text, { description: 'The line of the boleto: 47 digits' }),
    externalTransactionId: Type.String({ description: 'The txid, or the id of the charge at the PSP' }),
    installments: Type.Optional(Type.Integer({ description: 'By credit card' })),
    challengeUrl: Type.Optional(
      Type.String({ description: 'Where the cardholder authenticates, while that is asked' }),
    ),
    decline: Type.Optional(
      Type.Object(
        { code: orNull(Text), message: Text, retryable: Type.Boolean() },
        { description: 'Of a card that was declined: why, in the words of the PSP' },
      ),
    ),
    bankTransfer: Type.Optional(BankTransferSchema),
    shipping: Type.Optional(JsonObject),
    externalReference: Type.Optional(Text),
    idRec: Type.Optional(Type.String({ description: 'The recurrence that it belongs to' })),
    contrato: Type.Optional(Text),
  },
  { title: 'Sale' },
)

export type SaleForm = Static<typeof SaleSchema>

/** The resource: the answer to creation, lookup and cancellation, and the entries of the list. */
export function saleForm(sale: Sale): SaleForm {
  return {
    id: Number(sale.id),
    uuid: sale.uuid,
    status: sale.status,
    amount: toCentsNumber(sale.amount),
    netAmount: toCentsNumber(sale.net),
    systemFee: toCentsNumber(sale.fee),
    reserveAmount: toCentsNumber(sale.reserveHeld),
    paymentMethod: sale.paymentMethod,
    date: sale.createdAt.toISOString(),
    completedAt: sale.completedAt?.toISOString() ?? null,
    customer: { ...sale.customer },
    items: sale.items.map(item => ({
      id: Number(item.id),
      title: item.title,
      unitPrice: toCentsNumber(item.unitPrice),
      quantity: item.quantity,
      tangible: item.tangible,
    })),
    pixKey: sale.brCode,
    cardLastFour: sale.charge?.card?.lastFour ?? null,
    cardBrand: sale.charge?.card?.brand ?? null,
    boletoCode: boletoCodeOf(sale),
    externalTransactionId: externalIdOf(sale),
    ...(sale.charge?.card && cardForm(sale, sale.charge.card)),
    ...(sale.bankTransfer !== undefined && { bankTransfer: bankTransferForm(sale.bankTransfer) }),
    ...(sale.shipping !== null && { shipping: sale.shipping }),
    ...callersOwn(sale),
  }
}

/** Why it was declined, in the PSP's words: for the seller, and not for the buyer. */
const cardForm = ({ status, paymentMethod }: Sale, { installments, decline, challengeUrl }: SaleCard) => ({
  ...(paymentMethod === 'CREDIT_CARD' && { installments }),
  ...(status === 'EM_PROCESSAMENTO' && challengeUrl !== null && { challengeUrl }),
  ...(status === 'RECUSADO' &&
    decline !== null && {
      decline: { code: decline.code, message: decline.message, retryable: decline.isRetryable },
    }),
})

/** Named one by one: the bank's data come as the database has them. */
const bankTransferForm = ({ reference, payee }: BankTransfer) => ({
  pixKey: payee.pixKey,
  bank: payee.bank,
  branch: payee.branch,
  account: payee.account,
  accountType: payee.accountType,
  holderName: payee.holderName,
  holderDocument: payee.holderDocument,
  reference,
})

const boletoCodeOf = ({ charge }: Sale): string | null => charge?.line ?? null

/** Ours, until the PSP has given one of its own. */
const externalIdOf = ({ charge, txid }: Sale): string => charge?.chargeId ?? txid

/** The answer to a creation, as it is sent and, under a key, kept. */
export const soldAnswer = (sale: Sale): Answer => answerOf(201, saleForm(sale))

/** What appears only because the caller set it. */
function callersOwn(sale: Sale) {
  return {
    ...(sale.externalReference !== null && { externalReference: sale.externalReference }),
    ...(sale.idRec !== null && { idRec: sale.idRec }),
    ...(sale.contrato !== null && { contrato: sale.contrato }),
  }
}

const CentsText = Type.String({ pattern: '^\\d+$', description: 'Cents, as text', examples: ['15000'] })

const NOTIFIED = {
  id: Type.Integer(),
  uuid: Text,
  userId: Type.Integer({ description: 'The account' }),
  amount: CentsText,
  date: Moment,
  status: Type.Enum([...SALE_STATUSES]),
  paymentMethod: Type.Enum([...PAYMENT_METHODS]),
  customerDocument: Text,
  customerEmail: Text,
  customerName: Text,
  customerPhone: Text,
  pixKey: orNull(Text),
  boletoCode: orNull(Text),
  shipping: orNull(Text, { description: 'JSON, as text' }),
  saleItems: Type.Array(
    Type.Object({
      id: Type.Integer(),
      saleId: Type.Integer(),
      saleUuid: Text,
      title: Text,
      unitPrice: CentsText,
      quantity: Type.Integer(),
      tangible: Type.Boolean(),
    }),
  ),
}

const NotifiedSchema = Type.Object(NOTIFIED)

const CALLERS_OWN = {
  externalReference: Type.Optional(Text),
  idRec: Type.Optional(Text),
  contrato: Type.Optional(Text),
}

const SaleEventSchema = Type.Object(
  { ...NOTIFIED, fee: Cents(), transactionId: Type.Integer(), type: Type.Literal('TRANSACTION'), ...CALLERS_OWN },
  { title: 'SaleEvent' },
)

const SalePostbackSchema = Type.Object(
  { ...NOTIFIED, externalTransactionId: Text, ...CALLERS_OWN },
  { title: 'SalePostback' },
)

const EVENTS_OF_SALES = [
  'sale.pending',
  'sale.paid',
  'sale.refused',
  'sale.canceled',
  'sale.refunded',
  'sale.chargeback',
] as const
const POSTBACK = {
  name: 'sale.postback',
  channel: 'postback',
  summary: 'The status of a sale is final',
  body: SalePostbackSchema,
} as const
/** What receivers are sent about a sale. */
export const SALE_NOTIFICATIONS = [...describedEvents(EVENTS_OF_SALES, SaleEventSchema), POSTBACK]

function notificationBody(sale: Sale): Static<typeof NotifiedSchema> {
  return {
    id: Number(sale.id),
    uuid: sale.uuid,
    userId: sale.accountId,
    amount: toCentsText(sale.amount),
    date: sale.createdAt.toISOString(),
    status: sale.status,
    paymentMethod: sale.paymentMethod,
    customerDocument: sale.customer.document,
    customerEmail: sale.customer.email,
    customerName: sale.customer.name,
    customerPhone: sale.customer.phone,
    pixKey: sale.brCode,
    boletoCode: boletoCodeOf(sale),
    shipping: sale.shipping === null ? null : JSON.stringify(sale.shipping),
    saleItems: sale.items.map(item => ({
      id: Number(item.id),
      saleId: Number(sale.id),
      saleUuid: sale.uuid,
      title: item.title,
      unitPrice: toCentsText(item.unitPrice),
      quantity: item.quantity,
      tangible: item.tangible,
    })),
  }
}

const webhookBody = (sale: Sale): Static<typeof SaleEventSchema> => ({
  ...notificationBody(sale),
  fee: toCentsNumber(sale.fee),
  transactionId: Number(sale.id),
  type: 'TRANSACTION',
  ...callersOwn(sale),
})

const postbackBody = (sale: Sale): Static<typeof SalePostbackSchema> => ({
  ...notificationBody(sale),
  externalTransactionId: externalIdOf(sale),
  ...callersOwn(sale),
})

/** The events of the status that the sale is in now: for the webhooks, and for its own postback. */
export function eventsOf(sale: Sale): DomainEvent[] {
  const { event, postback } = EVENTS_BY_STATE[sale.status]
  if (event === null) return []
  const about = { accountId: sale.accountId, subject: 'sale' as const, subjectId: sale.id, version: sale.version }
  const silent = { type: event, signedEvent: null, unsigned: false, postbackUrl: null }
  const webhook: DomainEvent = {
    ...about,
    ...silent,
    form: 'SALE',
    signedEvent: event,
    body: bodyBytes(webhookBody(sale)),
  }
  if (!postback || sale.postbackUrl === null) return [webhook]
  const own: DomainEvent = {
    ...about,
    ...silent,
    form: 'SALE_POSTBACK',
    postbackUrl: sale.postbackUrl,
    body: bodyBytes(postbackBody(sale)),
  }
  return [webhook, own]
}

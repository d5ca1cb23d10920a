// A sale as the outside reads it. One function for each form of the contract: the Sale (cents as numbers), the permanent
// webhook and the postback (cents as text), which differ in their last fields.
import { type Answer, answerOf } from '#idempotency/answer.ts'
import { toCentsNumber, toCentsText } from '#kernel/money.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import { type BankTransfer, EVENTS_BY_STATE, type Sale, type SaleCard } from './sale.ts'

/** The resource: the answer to creation, lookup and cancellation, and the entries of the list. */
export function saleForm(sale: Sale) {
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
const cardForm = ({ status }: Sale, { installments, decline, challengeUrl }: SaleCard) => ({
  installments,
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

function notificationBody(sale: Sale) {
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

const webhookBody = (sale: Sale) => ({
  ...notificationBody(sale),
  fee: toCentsNumber(sale.fee),
  transactionId: Number(sale.id),
  type: 'TRANSACTION',
  ...callersOwn(sale),
})

const postbackBody = (sale: Sale) => ({
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

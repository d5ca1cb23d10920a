// Fixed examples of everything that is published, in every form of the contract.
import { balanceForm } from '#balance/wire.ts'
import type { Cashout } from '#cashout/cashout.ts'
import { createdForm, eventOf, lookupForm } from '#cashout/wire.ts'
import { centavos } from '#kernel/money.ts'
import { logEntryForm, redeliveryForm } from '#notification/delivery-log/wire.ts'
import type { Webhook } from '#notification/webhooks/webhook.ts'
import { newWebhookForm, webhookForm } from '#notification/webhooks/wire.ts'
import type { Sale } from '#sale/sale.ts'
import { eventsOf, saleForm } from '#sale/wire.ts'

const CREATED = new Date('2026-01-31T12:00:00.000Z')
const UPDATED = new Date('2026-01-31T12:00:05.250Z')
const PSP_ID = 'P00000G9fsWodmyfoPt7MlLGNFrvH7Df'

const HOLDER = { id: 1001, name: 'Loja da Maria', email: 'loja@example.com' }

const CASHOUT: Cashout = {
  accountId: 1001,
  id: 7n,
  uuid: '3f8c1c6e-8f9e-4c53-9d43-2f1f5a3c9b10',
  state: 'requested',
  version: 1,
  amount: centavos(150_00),
  feeFixed: centavos(1_00),
  feeVariable: centavos(75),
  net: centavos(148_25),
  pixKey: 'maria@example.com',
  pixKeyType: 'EMAIL',
  holderDocument: null,
  description: null,
  externalReference: null,
  postbackUrl: null,
  holdSeq: 3n,
  payoutId: null,
  endToEndId: null,
  failure: null,
  restored: false,
  waiting: false,
  returned: centavos(0),
  returnedAt: null,
  createdAt: CREATED,
  updatedAt: CREATED,
  processedAt: null,
}
const SETTLED: Cashout = {
  ...CASHOUT,
  state: 'settled',
  version: 3,
  payoutId: PSP_ID,
  endToEndId: 'E12345678202601311200abcdefghijk',
  updatedAt: UPDATED,
  processedAt: UPDATED,
}
const REFUSED: Cashout = {
  ...SETTLED,
  state: 'refused',
  externalReference: 'order-7',
  failure: { code: 'INVALID_PIX_KEY', message: 'No PIX key of type EMAIL can be that' },
}

const SALE: Sale = {
  accountId: 1001,
  id: 42n,
  uuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  status: 'PENDENTE',
  version: 1,
  paymentMethod: 'PIX',
  amount: centavos(49_90),
  fee: centavos(49),
  net: centavos(49_41),
  reserve: centavos(4_99),
  reserveDays: 30,
  reserveHeld: centavos(0),
  customer: { name: 'José da Silva', email: '', document: '', phone: '' },
  items: [{ id: 77n, title: 'E-book', unitPrice: centavos(49_90), quantity: 1, tangible: false }],
  shipping: null,
  externalReference: null,
  postbackUrl: null,
  chargeKind: 'cob',
  charge: null,
  pspAccountId: 1,
  txid: PSP_ID,
  brCode: '00020101021226850014br.gov.bcb.pix2563pix.example.com/qr/v2/0000000000000000000000000000000052040000',
  idRec: null,
  contrato: null,
  cartId: null,
  givenUp: false,
  expiresAt: new Date('2026-02-01T12:00:00.000Z'),
  createdAt: CREATED,
  updatedAt: CREATED,
  completedAt: null,
}
const PAID: Sale = {
  ...SALE,
  reserveHeld: SALE.reserve,
  status: 'PAGO',
  version: 2,
  customer: { name: 'José da Silva', email: 'jose@example.com', document: '52998224725', phone: '5511987654321' },
  items: [
    { id: 77n, title: 'Camiseta "azul"', unitPrice: centavos(19_95), quantity: 2, tangible: true },
    { id: 78n, title: 'Frete', unitPrice: centavos(10_00), quantity: 1, tangible: false },
  ],
  shipping: { street: 'Rua das Flores', number: '10', city: 'São Paulo' },
  externalReference: 'order-8',
  postbackUrl: 'https://shop.example.com/postback',
  updatedAt: UPDATED,
  completedAt: UPDATED,
}
const CYCLE: Sale = {
  ...SALE,
  reserveHeld: SALE.reserve,
  status: 'PAGO',
  version: 2,
  paymentMethod: 'PIX_AUTOMATICO',
  idRec: 'RR1234567820260131abcdefghijk',
  contrato: 'assinatura-9',
  completedAt: UPDATED,
}

/** A bolepix: a line, and a Pix code that leads to the same charge. */
const BOLETO: Sale = {
  ...SALE,
  id: 41n,
  paymentMethod: 'BOLETO',
  amount: centavos(123_45),
  fee: centavos(3_50),
  net: centavos(119_95),
  reserve: centavos(0),
  customer: { name: 'Ana Souza', email: 'ana@example.com', document: '52998224725', phone: '' },
  items: [{ id: 79n, title: 'Livro', unitPrice: centavos(123_45), quantity: 1, tangible: false }],
  chargeKind: 'collect',
  charge: { chargeId: '24342333', line: '99990000040000000000000000000422516460000012345' },
}
const BOLETO_PAID: Sale = {
  ...BOLETO,
  status: 'PAGO',
  version: 2,
  postbackUrl: 'https://shop.example.com/postback',
  updatedAt: UPDATED,
  completedAt: UPDATED,
}

const APPROVED = { lastFour: '0010', brand: 'visa', installments: 3, decline: null, challengeUrl: null }
const CARD: Sale = {
  ...BOLETO_PAID,
  id: 43n,
  version: 1,
  paymentMethod: 'CREDIT_CARD',
  amount: centavos(100_00),
  fee: centavos(4_49),
  net: centavos(95_51),
  customer: { ...BOLETO.customer, phone: '11987654321' },
  items: [{ id: 80n, title: 'Livro', unitPrice: centavos(100_00), quantity: 1, tangible: false }],
  brCode: null,
  charge: { chargeId: '24342334', line: null, card: APPROVED },
}
const DECLINED: Sale = {
  ...CARD,
  status: 'RECUSADO',
  completedAt: null,
  charge: {
    chargeId: '24342334',
    line: null,
    card: {
      ...APPROVED,
      lastFour: '0002',
      decline: { code: null, message: 'Transaction not authorized for security reasons.', isRetryable: true },
    },
  },
}
const CHALLENGED: Sale = {
  ...CARD,
  status: 'EM_PROCESSAMENTO',
  version: 0,
  completedAt: null,
  charge: {
    chargeId: '24342334',
    line: null,
    card: { ...APPROVED, challengeUrl: 'https://bank.example.com/desafio/7f3a' },
  },
}

const WEBHOOK: Webhook = {
  accountId: 1001,
  id: 5n,
  url: 'https://shop.example.com/webhook',
  events: ['sale.paid', 'withdrawal.completed'],
  notificationType: 'TRANSACTION',
  retryPolicy: 'default',
  standardHeaders: false,
  active: true,
  switchedOnAt: null,
  disabledAt: null,
  disabledReason: null,
  nextSecretFrom: null,
  createdAt: CREATED,
  updatedAt: UPDATED,
}
const EVENT_UID = '0e37df36-f698-81e3-8b1c-3a8c2c9b8d4e'
const ENTRY = {
  id: 9n,
  webhookId: 5n,
  eventId: 9n,
  eventUid: EVENT_UID,
  eventCreatedAt: CREATED,
  eventType: 'sale.paid',
  body: Buffer.from('{"id":42}'),
  outcome: null,
  attempts: 1,
  httpStatus: 503,
  error: null,
  createdAt: CREATED,
  closedAt: null,
  dueAt: UPDATED,
}

const bytesOf = (event: { body: Buffer } | undefined) => event?.body.toString('utf8') ?? 'is not told'

/** Name -> the text that goes over the wire. */
export const BODIES: Record<string, string> = {
  'GET /api/public/balance': JSON.stringify(balanceForm({ available: centavos(100_05), blocked: centavos(50_00) })),
  'GET /api/public/balance, in debt': JSON.stringify(balanceForm({ available: centavos(-3_10), blocked: centavos(0) })),
  'POST /api/public/cashout': JSON.stringify(createdForm(CASHOUT)),
  'GET /api/public/cashout/{id}': JSON.stringify(lookupForm(SETTLED)),
  'GET /api/public/cashout/{id}, failed, with a reference': JSON.stringify(lookupForm(REFUSED)),
  'Sale, as it is created': JSON.stringify(saleForm(SALE)),
  'Sale, paid, with everything that a seller can say': JSON.stringify(saleForm(PAID)),
  'Sale, a cycle of a recurrence': JSON.stringify(saleForm(CYCLE)),
  'Sale by boleto, as it is created': JSON.stringify(saleForm(BOLETO)),
  'Sale by card, in three parts': JSON.stringify(saleForm(CARD)),
  'Sale by card, declined': JSON.stringify(saleForm(DECLINED)),
  'Sale by card, whose cardholder has to authenticate': JSON.stringify(saleForm(CHALLENGED)),
  'webhook sale.pending': bytesOf(eventsOf(SALE)[0]),
  'webhook sale.paid': bytesOf(eventsOf(PAID)[0]),
  'webhook sale.paid, a cycle of a recurrence': bytesOf(eventsOf(CYCLE)[0]),
  'webhook sale.pending, by boleto': bytesOf(eventsOf(BOLETO)[0]),
  'webhook sale.paid, by boleto': bytesOf(eventsOf(BOLETO_PAID)[0]),
  'webhook sale.paid, by card': bytesOf(eventsOf(CARD)[0]),
  'webhook sale.refused, by card': bytesOf(eventsOf(DECLINED)[0]),
  'postback PAGO, by boleto': bytesOf(eventsOf(BOLETO_PAID)[1]),
  'postback PAGO, by card': bytesOf(eventsOf(CARD)[1]),
  'postback PAGO': bytesOf(eventsOf(PAID)[1]),
  'postback PENDENTE': bytesOf(eventsOf({ ...PAID, status: 'PENDENTE' })[1]),
  'webhook withdrawal.pending': bytesOf(eventOf(CASHOUT, HOLDER)),
  'webhook withdrawal.completed, signed and unsigned': bytesOf(eventOf(SETTLED, HOLDER)),
  'webhook withdrawal.rejected, signed and unsigned': bytesOf(eventOf(REFUSED, HOLDER)),
  'POST /api/webhook': JSON.stringify(newWebhookForm(WEBHOOK, 'whsec_c2VjcmV0', UPDATED)),
  'GET /api/webhook, one of the list': JSON.stringify(webhookForm(WEBHOOK, UPDATED)),
  'GET /api/webhook/{id}/deliveries, one of the list': JSON.stringify(logEntryForm(ENTRY)),
  'GET /api/webhook/{id}/deliveries, one that was delivered': JSON.stringify(
    logEntryForm({ ...ENTRY, outcome: 'DELIVERED', httpStatus: 200, closedAt: UPDATED, dueAt: null }),
  ),
  'POST /api/webhook/deliveries/{id}/resend': JSON.stringify(redeliveryForm({ id: 10n, eventUid: EVENT_UID })),
}

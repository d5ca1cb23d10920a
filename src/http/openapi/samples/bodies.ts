// A lawful body for each public operation that takes one: the least that does something, so that a reader who sends it gets a success and
// not a refusal. The generated example of a schema has every field at once, which no request has.
import type { Json } from '../route-schema.ts'

const ITEM = { title: 'Camiseta', unitPrice: 15_000, quantity: 1 }
const BUYER = { name: 'Maria Silva', email: 'maria@example.com', document: '52998224725' }
const HOOK = 'https://shop.example.com/hook'
const CART = 'https://shop.example.com/cart/8'
const FAR_DAY = '2030-01-10'

const BODIES: Readonly<Record<string, Json>> = {
  createSale: {
    amount: 15_000,
    paymentMethod: 'PIX',
    customer: BUYER,
    items: [ITEM],
    externalReference: 'order-8',
  },
  createRefund: { amount: 5_000, reason: 'As the buyer asked' },
  createCashout: { amount: 150, pixKey: 'maria@example.com', pixKeyType: 'EMAIL', externalReference: 'payout-8' },
  createPaymentLink: { title: 'Camiseta', items: [ITEM], externalReference: 'link-8' },
  updatePaymentLink: { title: 'Camiseta azul' },
  createCheckout: { items: [ITEM], customer: BUYER, externalReference: 'order-9' },
  createCart: { customer: BUYER, items: [ITEM], amount: 15_000, recoveryUrl: CART, externalReference: 'cart-8' },
  replaceCart: { customer: BUYER, items: [{ ...ITEM, quantity: 2 }], amount: 30_000, recoveryUrl: CART },
  createRecurrence: {
    jornada: 2,
    contrato: 'assinatura-9',
    objeto: 'Plano mensal',
    customer: { name: 'Maria Silva', document: '52998224725' },
    dataInicial: FAR_DAY,
    periodicidade: 'MENSAL',
    valor: 4_990,
    items: [{ ...ITEM, unitPrice: 4_990 }],
    politicaRetentativa: 'NAO_PERMITE',
  },
  updateRecurrence: { infoAdicional: 'Plano mensal de Maria' },
  cancelRecurrence: { motivo: 'A pedido do cliente' },
  offerRecurrence: { jornada: 2 },
  requestAuthorization: {
    pagador: { ispb: '12345678', agencia: '1234', conta: '567890', document: '52998224725' },
  },
  createDebit: { dataDeVencimento: FAR_DAY, amount: 4_990 },
  updateDebit: { infoAdicional: 'Janeiro' },
  cancelDebit: { motivo: 'A pedido do cliente' },
  retryDebit: { data: FAR_DAY },
  createWebhook: { webhookUrl: HOOK, events: ['sale.paid'], notificationType: 'TRANSACTION' },
  updateWebhook: { events: ['sale.paid', 'sale.refunded'] },
  resendMissedDeliveries: { since: '2026-01-31T12:00:00.000Z' },
}

export const sampleBodyOf = (operationId: string): Json | undefined => BODIES[operationId]

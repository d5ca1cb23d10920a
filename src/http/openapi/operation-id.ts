// The names of operations. Programs that are generated from the public document call them, so they are chosen and never change; those of
// the house follow from method and path.
import type { DescribedRoute } from './route-schema.ts'

const PUBLIC: Readonly<Record<string, string>> = {
  'GET /api/public/balance': 'getBalance',
  'GET /api/public/statement': 'listStatementLines',
  'GET /api/public/statement/summary': 'getStatementSummary',
  'GET /api/public/statement/balance': 'getBalanceAt',
  'GET /api/receivables': 'listReceivables',
  'GET /api/receivables/summary': 'getReceivablesSummary',
  'POST /api/transactions': 'createSale',
  'GET /api/transactions': 'listSales',
  'GET /api/transactions/:id': 'getSale',
  'POST /api/transactions/:id/simulate-payment': 'simulatePayment',
  'POST /api/transactions/:id/cancel': 'cancelSale',
  'POST /api/transactions/:id/refunds': 'createRefund',
  'GET /api/transactions/:id/refunds': 'listRefunds',
  'GET /api/transactions/:id/refunds/:refundId': 'getRefund',
  'GET /api/disputes': 'listDisputes',
  'GET /api/disputes/:id': 'getDispute',
  'POST /api/public/cashout': 'createCashout',
  'GET /api/public/cashout': 'listCashouts',
  'GET /api/public/cashout/:id': 'getCashout',
  'POST /api/public/cashout/:id/cancel': 'cancelCashout',
  'POST /api/payment-links': 'createPaymentLink',
  'GET /api/payment-links': 'listPaymentLinks',
  'GET /api/payment-links/:id': 'getPaymentLink',
  'PATCH /api/payment-links/:id': 'updatePaymentLink',
  'POST /api/payment-links/:id/archive': 'archivePaymentLink',
  'POST /api/checkouts': 'createCheckout',
  'GET /api/checkouts': 'listCheckouts',
  'GET /api/checkouts/:id': 'getCheckout',
  'POST /api/checkouts/:id/expire': 'expireCheckout',
  'POST /api/carts': 'createCart',
  'GET /api/carts': 'listCarts',
  'GET /api/carts/:id': 'getCart',
  'PUT /api/carts/:id': 'replaceCart',
  'POST /api/carts/:id/close': 'closeCart',
  'POST /api/pix-automatico': 'createRecurrence',
  'GET /api/pix-automatico': 'listRecurrences',
  'GET /api/pix-automatico/:id': 'getRecurrence',
  'PATCH /api/pix-automatico/:id': 'updateRecurrence',
  'POST /api/pix-automatico/:id/cancel': 'cancelRecurrence',
  'POST /api/pix-automatico/:id/ofertas': 'offerRecurrence',
  'POST /api/pix-automatico/:id/solicitacoes': 'requestAuthorization',
  'GET /api/pix-automatico/cobrancas': 'listDebits',
  'GET /api/pix-automatico/:id/cobrancas': 'listRecurrenceDebits',
  'POST /api/pix-automatico/:id/cobrancas': 'createDebit',
  'GET /api/pix-automatico/:id/cobrancas/:txid': 'getDebit',
  'PATCH /api/pix-automatico/:id/cobrancas/:txid': 'updateDebit',
  'POST /api/pix-automatico/:id/cobrancas/:txid/cancel': 'cancelDebit',
  'POST /api/pix-automatico/:id/cobrancas/:txid/retentativas': 'retryDebit',
  'GET /api/events': 'listEvents',
  'GET /api/events/:id': 'getEvent',
  'POST /api/events/:id/resend': 'resendEvent',
  'GET /api/events/stream': 'streamEvents',
  'GET /api/public/webhooks': 'listWebhooks',
  'POST /api/public/webhooks': 'createWebhook',
  'GET /api/public/webhooks/events': 'listWebhookEvents',
  'PUT /api/public/webhooks/:id': 'updateWebhook',
  'DELETE /api/public/webhooks/:id': 'deleteWebhook',
  'POST /api/public/webhooks/:id/rotate-secret': 'rotateWebhookSecret',
  'POST /api/public/webhooks/:id/activate-secret': 'activateWebhookSecret',
  'POST /api/public/webhooks/:id/test': 'testWebhook',
  'GET /api/public/webhooks/:id/deliveries': 'listDeliveries',
  'GET /api/public/webhooks/:id/deliveries/totals': 'countDeliveries',
  'POST /api/public/webhooks/:id/resend-failed': 'resendMissedDeliveries',
  'GET /api/public/webhooks/deliveries/:id': 'getDelivery',
  'POST /api/public/webhooks/deliveries/:id/resend': 'resendDelivery',
  'GET /api/public/requests': 'listRequests',
  'GET /api/public/requests/:id': 'getRequest',
  'GET /health/live': 'getLiveness',
  'GET /health/ready': 'getReadiness',
}

/** A public route without a name of its own has one by rule, until the suite notices. */
export const operationIdOf = ({ method, url }: Pick<DescribedRoute, 'method' | 'url'>): string =>
  PUBLIC[`${method} ${url}`] ?? idByRule(method, url)

export const hasChosenId = ({ method, url }: Pick<DescribedRoute, 'method' | 'url'>): boolean =>
  `${method} ${url}` in PUBLIC

/** "GET /api/admin/accounts/:id/holds" -> "getAdminAccountsByIdHolds". */
function idByRule(method: string, url: string): string {
  const words = url
    .replace(/^\/api\//, '')
    .split(/[/.-]/)
    .map(word => capital(word.replace(/^:/, 'by-')))
  return method.toLowerCase() + words.join('')
}

const capital = (word: string): string =>
  word
    .split('-')
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

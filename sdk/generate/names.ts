// What each public operation is called in every SDK: a resource and its method. A name that has been published never changes. Python writes
// the words with underscores.

/** operationId -> [resource, method]. */
export const NAMES: Readonly<Record<string, readonly [resource: string, method: string]>> = {
  getBalance: ['balance', 'get'],
  getBalanceAt: ['balance', 'at'],
  listStatementLines: ['statement', 'list'],
  getStatementSummary: ['statement', 'summary'],
  listReceivables: ['receivables', 'list'],
  getReceivablesSummary: ['receivables', 'summary'],
  createSale: ['sales', 'create'],
  listSales: ['sales', 'list'],
  getSale: ['sales', 'get'],
  cancelSale: ['sales', 'cancel'],
  simulatePayment: ['sales', 'simulatePayment'],
  createRefund: ['refunds', 'create'],
  listRefunds: ['refunds', 'list'],
  getRefund: ['refunds', 'get'],
  listDisputes: ['disputes', 'list'],
  getDispute: ['disputes', 'get'],
  createCashout: ['cashouts', 'create'],
  listCashouts: ['cashouts', 'list'],
  getCashout: ['cashouts', 'get'],
  cancelCashout: ['cashouts', 'cancel'],
  createPaymentLink: ['paymentLinks', 'create'],
  listPaymentLinks: ['paymentLinks', 'list'],
  getPaymentLink: ['paymentLinks', 'get'],
  updatePaymentLink: ['paymentLinks', 'update'],
  archivePaymentLink: ['paymentLinks', 'archive'],
  createCheckout: ['checkouts', 'create'],
  listCheckouts: ['checkouts', 'list'],
  getCheckout: ['checkouts', 'get'],
  expireCheckout: ['checkouts', 'expire'],
  createCart: ['carts', 'create'],
  listCarts: ['carts', 'list'],
  getCart: ['carts', 'get'],
  replaceCart: ['carts', 'replace'],
  closeCart: ['carts', 'close'],
  createRecurrence: ['recurrences', 'create'],
  listRecurrences: ['recurrences', 'list'],
  getRecurrence: ['recurrences', 'get'],
  updateRecurrence: ['recurrences', 'update'],
  cancelRecurrence: ['recurrences', 'cancel'],
  offerRecurrence: ['recurrences', 'offer'],
  requestAuthorization: ['recurrences', 'requestAuthorization'],
  listDebits: ['debits', 'list'],
  listRecurrenceDebits: ['debits', 'listOf'],
  createDebit: ['debits', 'create'],
  getDebit: ['debits', 'get'],
  updateDebit: ['debits', 'update'],
  cancelDebit: ['debits', 'cancel'],
  retryDebit: ['debits', 'retry'],
  listEvents: ['events', 'list'],
  getEvent: ['events', 'get'],
  resendEvent: ['events', 'resend'],
  listWebhooks: ['webhooks', 'list'],
  createWebhook: ['webhooks', 'create'],
  listWebhookEvents: ['webhooks', 'catalogue'],
  updateWebhook: ['webhooks', 'update'],
  deleteWebhook: ['webhooks', 'delete'],
  rotateWebhookSecret: ['webhooks', 'rotateSecret'],
  activateWebhookSecret: ['webhooks', 'activateSecret'],
  testWebhook: ['webhooks', 'test'],
  listDeliveries: ['deliveries', 'list'],
  countDeliveries: ['deliveries', 'count'],
  getDelivery: ['deliveries', 'get'],
  resendDelivery: ['deliveries', 'resend'],
  resendMissedDeliveries: ['deliveries', 'resendMissed'],
  listRequests: ['requests', 'list'],
  getRequest: ['requests', 'get'],
  getLiveness: ['health', 'live'],
  getReadiness: ['health', 'ready'],
}

/** Operations that no SDK has, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  streamEvents: 'an endless answer: the command line listens to it, servers pull events.list or take webhooks',
}

/** How each list is paged: by a cursor, by the position of the events, or by the header Link. */
export type Paging = 'cursor' | 'after' | 'link'

export const PAGING_OF_ITS_OWN: Readonly<Record<string, Paging>> = { listEvents: 'after', listDeliveries: 'link' }

export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

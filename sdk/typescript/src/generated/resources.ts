// Generated from /openapi.json by `npm run golden`. Not changed by hand.
import type { CallOptions, KeyedCallOptions, Send } from '../http/call.ts'
import { Pages } from '../http/pages.ts'
import type { PulledEvent } from '../events.ts'
import type {
  Balance,
  BalanceAt,
  CancelDebitBody,
  CancelRecurrenceBody,
  Cart,
  Cashout,
  Checkout,
  CountDeliveriesAnswer,
  CountDeliveriesQuery,
  CreatedCashout,
  Debit,
  DebitChange,
  Delivery,
  DeliveryWithAttempts,
  Dispute,
  EventCatalogue,
  ExpandedCashout,
  ExpandedSale,
  GetBalanceAtQuery,
  GetCashoutQuery,
  GetReceivablesSummaryQuery,
  GetRequestAnswer,
  GetSaleQuery,
  GetStatementSummaryQuery,
  ListCartsQuery,
  ListCashoutsQuery,
  ListCheckoutsQuery,
  ListDebitsQuery,
  ListDeliveriesQuery,
  ListDisputesQuery,
  ListEventsQuery,
  ListPaymentLinksQuery,
  ListReceivablesQuery,
  ListRecurrenceDebitsQuery,
  ListRecurrencesQuery,
  ListRefundsQuery,
  ListRequestsQuery,
  ListSalesQuery,
  ListStatementLinesQuery,
  Liveness,
  MissedDeliveries,
  NewCart,
  NewCashout,
  NewCheckout,
  NewDebit,
  NewPaymentLink,
  NewRecurrence,
  NewRefund,
  NewSale,
  NewWebhook,
  OfferRecurrenceBody,
  PaymentLinkChange,
  Readiness,
  Receivable,
  ReceivablesSummary,
  Recurrence,
  RecurrenceChange,
  Redelivery,
  Refund,
  RequestAuthorizationBody,
  ResendMissedDeliveriesBody,
  ResentEvent,
  RetryDebitBody,
  Sale,
  SimulatePaymentAnswer,
  StatementLine,
  StatementSummary,
  Webhook,
  WebhookChange,
  WebhookWithSecret,
} from './types.ts'

export class BalanceResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** The balance in cents. A key pair with the scope `balance:read`. */
  get(options?: CallOptions): Promise<Balance> {
    return this.#send({ operation: 'getBalance', method: 'GET', path: '/api/public/balance' }, options)
  }

  /** What the account had at a moment, or at the end of a day. A key pair with the scope `balance:read`. */
  at(query: GetBalanceAtQuery, options?: CallOptions): Promise<BalanceAt> {
    return this.#send({ operation: 'getBalanceAt', method: 'GET', path: '/api/public/statement/balance', query }, options)
  }
}

export class StatementResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Every change of the balance with its reason and the balance behind it, the newest first. A key pair with the scope `balance:read`. */
  list(query: ListStatementLinesQuery = {}, options?: CallOptions): Pages<StatementLine> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listStatementLines', method: 'GET', path: '/api/public/statement', query: asked }, options))
  }

  /** What the account had before a period and behind it, and the sums of its lines by type. A key pair with the scope `balance:read`. */
  summary(query: GetStatementSummaryQuery = {}, options?: CallOptions): Promise<StatementSummary> {
    return this.#send({ operation: 'getStatementSummary', method: 'GET', path: '/api/public/statement/summary', query }, options)
  }
}

export class ReceivablesResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** What is to come of sales by boleto and card, part by part, the next day first. A key pair with the scope `balance:read`. */
  list(query: ListReceivablesQuery = {}, options?: CallOptions): Pages<Receivable> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listReceivables', method: 'GET', path: '/api/receivables', query: asked }, options))
  }

  /** The same by day, and in all. Without days: from today, 90 days. A key pair with the scope `balance:read`. */
  summary(query: GetReceivablesSummaryQuery = {}, options?: CallOptions): Promise<ReceivablesSummary> {
    return this.#send({ operation: 'getReceivablesSummary', method: 'GET', path: '/api/receivables/summary', query }, options)
  }
}

export class SalesResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Sell by PIX, boleto, card or transfer: the answer carries the code, or the account, to pay. A key pair with the scope `sale:write`. */
  create(body: NewSale, options?: KeyedCallOptions): Promise<Sale> {
    return this.#send({ operation: 'createSale', method: 'POST', path: '/api/transactions', body, takesKey: true }, options)
  }

  /** The sales, newest first. A key pair with the scope `sale:read`. */
  list(query: ListSalesQuery & { expand: 'payment' }, options?: CallOptions): Pages<ExpandedSale>
  list(query?: Omit<ListSalesQuery, 'expand'> & { expand?: undefined }, options?: CallOptions): Pages<Sale>
  list(query: ListSalesQuery = {}, options?: CallOptions): Pages<Sale | ExpandedSale> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listSales', method: 'GET', path: '/api/transactions', query: asked }, options))
  }

  /** One sale, by uuid or number. A key pair with the scope `sale:read`. */
  get(id: string | number, query: GetSaleQuery & { expand: 'payment' }, options?: CallOptions): Promise<ExpandedSale>
  get(id: string | number, query?: Omit<GetSaleQuery, 'expand'> & { expand?: undefined }, options?: CallOptions): Promise<Sale>
  get(id: string | number, query: GetSaleQuery = {}, options?: CallOptions): Promise<Sale | ExpandedSale> {
    return this.#send({ operation: 'getSale', method: 'GET', path: '/api/transactions/{id}', ids: { id }, query }, options)
  }

  /** Cancel a sale that waits to be paid. A key pair with the scope `sale:write`. */
  cancel(id: string | number, options?: CallOptions): Promise<Sale> {
    return this.#send({ operation: 'cancelSale', method: 'POST', path: '/api/transactions/{id}/cancel', ids: { id } }, options)
  }

  /** Pay a sale of the sandbox bank with play money, as its buyer; 404 for a sale of any other bank. A key pair with the scope `sale:write`. */
  simulatePayment(id: string | number, options?: CallOptions): Promise<SimulatePaymentAnswer> {
    return this.#send({ operation: 'simulatePayment', method: 'POST', path: '/api/transactions/{id}/simulate-payment', ids: { id } }, options)
  }
}

export class RefundsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Send money of a paid sale back to its buyer; without an amount, all that is left. A key pair with the scope `sale:write`. */
  create(id: string | number, body?: NewRefund, options?: KeyedCallOptions): Promise<Refund> {
    return this.#send({ operation: 'createRefund', method: 'POST', path: '/api/transactions/{id}/refunds', ids: { id }, body, takesKey: true }, options)
  }

  /** The refunds of a sale, the newest first. A key pair with the scope `sale:read`. */
  list(id: string | number, query: ListRefundsQuery = {}, options?: CallOptions): Pages<Refund> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listRefunds', method: 'GET', path: '/api/transactions/{id}/refunds', ids: { id }, query: asked }, options))
  }

  /** One refund of a sale, by uuid or number. A key pair with the scope `sale:read`. */
  get(id: string | number, refundId: string | number, options?: CallOptions): Promise<Refund> {
    return this.#send({ operation: 'getRefund', method: 'GET', path: '/api/transactions/{id}/refunds/{refundId}', ids: { id, refundId } }, options)
  }
}

export class DisputesResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** What payers dispute, the newest first (by key). A key pair with the scope `sale:read`. */
  list(query: ListDisputesQuery = {}, options?: CallOptions): Pages<Dispute> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listDisputes', method: 'GET', path: '/api/disputes', query: asked }, options))
  }

  /** One dispute (by key). A key pair with the scope `sale:read`. */
  get(id: string | number, options?: CallOptions): Promise<Dispute> {
    return this.#send({ operation: 'getDispute', method: 'GET', path: '/api/disputes/{id}', ids: { id } }, options)
  }
}

export class CashoutsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Ask for money out, to a PIX key. A key pair with the scope `cashout:write`. */
  create(body: NewCashout, options?: KeyedCallOptions): Promise<CreatedCashout> {
    return this.#send({ operation: 'createCashout', method: 'POST', path: '/api/public/cashout', body, takesKey: true }, options)
  }

  /** The cashouts, newest first. A key pair with the scope `cashout:read`. */
  list(query: ListCashoutsQuery & { expand: 'payment' }, options?: CallOptions): Pages<ExpandedCashout>
  list(query?: Omit<ListCashoutsQuery, 'expand'> & { expand?: undefined }, options?: CallOptions): Pages<Cashout>
  list(query: ListCashoutsQuery = {}, options?: CallOptions): Pages<Cashout | ExpandedCashout> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listCashouts', method: 'GET', path: '/api/public/cashout', query: asked }, options))
  }

  /** One cashout, by uuid or number. A key pair with the scope `cashout:read`. */
  get(id: string | number, query: GetCashoutQuery & { expand: 'payment' }, options?: CallOptions): Promise<ExpandedCashout>
  get(id: string | number, query?: Omit<GetCashoutQuery, 'expand'> & { expand?: undefined }, options?: CallOptions): Promise<Cashout>
  get(id: string | number, query: GetCashoutQuery = {}, options?: CallOptions): Promise<Cashout | ExpandedCashout> {
    return this.#send({ operation: 'getCashout', method: 'GET', path: '/api/public/cashout/{id}', ids: { id }, query }, options)
  }

  /** Cancel a cashout that has not been sent. A key pair with the scope `cashout:write`. */
  cancel(id: string | number, options?: KeyedCallOptions): Promise<Cashout> {
    return this.#send({ operation: 'cancelCashout', method: 'POST', path: '/api/public/cashout/{id}/cancel', ids: { id }, takesKey: true }, options)
  }
}

export class PaymentLinksResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Make a payment link: the answer carries its address. A key pair with the scope `checkout:write`. */
  create(body: NewPaymentLink, options?: KeyedCallOptions): Promise<Checkout> {
    return this.#send({ operation: 'createPaymentLink', method: 'POST', path: '/api/payment-links', body, takesKey: true }, options)
  }

  /** The payment links, newest first. A key pair with the scope `checkout:read`. */
  list(query: ListPaymentLinksQuery = {}, options?: CallOptions): Pages<Checkout> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listPaymentLinks', method: 'GET', path: '/api/payment-links', query: asked }, options))
  }

  /** One payment link, by uuid or number, with how many were sold. A key pair with the scope `checkout:read`. */
  get(id: string | number, options?: CallOptions): Promise<Checkout> {
    return this.#send({ operation: 'getPaymentLink', method: 'GET', path: '/api/payment-links/{id}', ids: { id } }, options)
  }

  /** Change a payment link; what is absent stays, and carts that exist keep what they were shown. A key pair with the scope `checkout:write`. */
  update(id: string | number, body: PaymentLinkChange, options?: CallOptions): Promise<Checkout> {
    return this.#send({ operation: 'updatePaymentLink', method: 'PATCH', path: '/api/payment-links/{id}', ids: { id }, body }, options)
  }

  /** Archive a link: it sells nothing any more; codes that are open may still be paid. A key pair with the scope `checkout:write`. */
  archive(id: string | number, options?: CallOptions): Promise<Checkout> {
    return this.#send({ operation: 'archivePaymentLink', method: 'POST', path: '/api/payment-links/{id}/archive', ids: { id } }, options)
  }
}

export class CheckoutsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Open a checkout for one buyer: the answer carries its address. A key pair with the scope `checkout:write`. */
  create(body: NewCheckout, options?: KeyedCallOptions): Promise<Checkout> {
    return this.#send({ operation: 'createCheckout', method: 'POST', path: '/api/checkouts', body, takesKey: true }, options)
  }

  /** The checkout sessions, newest first. A key pair with the scope `checkout:read`. */
  list(query: ListCheckoutsQuery = {}, options?: CallOptions): Pages<Checkout> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listCheckouts', method: 'GET', path: '/api/checkouts', query: asked }, options))
  }

  /** One session, by uuid or number, with its cart and its sale. A key pair with the scope `checkout:read`. */
  get(id: string | number, options?: CallOptions): Promise<Checkout> {
    return this.#send({ operation: 'getCheckout', method: 'GET', path: '/api/checkouts/{id}', ids: { id } }, options)
  }

  /** End a session: it sells nothing any more; a code that is open may still be paid. A key pair with the scope `checkout:write`. */
  expire(id: string | number, options?: CallOptions): Promise<Checkout> {
    return this.#send({ operation: 'expireCheckout', method: 'POST', path: '/api/checkouts/{id}/expire', ids: { id } }, options)
  }
}

export class CartsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Tell of a cart of your own shop; cartId in POST /api/transactions pays it. A key pair with the scope `checkout:write`. */
  create(body: NewCart, options?: CallOptions): Promise<Cart> {
    return this.#send({ operation: 'createCart', method: 'POST', path: '/api/carts', body }, options)
  }

  /** The carts, newest first. A key pair with the scope `checkout:read`. */
  list(query: ListCartsQuery = {}, options?: CallOptions): Pages<Cart> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listCarts', method: 'GET', path: '/api/carts', query: asked }, options))
  }

  /** One cart, by uuid or number, with its sales. A key pair with the scope `checkout:read`. */
  get(id: string | number, options?: CallOptions): Promise<Cart> {
    return this.#send({ operation: 'getCart', method: 'GET', path: '/api/carts/{id}', ids: { id } }, options)
  }

  /** A cart of your own shop as it is now, whole; it counts as activity of the buyer. A key pair with the scope `checkout:write`. */
  replace(id: string | number, body: NewCart, options?: CallOptions): Promise<Cart> {
    return this.#send({ operation: 'replaceCart', method: 'PUT', path: '/api/carts/{id}', ids: { id }, body }, options)
  }

  /** End a cart of your own shop of which nothing will come. A key pair with the scope `checkout:write`. */
  close(id: string | number, options?: CallOptions): Promise<Cart> {
    return this.#send({ operation: 'closeCart', method: 'POST', path: '/api/carts/{id}/close', ids: { id } }, options)
  }
}

export class RecurrencesResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Offer a payer a recurrence (Pix Automático), in journeys 3 and 4 together with its first payment. A key pair with the scope `recurrence:write`. */
  create(body: NewRecurrence, options?: KeyedCallOptions): Promise<Recurrence> {
    return this.#send({ operation: 'createRecurrence', method: 'POST', path: '/api/pix-automatico', body, takesKey: true }, options)
  }

  /** The recurrences, newest first. A key pair with the scope `recurrence:read`. */
  list(query: ListRecurrencesQuery = {}, options?: CallOptions): Pages<Recurrence> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listRecurrences', method: 'GET', path: '/api/pix-automatico', query: asked }, options))
  }

  /** One recurrence, by idRec, uuid or number. A key pair with the scope `recurrence:read`. */
  get(id: string | number, options?: CallOptions): Promise<Recurrence> {
    return this.#send({ operation: 'getRecurrence', method: 'GET', path: '/api/pix-automatico/{id}', ids: { id } }, options)
  }

  /** Change a recurrence; its amount, periodicity, policy of retries, last day and contract cannot change. A key pair with the scope `recurrence:write`. */
  update(id: string | number, body: RecurrenceChange, options?: CallOptions): Promise<Recurrence> {
    return this.#send({ operation: 'updateRecurrence', method: 'PATCH', path: '/api/pix-automatico/{id}', ids: { id }, body }, options)
  }

  /** End a recurrence: nothing more is ordered by it. Where its PSP does not answer, it is asked again until it has ended. A key pair with the scope `recurrence:write`. */
  cancel(id: string | number, body?: CancelRecurrenceBody, options?: CallOptions): Promise<Recurrence> {
    return this.#send({ operation: 'cancelRecurrence', method: 'POST', path: '/api/pix-automatico/{id}/cancel', ids: { id }, body }, options)
  }

  /** A code without a payment (journey 2) for a recurrence that is not authorised yet. A key pair with the scope `recurrence:write`. */
  offer(id: string | number, body: OfferRecurrenceBody, options?: CallOptions): Promise<Recurrence> {
    return this.#send({ operation: 'offerRecurrence', method: 'POST', path: '/api/pix-automatico/{id}/ofertas', ids: { id }, body }, options)
  }

  /** Ask the payer to authorise a recurrence, in the app of the payer's bank (journey 1). A key pair with the scope `recurrence:write`. */
  requestAuthorization(id: string | number, body: RequestAuthorizationBody, options?: CallOptions): Promise<Recurrence> {
    return this.#send({ operation: 'requestAuthorization', method: 'POST', path: '/api/pix-automatico/{id}/solicitacoes', ids: { id }, body }, options)
  }
}

export class DebitsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** The debits of all recurrences, newest first. A key pair with the scope `recurrence:read`. */
  list(query: ListDebitsQuery = {}, options?: CallOptions): Pages<Debit> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listDebits', method: 'GET', path: '/api/pix-automatico/cobrancas', query: asked }, options))
  }

  /** The debits of a recurrence, newest first. A key pair with the scope `recurrence:read`. */
  listOf(id: string | number, query: ListRecurrenceDebitsQuery = {}, options?: CallOptions): Pages<Debit> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listRecurrenceDebits', method: 'GET', path: '/api/pix-automatico/{id}/cobrancas', ids: { id }, query: asked }, options))
  }

  /** Charge a cycle of a recurrence. A key pair with the scope `recurrence:write`. */
  create(id: string | number, body: NewDebit, options?: KeyedCallOptions): Promise<Debit> {
    return this.#send({ operation: 'createDebit', method: 'POST', path: '/api/pix-automatico/{id}/cobrancas', ids: { id }, body, takesKey: true }, options)
  }

  /** One debit, by its txid. A key pair with the scope `recurrence:read`. */
  get(id: string | number, txid: string | number, options?: CallOptions): Promise<Debit> {
    return this.#send({ operation: 'getDebit', method: 'GET', path: '/api/pix-automatico/{id}/cobrancas/{txid}', ids: { id, txid } }, options)
  }

  /** Change a debit that is planned: its amount, its day, what it sells. A key pair with the scope `recurrence:write`. */
  update(id: string | number, txid: string | number, body: DebitChange, options?: CallOptions): Promise<Debit> {
    return this.#send({ operation: 'updateDebit', method: 'PATCH', path: '/api/pix-automatico/{id}/cobrancas/{txid}', ids: { id, txid }, body }, options)
  }

  /** Cancel a debit: one that is planned here, one that is ordered until 22:00 of the day before it settles. A key pair with the scope `recurrence:write`. */
  cancel(id: string | number, txid: string | number, body?: CancelDebitBody, options?: CallOptions): Promise<Debit> {
    return this.#send({ operation: 'cancelDebit', method: 'POST', path: '/api/pix-automatico/{id}/cobrancas/{txid}/cancel', ids: { id, txid }, body }, options)
  }

  /** Order a further try of a debit that was not paid, for a later day. A key pair with the scope `recurrence:write`. */
  retry(id: string | number, txid: string | number, body: RetryDebitBody, options?: KeyedCallOptions): Promise<Debit> {
    return this.#send({ operation: 'retryDebit', method: 'POST', path: '/api/pix-automatico/{id}/cobrancas/{txid}/retentativas', ids: { id, txid }, body, takesKey: true }, options)
  }
}

export class EventsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** What has happened, the oldest first; the cursor never skips an event. A page of few matches may be empty while there is more. A key pair with the scope `event:read`. */
  list(query: ListEventsQuery = {}, options?: CallOptions): Pages<PulledEvent> {
    return new Pages('after', query, asked => this.#send.whole({ operation: 'listEvents', method: 'GET', path: '/api/events', query: asked }, options))
  }

  /** One event. A key pair with the scope `event:read`. */
  get(id: string | number, options?: CallOptions): Promise<PulledEvent> {
    return this.#send({ operation: 'getEvent', method: 'GET', path: '/api/events/{id}', ids: { id } }, options)
  }

  /** Send an event once more to whoever listens at /api/events/stream; webhooks get nothing by this. A key pair with the scope `event:read`. */
  resend(id: string | number, options?: CallOptions): Promise<ResentEvent> {
    return this.#send({ operation: 'resendEvent', method: 'POST', path: '/api/events/{id}/resend', ids: { id } }, options)
  }
}

export class WebhooksResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** The webhooks, without their secrets. A key pair with the scope `webhook:read`. */
  list(options?: CallOptions): Promise<Webhook[]> {
    return this.#send({ operation: 'listWebhooks', method: 'GET', path: '/api/public/webhooks' }, options)
  }

  /** Add a webhook; its secret is shown this once. A key pair with the scope `webhook:write`. */
  create(body: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#send({ operation: 'createWebhook', method: 'POST', path: '/api/public/webhooks', body }, options)
  }

  /** The events that a webhook may choose. A key pair with the scope `webhook:read`. */
  catalogue(options?: CallOptions): Promise<EventCatalogue> {
    return this.#send({ operation: 'listWebhookEvents', method: 'GET', path: '/api/public/webhooks/events' }, options)
  }

  /** Change a webhook; what is absent stays. A key pair with the scope `webhook:write`. */
  update(id: string | number, body: WebhookChange, options?: CallOptions): Promise<Webhook> {
    return this.#send({ operation: 'updateWebhook', method: 'PUT', path: '/api/public/webhooks/{id}', ids: { id }, body }, options)
  }

  /** Remove a webhook, and what was still to be sent to it. A key pair with the scope `webhook:write`. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.#send({ operation: 'deleteWebhook', method: 'DELETE', path: '/api/public/webhooks/{id}', ids: { id } }, options)
  }

  /** A new secret, shown this once; it signs beside the old one for 24 hours, and then alone. A key pair with the scope `webhook:write`. */
  rotateSecret(id: string | number, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#send({ operation: 'rotateWebhookSecret', method: 'POST', path: '/api/public/webhooks/{id}/rotate-secret', ids: { id } }, options)
  }

  /** Sign with the new secret alone from now on. A key pair with the scope `webhook:write`. */
  activateSecret(id: string | number, options?: CallOptions): Promise<Webhook> {
    return this.#send({ operation: 'activateWebhookSecret', method: 'POST', path: '/api/public/webhooks/{id}/activate-secret', ids: { id } }, options)
  }

  /** Send a test event to this webhook alone; it shows in its delivery log. A key pair with the scope `webhook:write`. */
  test(id: string | number, options?: CallOptions): Promise<Redelivery> {
    return this.#send({ operation: 'testWebhook', method: 'POST', path: '/api/public/webhooks/{id}/test', ids: { id } }, options)
  }
}

export class DeliveriesResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** What was sent to a webhook, the newest first; a header Link names the next page while there is one. A key pair with the scope `webhook:read`. */
  list(id: string | number, query: ListDeliveriesQuery = {}, options?: CallOptions): Pages<Delivery> {
    return new Pages('link', query, asked => this.#send.whole({ operation: 'listDeliveries', method: 'GET', path: '/api/public/webhooks/{id}/deliveries', ids: { id }, query: asked }, options))
  }

  /** How many deliveries the log of a webhook has with these filters. A key pair with the scope `webhook:read`. */
  count(id: string | number, query: CountDeliveriesQuery = {}, options?: CallOptions): Promise<CountDeliveriesAnswer> {
    return this.#send({ operation: 'countDeliveries', method: 'GET', path: '/api/public/webhooks/{id}/deliveries/totals', ids: { id }, query }, options)
  }

  /** One delivery with every attempt. A key pair with the scope `webhook:read`. */
  get(id: string | number, options?: CallOptions): Promise<DeliveryWithAttempts> {
    return this.#send({ operation: 'getDelivery', method: 'GET', path: '/api/public/webhooks/deliveries/{id}', ids: { id } }, options)
  }

  /** Send a delivery again: the same payload and event id, signed anew. A key pair with the scope `webhook:write`. */
  resend(id: string | number, options?: CallOptions): Promise<Redelivery> {
    return this.#send({ operation: 'resendDelivery', method: 'POST', path: '/api/public/webhooks/deliveries/{id}/resend', ids: { id } }, options)
  }

  /** Send again every fact that the webhook has missed, each once; up to 1000 in one call. A key pair with the scope `webhook:write`. */
  resendMissed(id: string | number, body: ResendMissedDeliveriesBody, options?: CallOptions): Promise<MissedDeliveries> {
    return this.#send({ operation: 'resendMissedDeliveries', method: 'POST', path: '/api/public/webhooks/{id}/resend-failed', ids: { id }, body }, options)
  }
}

export class RequestsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** What was asked of the API with this account’s keys, the newest first. A key pair with the scope `request:read`. */
  list(query: ListRequestsQuery = {}, options?: CallOptions): Pages<{
  /** The answer’s X-Request-Id */
  id: string
  createdAt: string
  method: string
  /** The pattern, such as /api/transactions/:id; `unknown` where no route takes the call */
  route: string
  /** What was called; values that are no ids are masked */
  path: string
  status: number
  errorCode: string | null
  durationMs: number
  /** Of the API key */
  keyId: string
  subject: {
    kind: 'sale' | 'refund' | 'cashout' | 'recurrence' | 'checkout' | 'payment-link' | 'cart' | 'dispute'
    uuid: string
  } | null
}> {
    return new Pages('cursor', query, asked => this.#send.whole({ operation: 'listRequests', method: 'GET', path: '/api/public/requests', query: asked }, options))
  }

  /** One request, by its X-Request-Id, with both bodies and the events that it caused. A key pair with the scope `request:read`. */
  get(id: string | number, options?: CallOptions): Promise<GetRequestAnswer> {
    return this.#send({ operation: 'getRequest', method: 'GET', path: '/api/public/requests/{id}', ids: { id } }, options)
  }
}

export class HealthResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Whether the process lives. No authentication. */
  live(options?: CallOptions): Promise<Liveness> {
    return this.#send({ operation: 'getLiveness', method: 'GET', path: '/health/live' }, options)
  }

  /** Whether it is ready to be given work. No authentication. */
  ready(options?: CallOptions): Promise<Readiness> {
    return this.#send({ operation: 'getReadiness', method: 'GET', path: '/health/ready' }, options)
  }
}

/** Everything that the API has, by resource. */
export abstract class Resources {
  readonly balance: BalanceResource
  readonly statement: StatementResource
  readonly receivables: ReceivablesResource
  readonly sales: SalesResource
  readonly refunds: RefundsResource
  readonly disputes: DisputesResource
  readonly cashouts: CashoutsResource
  readonly paymentLinks: PaymentLinksResource
  readonly checkouts: CheckoutsResource
  readonly carts: CartsResource
  readonly recurrences: RecurrencesResource
  readonly debits: DebitsResource
  readonly events: EventsResource
  readonly webhooks: WebhooksResource
  readonly deliveries: DeliveriesResource
  readonly requests: RequestsResource
  readonly health: HealthResource

  constructor(send: Send) {
    this.balance = new BalanceResource(send)
    this.statement = new StatementResource(send)
    this.receivables = new ReceivablesResource(send)
    this.sales = new SalesResource(send)
    this.refunds = new RefundsResource(send)
    this.disputes = new DisputesResource(send)
    this.cashouts = new CashoutsResource(send)
    this.paymentLinks = new PaymentLinksResource(send)
    this.checkouts = new CheckoutsResource(send)
    this.carts = new CartsResource(send)
    this.recurrences = new RecurrencesResource(send)
    this.debits = new DebitsResource(send)
    this.events = new EventsResource(send)
    this.webhooks = new WebhooksResource(send)
    this.deliveries = new DeliveriesResource(send)
    this.requests = new RequestsResource(send)
    this.health = new HealthResource(send)
  }
}

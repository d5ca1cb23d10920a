<?php

// Generated from /openapi.json by `npm run golden`. Not changed by hand.

declare(strict_types=1);

namespace Porteira;

final class BalanceResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** The balance in cents. A key pair with the scope `balance:read`. */
    public function get(): mixed
    {
        return $this->transport->send(operation: 'getBalance', method: 'GET', path: '/api/public/balance')[0];
    }

    /** What the account had at a moment, or at the end of a day. A key pair with the scope `balance:read`. */
    public function at(mixed $at): mixed
    {
        return $this->transport->send(operation: 'getBalanceAt', method: 'GET', path: '/api/public/statement/balance', query: ['at' => $at])[0];
    }
}

final class StatementResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Every change of the balance with its reason and the balance behind it, the newest first. A key pair with the scope `balance:read`. */
    public function list(mixed $limit = null, mixed $cursor = null, mixed $from = null, mixed $to = null, mixed $language = null, mixed $type = null, mixed $referenceType = null, mixed $reference = null, mixed $sale = null, mixed $minAmount = null, mixed $maxAmount = null, mixed $order = null): Pages
    {
        return new Pages('cursor', ['limit' => $limit, 'cursor' => $cursor, 'from' => $from, 'to' => $to, 'language' => $language, 'type' => $type, 'referenceType' => $referenceType, 'reference' => $reference, 'sale' => $sale, 'minAmount' => $minAmount, 'maxAmount' => $maxAmount, 'order' => $order], fn (array $query): array => $this->transport->send(operation: 'listStatementLines', method: 'GET', path: '/api/public/statement', query: $query));
    }

    /** What the account had before a period and behind it, and the sums of its lines by type. A key pair with the scope `balance:read`. */
    public function summary(mixed $from = null, mixed $to = null, mixed $language = null): mixed
    {
        return $this->transport->send(operation: 'getStatementSummary', method: 'GET', path: '/api/public/statement/summary', query: ['from' => $from, 'to' => $to, 'language' => $language])[0];
    }
}

final class ReceivablesResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** What is to come of sales by boleto and card, part by part, the next day first. A key pair with the scope `balance:read`. */
    public function list(mixed $from = null, mixed $to = null, mixed $status = null, mixed $method = null, mixed $limit = null, mixed $cursor = null): Pages
    {
        return new Pages('cursor', ['from' => $from, 'to' => $to, 'status' => $status, 'method' => $method, 'limit' => $limit, 'cursor' => $cursor], fn (array $query): array => $this->transport->send(operation: 'listReceivables', method: 'GET', path: '/api/receivables', query: $query));
    }

    /** The same by day, and in all. Without days: from today, 90 days. A key pair with the scope `balance:read`. */
    public function summary(mixed $from = null, mixed $to = null, mixed $status = null, mixed $method = null): mixed
    {
        return $this->transport->send(operation: 'getReceivablesSummary', method: 'GET', path: '/api/receivables/summary', query: ['from' => $from, 'to' => $to, 'status' => $status, 'method' => $method])[0];
    }
}

final class SalesResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Sell by PIX, boleto, card or transfer: the answer carries the code, or the account, to pay. A key pair with the scope `sale:write`. */
    public function create(array $body, ?string $idempotencyKey = null): mixed
    {
        return $this->transport->send(operation: 'createSale', method: 'POST', path: '/api/transactions', body: $body, takesKey: true, idempotencyKey: $idempotencyKey)[0];
    }

    /** The sales, newest first. A key pair with the scope `sale:read`. */
    public function list(mixed $limit = null, mixed $cursor = null, mixed $status = null, mixed $from = null, mixed $to = null, mixed $externalReference = null, mixed $endToEndId = null, mixed $document = null, mixed $idRec = null, mixed $contrato = null, mixed $expand = null): Pages
    {
        return new Pages('cursor', ['limit' => $limit, 'cursor' => $cursor, 'status' => $status, 'from' => $from, 'to' => $to, 'externalReference' => $externalReference, 'endToEndId' => $endToEndId, 'document' => $document, 'idRec' => $idRec, 'contrato' => $contrato, 'expand' => $expand], fn (array $query): array => $this->transport->send(operation: 'listSales', method: 'GET', path: '/api/transactions', query: $query));
    }

    /** One sale, by uuid or number. A key pair with the scope `sale:read`. */
    public function get(string|int $id, mixed $expand = null): mixed
    {
        return $this->transport->send(operation: 'getSale', method: 'GET', path: '/api/transactions/{id}', ids: ['id' => $id], query: ['expand' => $expand])[0];
    }

    /** Cancel a sale that waits to be paid. A key pair with the scope `sale:write`. */
    public function cancel(string|int $id): mixed
    {
        return $this->transport->send(operation: 'cancelSale', method: 'POST', path: '/api/transactions/{id}/cancel', ids: ['id' => $id])[0];
    }

    /** Pay a sale of the sandbox bank with play money, as its buyer; 404 for a sale of any other bank. A key pair with the scope `sale:write`. */
    public function simulatePayment(string|int $id): mixed
    {
        return $this->transport->send(operation: 'simulatePayment', method: 'POST', path: '/api/transactions/{id}/simulate-payment', ids: ['id' => $id])[0];
    }
}

final class RefundsResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Send money of a paid sale back to its buyer; without an amount, all that is left. A key pair with the scope `sale:write`. */
    public function create(string|int $id, ?array $body = null, ?string $idempotencyKey = null): mixed
    {
        return $this->transport->send(operation: 'createRefund', method: 'POST', path: '/api/transactions/{id}/refunds', ids: ['id' => $id], body: $body, takesKey: true, idempotencyKey: $idempotencyKey)[0];
    }

    /** The refunds of a sale, the newest first. A key pair with the scope `sale:read`. */
    public function list(string|int $id, mixed $limit = null, mixed $cursor = null): Pages
    {
        return new Pages('cursor', ['limit' => $limit, 'cursor' => $cursor], fn (array $query): array => $this->transport->send(operation: 'listRefunds', method: 'GET', path: '/api/transactions/{id}/refunds', ids: ['id' => $id], query: $query));
    }

    /** One refund of a sale, by uuid or number. A key pair with the scope `sale:read`. */
    public function get(string|int $id, string|int $refundId): mixed
    {
        return $this->transport->send(operation: 'getRefund', method: 'GET', path: '/api/transactions/{id}/refunds/{refundId}', ids: ['id' => $id, 'refundId' => $refundId])[0];
    }
}

final class DisputesResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** What payers dispute, the newest first (by key). A key pair with the scope `sale:read`. */
    public function list(mixed $status = null, mixed $kind = null, mixed $sale = null, mixed $deadlineBefore = null, mixed $limit = null, mixed $cursor = null): Pages
    {
        return new Pages('cursor', ['status' => $status, 'kind' => $kind, 'sale' => $sale, 'deadlineBefore' => $deadlineBefore, 'limit' => $limit, 'cursor' => $cursor], fn (array $query): array => $this->transport->send(operation: 'listDisputes', method: 'GET', path: '/api/disputes', query: $query));
    }

    /** One dispute (by key). A key pair with the scope `sale:read`. */
    public function get(string|int $id): mixed
    {
        return $this->transport->send(operation: 'getDispute', method: 'GET', path: '/api/disputes/{id}', ids: ['id' => $id])[0];
    }
}

final class CashoutsResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Ask for money out, to a PIX key. A key pair with the scope `cashout:write`. */
    public function create(array $body, ?string $idempotencyKey = null): mixed
    {
        return $this->transport->send(operation: 'createCashout', method: 'POST', path: '/api/public/cashout', body: $body, takesKey: true, idempotencyKey: $idempotencyKey)[0];
    }

    /** The cashouts, newest first. A key pair with the scope `cashout:read`. */
    public function list(mixed $limit = null, mixed $cursor = null, mixed $status = null, mixed $from = null, mixed $to = null, mixed $externalReference = null, mixed $expand = null): Pages
    {
        return new Pages('cursor', ['limit' => $limit, 'cursor' => $cursor, 'status' => $status, 'from' => $from, 'to' => $to, 'externalReference' => $externalReference, 'expand' => $expand], fn (array $query): array => $this->transport->send(operation: 'listCashouts', method: 'GET', path: '/api/public/cashout', query: $query));
    }

    /** One cashout, by uuid or number. A key pair with the scope `cashout:read`. */
    public function get(string|int $id, mixed $expand = null): mixed
    {
        return $this->transport->send(operation: 'getCashout', method: 'GET', path: '/api/public/cashout/{id}', ids: ['id' => $id], query: ['expand' => $expand])[0];
    }

    /** Cancel a cashout that has not been sent. A key pair with the scope `cashout:write`. */
    public function cancel(string|int $id, ?string $idempotencyKey = null): mixed
    {
        return $this->transport->send(operation: 'cancelCashout', method: 'POST', path: '/api/public/cashout/{id}/cancel', ids: ['id' => $id], takesKey: true, idempotencyKey: $idempotencyKey)[0];
    }
}

final class PaymentLinksResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Make a payment link: the answer carries its address. A key pair with the scope `checkout:write`. */
    public function create(array $body, ?string $idempotencyKey = null): mixed
    {
        return $this->transport->send(operation: 'createPaymentLink', method: 'POST', path: '/api/payment-links', body: $body, takesKey: true, idempotencyKey: $idempotencyKey)[0];
    }

    /** The payment links, newest first. A key pair with the scope `checkout:read`. */
    public function list(mixed $limit = null, mixed $cursor = null, mixed $status = null, mixed $externalReference = null): Pages
    {
        return new Pages('cursor', ['limit' => $limit, 'cursor' => $cursor, 'status' => $status, 'externalReference' => $externalReference], fn (array $query): array => $this->transport->send(operation: 'listPaymentLinks', method: 'GET', path: '/api/payment-links', query: $query));
    }

    /** One payment link, by uuid or number, with how many were sold. A key pair with the scope `checkout:read`. */
    public function get(string|int $id): mixed
    {
        return $this->transport->send(operation: 'getPaymentLink', method: 'GET', path: '/api/payment-links/{id}', ids: ['id' => $id])[0];
    }

    /** Change a payment link; what is absent stays, and carts that exist keep what they were shown. A key pair with the scope `checkout:write`. */
    public function update(string|int $id, array $body): mixed
    {
        return $this->transport->send(operation: 'updatePaymentLink', method: 'PATCH', path: '/api/payment-links/{id}', ids: ['id' => $id], body: $body)[0];
    }

    /** Archive a link: it sells nothing any more; codes that are open may still be paid. A key pair with the scope `checkout:write`. */
    public function archive(string|int $id): mixed
    {
        return $this->transport->send(operation: 'archivePaymentLink', method: 'POST', path: '/api/payment-links/{id}/archive', ids: ['id' => $id])[0];
    }
}

final class CheckoutsResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Open a checkout for one buyer: the answer carries its address. A key pair with the scope `checkout:write`. */
    public function create(array $body, ?string $idempotencyKey = null): mixed
    {
        return $this->transport->send(operation: 'createCheckout', method: 'POST', path: '/api/checkouts', body: $body, takesKey: true, idempotencyKey: $idempotencyKey)[0];
    }

    /** The checkout sessions, newest first. A key pair with the scope `checkout:read`. */
    public function list(mixed $limit = null, mixed $cursor = null, mixed $status = null, mixed $externalReference = null): Pages
    {
        return new Pages('cursor', ['limit' => $limit, 'cursor' => $cursor, 'status' => $status, 'externalReference' => $externalReference], fn (array $query): array => $this->transport->send(operation: 'listCheckouts', method: 'GET', path: '/api/checkouts', query: $query));
    }

    /** One session, by uuid or number, with its cart and its sale. A key pair with the scope `checkout:read`. */
    public function get(string|int $id): mixed
    {
        return $this->transport->send(operation: 'getCheckout', method: 'GET', path: '/api/checkouts/{id}', ids: ['id' => $id])[0];
    }

    /** End a session: it sells nothing any more; a code that is open may still be paid. A key pair with the scope `checkout:write`. */
    public function expire(string|int $id): mixed
    {
        return $this->transport->send(operation: 'expireCheckout', method: 'POST', path: '/api/checkouts/{id}/expire', ids: ['id' => $id])[0];
    }
}

final class CartsResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Tell of a cart of your own shop; cartId in POST /api/transactions pays it. A key pair with the scope `checkout:write`. */
    public function create(array $body): mixed
    {
        return $this->transport->send(operation: 'createCart', method: 'POST', path: '/api/carts', body: $body)[0];
    }

    /** The carts, newest first. A key pair with the scope `checkout:read`. */
    public function list(mixed $limit = null, mixed $cursor = null, mixed $state = null, mixed $checkout = null, mixed $from = null, mixed $to = null, mixed $document = null): Pages
    {
        return new Pages('cursor', ['limit' => $limit, 'cursor' => $cursor, 'state' => $state, 'checkout' => $checkout, 'from' => $from, 'to' => $to, 'document' => $document], fn (array $query): array => $this->transport->send(operation: 'listCarts', method: 'GET', path: '/api/carts', query: $query));
    }

    /** One cart, by uuid or number, with its sales. A key pair with the scope `checkout:read`. */
    public function get(string|int $id): mixed
    {
        return $this->transport->send(operation: 'getCart', method: 'GET', path: '/api/carts/{id}', ids: ['id' => $id])[0];
    }

    /** A cart of your own shop as it is now, whole; it counts as activity of the buyer. A key pair with the scope `checkout:write`. */
    public function replace(string|int $id, array $body): mixed
    {
        return $this->transport->send(operation: 'replaceCart', method: 'PUT', path: '/api/carts/{id}', ids: ['id' => $id], body: $body)[0];
    }

    /** End a cart of your own shop of which nothing will come. A key pair with the scope `checkout:write`. */
    public function close(string|int $id): mixed
    {
        return $this->transport->send(operation: 'closeCart', method: 'POST', path: '/api/carts/{id}/close', ids: ['id' => $id])[0];
    }
}

final class RecurrencesResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Offer a payer a recurrence (Pix Automático), in journeys 3 and 4 together with its first payment. A key pair with the scope `recurrence:write`. */
    public function create(array $body, ?string $idempotencyKey = null): mixed
    {
        return $this->transport->send(operation: 'createRecurrence', method: 'POST', path: '/api/pix-automatico', body: $body, takesKey: true, idempotencyKey: $idempotencyKey)[0];
    }

    /** The recurrences, newest first. A key pair with the scope `recurrence:read`. */
    public function list(mixed $limit = null, mixed $cursor = null, mixed $status = null, mixed $contrato = null, mixed $jornada = null, mixed $document = null, mixed $externalReference = null, mixed $from = null, mixed $to = null): Pages
    {
        return new Pages('cursor', ['limit' => $limit, 'cursor' => $cursor, 'status' => $status, 'contrato' => $contrato, 'jornada' => $jornada, 'document' => $document, 'externalReference' => $externalReference, 'from' => $from, 'to' => $to], fn (array $query): array => $this->transport->send(operation: 'listRecurrences', method: 'GET', path: '/api/pix-automatico', query: $query));
    }

    /** One recurrence, by idRec, uuid or number. A key pair with the scope `recurrence:read`. */
    public function get(string|int $id): mixed
    {
        return $this->transport->send(operation: 'getRecurrence', method: 'GET', path: '/api/pix-automatico/{id}', ids: ['id' => $id])[0];
    }

    /** Change a recurrence; its amount, periodicity, policy of retries, last day and contract cannot change. A key pair with the scope `recurrence:write`. */
    public function update(string|int $id, array $body): mixed
    {
        return $this->transport->send(operation: 'updateRecurrence', method: 'PATCH', path: '/api/pix-automatico/{id}', ids: ['id' => $id], body: $body)[0];
    }

    /** End a recurrence: nothing more is ordered by it. Where its PSP does not answer, it is asked again until it has ended. A key pair with the scope `recurrence:write`. */
    public function cancel(string|int $id, ?array $body = null): mixed
    {
        return $this->transport->send(operation: 'cancelRecurrence', method: 'POST', path: '/api/pix-automatico/{id}/cancel', ids: ['id' => $id], body: $body)[0];
    }

    /** A code without a payment (journey 2) for a recurrence that is not authorised yet. A key pair with the scope `recurrence:write`. */
    public function offer(string|int $id, array $body): mixed
    {
        return $this->transport->send(operation: 'offerRecurrence', method: 'POST', path: '/api/pix-automatico/{id}/ofertas', ids: ['id' => $id], body: $body)[0];
    }

    /** Ask the payer to authorise a recurrence, in the app of the payer's bank (journey 1). A key pair with the scope `recurrence:write`. */
    public function requestAuthorization(string|int $id, array $body): mixed
    {
        return $this->transport->send(operation: 'requestAuthorization', method: 'POST', path: '/api/pix-automatico/{id}/solicitacoes', ids: ['id' => $id], body: $body)[0];
    }
}

final class DebitsResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** The debits of all recurrences, newest first. A key pair with the scope `recurrence:read`. */
    public function list(mixed $status = null, mixed $dueFrom = null, mixed $dueTo = null, mixed $limit = null, mixed $cursor = null): Pages
    {
        return new Pages('cursor', ['status' => $status, 'dueFrom' => $dueFrom, 'dueTo' => $dueTo, 'limit' => $limit, 'cursor' => $cursor], fn (array $query): array => $this->transport->send(operation: 'listDebits', method: 'GET', path: '/api/pix-automatico/cobrancas', query: $query));
    }

    /** The debits of a recurrence, newest first. A key pair with the scope `recurrence:read`. */
    public function listOf(string|int $id, mixed $status = null, mixed $dueFrom = null, mixed $dueTo = null, mixed $limit = null, mixed $cursor = null): Pages
    {
        return new Pages('cursor', ['status' => $status, 'dueFrom' => $dueFrom, 'dueTo' => $dueTo, 'limit' => $limit, 'cursor' => $cursor], fn (array $query): array => $this->transport->send(operation: 'listRecurrenceDebits', method: 'GET', path: '/api/pix-automatico/{id}/cobrancas', ids: ['id' => $id], query: $query));
    }

    /** Charge a cycle of a recurrence. A key pair with the scope `recurrence:write`. */
    public function create(string|int $id, array $body, ?string $idempotencyKey = null): mixed
    {
        return $this->transport->send(operation: 'createDebit', method: 'POST', path: '/api/pix-automatico/{id}/cobrancas', ids: ['id' => $id], body: $body, takesKey: true, idempotencyKey: $idempotencyKey)[0];
    }

    /** One debit, by its txid. A key pair with the scope `recurrence:read`. */
    public function get(string|int $id, string|int $txid): mixed
    {
        return $this->transport->send(operation: 'getDebit', method: 'GET', path: '/api/pix-automatico/{id}/cobrancas/{txid}', ids: ['id' => $id, 'txid' => $txid])[0];
    }

    /** Change a debit that is planned: its amount, its day, what it sells. A key pair with the scope `recurrence:write`. */
    public function update(string|int $id, string|int $txid, array $body): mixed
    {
        return $this->transport->send(operation: 'updateDebit', method: 'PATCH', path: '/api/pix-automatico/{id}/cobrancas/{txid}', ids: ['id' => $id, 'txid' => $txid], body: $body)[0];
    }

    /** Cancel a debit: one that is planned here, one that is ordered until 22:00 of the day before it settles. A key pair with the scope `recurrence:write`. */
    public function cancel(string|int $id, string|int $txid, ?array $body = null): mixed
    {
        return $this->transport->send(operation: 'cancelDebit', method: 'POST', path: '/api/pix-automatico/{id}/cobrancas/{txid}/cancel', ids: ['id' => $id, 'txid' => $txid], body: $body)[0];
    }

    /** Order a further try of a debit that was not paid, for a later day. A key pair with the scope `recurrence:write`. */
    public function retry(string|int $id, string|int $txid, array $body, ?string $idempotencyKey = null): mixed
    {
        return $this->transport->send(operation: 'retryDebit', method: 'POST', path: '/api/pix-automatico/{id}/cobrancas/{txid}/retentativas', ids: ['id' => $id, 'txid' => $txid], body: $body, takesKey: true, idempotencyKey: $idempotencyKey)[0];
    }
}

final class EventsResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** What has happened, the oldest first; the cursor never skips an event. A page of few matches may be empty while there is more. A key pair with the scope `event:read`. */
    public function list(mixed $after = null, mixed $limit = null, mixed $type = null, mixed $from = null, mixed $to = null, mixed $undelivered = null, mixed $carts = null, mixed $recurrences = null): Pages
    {
        return new Pages('after', ['after' => $after, 'limit' => $limit, 'type' => $type, 'from' => $from, 'to' => $to, 'undelivered' => $undelivered, 'carts' => $carts, 'recurrences' => $recurrences], fn (array $query): array => $this->transport->send(operation: 'listEvents', method: 'GET', path: '/api/events', query: $query));
    }

    /** One event. A key pair with the scope `event:read`. */
    public function get(string|int $id): mixed
    {
        return $this->transport->send(operation: 'getEvent', method: 'GET', path: '/api/events/{id}', ids: ['id' => $id])[0];
    }

    /** Send an event once more to whoever listens at /api/events/stream; webhooks get nothing by this. A key pair with the scope `event:read`. */
    public function resend(string|int $id): mixed
    {
        return $this->transport->send(operation: 'resendEvent', method: 'POST', path: '/api/events/{id}/resend', ids: ['id' => $id])[0];
    }
}

final class WebhooksResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** The webhooks, without their secrets. A key pair with the scope `webhook:read`. */
    public function list(): mixed
    {
        return $this->transport->send(operation: 'listWebhooks', method: 'GET', path: '/api/public/webhooks')[0];
    }

    /** Add a webhook; its secret is shown this once. A key pair with the scope `webhook:write`. */
    public function create(array $body): mixed
    {
        return $this->transport->send(operation: 'createWebhook', method: 'POST', path: '/api/public/webhooks', body: $body)[0];
    }

    /** The events that a webhook may choose. A key pair with the scope `webhook:read`. */
    public function catalogue(): mixed
    {
        return $this->transport->send(operation: 'listWebhookEvents', method: 'GET', path: '/api/public/webhooks/events')[0];
    }

    /** Change a webhook; what is absent stays. A key pair with the scope `webhook:write`. */
    public function update(string|int $id, array $body): mixed
    {
        return $this->transport->send(operation: 'updateWebhook', method: 'PUT', path: '/api/public/webhooks/{id}', ids: ['id' => $id], body: $body)[0];
    }

    /** Remove a webhook, and what was still to be sent to it. A key pair with the scope `webhook:write`. */
    public function delete(string|int $id): mixed
    {
        return $this->transport->send(operation: 'deleteWebhook', method: 'DELETE', path: '/api/public/webhooks/{id}', ids: ['id' => $id])[0];
    }

    /** A new secret, shown this once; it signs beside the old one for 24 hours, and then alone. A key pair with the scope `webhook:write`. */
    public function rotateSecret(string|int $id): mixed
    {
        return $this->transport->send(operation: 'rotateWebhookSecret', method: 'POST', path: '/api/public/webhooks/{id}/rotate-secret', ids: ['id' => $id])[0];
    }

    /** Sign with the new secret alone from now on. A key pair with the scope `webhook:write`. */
    public function activateSecret(string|int $id): mixed
    {
        return $this->transport->send(operation: 'activateWebhookSecret', method: 'POST', path: '/api/public/webhooks/{id}/activate-secret', ids: ['id' => $id])[0];
    }

    /** Send a test event to this webhook alone; it shows in its delivery log. A key pair with the scope `webhook:write`. */
    public function test(string|int $id): mixed
    {
        return $this->transport->send(operation: 'testWebhook', method: 'POST', path: '/api/public/webhooks/{id}/test', ids: ['id' => $id])[0];
    }
}

final class DeliveriesResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** What was sent to a webhook, the newest first; a header Link names the next page while there is one. A key pair with the scope `webhook:read`. */
    public function list(string|int $id, mixed $status = null, mixed $event = null, mixed $sale = null, mixed $q = null, mixed $from = null, mixed $to = null, mixed $limit = null, mixed $before = null): Pages
    {
        return new Pages('link', ['status' => $status, 'event' => $event, 'sale' => $sale, 'q' => $q, 'from' => $from, 'to' => $to, 'limit' => $limit, 'before' => $before], fn (array $query): array => $this->transport->send(operation: 'listDeliveries', method: 'GET', path: '/api/public/webhooks/{id}/deliveries', ids: ['id' => $id], query: $query));
    }

    /** How many deliveries the log of a webhook has with these filters. A key pair with the scope `webhook:read`. */
    public function count(string|int $id, mixed $status = null, mixed $event = null, mixed $sale = null, mixed $q = null, mixed $from = null, mixed $to = null): mixed
    {
        return $this->transport->send(operation: 'countDeliveries', method: 'GET', path: '/api/public/webhooks/{id}/deliveries/totals', ids: ['id' => $id], query: ['status' => $status, 'event' => $event, 'sale' => $sale, 'q' => $q, 'from' => $from, 'to' => $to])[0];
    }

    /** One delivery with every attempt. A key pair with the scope `webhook:read`. */
    public function get(string|int $id): mixed
    {
        return $this->transport->send(operation: 'getDelivery', method: 'GET', path: '/api/public/webhooks/deliveries/{id}', ids: ['id' => $id])[0];
    }

    /** Send a delivery again: the same payload and event id, signed anew. A key pair with the scope `webhook:write`. */
    public function resend(string|int $id): mixed
    {
        return $this->transport->send(operation: 'resendDelivery', method: 'POST', path: '/api/public/webhooks/deliveries/{id}/resend', ids: ['id' => $id])[0];
    }

    /** Send again every fact that the webhook has missed, each once; up to 1000 in one call. A key pair with the scope `webhook:write`. */
    public function resendMissed(string|int $id, array $body): mixed
    {
        return $this->transport->send(operation: 'resendMissedDeliveries', method: 'POST', path: '/api/public/webhooks/{id}/resend-failed', ids: ['id' => $id], body: $body)[0];
    }
}

final class RequestsResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** What was asked of the API with this account’s keys, the newest first. A key pair with the scope `request:read`. */
    public function list(mixed $method = null, mixed $route = null, mixed $status = null, mixed $errorCode = null, mixed $keyId = null, mixed $id = null, mixed $object = null, mixed $from = null, mixed $to = null, mixed $limit = null, mixed $cursor = null): Pages
    {
        return new Pages('cursor', ['method' => $method, 'route' => $route, 'status' => $status, 'errorCode' => $errorCode, 'keyId' => $keyId, 'id' => $id, 'object' => $object, 'from' => $from, 'to' => $to, 'limit' => $limit, 'cursor' => $cursor], fn (array $query): array => $this->transport->send(operation: 'listRequests', method: 'GET', path: '/api/public/requests', query: $query));
    }

    /** One request, by its X-Request-Id, with both bodies and the events that it caused. A key pair with the scope `request:read`. */
    public function get(string|int $id): mixed
    {
        return $this->transport->send(operation: 'getRequest', method: 'GET', path: '/api/public/requests/{id}', ids: ['id' => $id])[0];
    }
}

final class HealthResource
{
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Whether the process lives. No authentication. */
    public function live(): mixed
    {
        return $this->transport->send(operation: 'getLiveness', method: 'GET', path: '/health/live')[0];
    }

    /** Whether it is ready to be given work. No authentication. */
    public function ready(): mixed
    {
        return $this->transport->send(operation: 'getReadiness', method: 'GET', path: '/health/ready')[0];
    }
}

/** Everything that the API has, by resource. */
abstract class Resources
{
    public readonly BalanceResource $balance;
    public readonly StatementResource $statement;
    public readonly ReceivablesResource $receivables;
    public readonly SalesResource $sales;
    public readonly RefundsResource $refunds;
    public readonly DisputesResource $disputes;
    public readonly CashoutsResource $cashouts;
    public readonly PaymentLinksResource $paymentLinks;
    public readonly CheckoutsResource $checkouts;
    public readonly CartsResource $carts;
    public readonly RecurrencesResource $recurrences;
    public readonly DebitsResource $debits;
    public readonly EventsResource $events;
    public readonly WebhooksResource $webhooks;
    public readonly DeliveriesResource $deliveries;
    public readonly RequestsResource $requests;
    public readonly HealthResource $health;

    protected function __construct(Transport $transport)
    {
        $this->balance = new BalanceResource($transport);
        $this->statement = new StatementResource($transport);
        $this->receivables = new ReceivablesResource($transport);
        $this->sales = new SalesResource($transport);
        $this->refunds = new RefundsResource($transport);
        $this->disputes = new DisputesResource($transport);
        $this->cashouts = new CashoutsResource($transport);
        $this->paymentLinks = new PaymentLinksResource($transport);
        $this->checkouts = new CheckoutsResource($transport);
        $this->carts = new CartsResource($transport);
        $this->recurrences = new RecurrencesResource($transport);
        $this->debits = new DebitsResource($transport);
        $this->events = new EventsResource($transport);
        $this->webhooks = new WebhooksResource($transport);
        $this->deliveries = new DeliveriesResource($transport);
        $this->requests = new RequestsResource($transport);
        $this->health = new HealthResource($transport);
    }
}

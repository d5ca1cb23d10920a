"""Generated from /openapi.json by `npm run golden`. Not changed by hand."""
from typing import Any, Callable, Optional, Union

from .pages import Pages

Id = Union[str, int]


class BalanceResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def get(self):
        """The balance in cents. A key pair with the scope `balance:read`."""
        return self._send(operation="getBalance", method="GET", path="/api/public/balance")[0]

    def at(self, *, at: Any):
        """What the account had at a moment, or at the end of a day. A key pair with the scope `balance:read`."""
        return self._send(operation="getBalanceAt", method="GET", path="/api/public/statement/balance", query={"at": at})[0]


class StatementResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def list(self, *, limit: Any = None, cursor: Any = None, from_: Any = None, to: Any = None, language: Any = None, type: Any = None, reference_type: Any = None, reference: Any = None, sale: Any = None, min_amount: Any = None, max_amount: Any = None, order: Any = None) -> Pages:
        """Every change of the balance with its reason and the balance behind it, the newest first. A key pair with the scope `balance:read`."""
        return Pages("cursor", {"limit": limit, "cursor": cursor, "from": from_, "to": to, "language": language, "type": type, "referenceType": reference_type, "reference": reference, "sale": sale, "minAmount": min_amount, "maxAmount": max_amount, "order": order}, lambda query: self._send(operation="listStatementLines", method="GET", path="/api/public/statement", query=query))

    def summary(self, *, from_: Any = None, to: Any = None, language: Any = None):
        """What the account had before a period and behind it, and the sums of its lines by type. A key pair with the scope `balance:read`."""
        return self._send(operation="getStatementSummary", method="GET", path="/api/public/statement/summary", query={"from": from_, "to": to, "language": language})[0]


class ReceivablesResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def list(self, *, from_: Any = None, to: Any = None, status: Any = None, method: Any = None, limit: Any = None, cursor: Any = None) -> Pages:
        """What is to come of sales by boleto and card, part by part, the next day first. A key pair with the scope `balance:read`."""
        return Pages("cursor", {"from": from_, "to": to, "status": status, "method": method, "limit": limit, "cursor": cursor}, lambda query: self._send(operation="listReceivables", method="GET", path="/api/receivables", query=query))

    def summary(self, *, from_: Any = None, to: Any = None, status: Any = None, method: Any = None):
        """The same by day, and in all. Without days: from today, 90 days. A key pair with the scope `balance:read`."""
        return self._send(operation="getReceivablesSummary", method="GET", path="/api/receivables/summary", query={"from": from_, "to": to, "status": status, "method": method})[0]


class SalesResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def create(self, body: Any, *, idempotency_key: Optional[str] = None):
        """Sell by PIX, boleto, card or transfer: the answer carries the code, or the account, to pay. A key pair with the scope `sale:write`."""
        return self._send(operation="createSale", method="POST", path="/api/transactions", body=body, takes_key=True, idempotency_key=idempotency_key)[0]

    def list(self, *, limit: Any = None, cursor: Any = None, status: Any = None, from_: Any = None, to: Any = None, external_reference: Any = None, end_to_end_id: Any = None, document: Any = None, id_rec: Any = None, contrato: Any = None, expand: Any = None) -> Pages:
        """The sales, newest first. A key pair with the scope `sale:read`."""
        return Pages("cursor", {"limit": limit, "cursor": cursor, "status": status, "from": from_, "to": to, "externalReference": external_reference, "endToEndId": end_to_end_id, "document": document, "idRec": id_rec, "contrato": contrato, "expand": expand}, lambda query: self._send(operation="listSales", method="GET", path="/api/transactions", query=query))

    def get(self, id: Id, *, expand: Any = None):
        """One sale, by uuid or number. A key pair with the scope `sale:read`."""
        return self._send(operation="getSale", method="GET", path="/api/transactions/{id}", ids={"id": id}, query={"expand": expand})[0]

    def cancel(self, id: Id):
        """Cancel a sale that waits to be paid. A key pair with the scope `sale:write`."""
        return self._send(operation="cancelSale", method="POST", path="/api/transactions/{id}/cancel", ids={"id": id})[0]

    def simulate_payment(self, id: Id):
        """Pay a sale of the sandbox bank with play money, as its buyer; 404 for a sale of any other bank. A key pair with the scope `sale:write`."""
        return self._send(operation="simulatePayment", method="POST", path="/api/transactions/{id}/simulate-payment", ids={"id": id})[0]


class RefundsResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def create(self, id: Id, body: Optional[Any] = None, *, idempotency_key: Optional[str] = None):
        """Send money of a paid sale back to its buyer; without an amount, all that is left. A key pair with the scope `sale:write`."""
        return self._send(operation="createRefund", method="POST", path="/api/transactions/{id}/refunds", ids={"id": id}, body=body, takes_key=True, idempotency_key=idempotency_key)[0]

    def list(self, id: Id, *, limit: Any = None, cursor: Any = None) -> Pages:
        """The refunds of a sale, the newest first. A key pair with the scope `sale:read`."""
        return Pages("cursor", {"limit": limit, "cursor": cursor}, lambda query: self._send(operation="listRefunds", method="GET", path="/api/transactions/{id}/refunds", ids={"id": id}, query=query))

    def get(self, id: Id, refund_id: Id):
        """One refund of a sale, by uuid or number. A key pair with the scope `sale:read`."""
        return self._send(operation="getRefund", method="GET", path="/api/transactions/{id}/refunds/{refundId}", ids={"id": id, "refundId": refund_id})[0]


class DisputesResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def list(self, *, status: Any = None, kind: Any = None, sale: Any = None, deadline_before: Any = None, limit: Any = None, cursor: Any = None) -> Pages:
        """What payers dispute, the newest first (by key). A key pair with the scope `sale:read`."""
        return Pages("cursor", {"status": status, "kind": kind, "sale": sale, "deadlineBefore": deadline_before, "limit": limit, "cursor": cursor}, lambda query: self._send(operation="listDisputes", method="GET", path="/api/disputes", query=query))

    def get(self, id: Id):
        """One dispute (by key). A key pair with the scope `sale:read`."""
        return self._send(operation="getDispute", method="GET", path="/api/disputes/{id}", ids={"id": id})[0]


class CashoutsResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def create(self, body: Any, *, idempotency_key: Optional[str] = None):
        """Ask for money out, to a PIX key. A key pair with the scope `cashout:write`."""
        return self._send(operation="createCashout", method="POST", path="/api/public/cashout", body=body, takes_key=True, idempotency_key=idempotency_key)[0]

    def list(self, *, limit: Any = None, cursor: Any = None, status: Any = None, from_: Any = None, to: Any = None, external_reference: Any = None, expand: Any = None) -> Pages:
        """The cashouts, newest first. A key pair with the scope `cashout:read`."""
        return Pages("cursor", {"limit": limit, "cursor": cursor, "status": status, "from": from_, "to": to, "externalReference": external_reference, "expand": expand}, lambda query: self._send(operation="listCashouts", method="GET", path="/api/public/cashout", query=query))

    def get(self, id: Id, *, expand: Any = None):
        """One cashout, by uuid or number. A key pair with the scope `cashout:read`."""
        return self._send(operation="getCashout", method="GET", path="/api/public/cashout/{id}", ids={"id": id}, query={"expand": expand})[0]

    def cancel(self, id: Id, *, idempotency_key: Optional[str] = None):
        """Cancel a cashout that has not been sent. A key pair with the scope `cashout:write`."""
        return self._send(operation="cancelCashout", method="POST", path="/api/public/cashout/{id}/cancel", ids={"id": id}, takes_key=True, idempotency_key=idempotency_key)[0]


class PaymentLinksResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def create(self, body: Any, *, idempotency_key: Optional[str] = None):
        """Make a payment link: the answer carries its address. A key pair with the scope `checkout:write`."""
        return self._send(operation="createPaymentLink", method="POST", path="/api/payment-links", body=body, takes_key=True, idempotency_key=idempotency_key)[0]

    def list(self, *, limit: Any = None, cursor: Any = None, status: Any = None, external_reference: Any = None) -> Pages:
        """The payment links, newest first. A key pair with the scope `checkout:read`."""
        return Pages("cursor", {"limit": limit, "cursor": cursor, "status": status, "externalReference": external_reference}, lambda query: self._send(operation="listPaymentLinks", method="GET", path="/api/payment-links", query=query))

    def get(self, id: Id):
        """One payment link, by uuid or number, with how many were sold. A key pair with the scope `checkout:read`."""
        return self._send(operation="getPaymentLink", method="GET", path="/api/payment-links/{id}", ids={"id": id})[0]

    def update(self, id: Id, body: Any):
        """Change a payment link; what is absent stays, and carts that exist keep what they were shown. A key pair with the scope `checkout:write`."""
        return self._send(operation="updatePaymentLink", method="PATCH", path="/api/payment-links/{id}", ids={"id": id}, body=body)[0]

    def archive(self, id: Id):
        """Archive a link: it sells nothing any more; codes that are open may still be paid. A key pair with the scope `checkout:write`."""
        return self._send(operation="archivePaymentLink", method="POST", path="/api/payment-links/{id}/archive", ids={"id": id})[0]


class CheckoutsResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def create(self, body: Any, *, idempotency_key: Optional[str] = None):
        """Open a checkout for one buyer: the answer carries its address. A key pair with the scope `checkout:write`."""
        return self._send(operation="createCheckout", method="POST", path="/api/checkouts", body=body, takes_key=True, idempotency_key=idempotency_key)[0]

    def list(self, *, limit: Any = None, cursor: Any = None, status: Any = None, external_reference: Any = None) -> Pages:
        """The checkout sessions, newest first. A key pair with the scope `checkout:read`."""
        return Pages("cursor", {"limit": limit, "cursor": cursor, "status": status, "externalReference": external_reference}, lambda query: self._send(operation="listCheckouts", method="GET", path="/api/checkouts", query=query))

    def get(self, id: Id):
        """One session, by uuid or number, with its cart and its sale. A key pair with the scope `checkout:read`."""
        return self._send(operation="getCheckout", method="GET", path="/api/checkouts/{id}", ids={"id": id})[0]

    def expire(self, id: Id):
        """End a session: it sells nothing any more; a code that is open may still be paid. A key pair with the scope `checkout:write`."""
        return self._send(operation="expireCheckout", method="POST", path="/api/checkouts/{id}/expire", ids={"id": id})[0]


class CartsResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def create(self, body: Any):
        """Tell of a cart of your own shop; cartId in POST /api/transactions pays it. A key pair with the scope `checkout:write`."""
        return self._send(operation="createCart", method="POST", path="/api/carts", body=body)[0]

    def list(self, *, limit: Any = None, cursor: Any = None, state: Any = None, checkout: Any = None, from_: Any = None, to: Any = None, document: Any = None) -> Pages:
        """The carts, newest first. A key pair with the scope `checkout:read`."""
        return Pages("cursor", {"limit": limit, "cursor": cursor, "state": state, "checkout": checkout, "from": from_, "to": to, "document": document}, lambda query: self._send(operation="listCarts", method="GET", path="/api/carts", query=query))

    def get(self, id: Id):
        """One cart, by uuid or number, with its sales. A key pair with the scope `checkout:read`."""
        return self._send(operation="getCart", method="GET", path="/api/carts/{id}", ids={"id": id})[0]

    def replace(self, id: Id, body: Any):
        """A cart of your own shop as it is now, whole; it counts as activity of the buyer. A key pair with the scope `checkout:write`."""
        return self._send(operation="replaceCart", method="PUT", path="/api/carts/{id}", ids={"id": id}, body=body)[0]

    def close(self, id: Id):
        """End a cart of your own shop of which nothing will come. A key pair with the scope `checkout:write`."""
        return self._send(operation="closeCart", method="POST", path="/api/carts/{id}/close", ids={"id": id})[0]


class RecurrencesResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def create(self, body: Any, *, idempotency_key: Optional[str] = None):
        """Offer a payer a recurrence (Pix Automático), in journeys 3 and 4 together with its first payment. A key pair with the scope `recurrence:write`."""
        return self._send(operation="createRecurrence", method="POST", path="/api/pix-automatico", body=body, takes_key=True, idempotency_key=idempotency_key)[0]

    def list(self, *, limit: Any = None, cursor: Any = None, status: Any = None, contrato: Any = None, jornada: Any = None, document: Any = None, external_reference: Any = None, from_: Any = None, to: Any = None) -> Pages:
        """The recurrences, newest first. A key pair with the scope `recurrence:read`."""
        return Pages("cursor", {"limit": limit, "cursor": cursor, "status": status, "contrato": contrato, "jornada": jornada, "document": document, "externalReference": external_reference, "from": from_, "to": to}, lambda query: self._send(operation="listRecurrences", method="GET", path="/api/pix-automatico", query=query))

    def get(self, id: Id):
        """One recurrence, by idRec, uuid or number. A key pair with the scope `recurrence:read`."""
        return self._send(operation="getRecurrence", method="GET", path="/api/pix-automatico/{id}", ids={"id": id})[0]

    def update(self, id: Id, body: Any):
        """Change a recurrence; its amount, periodicity, policy of retries, last day and contract cannot change. A key pair with the scope `recurrence:write`."""
        return self._send(operation="updateRecurrence", method="PATCH", path="/api/pix-automatico/{id}", ids={"id": id}, body=body)[0]

    def cancel(self, id: Id, body: Optional[Any] = None):
        """End a recurrence: nothing more is ordered by it. Where its PSP does not answer, it is asked again until it has ended. A key pair with the scope `recurrence:write`."""
        return self._send(operation="cancelRecurrence", method="POST", path="/api/pix-automatico/{id}/cancel", ids={"id": id}, body=body)[0]

    def offer(self, id: Id, body: Any):
        """A code without a payment (journey 2) for a recurrence that is not authorised yet. A key pair with the scope `recurrence:write`."""
        return self._send(operation="offerRecurrence", method="POST", path="/api/pix-automatico/{id}/ofertas", ids={"id": id}, body=body)[0]

    def request_authorization(self, id: Id, body: Any):
        """Ask the payer to authorise a recurrence, in the app of the payer's bank (journey 1). A key pair with the scope `recurrence:write`."""
        return self._send(operation="requestAuthorization", method="POST", path="/api/pix-automatico/{id}/solicitacoes", ids={"id": id}, body=body)[0]


class DebitsResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def list(self, *, status: Any = None, due_from: Any = None, due_to: Any = None, limit: Any = None, cursor: Any = None) -> Pages:
        """The debits of all recurrences, newest first. A key pair with the scope `recurrence:read`."""
        return Pages("cursor", {"status": status, "dueFrom": due_from, "dueTo": due_to, "limit": limit, "cursor": cursor}, lambda query: self._send(operation="listDebits", method="GET", path="/api/pix-automatico/cobrancas", query=query))

    def list_of(self, id: Id, *, status: Any = None, due_from: Any = None, due_to: Any = None, limit: Any = None, cursor: Any = None) -> Pages:
        """The debits of a recurrence, newest first. A key pair with the scope `recurrence:read`."""
        return Pages("cursor", {"status": status, "dueFrom": due_from, "dueTo": due_to, "limit": limit, "cursor": cursor}, lambda query: self._send(operation="listRecurrenceDebits", method="GET", path="/api/pix-automatico/{id}/cobrancas", ids={"id": id}, query=query))

    def create(self, id: Id, body: Any, *, idempotency_key: Optional[str] = None):
        """Charge a cycle of a recurrence. A key pair with the scope `recurrence:write`."""
        return self._send(operation="createDebit", method="POST", path="/api/pix-automatico/{id}/cobrancas", ids={"id": id}, body=body, takes_key=True, idempotency_key=idempotency_key)[0]

    def get(self, id: Id, txid: Id):
        """One debit, by its txid. A key pair with the scope `recurrence:read`."""
        return self._send(operation="getDebit", method="GET", path="/api/pix-automatico/{id}/cobrancas/{txid}", ids={"id": id, "txid": txid})[0]

    def update(self, id: Id, txid: Id, body: Any):
        """Change a debit that is planned: its amount, its day, what it sells. A key pair with the scope `recurrence:write`."""
        return self._send(operation="updateDebit", method="PATCH", path="/api/pix-automatico/{id}/cobrancas/{txid}", ids={"id": id, "txid": txid}, body=body)[0]

    def cancel(self, id: Id, txid: Id, body: Optional[Any] = None):
        """Cancel a debit: one that is planned here, one that is ordered until 22:00 of the day before it settles. A key pair with the scope `recurrence:write`."""
        return self._send(operation="cancelDebit", method="POST", path="/api/pix-automatico/{id}/cobrancas/{txid}/cancel", ids={"id": id, "txid": txid}, body=body)[0]

    def retry(self, id: Id, txid: Id, body: Any, *, idempotency_key: Optional[str] = None):
        """Order a further try of a debit that was not paid, for a later day. A key pair with the scope `recurrence:write`."""
        return self._send(operation="retryDebit", method="POST", path="/api/pix-automatico/{id}/cobrancas/{txid}/retentativas", ids={"id": id, "txid": txid}, body=body, takes_key=True, idempotency_key=idempotency_key)[0]


class EventsResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def list(self, *, after: Any = None, limit: Any = None, type: Any = None, from_: Any = None, to: Any = None, undelivered: Any = None, carts: Any = None, recurrences: Any = None) -> Pages:
        """What has happened, the oldest first; the cursor never skips an event. A page of few matches may be empty while there is more. A key pair with the scope `event:read`."""
        return Pages("after", {"after": after, "limit": limit, "type": type, "from": from_, "to": to, "undelivered": undelivered, "carts": carts, "recurrences": recurrences}, lambda query: self._send(operation="listEvents", method="GET", path="/api/events", query=query))

    def get(self, id: Id):
        """One event. A key pair with the scope `event:read`."""
        return self._send(operation="getEvent", method="GET", path="/api/events/{id}", ids={"id": id})[0]

    def resend(self, id: Id):
        """Send an event once more to whoever listens at /api/events/stream; webhooks get nothing by this. A key pair with the scope `event:read`."""
        return self._send(operation="resendEvent", method="POST", path="/api/events/{id}/resend", ids={"id": id})[0]


class WebhooksResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def list(self):
        """The webhooks, without their secrets. A key pair with the scope `webhook:read`."""
        return self._send(operation="listWebhooks", method="GET", path="/api/public/webhooks")[0]

    def create(self, body: Any):
        """Add a webhook; its secret is shown this once. A key pair with the scope `webhook:write`."""
        return self._send(operation="createWebhook", method="POST", path="/api/public/webhooks", body=body)[0]

    def catalogue(self):
        """The events that a webhook may choose. A key pair with the scope `webhook:read`."""
        return self._send(operation="listWebhookEvents", method="GET", path="/api/public/webhooks/events")[0]

    def update(self, id: Id, body: Any):
        """Change a webhook; what is absent stays. A key pair with the scope `webhook:write`."""
        return self._send(operation="updateWebhook", method="PUT", path="/api/public/webhooks/{id}", ids={"id": id}, body=body)[0]

    def delete(self, id: Id):
        """Remove a webhook, and what was still to be sent to it. A key pair with the scope `webhook:write`."""
        return self._send(operation="deleteWebhook", method="DELETE", path="/api/public/webhooks/{id}", ids={"id": id})[0]

    def rotate_secret(self, id: Id):
        """A new secret, shown this once; it signs beside the old one for 24 hours, and then alone. A key pair with the scope `webhook:write`."""
        return self._send(operation="rotateWebhookSecret", method="POST", path="/api/public/webhooks/{id}/rotate-secret", ids={"id": id})[0]

    def activate_secret(self, id: Id):
        """Sign with the new secret alone from now on. A key pair with the scope `webhook:write`."""
        return self._send(operation="activateWebhookSecret", method="POST", path="/api/public/webhooks/{id}/activate-secret", ids={"id": id})[0]

    def test(self, id: Id):
        """Send a test event to this webhook alone; it shows in its delivery log. A key pair with the scope `webhook:write`."""
        return self._send(operation="testWebhook", method="POST", path="/api/public/webhooks/{id}/test", ids={"id": id})[0]


class DeliveriesResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def list(self, id: Id, *, status: Any = None, event: Any = None, sale: Any = None, q: Any = None, from_: Any = None, to: Any = None, limit: Any = None, before: Any = None) -> Pages:
        """What was sent to a webhook, the newest first; a header Link names the next page while there is one. A key pair with the scope `webhook:read`."""
        return Pages("link", {"status": status, "event": event, "sale": sale, "q": q, "from": from_, "to": to, "limit": limit, "before": before}, lambda query: self._send(operation="listDeliveries", method="GET", path="/api/public/webhooks/{id}/deliveries", ids={"id": id}, query=query))

    def count(self, id: Id, *, status: Any = None, event: Any = None, sale: Any = None, q: Any = None, from_: Any = None, to: Any = None):
        """How many deliveries the log of a webhook has with these filters. A key pair with the scope `webhook:read`."""
        return self._send(operation="countDeliveries", method="GET", path="/api/public/webhooks/{id}/deliveries/totals", ids={"id": id}, query={"status": status, "event": event, "sale": sale, "q": q, "from": from_, "to": to})[0]

    def get(self, id: Id):
        """One delivery with every attempt. A key pair with the scope `webhook:read`."""
        return self._send(operation="getDelivery", method="GET", path="/api/public/webhooks/deliveries/{id}", ids={"id": id})[0]

    def resend(self, id: Id):
        """Send a delivery again: the same payload and event id, signed anew. A key pair with the scope `webhook:write`."""
        return self._send(operation="resendDelivery", method="POST", path="/api/public/webhooks/deliveries/{id}/resend", ids={"id": id})[0]

    def resend_missed(self, id: Id, body: Any):
        """Send again every fact that the webhook has missed, each once; up to 1000 in one call. A key pair with the scope `webhook:write`."""
        return self._send(operation="resendMissedDeliveries", method="POST", path="/api/public/webhooks/{id}/resend-failed", ids={"id": id}, body=body)[0]


class RequestsResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def list(self, *, method: Any = None, route: Any = None, status: Any = None, error_code: Any = None, key_id: Any = None, id: Any = None, object: Any = None, from_: Any = None, to: Any = None, limit: Any = None, cursor: Any = None) -> Pages:
        """What was asked of the API with this account’s keys, the newest first. A key pair with the scope `request:read`."""
        return Pages("cursor", {"method": method, "route": route, "status": status, "errorCode": error_code, "keyId": key_id, "id": id, "object": object, "from": from_, "to": to, "limit": limit, "cursor": cursor}, lambda query: self._send(operation="listRequests", method="GET", path="/api/public/requests", query=query))

    def get(self, id: Id):
        """One request, by its X-Request-Id, with both bodies and the events that it caused. A key pair with the scope `request:read`."""
        return self._send(operation="getRequest", method="GET", path="/api/public/requests/{id}", ids={"id": id})[0]


class HealthResource:
    def __init__(self, send: Callable[..., Any]):
        self._send = send

    def live(self):
        """Whether the process lives. No authentication."""
        return self._send(operation="getLiveness", method="GET", path="/health/live")[0]

    def ready(self):
        """Whether it is ready to be given work. No authentication."""
        return self._send(operation="getReadiness", method="GET", path="/health/ready")[0]


class Resources:
    """Everything that the API has, by resource."""

    def __init__(self, send: Callable[..., Any]):
        self.balance = BalanceResource(send)
        self.statement = StatementResource(send)
        self.receivables = ReceivablesResource(send)
        self.sales = SalesResource(send)
        self.refunds = RefundsResource(send)
        self.disputes = DisputesResource(send)
        self.cashouts = CashoutsResource(send)
        self.payment_links = PaymentLinksResource(send)
        self.checkouts = CheckoutsResource(send)
        self.carts = CartsResource(send)
        self.recurrences = RecurrencesResource(send)
        self.debits = DebitsResource(send)
        self.events = EventsResource(send)
        self.webhooks = WebhooksResource(send)
        self.deliveries = DeliveriesResource(send)
        self.requests = RequestsResource(send)
        self.health = HealthResource(send)

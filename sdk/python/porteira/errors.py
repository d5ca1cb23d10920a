"""Everything that a call can fail with. None of these holds a key, a header that was sent or a body that was sent."""
import re
from typing import Any, Mapping, Optional


class PorteiraError(Exception):
    pass


class NoAnswerError(PorteiraError):
    """No answer came. What was asked for may have been done: call again with the same `idempotency_key`, where there is one, or look first."""

    def __init__(self, message: str, operation: str, attempts: int, idempotency_key: Optional[str]):
        super().__init__(message)
        self.operation = operation
        self.attempts = attempts
        self.idempotency_key = idempotency_key


class ApiError(PorteiraError):
    """The gateway has answered, and the answer is a refusal.

    `code`: what the gateway calls it, whichever form the body has. `field`: of a 400, what is wrong. `request_id`: support finds by it what
    happened.
    """

    def __init__(
        self,
        operation: str,
        status: int,
        headers: Mapping[str, str],
        body: Any,
        attempts: int,
        idempotency_key: Optional[str],
        retry_after_seconds: Optional[int],
    ):
        code, message = read_refusal(status, body)
        self.request_id = headers.get("x-request-id")
        super().__init__(f"{status} {code}: {message} ({operation}, request {self.request_id or 'without an id'})")
        self.operation = operation
        self.status = status
        self.code = code
        self.message = message
        self.field = _field(message) if status == 400 else None
        self.retry_after_seconds = retry_after_seconds
        self.idempotency_key = idempotency_key
        self.attempts = attempts
        self.body = body


class InvalidRequestError(ApiError):
    """400: the request itself is wrong. `field` says where."""


class AuthenticationError(ApiError):
    """401: the keys are unknown, revoked or have ended."""


class PermissionDeniedError(ApiError):
    """403: the keys are good, and this is not theirs to do; or the address is not on the list; or the account may not."""


class NotFoundError(ApiError):
    """404"""


class ConflictError(ApiError):
    """409: the thing is in another state, or exists already."""


class BusinessError(ApiError):
    """422: understood, and refused by the books, the terms or the bank."""


class RateLimitError(ApiError):
    """429"""


class ServerError(ApiError):
    """500 and above. What was asked for may have been done: call again with the same `idempotency_key`, where there is one."""


_BY_STATUS = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: BusinessError,
    429: RateLimitError,
}


def error_class(status: int) -> type:
    return _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)


def read_refusal(status: int, body: Any):
    """A refusal has five shapes, by endpoint. Here they become one: its code and its message."""
    outer = body if isinstance(body, dict) else {}
    inner = outer["error"] if isinstance(outer.get("error"), dict) else outer
    message = _text(inner.get("message")) or "the answer says nothing more"
    # What a cashout has no name for is GENERAL_ERROR, with the code beside it.
    general = _text(inner.get("code")) if inner.get("errorType") == "GENERAL_ERROR" else None
    code = general or _text(inner.get("errorType")) or _text(inner.get("code")) or _text(inner.get("error"))
    return code or f"HTTP_{status}", message


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) and value != "" else None


def _field(message: str) -> Optional[str]:
    match = re.match(r"([A-Za-z][\w.\[\]-]*): ", message)
    return match.group(1) if match else None

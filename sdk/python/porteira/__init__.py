"""The client of a Porteira gateway for servers, and the verification of what it sends. Standard library only."""
from .client import Porteira
from .errors import (
    ApiError,
    AuthenticationError,
    BusinessError,
    ConflictError,
    InvalidRequestError,
    NoAnswerError,
    NotFoundError,
    PermissionDeniedError,
    PorteiraError,
    RateLimitError,
    ServerError,
)
from .pages import Page, Pages
from .verify import Postback, VerificationError, WebhookEvent, verify_postback, verify_webhook

__all__ = [
    "ApiError",
    "AuthenticationError",
    "BusinessError",
    "ConflictError",
    "InvalidRequestError",
    "NoAnswerError",
    "NotFoundError",
    "Page",
    "Pages",
    "PermissionDeniedError",
    "Porteira",
    "PorteiraError",
    "Postback",
    "RateLimitError",
    "ServerError",
    "VerificationError",
    "WebhookEvent",
    "verify_postback",
    "verify_webhook",
]

"""Checks what a Porteira gateway sends: signed webhooks and postbacks. It never takes a body that it has not checked, and where it has no
secret it takes nothing."""
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Optional, Sequence

# The receiver itself is at fault. It answers 5xx, so that the gateway tries again; after 4xx it would not.
_OUR_FAULT = ("OPTION_INVALID", "SECRET_EMPTY", "BODY_NOT_BYTES")

# \Z and not $, which takes a line break as well.
_WEBHOOK_SIGNATURE = re.compile(r"sha256=([0-9a-f]{64})\Z")
_POSTBACK_SIGNATURE = re.compile(r"([0-9a-f]{64})\Z")
_DIGITS = re.compile(r"[0-9]{1,12}\Z")
_WORD = re.compile(r"[!-+\--~]{1,200}\Z")
_TRUE = re.compile(r"true\Z")
# What a gateway takes as its brand.
_BRAND = re.compile(r"[A-Za-z0-9_!#$%&'*+.^`|~-]{1,40}\Z")


class VerificationError(Exception):
    """Raised for everything that is not verified.

    `reason` is HEADER_MISSING, HEADER_REPEATED, HEADER_MALFORMED, SIGNATURE_MISMATCH, TIMESTAMP_OUT_OF_TOLERANCE, BODY_NOT_JSON,
    SECRET_EMPTY, BODY_NOT_BYTES or OPTION_INVALID. `status_code` is what to answer: 400 where the request is at fault, 500 where
    the receiver is (the last three): the gateway tries again after 500 only.
    """

    def __init__(self, reason: str, message: str):
        super().__init__(message)
        self.reason = reason
        self.status_code = 500 if reason in _OUR_FAULT else 400


@dataclass(frozen=True)
class WebhookEvent:
    event_id: str
    type: str
    #: Of the thing that it tells of; None where it has none.
    sequence: Optional[int]
    timestamp: datetime
    is_redelivery: bool
    payload: Any


@dataclass(frozen=True)
class Postback:
    event_id: Optional[str]
    sequence: Optional[int]
    payload: Any


def verify_webhook(
    *,
    body: bytes,
    headers: Any,
    secret: Optional[str] = None,
    secrets: Optional[Sequence[str]] = None,
    brand: str = "Service",
    tolerance_seconds: int = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """The event of a signed webhook, once its signature, its age and its headers have been checked.

    `body`: the bytes of the request as they came, before any JSON parser. `headers`: a mapping, anything with items(), or pairs.
    `secret`: as it was shown, "whsec_" included; `secrets`: any of these, during a rotation. `brand`: the word in the names of the headers.
    `now`: seconds since 1970, for tests.
    """
    keys = _keys(secret, secrets)
    raw = _bytes(body)
    read = _reader(headers, brand)
    if isinstance(tolerance_seconds, bool) or not isinstance(tolerance_seconds, (int, float)) or not 0 <= tolerance_seconds < 1e9:
        raise VerificationError("OPTION_INVALID", "tolerance_seconds must be a number of seconds")
    present = time.time() if now is None else now
    if isinstance(present, bool) or not isinstance(present, (int, float)) or present != present:
        raise VerificationError("OPTION_INVALID", "now must be a number of seconds since 1970")

    timestamp = read(f"X-{brand}-Timestamp", _DIGITS, True)
    event_id = read(f"X-{brand}-Event-Id", _WORD, True)
    kind = read(f"X-{brand}-Event-Type", _WORD, True)
    sequence = read(f"X-{brand}-Event-Sequence", _DIGITS, False)
    redelivery = read(f"X-{brand}-Redelivery", _TRUE, False)
    signatures = [
        read(f"X-{brand}-Signature", _WEBHOOK_SIGNATURE, True),
        read(f"X-{brand}-Signature-Next", _WEBHOOK_SIGNATURE, False),
    ]
    _assert_signed(keys, signatures, timestamp.encode("ascii") + b".", raw)
    if abs(present - int(timestamp)) > tolerance_seconds:
        raise VerificationError(
            "TIMESTAMP_OUT_OF_TOLERANCE", f"signed {round(present - int(timestamp))} seconds ago, {tolerance_seconds} are allowed"
        )
    return WebhookEvent(
        event_id=event_id,
        type=kind,
        sequence=None if sequence is None else int(sequence),
        timestamp=datetime.fromtimestamp(int(timestamp), timezone.utc),
        is_redelivery=redelivery is not None,
        payload=_parsed(raw),
    )


def verify_postback(
    *,
    body: bytes,
    headers: Any,
    secret: Optional[str] = None,
    secrets: Optional[Sequence[str]] = None,
    brand: str = "Service",
) -> Postback:
    """The body of a postback, once its signature has been checked. A postback is not dated: one that was recorded can be sent again by
    whoever recorded it, so look the sale up, or do what is done only once."""
    keys = _keys(secret, secrets)
    raw = _bytes(body)
    read = _reader(headers, brand)
    signature = read("X-Signature", _POSTBACK_SIGNATURE, True)
    event_id = read(f"X-{brand}-Event-Id", _WORD, False)
    sequence = read(f"X-{brand}-Event-Sequence", _DIGITS, False)
    _assert_signed(keys, [signature], b"", raw)
    return Postback(event_id=event_id, sequence=None if sequence is None else int(sequence), payload=_parsed(raw))


def _keys(secret: Any, secrets: Any) -> list:
    if secret is not None and secrets is not None:
        raise VerificationError("OPTION_INVALID", "give either secret or secrets")
    if secrets is not None and not isinstance(secrets, (list, tuple)):
        raise VerificationError("OPTION_INVALID", "secrets must be a list of texts")
    keys = [secret] if secrets is None else list(secrets)
    if not keys:
        raise VerificationError("SECRET_EMPTY", "there is no secret to check with")
    for key in keys:
        # Anybody can sign with nothing.
        if key is None or (isinstance(key, str) and key.strip() == ""):
            raise VerificationError("SECRET_EMPTY", "a secret is empty")
        if not isinstance(key, str):
            raise VerificationError("OPTION_INVALID", "a secret must be a text")
    return keys


def _bytes(body: Any) -> bytes:
    """A text is refused: whoever decoded it may have changed it, and only the bytes are signed."""
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise VerificationError("BODY_NOT_BYTES", f"body must be the bytes of the request, and is {type(body).__name__}")


def _reader(headers: Any, brand: Any):
    if not isinstance(brand, str) or not _BRAND.match(brand):
        raise VerificationError("OPTION_INVALID", "brand must be the word in the names of the headers")
    values = _values_by_name(headers)

    def read(name: str, form, is_required: bool):
        given = values.get(name.lower(), [])
        if len(given) > 1:
            raise _repeated(name)
        value = given[0] if given else ""
        if value == "":
            if is_required:
                raise VerificationError("HEADER_MISSING", f"{name} is missing")
            return None
        if not isinstance(value, str):
            raise VerificationError("HEADER_MALFORMED", f"{name} is not a text")
        match = form.match(value)
        if match is not None:
            return match.group(1) if form.groups else value
        # Some servers write the values of a repeated header into one, and none of ours holds a comma.
        if "," in value and all(form.match(part.strip()) for part in value.split(",")):
            raise _repeated(name)
        raise VerificationError("HEADER_MALFORMED", f"{name} does not have its form")

    return read


def _repeated(name: str) -> VerificationError:
    return VerificationError("HEADER_REPEATED", f"{name} came more than once")


def _values_by_name(headers: Any) -> dict:
    """Under lower-case names."""
    pairs = headers.items() if callable(getattr(headers, "items", None)) else headers
    values: dict = {}
    try:
        for name, value in pairs:
            values.setdefault(str(name).lower(), []).extend(value if isinstance(value, (list, tuple)) else [value])
    except (TypeError, ValueError):
        raise VerificationError("OPTION_INVALID", "headers must be those of the request: a mapping, or pairs") from None
    return values


def _assert_signed(keys: list, signatures: list, before: bytes, body: bytes) -> None:
    """Every secret is tried against every signature, found or not, so that the time tells nothing."""
    fits = False
    for key in keys:
        made = hmac.new(key.encode("utf-8"), before + body, hashlib.sha256).hexdigest()
        for signature in signatures:
            if signature is not None:
                fits = hmac.compare_digest(made, signature) or fits
    if not fits:
        raise VerificationError("SIGNATURE_MISMATCH", "the signature was not made over this body with a known secret")


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise VerificationError("BODY_NOT_JSON", "the body is not JSON in UTF-8") from None

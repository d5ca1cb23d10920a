"""Makes calls: the keys, a key of idempotency for what takes one, the deadline, the retries, and the error of what is refused."""
import ipaddress
import json
import random
import re
import time
import uuid
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, Optional
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from .errors import NoAnswerError, error_class
from .generated import Resources

_AGAIN = (408, 429, 500, 502, 503, 504)
_FIRST_WAIT_SECONDS = 0.5
_MAX_BACKOFF_SECONDS = 8.0
# A gateway that asks for more than this is told to the caller, who has better things to do.
_MAX_WAIT_SECONDS = 30.0


class _NoRedirect(HTTPRedirectHandler):
    """Followed, a redirect would carry the keys to another address."""

    def redirect_request(self, *_args, **_kwargs):
        return None


class Porteira(Resources):
    """Every call of the API, by resource: `Porteira(...).sales.create({...})`.

    `base_url`: where the gateway is, as https://pay.example.com. `timeout_seconds`: of one attempt. `max_retries`: how often a call is made
    again where that is safe. `allow_insecure`: lets the keys travel without TLS to other machines, as inside a private network.
    """

    def __init__(
        self,
        *,
        public_key: str,
        private_key: str,
        base_url: str,
        timeout_seconds: float = 30.0,
        max_retries: int = 3,
        allow_insecure: bool = False,
    ):
        _assert_key("public_key", public_key, "pk_")
        _assert_key("private_key", private_key, "sk_")
        if not 0 < timeout_seconds < 3600:
            raise ValueError("timeout_seconds: expected a number of seconds above 0")
        if isinstance(max_retries, bool) or not isinstance(max_retries, int) or not 0 <= max_retries <= 10:
            raise ValueError("max_retries: expected a whole number from 0 to 10")
        base = _base_url(base_url, allow_insecure)
        # In clear nothing goes by a proxy: it would read the keys.
        opener = build_opener(_NoRedirect(), *([ProxyHandler({})] if base.startswith("http:") else []))
        headers = {
            "X-Api-Public-Key": public_key,
            "X-Api-Private-Key": private_key,
            "User-Agent": "porteira-sdk-python/0.1.0",
            "Accept": "application/json",
        }

        # Kept in a function, so that printing a client shows no key.
        def attempt(method: str, path: str, body: Optional[bytes], key: Optional[str]):
            request = Request(base + path, data=body, method=method, headers=dict(headers))
            if body is not None:
                request.add_header("Content-Type", "application/json")
            if key is not None:
                request.add_header("Idempotency-Key", key)
            try:
                with opener.open(request, timeout=timeout_seconds) as answer:
                    return answer.status, _lower(answer.headers), answer.read()
            except HTTPError as refused:
                with refused:
                    return refused.code, _lower(refused.headers), refused.read()

        super().__init__(lambda **call: _make(attempt, max_retries, **call))


def _make(
    attempt,
    max_retries: int,
    *,
    operation: str,
    method: str,
    path: str,
    ids: Optional[dict] = None,
    query: Optional[dict] = None,
    body: Any = None,
    takes_key: bool = False,
    idempotency_key: Optional[str] = None,
):
    """The body of the answer and its headers."""
    key = (idempotency_key or str(uuid.uuid4())) if takes_key else None
    if key is not None and not re.match(r"[\x20-\x7e]{1,255}\Z", key):
        raise ValueError("idempotency_key: expected 1 to 255 printable ASCII characters")
    address = re.sub(r"\{(\w+)\}", lambda found: _segment(found.group(1), (ids or {}).get(found.group(1))), path) + _query(query or {})
    data = None if body is None else json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8")
    is_repeatable = method in ("GET", "PUT") or key is not None
    attempts = 0
    while True:
        attempts += 1
        try:
            status, headers, raw = attempt(method, address, data, key)
        except (OSError, HTTPException) as lost:
            if attempts > max_retries or not is_repeatable:
                raise NoAnswerError(f"{operation} was not answered: {lost}", operation, attempts, key) from lost
            time.sleep(_wait_seconds(attempts, None) or 0)
            continue
        if 200 <= status < 300:
            return _accepted(operation, status, headers, raw, attempts, key)
        refused = _refused(operation, status, headers, raw, attempts, key)
        wait = _wait_seconds(attempts, refused.retry_after_seconds)
        if attempts > max_retries or wait is None or not _may_repeat(is_repeatable, status, refused.code):
            raise refused
        time.sleep(wait)


def _may_repeat(is_repeatable: bool, status: int, code: str) -> bool:
    # Refused before anything was begun, or the attempt before is still being worked on.
    if status == 429 or code in ("OVERLOADED", "IDEMPOTENCY_IN_FLIGHT"):
        return True
    return is_repeatable and status in _AGAIN


def _wait_seconds(attempts: int, asked: Optional[int]) -> Optional[float]:
    """None: longer than a caller should wait."""
    backoff = min(_FIRST_WAIT_SECONDS * 2 ** (attempts - 1), _MAX_BACKOFF_SECONDS)
    wait = asked + backoff / 2 * random.random() if asked else backoff * (0.5 + random.random() / 2)
    return None if wait > _MAX_WAIT_SECONDS else wait


def _accepted(operation: str, status: int, headers: dict, raw: bytes, attempts: int, key: Optional[str]):
    if raw == b"":
        return None, headers
    try:
        return json.loads(raw.decode("utf-8")), headers
    except ValueError:
        message = f"{operation} was answered {status} without JSON: is base_url the address of a gateway?"
        raise NoAnswerError(message, operation, attempts, key) from None


def _refused(operation: str, status: int, headers: dict, raw: bytes, attempts: int, key: Optional[str]):
    try:
        body = json.loads(raw.decode("utf-8"))
    except ValueError:
        body = None
    return error_class(status)(operation, status, headers, body, attempts, key, _retry_after(headers.get("retry-after")))


def _retry_after(value: Optional[str]) -> Optional[int]:
    """A number of seconds, or a date of HTTP."""
    if value is None:
        return None
    if re.match(r"[0-9]{1,9}\Z", value):
        return int(value)
    try:
        return max(0, int(parsedate_to_datetime(value).timestamp() - time.time()) + 1)
    except (TypeError, ValueError):
        return None


def _lower(headers: Any) -> dict:
    return {name.lower(): value for name, value in headers.items()}


def _segment(name: str, value: Any) -> str:
    """An id out of somebody's input must not lead to another address."""
    segment = quote(str("" if value is None else value), safe="")
    if segment == "" or re.match(r"\.+\Z", segment):
        raise ValueError(f"{name}: expected the id of something")
    return segment


def _query(query: dict) -> str:
    given = {name: _query_text(value) for name, value in query.items() if value is not None}
    return "?" + urlencode(given, quote_via=quote) if given else ""


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime) and value.tzinfo is None:
        raise ValueError("a moment needs its time zone: datetime.now(timezone.utc)")
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _assert_key(name: str, value: Any, prefix: str) -> None:
    """The value itself is never said."""
    if not isinstance(value, str) or not value.startswith(prefix) or not re.match(r"[\x21-\x7e]+\Z", value):
        raise ValueError(f"{name}: expected a text that begins with {prefix}, as the panel has shown it")


def _base_url(text: Any, allow_insecure: bool) -> str:
    url = urlsplit(text) if isinstance(text, str) else None
    if url is None or url.scheme not in ("http", "https") or not url.hostname or url.username is not None or url.query or url.fragment:
        raise ValueError("base_url: expected the address of the gateway, as https://pay.example.com")
    if url.scheme == "http" and not _is_loopback(url.hostname) and not allow_insecure:
        raise ValueError("base_url: expected https, or the keys could be read on the way; allow_insecure takes http")
    return text.rstrip("/")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False



"""Verification of webhooks. See docs/webhooks.md of Bundlewire for the rules."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from typing import Dict, Iterable, List, Optional, Protocol, Sequence, Tuple, Union, cast

from .errors import WebhookError
from .models import WebhookEvent


class Headers(Protocol):
    """The headers of Flask, Django, FastAPI, http.server or a dict."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


def verify_webhook(
    body: Union[bytes, str],
    headers: Headers,
    secrets: Union[None, str, Sequence[Optional[str]]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """The event of a genuine webhook.

    `body` is the body as it arrived, before your framework parses it. `secrets` is one secret, or two
    while one is replaced. `tolerance` is how far `Svc-Timestamp` may be from `now`, in seconds.
    Raises WebhookError, whose `reason` is for programs, and TypeError for arguments of another type.
    """
    raw = _raw(body)
    check_signature(raw, headers, secrets, tolerance=tolerance, now=now)
    try:
        event = json.loads(raw)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise WebhookError("not_an_event", "The body is signed, but it is not an event in JSON.")
    return cast(WebhookEvent, event)


def check_signature(
    body: bytes,
    headers: Headers,
    secrets: Union[None, str, Sequence[Optional[str]]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> None:
    """Raises WebhookError unless the body is signed with one of the secrets. Does not read the body."""
    given = _given(secrets)
    if not given:
        # Anyone can sign with an empty key.
        raise WebhookError(
            "secret_empty",
            "The webhook secret is empty or not set. Set it to the whsec_… value of your endpoint.",
        )
    values = _joined(headers)
    timestamp = values.get("svc-timestamp", "")
    if "svc-signature" not in values or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookError("header_missing", "Svc-Timestamp or Svc-Signature is missing or malformed.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError(
            "timestamp_too_far",
            f"Svc-Timestamp is more than {tolerance:g} s from the clock. Check the clock of this machine.",
        )
    signed = timestamp.encode() + b"." + body
    expected = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in given]
    if not _any_equal(values["svc-signature"], expected):
        raise WebhookError(
            "signature_wrong",
            "Svc-Signature does not match. Verify the raw body, with the secret of this endpoint.",
        )


def _raw(body: Union[bytes, str]) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError(
        f"body is {type(body).__name__}. Pass the raw body as bytes, before it is parsed: "
        "request.get_data() in Flask, request.body in Django, await request.body() in FastAPI."
    )


def _given(secrets: Union[None, str, Sequence[Optional[str]]]) -> List[str]:
    """Without None, which a variable of the environment is that is not set."""
    if isinstance(secrets, (bytes, bytearray)) or not isinstance(secrets, (type(None), str, Sequence)):
        raise TypeError(f"secrets is {type(secrets).__name__}. Use str, or a list of str during a rotation.")
    listed = [secrets] if isinstance(secrets, str) else secrets or []
    given = [secret for secret in listed if secret]
    for secret in given:
        if not isinstance(secret, str):
            raise TypeError(f"secrets has {type(secret).__name__}. Use str, such as 'whsec_…'.")
    return given


def _joined(headers: Headers) -> Dict[str, str]:
    if not hasattr(headers, "items"):
        raise TypeError(
            f"headers is {type(headers).__name__}. Pass the headers of the request, such as request.headers."
        )
    values: Dict[str, str] = {}
    for name, value in headers.items():
        key = name.lower()
        values[key] = f"{values[key]},{value}" if key in values else value
    return values


def _any_equal(signatures: str, expected: Sequence[str]) -> bool:
    """In constant time. An encoded text, because compare_digest raises for one that is not ASCII."""
    equal = False
    for value in signatures.split(","):
        for digest in expected:
            equal |= hmac.compare_digest(value.strip().encode(), f"v1={digest}".encode())
    return equal

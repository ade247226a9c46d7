from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any, Dict

import pytest
from conftest import CLIENTS

from bundlewire import WebhookError, check_signature, verify_webhook

VECTORS = json.loads((CLIENTS / "webhook-vectors.json").read_text(encoding="utf-8"))["vectors"]
SECRET = "whsec_for_the_tests"


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vector(vector: Dict[str, Any]) -> None:
    try:
        check_signature(
            vector["body"].encode(),
            vector["headers"],
            vector["secrets"],
            tolerance=vector["toleranceSeconds"],
            now=vector["now"],
        )
        genuine = True
    except WebhookError:
        genuine = False
    assert genuine == vector["genuine"]


def signed(body: bytes, timestamp: str = "1767225600") -> Dict[str, str]:
    digest = hmac.new(SECRET.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {"Svc-Timestamp": timestamp, "SVC-SIGNATURE": f"v1={digest}"}


def test_returns_the_event_and_reads_headers_in_any_case() -> None:
    body = b'{"id":"evt_1","type":"purchase.failed","new_field":1}'
    event = verify_webhook(body, signed(body), SECRET, now=1767225600)
    assert (event["id"], event["type"]) == ("evt_1", "purchase.failed")


@pytest.mark.parametrize(
    ("reason", "body", "secrets", "now"),
    [
        ("secret_empty", b"{}", "", 1767225600),
        ("secret_empty", b"{}", [], 1767225600),
        ("secret_empty", b"{}", ["", ""], 1767225600),
        ("secret_empty", b"{}", None, 1767225600),
        ("secret_empty", b"{}", [None], 1767225600),
        ("timestamp_too_far", b"{}", SECRET, 1767225901),
        ("signature_wrong", b"{}", "another", 1767225600),
        ("not_an_event", b"[]", SECRET, 1767225600),
        ("not_an_event", b"", SECRET, 1767225600),
    ],
)
def test_names_the_reason(reason: str, body: bytes, secrets: Any, now: int) -> None:
    with pytest.raises(WebhookError) as caught:
        verify_webhook(body, signed(body), secrets, now=now)
    assert caught.value.reason == reason
    assert SECRET not in str(caught.value)


def test_leaves_out_the_empty_secret_of_no_rotation() -> None:
    body = b'{"id":"evt_1","type":"purchase.failed"}'
    assert verify_webhook(body, signed(body), [SECRET, ""], now=1767225600)["id"] == "evt_1"


@pytest.mark.parametrize(
    ("body", "headers", "secrets", "message"),
    [
        ({"id": "evt_1"}, {}, SECRET, "body is dict. Pass the raw body as bytes"),
        (None, {}, SECRET, "body is NoneType. Pass the raw body as bytes"),
        (b"{}", None, SECRET, "headers is NoneType. Pass the headers of the request"),
        (b"{}", {}, SECRET.encode(), "secrets is bytes. Use str"),
        (b"{}", {}, 5, "secrets is int. Use str"),
        (b"{}", {}, [SECRET.encode()], "secrets has bytes. Use str"),
    ],
)
def test_says_which_argument_has_another_type(body: Any, headers: Any, secrets: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        verify_webhook(body, headers, secrets)
    assert message in str(caught.value)
    assert SECRET not in str(caught.value)


def test_names_a_missing_header() -> None:
    with pytest.raises(WebhookError, match="Svc-Timestamp or Svc-Signature"):
        verify_webhook(b"{}", {}, SECRET)

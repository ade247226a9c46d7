from __future__ import annotations

import asyncio
import gzip
import json
import time
from typing import Any, Dict

import pytest
from conftest import CUT, Reply, Script, Seen, error, purchase

import bundlewire
from bundlewire._retry import Attempts

ORDER: Dict[str, Any] = {
    "reference": "order-1",
    "phone_number": "+2348031234567",
    "bundle_id": "bnd_mtn_ng_1gb_30d",
}
HTML = Reply(502, b"<html>Bad Gateway</html>", {"content-type": "text/html"})
BUSY = Reply(503, error("network_unavailable", retryable=True), {"svc-request-id": "req_1"})


def test_sends_the_order_and_returns_the_purchase(server: Script) -> None:
    server.steps = [Reply(201, purchase())]
    bought = server.client(user_agent_suffix="shop/1.0").purchases.buy(**ORDER, metadata={"shop": "12"})
    assert (bought.purchase["id"], bought.created) == ("pur_1", True)
    [seen] = server.seen
    assert json.loads(seen.body) == {**ORDER, "metadata": {"shop": "12"}}
    assert seen.headers["user-agent"].startswith("bundlewire-python/0.2.0 (CPython 3.")
    assert seen.headers["user-agent"].endswith(" shop/1.0")


@pytest.mark.parametrize(
    "first",
    [
        CUT,
        Reply(201, purchase(), missing=5),
        Reply(201, b"40\r\n{", {"transfer-encoding": "chunked", "content-type": "application/json"}),
        HTML,
        Reply(200, b"<html>Log in to the hotel</html>", {"content-type": "text/html"}),
        Reply(200, b"{}", {"content-type": "application/json"}),
        Reply(302, b"", {"location": "/elsewhere"}),
        Reply(404, b"not here"),
        BUSY,
        Reply(500, error("internal_error", retryable=True)),
    ],
)
def test_repeats_the_same_order_until_the_outcome_is_known(server: Script, first: Reply) -> None:
    server.steps = [first, Reply(200, purchase(status="successful"))]
    bought = server.client().purchases.buy(**ORDER)
    assert (bought.purchase["status"], bought.created) == ("successful", False)
    assert server.seen[0].body == server.seen[1].body


def test_repeats_after_the_time_limit(server: Script) -> None:
    def slow(_seen: Seen) -> Reply:
        time.sleep(5)
        return Reply(201, purchase())

    server.steps = [slow, Reply(200, purchase())]
    assert not server.client(timeout=1).purchases.buy(**ORDER).created


def test_waits_as_long_as_the_api_asks(server: Script) -> None:
    server.steps = [Reply(429, error("rate_limited"), {"retry-after": "1"}), Reply(201, purchase())]
    began = time.monotonic()
    assert server.client().purchases.buy(**ORDER).created
    assert time.monotonic() - began >= 1


def test_reports_a_rejection_without_another_attempt(server: Script) -> None:
    rejection = error("insufficient_balance", retryable=False, param="bundle_id", details={"shortfall": 5})
    server.steps = [Reply(402, rejection)]
    with pytest.raises(bundlewire.ApiError) as caught:
        server.client().purchases.buy(**ORDER)
    found = caught.value
    assert (found.status, found.code, found.param, found.details) == (
        402,
        "insufficient_balance",
        "bundle_id",
        {"shortfall": 5},
    )
    assert (found.request_id, found.retryable, found.retry_after) == ("req_1", False, None)
    assert "What insufficient_balance means." in str(found)


def test_reports_an_unknown_outcome_with_the_reference(server: Script) -> None:
    server.steps = [CUT, HTML, CUT]
    with pytest.raises(bundlewire.OutcomeUnknownError, match="order-1 is unknown after 3 attempts") as caught:
        server.client().purchases.buy(**ORDER)
    assert (caught.value.reference, caught.value.reason) == ("order-1", "connection")
    assert isinstance(caught.value.__cause__, bundlewire.NoAnswerError)


def test_an_unanswered_attempt_keeps_the_outcome_unknown_when_the_rest_are_rejected(server: Script) -> None:
    server.steps = [CUT, BUSY, BUSY]
    with pytest.raises(bundlewire.OutcomeUnknownError) as caught:
        server.client().purchases.buy(**ORDER)
    assert isinstance(caught.value.__cause__, bundlewire.ApiError)
    assert "rejected with network_unavailable (HTTP 503, request req_1)" in str(caught.value)
    # The message of the last attempt can say that nothing was bought, which is not known.
    assert caught.value.__cause__.message not in str(caught.value)


def test_attempts_continue_for_a_minute_by_default() -> None:
    now = [0.0]
    attempts = Attempts(bundlewire.Retries(), clock=lambda: now[0])
    with pytest.raises(bundlewire.NoAnswerError):
        while True:
            now[0] += attempts.failed(bundlewire.NoAnswerError("connection", "The connection failed."))
    assert 50 < now[0] <= 60


def test_attempts_that_were_all_rejected_bought_nothing(server: Script) -> None:
    server.steps = [BUSY, BUSY, BUSY]
    with pytest.raises(bundlewire.ApiError) as caught:
        server.client().purchases.buy(**ORDER)
    assert (caught.value.code, caught.value.retryable) == ("network_unavailable", True)


def test_does_not_start_an_attempt_after_the_time_for_retries(server: Script) -> None:
    server.steps = [Reply(429, error("rate_limited"), {"retry-after": "3600"})]
    with pytest.raises(bundlewire.ApiError) as caught:
        server.client().purchases.buy(**ORDER)
    assert caught.value.retry_after == 3600


def test_reads_a_compressed_answer_and_keeps_what_it_does_not_know(server: Script) -> None:
    body = gzip.compress(json.dumps(purchase(status="on_the_moon", moon=True)).encode())
    server.steps = [Reply(201, body, {"content-encoding": "gzip", "content-type": "application/json"})]
    found = dict(server.client().purchases.buy(**ORDER).purchase)
    assert (found["status"], found["moon"]) == ("on_the_moon", True)


def test_keeps_the_outcome_unknown_if_a_rejection_follows_a_lost_answer(server: Script) -> None:
    server.steps = [CUT, Reply(402, error("insufficient_balance", retryable=False))]
    with pytest.raises(bundlewire.OutcomeUnknownError, match="insufficient_balance") as caught:
        server.client().purchases.buy(**ORDER)
    assert isinstance(caught.value.__cause__, bundlewire.ApiError)
    assert len(server.seen) == 2


def test_refuses_a_reference_that_is_no_text(server: Script) -> None:
    with pytest.raises(TypeError, match=r"reference is 1001 \(int\)"):
        server.client().purchases.buy(**{**ORDER, "reference": 1001})
    assert server.seen == []


def test_refuses_an_empty_reference_before_any_request(server: Script) -> None:
    with pytest.raises(ValueError, match="reference is empty"):
        server.client().purchases.buy(**{**ORDER, "reference": ""})
    assert server.seen == []


def test_polls_until_the_purchase_is_final(server: Script) -> None:
    pending = purchase(resolve_by="2099-01-01T00:00:00.000Z")
    server.steps = [Reply(200, pending), CUT, Reply(200, pending), Reply(200, purchase(status="failed"))]
    assert server.client().purchases.wait("pur_1")["status"] == "failed"


def test_stops_polling_after_resolve_by(server: Script) -> None:
    server.steps = [Reply(200, purchase(resolve_by="2026-01-01T00:00:00.000Z"))]
    with pytest.raises(bundlewire.WaitTimeoutError):
        server.client().purchases.wait("pur_1")


def test_the_async_client_does_the_same(server: Script) -> None:
    async def run() -> bundlewire.Bought:
        async with server.async_client() as client:
            assert await client.purchases.find("order-1") is None
            return await client.purchases.buy(**ORDER)

    page = {"object": "list", "data": [], "has_more": False, "next_cursor": None}
    server.steps = [Reply(200, page), CUT, HTML, Reply(200, purchase())]
    assert asyncio.run(run()).purchase["id"] == "pur_1"

from __future__ import annotations

import logging
import pickle
import re
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any, Callable, Dict, List

import httpx
import pytest
from conftest import CUT, KEY, Reply, Script, error

import bundlewire

PACKAGE = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    "url", ["http://api.example.com", "api.example.com", "https://", "ftp://localhost", "https://me:key@host"]
)
def test_refuses_an_address_that_would_show_the_key(url: str) -> None:
    with pytest.raises(ValueError, match="base_url"):
        bundlewire.Client(url, KEY)


@pytest.mark.parametrize("url", ["https://api.example.com/", "http://localhost:3000", "http://[::1]:3000"])
def test_accepts_https_and_this_machine(url: str) -> None:
    with bundlewire.Client(url, KEY) as client:
        assert client.base_url == url.rstrip("/")


@pytest.mark.parametrize("options", [{"timeout": 0}, {"poll_interval": 0}, {"user_agent_suffix": "a\nb"}])
def test_refuses_settings_that_cannot_work(options: Dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        bundlewire.Client("https://api.example.com", KEY, **options)


@pytest.mark.parametrize("key", ["", f"{KEY}\n"])
def test_refuses_a_broken_key_without_showing_it(key: str) -> None:
    with pytest.raises(ValueError) as caught:
        bundlewire.Client("https://api.example.com", key)
    assert KEY not in str(caught.value)


def test_shows_neither_keys_nor_numbers(server: Script, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    rejection = Reply(422, error("unsupported_network", retryable=False), {"svc-request-id": "req_7"})
    server.steps = [CUT, rejection, rejection]
    client, number = server.client(), "+234803" + "1234567"
    shown = [repr(client), repr(vars(client))]
    calls: List[Callable[[], object]] = [
        lambda: client.purchases.list(phone_number=number).page(),
        lambda: client.lookup(number),
    ]
    for call in calls:
        with pytest.raises(bundlewire.ApiError) as caught:
            call()
        shown += traceback.format_exception(caught.type, caught.value, caught.tb) + [repr(vars(caught.value))]
    text = caplog.text + "".join(shown)
    assert KEY not in text and "234803" not in text
    ours = [record.getMessage() for record in caplog.records if record.name == "bundlewire"]
    assert re.fullmatch(
        r"GET /v1/purchases: no answer \(connection\), request unknown, attempt 1, \d+ ms", ours[0]
    )
    assert re.fullmatch(
        r"GET /v1/purchases: 422 unsupported_network, request req_7, attempt 2, \d+ ms", ours[1]
    )


@pytest.mark.parametrize("lost", [CUT, Reply(502, b"<html>"), Reply(201, {"key": "bw_live_new"}, missing=9)])
def test_a_new_key_is_requested_once_and_logged_nowhere(
    server: Script, caplog: pytest.LogCaptureFixture, lost: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    busy, made = Reply(429, error("rate_limited")), {"object": "api_key", "key": "bw_live_new"}
    server.steps = [busy, Reply(201, made), lost, lost]
    keys = server.client().api_keys
    assert keys.create(name="Shop", scopes=["all"])["key"] == "bw_live_new"
    text = caplog.text
    calls: List[Callable[[], object]] = [
        lambda: keys.create(name="Shop", scopes=["all"]),
        lambda: keys.rotate("key_1"),
    ]
    for call in calls:
        with pytest.raises(bundlewire.NoAnswerError, match="List the keys|former_key_until") as caught:
            call()
        assert not caught.value.retryable and not pickle.loads(pickle.dumps(caught.value)).retryable
        text += "".join(traceback.format_exception(caught.type, caught.value, caught.tb))
    assert "bw_live_new" not in text + caplog.text
    assert "/v1/api-keys" in text


def test_errors_survive_a_task_queue(server: Script) -> None:
    server.steps = [Reply(409, error("reference_conflict", details={"purchase_id": "pur_1"}))]
    with pytest.raises(bundlewire.ApiError) as caught:
        server.client().purchases.get("pur_1")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), str(copy), vars(copy)) == (
        bundlewire.ApiError,
        str(caught.value),
        vars(caught.value),
    )


def test_takes_your_own_transport() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"object": "balance", "asked": request.url.path})

    client = bundlewire.Client("https://api.example.com", KEY, transport=httpx.MockTransport(answer))
    assert dict(client.balance())["asked"] == "/v1/balance"


def test_the_generated_files_are_up_to_date() -> None:
    run = subprocess.run(
        [sys.executable, "tools/generate.py", "--check"], cwd=PACKAGE, capture_output=True, text=True
    )
    assert (run.stdout, run.returncode) == ("", 0)

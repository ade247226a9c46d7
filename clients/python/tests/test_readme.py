"""Runs the programs of README.md and of the quick start as they are shown."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from pathlib import Path
from typing import Any, Dict, List

import pytest
from conftest import CLIENTS, KEY, Reply, Script, purchase
from test_campaigns import batch
from test_reading import CHARGE, FUNDING, HEADER, csv, page, statement

PAGES = [CLIENTS / "python" / "README.md", CLIENTS.parent / "docs" / "quick-start.md"]
BLOCKS = [
    block
    for page in PAGES
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
]
SECRET = "whsec_of_the_readme"
EVENT = json.dumps({"id": "evt_1", "type": "purchase.successful", "data": {"object": purchase()}}).encode()


@pytest.fixture
def environment(server: Script, monkeypatch: pytest.MonkeyPatch) -> Script:
    monkeypatch.setenv("BASE_URL", server.base_url)
    monkeypatch.setenv("API_KEY", KEY)
    monkeypatch.setenv("WEBHOOK_SECRET", SECRET)
    return server


def run(containing: str) -> Dict[str, Any]:
    [code] = [block for block in BLOCKS if containing in block]
    # `dont_inherit`: without the __future__ import of this file.
    names: Dict[str, Any] = {"__name__": "readme"}
    exec(compile(code, f"README.md ({containing})", "exec", dont_inherit=True), names)
    return names


def headers(secret: str = SECRET) -> Dict[str, str]:
    timestamp = str(int(time.time()))
    digest = hmac.new(secret.encode(), timestamp.encode() + b"." + EVENT, hashlib.sha256).hexdigest()
    return {"Svc-Timestamp": timestamp, "Svc-Signature": f"v1={digest}"}


def test_the_quick_start_is_short() -> None:
    assert len(BLOCKS[0].strip().splitlines()) < 30


def test_buys_and_waits(environment: Script, capsys: pytest.CaptureFixture[str]) -> None:
    environment.steps = [
        Reply(201, purchase()),
        Reply(200, purchase(status="successful", failure=None)),
    ]
    run("OutcomeUnknownError")
    assert capsys.readouterr().out == "successful \n"


def test_buys_in_the_quick_start(environment: Script, capsys: pytest.CaptureFixture[str]) -> None:
    environment.steps = [Reply(201, purchase()), Reply(200, purchase(status="successful"))]
    run("quick-2")
    assert capsys.readouterr().out == "successful\n"


def test_runs_a_campaign(environment: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("campaign.csv").write_text("phone_number,bundle_id\n")
    ready = batch("ready", cost={"amount": 5, "currency": "NGN"})
    assert isinstance(ready.body, dict)
    ready.body["counts"]["valid"] = 1
    ready.body["file_sha256"] = "9f86"
    environment.steps = [ready, ready, batch("running"), batch("completed"), csv("result\n")]
    run("wait_checked")
    agreed = {"approved_cost": {"amount": 5, "currency": "NGN"}, "file_sha256": "9f86"}
    assert json.loads(environment.seen[2].body) == agreed
    assert Path("results.csv").read_text() == "result\n"


def test_reconciles(environment: Script, capsys: pytest.CaptureFixture[str]) -> None:
    file = csv(HEADER + FUNDING + CHARGE)
    environment.steps = [statement(), file, page([]), statement(), file]
    run("statements.reconcile")
    lines: List[str] = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["to check 0", "order-1001 never_received"]
    assert lines[-1] == "2026-11-20T09:00:00.000Z purchase -300"


def test_receives_with_flask(environment: Script, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("flask")
    client = run("Flask")["app"].test_client()
    assert client.post("/webhooks", data=EVENT, headers=headers()).status_code == 204
    assert client.post("/webhooks", data=EVENT, headers=headers("another")).status_code == 401
    assert capsys.readouterr().out == "evt_1 order-1\n"


def test_receives_with_fastapi(environment: Script, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fastapi")
    from fastapi.testclient import TestClient

    environment.steps = [
        Reply(200, {"object": "balance", "available": {"amount": 70_000, "currency": "NGN"}})
    ]
    client = TestClient(run("FastAPI")["app"])
    assert client.post("/webhooks", content=EVENT, headers=headers()).status_code == 204
    assert client.post("/webhooks", content=EVENT, headers=headers("another")).status_code == 401
    assert client.get("/balance").json() == 70_000
    assert capsys.readouterr().out == "evt_1 purchase.successful\n"

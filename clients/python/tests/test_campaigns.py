from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any, BinaryIO, Dict, List, cast

import pytest
from conftest import CUT, Reply, Script

import bundlewire

CSV = b"phone_number,bundle_id\n+2348031234567,bnd_mtn_ng_1gb_30d\n"


def batch(status: str, pending: int = 0, **fields: Any) -> Reply:
    body: Dict[str, Any] = {
        "id": "bat_1",
        "object": "batch",
        "status": status,
        "counts": {"pending": pending},
        "rejection": None,
        "errors": [],
        **fields,
    }
    return Reply(200, body)


def test_uploads_a_file_again_after_a_lost_answer(server: Script, tmp_path: Path) -> None:
    path = tmp_path / "campaign.csv"
    path.write_bytes(CSV)
    server.steps = [CUT, batch("ready")]
    found = server.client().batches.upload(
        path, reference="december", start="manual", columns={"phone_number": "MSISDN"}
    )
    assert found["status"] == "ready"
    assert [seen.body for seen in server.seen] == [CSV, CSV]
    assert server.seen[0].headers["content-type"] == "text/csv"
    assert server.seen[0].headers["transfer-encoding"] == "chunked"
    assert server.seen[0].path == "/v1/batches?reference=december&start=manual&column.phone_number=MSISDN"


def test_uploads_bytes_and_what_a_function_opens(server: Script) -> None:
    server.steps = [batch("ready"), batch("ready")]
    client = server.client()
    client.batches.upload(CSV, reference="a")
    client.batches.upload(lambda: io.BytesIO(CSV), reference="b")
    assert [seen.body for seen in server.seen] == [CSV, CSV]


def test_sends_every_option_of_an_upload(server: Script) -> None:
    server.steps = [batch("ready")]
    server.client().batches.upload(
        CSV,
        reference="a",
        sheet="December",
        on_unknown_columns="keep",
        duplicate_window_hours=24,
        on_duplicate="buy",
        repair="propose",
        default_country="NG",
        data_mb=1024,
        validity_hours=720,
    )
    assert server.seen[0].path == (
        "/v1/batches?reference=a&sheet=December&on_unknown_columns=keep&duplicate_window_hours=24"
        "&on_duplicate=buy&repair=propose&default_country=NG&data_mb=1024&validity_hours=720"
    )


def test_changes_rows_and_leaves_out_what_you_do_not_give(server: Script) -> None:
    row = Reply(200, {"object": "batch_row", "line": 3})
    server.steps = [row, row, batch("ready"), batch("ready"), batch("ready")]

    async def change() -> None:
        async with server.async_client() as client:
            await client.batches.change_row("bat_1", 3, phone_number=None, data_mb=512, dropped=False)

    batches = server.client().batches
    batches.change_row("bat_1", 3, revision=0)
    asyncio.run(change())
    batches.change_rows("bat_1", [{"line": 2, "bundle_id": None}], revision=1)
    batches.start("bat_1", send_between=None)
    batches.start("bat_1", send_between="09:00-20:00")
    assert [json.loads(seen.body) for seen in server.seen] == [
        {"revision": 0},
        {"phone_number": None, "data_mb": 512, "dropped": False},
        {"edits": [{"line": 2, "bundle_id": None}], "revision": 1},
        {"send_between": None},
        {"send_between": "09:00-20:00"},
    ]
    assert repr(bundlewire.UNSET) == "UNSET"


def test_saves_workbooks_by_the_name_of_the_file(server: Script, tmp_path: Path) -> None:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    server.steps = [Reply(200, b"PK", {"content-type": kind})] * 3

    async def save() -> int:
        async with server.async_client() as client:
            return await client.statements.download("2026-11-20", tmp_path / "day.xlsx")

    client = server.client()
    assert client.batches.download_rows("bat_1", str(tmp_path / "rows.XLSX")) == 2
    assert asyncio.run(save()) == 2
    assert client.batches.download_template(tmp_path / "template.xlsx") == 2
    assert [seen.headers["accept"] for seen in server.seen] == [kind] * 3
    for name, format in [("rows.ods", None), ("rows.pdf", "pdf")]:
        with pytest.raises(ValueError):
            client.batches.download_rows("bat_1", tmp_path / name, format=cast(Any, format))


def test_sends_what_you_agree_to(server: Script) -> None:
    server.steps = [batch("ready")] * 5
    batches = server.client().batches
    batches.accept_corrections("bat_1")
    batches.reject_corrections("bat_1")
    batches.start("bat_1", approved_cost={"amount": 500, "currency": "NGN"}, file_sha256="9f86", first=10)
    batches.resume("bat_1", approved_cost={"amount": 600, "currency": "NGN"})
    batches.start("bat_1")
    sent = [
        (seen.path[len("/v1/batches/bat_1/") :], json.loads(seen.body or b"null")) for seen in server.seen
    ]
    assert sent == [
        ("corrections/accept", None),
        ("corrections/reject", None),
        (
            "start",
            {"approved_cost": {"amount": 500, "currency": "NGN"}, "file_sha256": "9f86", "first": 10},
        ),
        ("resume", {"approved_cost": {"amount": 600, "currency": "NGN"}}),
        ("start", None),
    ]


def test_an_open_file_is_refused_because_it_could_be_sent_only_once(server: Script) -> None:
    source: Any = io.BytesIO(CSV)
    with pytest.raises(TypeError, match="a function that opens the file"):
        server.client().batches.upload(source, reference="a")


def test_an_upload_without_an_answer_is_unknown(server: Script) -> None:
    server.steps = [CUT, CUT, CUT]
    with pytest.raises(bundlewire.OutcomeUnknownError) as caught:
        server.client().batches.upload(CSV, reference="december")
    assert caught.value.reference == "december"


def test_a_rejected_file_is_an_error_with_its_first_rows(server: Script) -> None:
    rejection = {"code": "too_many_errors", "message": "The file has errors.", "line": None}
    errors = [{"column": "phone_number", "code": "invalid_phone_number", "message": "No number.", "line": 2}]
    server.steps = [batch("validating"), batch("rejected", rejection=rejection, errors=errors)]
    with pytest.raises(
        bundlewire.BatchRejectedError, match="The file has errors. Line 2: No number."
    ) as caught:
        server.client().batches.wait_checked("bat_1")
    assert [item["line"] for item in caught.value.errors] == [2]


def test_follows_a_batch_to_its_end(server: Script) -> None:
    server.steps = [batch("ready"), batch("running"), batch("paused"), batch("completed")]
    seen: List[str] = []
    client = server.client()
    client.batches.start("bat_1")
    client.batches.wait("bat_1", lambda found: seen.append(found["status"]))
    assert seen == ["running", "paused", "completed"]
    assert server.seen[0].path == "/v1/batches/bat_1/start"


def test_a_cancelled_batch_has_ended_when_nothing_is_pending(server: Script) -> None:
    server.steps = [batch("canceled", pending=1), batch("canceled")]
    assert server.client().batches.wait("bat_1")["counts"]["pending"] == 0


def test_the_async_client_uploads_and_downloads(server: Script, tmp_path: Path) -> None:
    async def run() -> int:
        async with server.async_client() as client:
            await client.batches.upload(CSV, reference="december")
            return await client.batches.download_rows("bat_1", tmp_path / "rows.csv")

    server.steps = [batch("ready"), Reply(200, CSV, {"content-type": "text/csv"})]
    assert asyncio.run(run()) == len(CSV)
    assert (tmp_path / "rows.csv").read_bytes() == CSV


def test_an_unknown_outcome_stays_unknown_if_the_file_cannot_be_read_again(
    server: Script, tmp_path: Path
) -> None:
    file = tmp_path / "campaign.csv"
    file.write_text("phone_number,bundle_id\n")
    server.steps = [CUT]
    opened: List[Path] = []

    def open_once() -> BinaryIO:
        opened.append(file)
        if len(opened) > 1:
            file.unlink()
        return file.open("rb")

    with pytest.raises(
        bundlewire.OutcomeUnknownError, match="cannot be read again .FileNotFoundError"
    ) as caught:
        server.client().batches.upload(open_once, reference="december")
    assert caught.value.reference == "december"
    assert len(server.seen) == 1

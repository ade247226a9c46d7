from __future__ import annotations

import asyncio
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, List, Type

import pytest
from conftest import CUT, Reply, Script, error, purchase

import bundlewire
from bundlewire import OwnRecord

HEADER = (
    "line_id,type,occurred_at,purchase_id,reference,phone_number,bundle_id,amount,currency,balance_after\n"
)
FUNDING = "stl_1,funding,2026-11-20T08:00:00.000Z,,,,,1000,NGN,1000\n"
CHARGE = "stl_2,purchase,2026-11-20T09:00:00.000Z,pur_1,order-1,+2348031234567,bnd_1,-300,NGN,700\n"
DAY = "2026-11-20"


def page(items: List[Any], cursor: Any = None) -> Reply:
    return Reply(
        200, {"object": "list", "data": items, "has_more": cursor is not None, "next_cursor": cursor}
    )


def statement(closing: Any = 700) -> Reply:
    status = "open" if closing is None else "closed"
    return Reply(
        200,
        {
            "object": "statement",
            "date": DAY,
            "status": status,
            "opening_balance": 0,
            "closing_balance": closing,
        },
    )


def csv(text: str, missing: int = 0) -> Reply:
    return Reply(200, text.encode(), {"content-type": "text/csv; charset=utf-8"}, missing)


def test_reads_all_pages_and_repeats_one_that_failed(server: Script) -> None:
    server.steps = [page([purchase(id="pur_2")], "next"), CUT, page([purchase(id="pur_1")])]
    since = datetime(2026, 11, 20, tzinfo=timezone.utc)
    found = [item["id"] for item in server.client().purchases.list(status="successful", created_from=since)]
    assert found == ["pur_2", "pur_1"]
    assert (
        server.seen[0].path
        == "/v1/purchases?status=successful&created_from=2026-11-20T00%3A00%3A00%2B00%3A00"
    )
    assert server.seen[2].path.endswith("&cursor=next")


def test_the_async_client_reads_all_pages(server: Script) -> None:
    async def run() -> List[str]:
        async with server.async_client() as client:
            return [bundle["id"] async for bundle in client.bundles.list(available=True)]

    server.steps = [page([{"id": "bnd_2"}], "next"), page([{"id": "bnd_1"}])]
    assert asyncio.run(run()) == ["bnd_2", "bnd_1"]
    assert server.seen[0].path == "/v1/bundles?available=true"


def test_a_time_needs_a_zone(server: Script) -> None:
    with pytest.raises(ValueError, match="time zone"):
        server.client().purchases.list(created_from=datetime(2026, 11, 20))


def test_streams_the_lines_of_a_day_and_checks_the_sum(server: Script) -> None:
    server.steps = [statement(), csv(HEADER + FUNDING + CHARGE)]
    lines = list(server.client().statements.lines(DAY))
    assert [(line["id"], line["amount"], line["reference"]) for line in lines] == [
        ("stl_1", 1000, None),
        ("stl_2", -300, "order-1"),
    ]


def test_a_sum_that_is_wrong_is_an_error(server: Script) -> None:
    server.steps = [statement(), csv(HEADER + FUNDING)]
    with pytest.raises(bundlewire.StatementMismatchError, match="0 \\+ 1000 is not 700") as caught:
        list(server.client().statements.lines(DAY))
    assert caught.value.total == 1000


def test_repeats_a_download_until_it_begins(server: Script) -> None:
    busy = Reply(503, error("unavailable"))
    html = Reply(200, b"<html>", {"content-type": "text/html"})
    server.steps = [statement(), CUT, busy, html, csv(HEADER + FUNDING + CHARGE)]
    client = server.client(retries=bundlewire.Retries(attempts=4))
    assert len(list(client.statements.lines(DAY))) == 2


def test_a_day_that_breaks_off_is_not_repeated_because_its_lines_were_used(server: Script) -> None:
    server.steps = [statement(), csv(HEADER + FUNDING + CHARGE, missing=3)]
    with pytest.raises(bundlewire.NoAnswerError):
        list(server.client().statements.lines(DAY))


def test_does_not_check_the_sum_of_an_open_day(server: Script) -> None:
    server.steps = [statement(None), csv(HEADER + FUNDING)]
    assert len(list(server.client().statements.lines(DAY))) == 1


@pytest.mark.parametrize("text", ["", "<html>", HEADER + "stl_1,funding\n", HEADER + FUNDING[:-1]])
def test_a_file_that_is_no_statement_is_no_answer(server: Script, text: str) -> None:
    server.steps = [statement(), csv(text)]
    client = server.client(retries=bundlewire.Retries(attempts=1))
    with pytest.raises(bundlewire.NoAnswerError, match="cannot be read"):
        list(client.statements.lines(DAY))


def test_reconciles_a_day_with_your_records(server: Script) -> None:
    records = [
        OwnRecord("purchase", "order-1", 300),
        OwnRecord("purchase", "order-2", 300),
        OwnRecord("reversal", "order-3", 300),
        OwnRecord("purchase", "order-4", 100),
    ]
    other = CHARGE.replace("stl_2", "stl_3").replace("order-1", "order-4").replace(",700", ",400")
    unknown = other.replace("stl_3", "stl_4").replace("order-4", "order-9").replace(",400", ",100")
    server.steps = [
        statement(None),
        statement(100),
        csv(HEADER + FUNDING + CHARGE + other + unknown),
        page([]),
        page([purchase(status="successful")]),
    ]
    result = server.client().statements.reconcile(DAY, records, wait=True)
    assert (result.adds_up, result.matched, result.clean) == (True, 1, False)
    assert [item.record.reference for item in result.differing] == ["order-4"]
    assert [(item.record.reference, item.why) for item in result.missing] == [
        ("order-2", "never_received"),
        ("order-3", "not_reversed"),
    ]
    assert [line["reference"] for line in result.unexpected] == ["order-9"]
    assert [line["id"] for line in result.others] == ["stl_1"]


def test_refuses_to_reconcile_an_open_day(server: Script) -> None:
    server.steps = [statement(None)]
    with pytest.raises(bundlewire.StatementOpenError, match=r"wait_closed\('2026-11-20'\)"):
        server.client().statements.reconcile(DAY, [])


#: As a program without a type checker calls it.
UNTYPED: Any = OwnRecord


@pytest.mark.parametrize(
    ("records", "error", "message"),
    [
        ([("purchase", "order-7", 100)], TypeError, r"records\[0\] is tuple"),
        ([UNTYPED("purchase", "order-7", "100")], TypeError, r"'order-7'\): price is '100' \(str\)"),
        ([UNTYPED("purchase", "order-7", 99.5)], TypeError, r"'order-7'\): price is 99.5 \(float\)"),
        ([UNTYPED("purchase", "order-7", True)], TypeError, "price is True"),
        ([UNTYPED("purchase", 1001, 100)], TypeError, r"reference 1001\): reference is int"),
        ([UNTYPED("sale", "order-7", 100)], ValueError, "type is 'sale'"),
        ([UNTYPED("purchase", "", 100)], ValueError, "reference is empty"),
        ([UNTYPED("reversal", "order-7", -100)], ValueError, "price is -100"),
        ([UNTYPED("purchase", "order-7", 1)] * 2, ValueError, r"records\[1\] .* earlier record"),
    ],
)
def test_names_a_record_that_it_cannot_compare(
    server: Script, records: Any, error: Type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        server.client().statements.reconcile(DAY, records)
    assert server.seen == []


def test_reports_a_day_without_a_statement(server: Script) -> None:
    server.steps = [Reply(404, error("not_found", retryable=False))]
    with pytest.raises(bundlewire.ApiError, match="not_found"):
        server.client().statements.reconcile("1999-01-01", [])


def test_saves_results_under_their_name_only_when_they_are_complete(server: Script, tmp_path: Path) -> None:
    target = tmp_path / "results.csv"
    server.steps = [csv("a,b\n1,2\n", missing=2), csv("a,b\n1,2\n")]
    assert server.client().batches.download_rows("bat_1", target, only="unbought") == 8
    assert target.read_text() == "a,b\n1,2\n"
    server.steps = [csv("lost", missing=2)]
    with pytest.raises(bundlewire.NoAnswerError):
        server.client(retries=bundlewire.Retries(attempts=1)).batches.download_rows("bat_1", target)
    assert [path.name for path in tmp_path.iterdir()] == ["results.csv"]
    assert server.seen[0].headers["accept"] == "text/csv"

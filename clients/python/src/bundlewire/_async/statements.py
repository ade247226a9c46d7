from __future__ import annotations

import datetime
from typing import AsyncIterator, Iterable, Literal, Optional, Union, cast

from .._files import FileFormat, PathText, accepted_type
from .._matching import Matching, Missing, OwnRecord, Reconciliation, checked_records, why_missing
from .._retry import polling_pauses
from .._statement_file import StatementReader
from .._wire import Request, path_of, query_of
from ..errors import StatementMismatchError, StatementOpenError
from ..models import Statement, StatementLine
from .downloads import save
from .io import sleep
from .purchases import AsyncPurchases
from .transport import AsyncTransport

LONGEST_POLL = 30.0
Day = Union[str, datetime.date]
"""A UTC day: `2026-11-20`, or a date."""


class AsyncStatements:
    def __init__(self, transport: AsyncTransport, purchases: AsyncPurchases, poll_interval: float) -> None:
        self._transport = transport
        self._purchases = purchases
        self._poll_interval = poll_interval

    async def get(self, day: Day) -> Statement:
        return cast(Statement, await self._transport.get(path_of("statements", _text(day)), "statement"))

    async def wait_closed(self, day: Day) -> Statement:
        """Polls until the day is closed, which happens shortly after its midnight in UTC."""
        for pause in polling_pauses(self._poll_interval, LONGEST_POLL):
            statement = await self.get(day)
            if statement["status"] == "closed":
                return statement
            await sleep(pause)
        raise AssertionError("polling does not end")

    async def lines(self, day: Day, *, wait: bool = False) -> AsyncIterator[StatementLine]:
        """All movements of the day, in order, streamed. With `wait`, first waits until the day is closed.

        At the end of a closed day, checks that the opening balance and all amounts are the closing
        balance, and raises StatementMismatchError if not. If the download breaks off, raises
        NoAnswerError: read the day again.
        """
        statement = await self.wait_closed(day) if wait else await self.get(day)
        total = 0
        async for line in self._read_lines(day):
            total += line["amount"]
            yield line
        closing = statement["closing_balance"]
        if closing is not None and statement["opening_balance"] + total != closing:
            raise StatementMismatchError(statement, total)

    async def download(
        self,
        day: Day,
        path: PathText,
        *,
        to: Optional[Day] = None,
        format: Optional[FileFormat] = None,
        amounts: Optional[Literal["minor", "major"]] = None,
        bom: Optional[bool] = None,
    ) -> int:
        """Saves the lines of a day as a file. Returns its size in bytes.

        With `to`, the file has all days up to this one, which is up to 91 days later.
        Without a `format`, a path that ends in `.xlsx` gets a workbook, and any other path gets CSV.
        `amounts` chooses minor or major units. `bom` begins a CSV file with a byte order mark.
        """
        query = query_of({"to": None if to is None else _text(to), "amounts": amounts, "bom": bom})
        accept = accepted_type(path, format)
        request = Request("GET", path_of("statements", _text(day), "lines"), query, accept=accept)
        return await save(self._transport, request, path)

    async def reconcile(
        self, day: Day, records: Iterable[OwnRecord], *, wait: bool = False
    ) -> Reconciliation:
        """Matches the lines of a closed day with your records, and looks up what is missing.

        With `wait`, first waits until the day is closed. Without it, an open day raises StatementOpenError.
        The lines are streamed: only your records and what did not match are kept in memory.
        Raises TypeError or ValueError for a record that cannot be compared, before anything is sent.
        Raises NoAnswerError if the download breaks off: run it again.
        """
        own = checked_records(records)
        statement = await self.wait_closed(day) if wait else await self.get(day)
        if statement["status"] != "closed":
            raise StatementOpenError(statement)
        matching = Matching(statement, own)
        async for line in self._read_lines(day):
            matching.add(line)
        for record in matching.end():
            purchase = await self._purchases.find(record.reference)
            matching.result.missing.append(Missing(record, purchase, why_missing(record, purchase)))
        return matching.result

    async def _read_lines(self, day: Day) -> AsyncIterator[StatementLine]:
        """In one download, which is not repeated when it breaks off: its lines may be in use."""
        request = Request("GET", path_of("statements", _text(day), "lines"), accept="text/csv")
        reader = StatementReader()
        async for piece in self._transport.stream(request, self._transport.attempts()):
            for line in reader.feed(piece):
                yield line
        reader.end()


def _text(day: Day) -> str:
    return day if isinstance(day, str) else day.strftime("%Y-%m-%d")

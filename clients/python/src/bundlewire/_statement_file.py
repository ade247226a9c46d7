"""Reads the CSV file of a statement day, whose values never need quotes."""

from __future__ import annotations

import re
from typing import Iterator, List, Optional, cast

from .errors import NoAnswerError
from .models import StatementLine

COLUMNS = (
    "line_id,type,occurred_at,purchase_id,reference,phone_number,bundle_id,amount,currency,balance_after"
)
_WHOLE = re.compile(r"-?[0-9]+")


class StatementReader:
    """Takes pieces of the file as they arrive, and gives complete lines."""

    def __init__(self) -> None:
        self._rest = b""
        self._header: Optional[List[str]] = None

    def feed(self, piece: bytes) -> Iterator[StatementLine]:
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for raw in lines:
            cells = raw.decode("utf-8", errors="replace").split(",")
            if self._header is not None:
                yield _read_line(self._header, cells)
            elif set(COLUMNS.split(",")) <= set(cells):
                self._header = cells
            else:
                raise _unreadable("its header is different")

    def end(self) -> None:
        """Raises NoAnswerError for a file that broke off."""
        if self._header is None or self._rest:
            raise _unreadable("it is incomplete")


def _read_line(header: List[str], cells: List[str]) -> StatementLine:
    by_name = dict(zip(header, cells))
    amount, balance = by_name.get("amount", ""), by_name.get("balance_after", "")
    if len(cells) != len(header) or not _WHOLE.fullmatch(amount) or not _WHOLE.fullmatch(balance):
        raise _unreadable("a line has other cells than the header")
    line = {
        "id": by_name.pop("line_id"),
        "object": "statement_line",
        **{name: value or None for name, value in by_name.items()},
        "amount": int(amount),
        "balance_after": int(balance),
    }
    return cast(StatementLine, line)


def _unreadable(why: str) -> NoAnswerError:
    return NoAnswerError("unreadable", f"The statement file cannot be read: {why}. Download it again.")

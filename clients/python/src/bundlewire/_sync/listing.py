# Generated from _async/listing.py by tools/generate.py. Do not edit.
from __future__ import annotations

from typing import Iterator, Dict, Generic, Optional, TypeVar

from .._results import Page
from .transport import Transport

T = TypeVar("T")


class Listing(Generic[T]):
    """All items of a list, read page by page while you iterate: `for item in listing`."""

    def __init__(self, transport: Transport, path: str, query: Dict[str, str]) -> None:
        self._transport = transport
        self._path = path
        self._query = query

    def page(self, cursor: Optional[str] = None) -> Page[T]:
        """One page: the first, or the one at the `next_cursor` of the previous page."""
        query = self._query if cursor is None else {**self._query, "cursor": cursor}
        body = self._transport.get(self._path, "list", query)
        return Page(body["data"], body.get("next_cursor"))

    def __iter__(self) -> Iterator[T]:
        cursor = None
        while True:
            page = self.page(cursor)
            for item in page.data:
                yield item
            cursor = page.next_cursor
            if cursor is None:
                return

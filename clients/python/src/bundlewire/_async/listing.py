from __future__ import annotations

from typing import AsyncIterator, Dict, Generic, Optional, TypeVar

from .._results import Page
from .transport import AsyncTransport

T = TypeVar("T")


class AsyncListing(Generic[T]):
    """All items of a list, read page by page while you iterate: `async for item in listing`."""

    def __init__(self, transport: AsyncTransport, path: str, query: Dict[str, str]) -> None:
        self._transport = transport
        self._path = path
        self._query = query

    async def page(self, cursor: Optional[str] = None) -> Page[T]:
        """One page: the first, or the one at the `next_cursor` of the previous page."""
        query = self._query if cursor is None else {**self._query, "cursor": cursor}
        body = await self._transport.get(self._path, "list", query)
        return Page(body["data"], body.get("next_cursor"))

    async def __aiter__(self) -> AsyncIterator[T]:
        cursor = None
        while True:
            page = await self.page(cursor)
            for item in page.data:
                yield item
            cursor = page.next_cursor
            if cursor is None:
                return

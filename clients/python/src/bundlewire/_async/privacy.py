from __future__ import annotations

from typing import Optional, cast

from .._wire import Request, path_of, query_of
from ..models import Erasure, NumberExport
from .listing import AsyncListing
from .transport import AsyncTransport

ERASURES = "erasures"


class AsyncErasures:
    """Erasures of phone numbers from your records.

    A key needs the right `privacy:manage`, which its scopes must name.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, *, limit: Optional[int] = None) -> AsyncListing[Erasure]:
        """Newest first. They do not contain the numbers."""
        return AsyncListing(self._transport, f"/v1/{ERASURES}", query_of({"limit": limit}))

    async def get(self, id: str) -> Erasure:
        return cast(Erasure, await self._transport.get(path_of(ERASURES, id), "erasure"))

    async def create(self, phone_number: str) -> Erasure:
        """Erases a number, which cannot be undone. While an erasure of the number runs, this returns it.

        Raises ApiError with status 409 while the outcome of a purchase for the number is open;
        `details["until"]` says until when.
        """
        json = {"phone_number": phone_number}
        request = Request("POST", f"/v1/{ERASURES}", expects="erasure", json=json)
        return cast(Erasure, (await self._transport.send(request)).body)


class AsyncNumberExports:
    """What your records hold about a phone number, for a person who asks for it."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, phone_number: str) -> NumberExport:
        """A key needs the rights `privacy:export`, which its scopes must name, and `numbers:read`."""
        json = {"phone_number": phone_number}
        request = Request("POST", "/v1/number-exports", expects="number_export", json=json)
        return cast(NumberExport, (await self._transport.send(request)).body)

from __future__ import annotations

from typing import Optional, cast

from .._wire import path_of, query_of
from ..models import Bundle, Network
from .listing import AsyncListing
from .transport import AsyncTransport


class AsyncNetworks:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, *, country: Optional[str] = None, limit: Optional[int] = None) -> AsyncListing[Network]:
        return AsyncListing(self._transport, "/v1/networks", query_of({"country": country, "limit": limit}))

    async def get(self, id: str) -> Network:
        return cast(Network, await self._transport.get(path_of("networks", id), "network"))


class AsyncBundles:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        network_id: Optional[str] = None,
        available: Optional[bool] = None,
        limit: Optional[int] = None,
    ) -> AsyncListing[Bundle]:
        """The bundles that you can buy, with your prices."""
        query = query_of({"network_id": network_id, "available": available, "limit": limit})
        return AsyncListing(self._transport, "/v1/bundles", query)

    async def get(self, id: str) -> Bundle:
        return cast(Bundle, await self._transport.get(path_of("bundles", id), "bundle"))

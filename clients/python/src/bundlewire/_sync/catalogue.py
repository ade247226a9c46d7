# Generated from _async/catalogue.py by tools/generate.py. Do not edit.
from __future__ import annotations

from typing import Optional, cast

from .._wire import path_of, query_of
from ..models import Bundle, Network
from .listing import Listing
from .transport import Transport


class Networks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, country: Optional[str] = None, limit: Optional[int] = None) -> Listing[Network]:
        return Listing(self._transport, "/v1/networks", query_of({"country": country, "limit": limit}))

    def get(self, id: str) -> Network:
        return cast(Network, self._transport.get(path_of("networks", id), "network"))


class Bundles:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        network_id: Optional[str] = None,
        available: Optional[bool] = None,
        limit: Optional[int] = None,
    ) -> Listing[Bundle]:
        """The bundles that you can buy, with your prices."""
        query = query_of({"network_id": network_id, "available": available, "limit": limit})
        return Listing(self._transport, "/v1/bundles", query)

    def get(self, id: str) -> Bundle:
        return cast(Bundle, self._transport.get(path_of("bundles", id), "bundle"))

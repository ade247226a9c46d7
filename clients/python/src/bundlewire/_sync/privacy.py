# Generated from _async/privacy.py by tools/generate.py. Do not edit.
from __future__ import annotations

from typing import Optional, cast

from .._wire import Request, path_of, query_of
from ..models import Erasure, NumberExport
from .listing import Listing
from .transport import Transport

ERASURES = "erasures"


class Erasures:
    """Erasures of phone numbers from your records.

    A key needs the right `privacy:manage`, which its scopes must name.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, limit: Optional[int] = None) -> Listing[Erasure]:
        """Newest first. They do not contain the numbers."""
        return Listing(self._transport, f"/v1/{ERASURES}", query_of({"limit": limit}))

    def get(self, id: str) -> Erasure:
        return cast(Erasure, self._transport.get(path_of(ERASURES, id), "erasure"))

    def create(self, phone_number: str) -> Erasure:
        """Erases a number, which cannot be undone. While an erasure of the number runs, this returns it.

        Raises ApiError with status 409 while the outcome of a purchase for the number is open;
        `details["until"]` says until when.
        """
        json = {"phone_number": phone_number}
        request = Request("POST", f"/v1/{ERASURES}", expects="erasure", json=json)
        return cast(Erasure, (self._transport.send(request)).body)


class NumberExports:
    """What your records hold about a phone number, for a person who asks for it."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, phone_number: str) -> NumberExport:
        """A key needs the rights `privacy:export`, which its scopes must name, and `numbers:read`."""
        json = {"phone_number": phone_number}
        request = Request("POST", "/v1/number-exports", expects="number_export", json=json)
        return cast(NumberExport, (self._transport.send(request)).body)

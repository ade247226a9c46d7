from __future__ import annotations

from typing import Any, Dict, Optional, cast

from .._wire import Request, given, path_of, query_of
from ..models import Organisation, Person, RemovedPerson
from .listing import AsyncListing
from .transport import AsyncTransport

KIND = "people"
ORGANISATION = "/v1/organisation"


class AsyncPeople:
    """The people of your organisation.

    A key needs the right `people:read`, and `people:manage` to change people. It has them only if its
    scopes name them.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, *, limit: Optional[int] = None) -> AsyncListing[Person]:
        """Empty if your account belongs to no organisation."""
        return AsyncListing(self._transport, f"/v1/{KIND}", query_of({"limit": limit}))

    async def get(self, id: str) -> Person:
        return cast(Person, await self._transport.get(path_of(KIND, id), "person"))

    async def update(
        self, id: str, *, role: Optional[str] = None, suspended: Optional[bool] = None
    ) -> Person:
        """Changes the role of a person, or suspends the person. It holds from the person's next request.

        Raises ApiError with the code `permission_denied` for a role with rights that you do not have. A
        key cannot manage roles that can spend or approve.
        """
        return cast(Person, await self._send("PATCH", id, given(role=role, suspended=suspended)))

    async def remove(self, id: str) -> RemovedPerson:
        """Takes the person out of your organisation, and signs the person out everywhere.

        Raises ApiError with status 404 if the person is not in it, also if the answer to an earlier
        attempt was lost.
        """
        return cast(RemovedPerson, await self._send("DELETE", id, None))

    async def _send(self, method: str, id: str, json: Optional[Dict[str, Any]]) -> Any:
        request = Request(method, path_of(KIND, id), expects="person", json=json)
        return (await self._transport.send(request)).body


class AsyncOwnOrganisation:
    """Your company, which owns accounts and has people.

    If your account belongs to none, the calls raise ApiError with status 404.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self) -> Organisation:
        return cast(Organisation, await self._transport.get(ORGANISATION, "organisation"))

    async def update(self, *, name: str) -> Organisation:
        """Changes the name. Needs the right `people:manage`."""
        request = Request("PATCH", ORGANISATION, expects="organisation", json={"name": name})
        return cast(Organisation, (await self._transport.send(request)).body)

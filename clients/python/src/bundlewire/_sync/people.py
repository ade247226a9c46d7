# Generated from _async/people.py by tools/generate.py. Do not edit.
from __future__ import annotations

from typing import Any, Dict, Optional, cast

from .._wire import Request, given, path_of, query_of
from ..models import Organisation, Person, RemovedPerson
from .listing import Listing
from .transport import Transport

KIND = "people"
ORGANISATION = "/v1/organisation"


class People:
    """The people of your organisation.

    A key needs the right `people:read`, and `people:manage` to change people. It has them only if its
    scopes name them.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, limit: Optional[int] = None) -> Listing[Person]:
        """Empty if your account belongs to no organisation."""
        return Listing(self._transport, f"/v1/{KIND}", query_of({"limit": limit}))

    def get(self, id: str) -> Person:
        return cast(Person, self._transport.get(path_of(KIND, id), "person"))

    def update(
        self, id: str, *, role: Optional[str] = None, suspended: Optional[bool] = None
    ) -> Person:
        """Changes the role of a person, or suspends the person. It holds from the person's next request.

        Raises ApiError with the code `permission_denied` for a role with rights that you do not have. A
        key cannot manage roles that can spend or approve.
        """
        return cast(Person, self._send("PATCH", id, given(role=role, suspended=suspended)))

    def remove(self, id: str) -> RemovedPerson:
        """Takes the person out of your organisation, and signs the person out everywhere.

        Raises ApiError with status 404 if the person is not in it, also if the answer to an earlier
        attempt was lost.
        """
        return cast(RemovedPerson, self._send("DELETE", id, None))

    def _send(self, method: str, id: str, json: Optional[Dict[str, Any]]) -> Any:
        request = Request(method, path_of(KIND, id), expects="person", json=json)
        return (self._transport.send(request)).body


class OwnOrganisation:
    """Your company, which owns accounts and has people.

    If your account belongs to none, the calls raise ApiError with status 404.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self) -> Organisation:
        return cast(Organisation, self._transport.get(ORGANISATION, "organisation"))

    def update(self, *, name: str) -> Organisation:
        """Changes the name. Needs the right `people:manage`."""
        request = Request("PATCH", ORGANISATION, expects="organisation", json={"name": name})
        return cast(Organisation, (self._transport.send(request)).body)

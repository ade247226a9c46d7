# Generated from _async/roles.py by tools/generate.py. Do not edit.
from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, cast

from .._wire import Request, given, listed, path_of, query_of
from ..models import DeletedRole, Role
from .listing import Listing
from .transport import Transport

KIND = "roles"


class Roles:
    """The roles that people can have: built-in ones, and those that your organisation composed of rights.

    A key needs the right `people:read`, and `people:manage` to change roles. It has them only if its
    scopes name them.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, limit: Optional[int] = None) -> Listing[Role]:
        """With the rights of each role."""
        return Listing(self._transport, f"/v1/{KIND}", query_of({"limit": limit}))

    def get(self, id: str) -> Role:
        return cast(Role, self._transport.get(path_of(KIND, id), "role"))

    def create(self, *, name: str, rights: Sequence[str]) -> Role:
        """Raises ApiError with the code `permission_denied` for a right that you do not have, and with
        status 409 if the organisation has a role of this name. This also happens if the answer to an
        earlier attempt was lost.
        """
        fields = {"name": name, "rights": listed("rights", rights)}
        return cast(Role, self._send("POST", f"/v1/{KIND}", fields))

    def update(
        self, id: str, *, name: Optional[str] = None, rights: Optional[Sequence[str]] = None
    ) -> Role:
        """Renames the role, or replaces its rights. It counts from the next request of its people."""
        wanted = None if rights is None else listed("rights", rights)
        return cast(Role, self._send("PATCH", path_of(KIND, id), given(name=name, rights=wanted)))

    def delete(self, id: str) -> DeletedRole:
        """Raises ApiError with status 409 if people or open invitations have the role."""
        return cast(DeletedRole, self._send("DELETE", path_of(KIND, id), None))

    def _send(self, method: str, path: str, json: Optional[Dict[str, Any]]) -> Any:
        return (self._transport.send(Request(method, path, expects="role", json=json))).body

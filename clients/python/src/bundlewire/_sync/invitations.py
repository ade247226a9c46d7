# Generated from _async/invitations.py by tools/generate.py. Do not edit.
from __future__ import annotations

from typing import Optional, cast

from .._wire import Request, path_of, query_of
from ..models import EndedSession, Invitation, Session, WithdrawnInvitation
from .listing import Listing
from .transport import Transport

INVITATIONS = "invitations"
SESSIONS = "sessions"


class Invitations:
    """Who is invited to your organisation by e-mail."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, limit: Optional[int] = None) -> Listing[Invitation]:
        """Empty if your account belongs to no organisation."""
        return Listing(self._transport, f"/v1/{INVITATIONS}", query_of({"limit": limit}))

    def create(self, *, email: str, role: str, replace: bool = False) -> Invitation:
        """Mails a link that works once, within 24 hours. Needs the right `people:manage`.

        With `replace`, an open invitation of the address is withdrawn, so that the new one takes its place.
        If the answer to an attempt is lost, the next one replaces its invitation: there is a second mail,
        and the link of the first one does not work.

        Raises ApiError with the code `permission_denied` for a role with rights that you do not have.
        Without `replace`, raises ApiError with status 409 if the address has an open invitation. This also
        happens if the answer to an earlier attempt was lost.
        """
        json = {"email": email, "role": role, **({"replace": True} if replace else {})}
        request = Request("POST", f"/v1/{INVITATIONS}", expects="invitation", json=json)
        return cast(Invitation, (self._transport.send(request)).body)

    def withdraw(self, id: str) -> WithdrawnInvitation:
        """Raises ApiError with status 409 if it has ended, also if an earlier answer was lost."""
        request = Request("DELETE", path_of(INVITATIONS, id), expects="invitation")
        return cast(WithdrawnInvitation, (self._transport.send(request)).body)


class Sessions:
    """Where people of your organisation are signed in."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, limit: Optional[int] = None) -> Listing[Session]:
        return Listing(self._transport, f"/v1/{SESSIONS}", query_of({"limit": limit}))

    def end(self, id: str) -> EndedSession:
        """Signs the person out in this browser. Needs the right `people:manage`.

        Raises ApiError with status 404 if it has ended, also if the answer to an earlier attempt was lost.
        """
        request = Request("DELETE", path_of(SESSIONS, id), expects="session")
        return cast(EndedSession, (self._transport.send(request)).body)

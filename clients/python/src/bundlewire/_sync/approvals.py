# Generated from _async/approvals.py by tools/generate.py. Do not edit.
from __future__ import annotations

from typing import Any, Dict, Optional, cast

from .._wire import Request, given, path_of, query_of
from ..models import Approval, ApprovalStatus
from .listing import Listing
from .transport import Transport

KIND = "approvals"


class Approvals:
    """Requests that others approve before a batch may buy.

    `settings.approval_rules()` says which batches need one. To start such a batch raises ApiError with the
    code `approval_required` and `details["approval_id"]`.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: Optional[ApprovalStatus] = None,
        batch_id: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> Listing[Approval]:
        """Newest first. The status `requested` selects what waits."""
        query = query_of({"status": status, "batch_id": batch_id, "limit": limit})
        return Listing(self._transport, f"/v1/{KIND}", query)

    def get(self, id: str) -> Approval:
        return cast(Approval, self._transport.get(path_of(KIND, id), "approval"))

    def approve(self, id: str, *, reason: Optional[str] = None) -> Approval:
        """Approves exactly the `terms`. The same approval twice counts once.

        If you prepared the batch, or lack the right `approvals:decide`, raises ApiError with the code
        `permission_denied`.
        """
        return self._send(id, "approve", given(reason=reason))

    def reject(self, id: str, *, reason: str) -> Approval:
        """Ends the request, permanently.

        Raises ApiError with status 409 and `details["status"]` if it has ended, also if the answer to an
        earlier attempt was lost.
        """
        return self._send(id, "reject", {"reason": reason})

    def withdraw(self, id: str, *, reason: str) -> Approval:
        """Ends a request that you made. Raises as `reject` does if it has ended."""
        return self._send(id, "withdraw", {"reason": reason})

    def _send(self, id: str, command: str, json: Dict[str, Any]) -> Approval:
        request = Request("POST", path_of(KIND, id, command), expects="approval", json=json)
        return cast(Approval, (self._transport.send(request)).body)

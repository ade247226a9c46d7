# Generated from _async/audit_log.py by tools/generate.py. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Optional, Union

from .._files import FileFormat, PathText, accepted_type
from .._wire import Request, query_of
from ..models import AuditEntry
from .downloads import save
from .listing import Listing
from .transport import Transport

PATH = "/v1/audit-log"


class AuditLog:
    """Who did what, when and from where in your account. Needs the right `audit:read`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        action: Optional[str] = None,
        principal: Optional[str] = None,
        subject: Optional[str] = None,
        created_from: Union[None, str, datetime] = None,
        created_to: Union[None, str, datetime] = None,
        limit: Optional[int] = None,
    ) -> Listing[AuditEntry]:
        """Newest first. `principal` is the id of a key or a person, and `subject` that of a resource."""
        query = query_of(
            {
                "action": action,
                "principal": principal,
                "subject": subject,
                "created_from": created_from,
                "created_to": created_to,
                "limit": limit,
            }
        )
        return Listing(self._transport, PATH, query)

    def download(
        self,
        path: PathText,
        *,
        format: Optional[FileFormat] = None,
        action: Optional[str] = None,
        principal: Optional[str] = None,
        subject: Optional[str] = None,
        created_from: Union[None, str, datetime] = None,
        created_to: Union[None, str, datetime] = None,
        bom: Optional[bool] = None,
    ) -> int:
        """Saves all entries as a file. Returns its size in bytes.

        Without a `format`, a path that ends in `.xlsx` gets a workbook, and any other path gets CSV.
        `bom` begins a CSV file with a byte order mark.
        """
        query = query_of(
            {
                "action": action,
                "principal": principal,
                "subject": subject,
                "created_from": created_from,
                "created_to": created_to,
                "bom": bom,
            }
        )
        request = Request("GET", PATH, query, accept=accepted_type(path, format))
        return save(self._transport, request, path)

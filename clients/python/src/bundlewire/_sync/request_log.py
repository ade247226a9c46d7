# Generated from _async/request_log.py by tools/generate.py. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Optional, Union, cast

from .._wire import path_of, query_of
from ..models import LoggedRequest, LoggedRequestDetails
from .listing import Listing
from .transport import Transport

REQUESTS = "requests"


class RequestLog:
    """What your programs and people sent to the API, and what was answered.

    A key needs the right `requests:read`, which its scopes must name.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        request_id: Optional[str] = None,
        method: Optional[str] = None,
        path: Optional[str] = None,
        status: Optional[str] = None,
        principal: Optional[str] = None,
        created_from: Union[None, str, datetime] = None,
        created_to: Union[None, str, datetime] = None,
        limit: Optional[int] = None,
    ) -> Listing[LoggedRequest]:
        """Newest first, without bodies. `path` is how it begins, and `status` is such as `404` or `4xx`."""
        query = query_of(
            {
                "request_id": request_id,
                "method": method,
                "path": path,
                "status": status,
                "principal": principal,
                "created_from": created_from,
                "created_to": created_to,
                "limit": limit,
            }
        )
        return Listing(self._transport, f"/v1/{REQUESTS}", query)

    def get(self, id: str) -> LoggedRequestDetails:
        """One request with its body and answer. Each error has the id of its request."""
        found = self._transport.get(path_of(REQUESTS, id), "request")
        return cast(LoggedRequestDetails, found)

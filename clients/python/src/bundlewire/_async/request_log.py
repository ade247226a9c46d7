from __future__ import annotations

from datetime import datetime
from typing import Optional, Union, cast

from .._wire import path_of, query_of
from ..models import LoggedRequest, LoggedRequestDetails
from .listing import AsyncListing
from .transport import AsyncTransport

REQUESTS = "requests"


class AsyncRequestLog:
    """What your programs and people sent to the API, and what was answered.

    A key needs the right `requests:read`, which its scopes must name.
    """

    def __init__(self, transport: AsyncTransport) -> None:
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
    ) -> AsyncListing[LoggedRequest]:
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
        return AsyncListing(self._transport, f"/v1/{REQUESTS}", query)

    async def get(self, id: str) -> LoggedRequestDetails:
        """One request with its body and answer. Each error has the id of its request."""
        found = await self._transport.get(path_of(REQUESTS, id), "request")
        return cast(LoggedRequestDetails, found)

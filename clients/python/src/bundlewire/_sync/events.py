# Generated from _async/events.py by tools/generate.py. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Optional, Union, cast

from .._wire import Request, path_of, query_of
from ..models import Event, EventDeliveryStatus, EventWithAttempts
from .listing import Listing
from .transport import Transport


class Events:
    """Webhook events and their deliveries."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        type: Optional[str] = None,
        delivery: Optional[EventDeliveryStatus] = None,
        purchase_id: Optional[str] = None,
        created_from: Union[None, str, datetime] = None,
        created_to: Union[None, str, datetime] = None,
        limit: Optional[int] = None,
    ) -> Listing[Event]:
        """Newest first."""
        query = query_of(
            {
                "type": type,
                "delivery": delivery,
                "purchase_id": purchase_id,
                "created_from": created_from,
                "created_to": created_to,
                "limit": limit,
            }
        )
        return Listing(self._transport, "/v1/events", query)

    def get(self, id: str) -> EventWithAttempts:
        """One event, with every attempt to deliver it."""
        return cast(EventWithAttempts, self._transport.get(path_of("events", id), "event"))

    def resend(self, id: str, *, endpoint_id: Optional[str] = None) -> EventWithAttempts:
        """Requests one more attempt, at most once per minute.

        With `endpoint_id`, only this webhook endpoint gets it.
        """
        query = query_of({"endpoint_id": endpoint_id})
        request = Request("POST", path_of("events", id, "resend"), query, expects="event")
        answer = self._transport.send(request)
        return cast(EventWithAttempts, answer.body)

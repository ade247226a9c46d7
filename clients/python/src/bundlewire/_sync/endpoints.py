# Generated from _async/endpoints.py by tools/generate.py. Do not edit.
from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, cast

from .._wire import Request, given, path_of, query_of
from ..models import (
    DeletedWebhookEndpoint,
    EventWithAttempts,
    TestWebhookEndpointType,
    WebhookEndpoint,
    WebhookEndpointAttempt,
    WebhookEndpointWithSecret,
)
from .listing import Listing
from .transport import Transport

KIND = "webhook-endpoints"
PATH = f"/v1/{KIND}"


class WebhookEndpoints:
    """Where your events are sent: up to ten endpoints, each with a different URL."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        url: str,
        description: Optional[str] = None,
        event_types: Optional[Sequence[str]] = None,
    ) -> WebhookEndpointWithSecret:
        """Creates an endpoint. The answer has the signing secret, which is never shown again.

        Raises ApiError with the code `webhook_endpoint_exists` and `details["endpoint_id"]`, also if the
        answer to an earlier attempt was lost. `rotate_secret` then returns a new secret.
        """
        json = given(url=url, description=description, event_types=_listed(event_types))
        return cast(WebhookEndpointWithSecret, self._send("POST", PATH, json))

    def get(self, id: str) -> WebhookEndpoint:
        return cast(WebhookEndpoint, self._transport.get(path_of(KIND, id), "webhook_endpoint"))

    def list(self, *, limit: Optional[int] = None) -> Listing[WebhookEndpoint]:
        """Oldest first."""
        return Listing(self._transport, PATH, query_of({"limit": limit}))

    def update(
        self,
        id: str,
        *,
        url: Optional[str] = None,
        description: Optional[str] = None,
        event_types: Optional[Sequence[str]] = None,
        enabled: Optional[bool] = None,
    ) -> WebhookEndpoint:
        """Changes the fields that you give."""
        json = given(url=url, description=description, event_types=_listed(event_types), enabled=enabled)
        return cast(WebhookEndpoint, self._send("PATCH", path_of(KIND, id), json))

    def delete(self, id: str) -> DeletedWebhookEndpoint:
        """Deletes the endpoint with its secrets."""
        return cast(DeletedWebhookEndpoint, self._send("DELETE", path_of(KIND, id), None))

    def rotate_secret(
        self, id: str, *, overlap_seconds: Optional[int] = None
    ) -> WebhookEndpointWithSecret:
        """Replaces the secret. The answer has the new one, which is never shown again.

        The former secret signs as well for `overlap_seconds`, a day by default. While it does, another
        rotation raises ApiError with the code `secret_rotation_under_way`, unless `overlap_seconds` is 0.
        """
        path = path_of(KIND, id, "rotate-secret")
        return cast(
            WebhookEndpointWithSecret,
            self._send("POST", path, given(overlap_seconds=overlap_seconds)),
        )

    def send_test(
        self, id: str, *, type: Optional[TestWebhookEndpointType] = None
    ) -> EventWithAttempts:
        """Sends a signed test event to this endpoint, at most once per 10 s.

        Read the event to see the attempt. Without a `type`, it is `purchase.successful`.
        """
        path = path_of(KIND, id, "test")
        return cast(EventWithAttempts, self._send("POST", path, given(type=type), "event"))

    def attempts(self, id: str, *, limit: Optional[int] = None) -> Listing[WebhookEndpointAttempt]:
        """What was sent to the endpoint, newest first."""
        return Listing(self._transport, path_of(KIND, id, "attempts"), query_of({"limit": limit}))

    def _send(
        self, method: str, path: str, json: Optional[Dict[str, Any]], expects: str = "webhook_endpoint"
    ) -> Any:
        return (self._transport.send(Request(method, path, expects=expects, json=json))).body


def _listed(types: Optional[Sequence[str]]) -> Any:
    if isinstance(types, str):
        raise TypeError(f"event_types is {types!r} (str). Use a list, such as ['batch.completed'].")
    return None if types is None else [*types]

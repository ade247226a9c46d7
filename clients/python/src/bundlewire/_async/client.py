from __future__ import annotations

import logging
from types import TracebackType
from typing import Any, Mapping, Optional, Type, cast

import httpx

from .._retry import Retries
from .._wire import (
    Answer,
    QueryValue,
    Request,
    any_request,
    checked_api_key,
    checked_base_url,
    checked_sandbox,
    user_agent,
)
from ..models import Balance, NumberLookup, Status
from .api_keys import AsyncApiKeys
from .approvals import AsyncApprovals
from .audit_log import AsyncAuditLog
from .batches import AsyncBatches
from .catalogue import AsyncBundles, AsyncNetworks
from .endpoints import AsyncWebhookEndpoints
from .events import AsyncEvents
from .invitations import AsyncInvitations, AsyncSessions
from .people import AsyncOwnOrganisation, AsyncPeople
from .privacy import AsyncErasures, AsyncNumberExports
from .purchases import AsyncPurchases
from .recurring import AsyncRecurringBatches
from .request_log import AsyncRequestLog
from .roles import AsyncRoles
from .settings import AsyncSandbox, AsyncSettings
from .statements import AsyncStatements
from .transport import AsyncTransport


class AsyncClient:
    """The API for one account. Use one client for the whole program, and close it at the end.

    - `base_url`: such as `https://api.example.com`, without `/v1`.
    - `timeout`: time limit of one attempt, in seconds.
    - `retries`: how often, and for how long, a failed request is repeated.
    - `poll_interval`: first pause of the `wait…` calls, in seconds; it grows.
    - `user_agent_suffix`: the name and version of your program.
    - `sandbox`: sent as `Svc-Sandbox` with every request in test mode, such as `closed-day`.
    - `logger`: gets one line per attempt, without bodies, keys or phone numbers.
    - `transport`: replaces the HTTP transport, for example for a proxy, own certificates or tests.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 30.0,
        retries: Retries = Retries(),
        poll_interval: float = 1.0,
        user_agent_suffix: Optional[str] = None,
        logger: Optional[logging.Logger] = None,
        transport: Optional[httpx.AsyncBaseTransport] = None,
        sandbox: Optional[str] = None,
    ) -> None:
        if timeout <= 0 or poll_interval <= 0:
            raise ValueError("timeout and poll_interval must be positive, in seconds.")
        self.base_url = checked_base_url(base_url)
        self.user_agent = user_agent(user_agent_suffix)
        headers = {"authorization": f"Bearer {checked_api_key(api_key)}", "user-agent": self.user_agent}
        if sandbox is not None:
            headers["svc-sandbox"] = checked_sandbox(sandbox)
        self._http = httpx.AsyncClient(
            base_url=self.base_url, headers=headers, transport=transport, follow_redirects=False
        )
        self._transport = AsyncTransport(
            self._http, timeout, retries, logger or logging.getLogger("bundlewire")
        )
        self.purchases = AsyncPurchases(self._transport, poll_interval)
        self.batches = AsyncBatches(self._transport, poll_interval)
        self.recurring_batches = AsyncRecurringBatches(self._transport)
        self.statements = AsyncStatements(self._transport, self.purchases, poll_interval)
        self.events = AsyncEvents(self._transport)
        self.webhook_endpoints = AsyncWebhookEndpoints(self._transport)
        self.settings = AsyncSettings(self._transport)
        self.api_keys = AsyncApiKeys(self._transport)
        self.approvals = AsyncApprovals(self._transport)
        self.audit_log = AsyncAuditLog(self._transport)
        self.request_log = AsyncRequestLog(self._transport)
        self.people = AsyncPeople(self._transport)
        self.roles = AsyncRoles(self._transport)
        self.invitations = AsyncInvitations(self._transport)
        self.sessions = AsyncSessions(self._transport)
        self.erasures = AsyncErasures(self._transport)
        self.number_exports = AsyncNumberExports(self._transport)
        self.organisation = AsyncOwnOrganisation(self._transport)
        self.sandbox = AsyncSandbox(self._transport)
        self.networks = AsyncNetworks(self._transport)
        self.bundles = AsyncBundles(self._transport)

    async def balance(self) -> Balance:
        return cast(Balance, await self._transport.get("/v1/balance", "balance"))

    async def status(self) -> Status:
        """The status of the platform and of each network."""
        return cast(Status, await self._transport.get("/v1/status", "status"))

    async def lookup(self, phone_number: str) -> NumberLookup:
        """The network that a number is on today, ported or not."""
        request = Request(
            "POST", "/v1/number-lookups", expects="number_lookup", json={"phone_number": phone_number}
        )
        return cast(NumberLookup, (await self._transport.send(request)).body)

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, QueryValue]] = None,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Answer:
        """Sends a request to an operation that this version of the package does not know.

        It is authenticated, and has the same retries, time limits and errors as the other calls. The
        answer has `status` and `body`. If `body` or `query` has a `reference`, an unknown outcome
        raises OutcomeUnknownError with it. `path` begins with `/v1/`, and is logged: give phone numbers
        in `query` or `body`. Raises ValueError for a path or a method that cannot be sent.
        """
        return await self._transport.send(any_request(method, path, query, body))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncClient({self.base_url!r})"

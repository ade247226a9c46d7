# Generated from _async/client.py by tools/generate.py. Do not edit.
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
from .api_keys import ApiKeys
from .approvals import Approvals
from .audit_log import AuditLog
from .batches import Batches
from .catalogue import Bundles, Networks
from .endpoints import WebhookEndpoints
from .events import Events
from .invitations import Invitations, Sessions
from .people import OwnOrganisation, People
from .privacy import Erasures, NumberExports
from .purchases import Purchases
from .recurring import RecurringBatches
from .request_log import RequestLog
from .roles import Roles
from .settings import Sandbox, Settings
from .statements import Statements
from .transport import Transport


class Client:
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
        transport: Optional[httpx.BaseTransport] = None,
        sandbox: Optional[str] = None,
    ) -> None:
        if timeout <= 0 or poll_interval <= 0:
            raise ValueError("timeout and poll_interval must be positive, in seconds.")
        self.base_url = checked_base_url(base_url)
        self.user_agent = user_agent(user_agent_suffix)
        headers = {"authorization": f"Bearer {checked_api_key(api_key)}", "user-agent": self.user_agent}
        if sandbox is not None:
            headers["svc-sandbox"] = checked_sandbox(sandbox)
        self._http = httpx.Client(
            base_url=self.base_url, headers=headers, transport=transport, follow_redirects=False
        )
        self._transport = Transport(
            self._http, timeout, retries, logger or logging.getLogger("bundlewire")
        )
        self.purchases = Purchases(self._transport, poll_interval)
        self.batches = Batches(self._transport, poll_interval)
        self.recurring_batches = RecurringBatches(self._transport)
        self.statements = Statements(self._transport, self.purchases, poll_interval)
        self.events = Events(self._transport)
        self.webhook_endpoints = WebhookEndpoints(self._transport)
        self.settings = Settings(self._transport)
        self.api_keys = ApiKeys(self._transport)
        self.approvals = Approvals(self._transport)
        self.audit_log = AuditLog(self._transport)
        self.request_log = RequestLog(self._transport)
        self.people = People(self._transport)
        self.roles = Roles(self._transport)
        self.invitations = Invitations(self._transport)
        self.sessions = Sessions(self._transport)
        self.erasures = Erasures(self._transport)
        self.number_exports = NumberExports(self._transport)
        self.organisation = OwnOrganisation(self._transport)
        self.sandbox = Sandbox(self._transport)
        self.networks = Networks(self._transport)
        self.bundles = Bundles(self._transport)

    def balance(self) -> Balance:
        return cast(Balance, self._transport.get("/v1/balance", "balance"))

    def status(self) -> Status:
        """The status of the platform and of each network."""
        return cast(Status, self._transport.get("/v1/status", "status"))

    def lookup(self, phone_number: str) -> NumberLookup:
        """The network that a number is on today, ported or not."""
        request = Request(
            "POST", "/v1/number-lookups", expects="number_lookup", json={"phone_number": phone_number}
        )
        return cast(NumberLookup, (self._transport.send(request)).body)

    def request(
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
        return self._transport.send(any_request(method, path, query, body))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client({self.base_url!r})"

# Generated from _async/settings.py by tools/generate.py. Do not edit.
from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, cast

from .._wire import Request, given
from ..models import Balance, IpAllowlist, LowBalanceAlert, LowBalanceThreshold
from .transport import Transport

ALLOWLIST = "/v1/settings/ip-allowlist"
ALERT = "/v1/settings/low-balance"


class Settings:
    """Settings of your account."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def ip_allowlist(self) -> IpAllowlist:
        """From where your keys work, and the address that your requests come from."""
        return cast(IpAllowlist, self._transport.get(ALLOWLIST, "ip_allowlist"))

    def replace_ip_allowlist(
        self, ranges: Sequence[str], *, allow_lockout: Optional[bool] = None
    ) -> IpAllowlist:
        """Replaces the whole list; an empty one lets your keys work from anywhere.

        A list without the address of this request raises ApiError with the code `address_locked_out`,
        unless `allow_lockout` is true.
        """
        if isinstance(ranges, str):
            raise TypeError(f"ranges is {ranges!r} (str). Use a list, such as ['203.0.113.7'].")
        json = given(ranges=[*ranges], allow_lockout=allow_lockout)
        return cast(IpAllowlist, _put(self._transport, ALLOWLIST, "ip_allowlist", json))

    def low_balance_alert(self) -> LowBalanceAlert:
        """When an e-mail reports that the available balance is low."""
        return cast(LowBalanceAlert, self._transport.get(ALERT, "low_balance_alert"))

    def replace_low_balance_alert(
        self, *, threshold: Optional[LowBalanceThreshold], email: Optional[str]
    ) -> LowBalanceAlert:
        """Sets the alert. None for both ends it."""
        json = {"threshold": threshold, "email": email}
        return cast(LowBalanceAlert, _put(self._transport, ALERT, "low_balance_alert", json))


class Sandbox:
    """What only test mode has."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def set_balance(self, available: int) -> Balance:
        """Sets what the account can spend, in minor units: 50000 is ₦500.00."""
        json = {"available": available}
        return cast(Balance, _put(self._transport, "/v1/sandbox/balance", "balance", json))


def _put(transport: Transport, path: str, expects: str, json: Dict[str, Any]) -> Any:
    return (transport.send(Request("PUT", path, expects=expects, json=json))).body

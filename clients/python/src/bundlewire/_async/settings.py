from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, cast

from .._wire import Request, given, listed
from ..models import (
    AllowedBundles,
    ApprovalRules,
    Balance,
    Blocklist,
    BlocklistLookup,
    ChangedBlocklist,
    IpAllowlist,
    LowBalanceAlert,
    LowBalanceThreshold,
    Notices,
    ReplaceCampaignApprovalRule,
    ReplaceSpendingLimit,
    SpendingLimits,
)
from .transport import AsyncTransport

ALLOWLIST = "/v1/settings/ip-allowlist"
ALERT = "/v1/settings/low-balance"
BUNDLES = "/v1/settings/allowed-bundles"
LIMITS = "/v1/settings/spending-limits"
APPROVALS = "/v1/settings/approval-rules"
NOTICES = "/v1/settings/notices"
BLOCKLIST = "/v1/settings/blocklist"


class AsyncSettings:
    """Settings of your account."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def ip_allowlist(self) -> IpAllowlist:
        """From where your keys work, and the address that your requests come from."""
        return cast(IpAllowlist, await self._transport.get(ALLOWLIST, "ip_allowlist"))

    async def replace_ip_allowlist(
        self, ranges: Sequence[str], *, allow_lockout: Optional[bool] = None
    ) -> IpAllowlist:
        """Replaces the whole list; an empty one lets your keys work from anywhere.

        A list without the address of this request raises ApiError with the code `address_locked_out`,
        unless `allow_lockout` is true.
        """
        json = given(ranges=listed("ranges", ranges), allow_lockout=allow_lockout)
        return cast(IpAllowlist, await _put(self._transport, ALLOWLIST, "ip_allowlist", json))

    async def low_balance_alert(self) -> LowBalanceAlert:
        """When an e-mail reports that the available balance is low."""
        return cast(LowBalanceAlert, await self._transport.get(ALERT, "low_balance_alert"))

    async def replace_low_balance_alert(
        self, *, threshold: Optional[LowBalanceThreshold], email: Optional[str]
    ) -> LowBalanceAlert:
        """Sets the alert. None for both ends it."""
        json = {"threshold": threshold, "email": email}
        return cast(LowBalanceAlert, await _put(self._transport, ALERT, "low_balance_alert", json))

    async def allowed_bundles(self) -> AllowedBundles:
        """The only bundles that your account buys."""
        return cast(AllowedBundles, await self._transport.get(BUNDLES, "allowed_bundles"))

    async def replace_allowed_bundles(self, bundle_ids: Optional[Sequence[str]]) -> AllowedBundles:
        """Replaces the whole list. None allows every bundle that is sold to you."""
        json = {"bundle_ids": None if bundle_ids is None else listed("bundle_ids", bundle_ids)}
        return cast(AllowedBundles, await _put(self._transport, BUNDLES, "allowed_bundles", json))

    async def spending_limits(self) -> SpendingLimits:
        """What your account may spend per campaign, day and month, and what it has spent."""
        return cast(SpendingLimits, await self._transport.get(LIMITS, "spending_limits"))

    async def replace_spending_limits(
        self,
        *,
        per_campaign: Optional[ReplaceSpendingLimit],
        per_day: Optional[ReplaceSpendingLimit],
        per_month: Optional[ReplaceSpendingLimit],
    ) -> SpendingLimits:
        """Replaces all limits. None means no limit."""
        json = {"per_campaign": per_campaign, "per_day": per_day, "per_month": per_month}
        return cast(SpendingLimits, await _put(self._transport, LIMITS, "spending_limits", json))

    async def approval_rules(self) -> ApprovalRules:
        """From which amounts campaigns need approval."""
        return cast(ApprovalRules, await self._transport.get(APPROVALS, "approval_rules"))

    async def replace_approval_rules(self, *, campaign_start: ReplaceCampaignApprovalRule) -> ApprovalRules:
        """Replaces all rules. None means never.

        Needs the right `approvals:rules`, which keys have only if it is named in their scopes.
        """
        json = {"campaign_start": campaign_start}
        return cast(ApprovalRules, await _put(self._transport, APPROVALS, "approval_rules", json))

    async def notices(self) -> Notices:
        """Who gets e-mails about your campaigns."""
        return cast(Notices, await self._transport.get(NOTICES, "notices"))

    async def replace_notices(
        self,
        *,
        ready: Sequence[str],
        completed: Sequence[str],
        paused: Sequence[str],
        needs_money: Sequence[str],
    ) -> Notices:
        """Replaces all addresses. An empty list ends the e-mails of its kind."""
        kinds = {"ready": ready, "completed": completed, "paused": paused, "needs_money": needs_money}
        json = {kind: listed(kind, addresses) for kind, addresses in kinds.items()}
        return cast(Notices, await _put(self._transport, NOTICES, "notices", json))

    async def blocklist(self) -> Blocklist:
        """How many numbers are blocked. The numbers themselves cannot be listed."""
        return cast(Blocklist, await self._transport.get(BLOCKLIST, "blocklist"))

    async def add_blocked_numbers(self, phone_numbers: Sequence[str]) -> ChangedBlocklist:
        """Blocks up to 10,000 numbers. Others stay blocked."""
        return await self._change_blocklist("PUT", phone_numbers)

    async def remove_blocked_numbers(self, phone_numbers: Sequence[str]) -> ChangedBlocklist:
        """Unblocks numbers. Those that are not blocked are ignored."""
        return await self._change_blocklist("DELETE", phone_numbers)

    async def lookup_blocked_number(self, phone_number: str) -> BlocklistLookup:
        """Whether a number is blocked."""
        json = {"phone_number": phone_number}
        request = Request("POST", f"{BLOCKLIST}/lookups", expects="blocklist_lookup", json=json)
        return cast(BlocklistLookup, (await self._transport.send(request)).body)

    async def _change_blocklist(self, method: str, phone_numbers: Sequence[str]) -> ChangedBlocklist:
        json = {"phone_numbers": listed("phone_numbers", phone_numbers)}
        request = Request(method, f"{BLOCKLIST}/numbers", expects="blocklist", json=json)
        return cast(ChangedBlocklist, (await self._transport.send(request)).body)


class AsyncSandbox:
    """What only test mode has."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def set_balance(self, available: int) -> Balance:
        """Sets what the account can spend, in minor units: 50000 is ₦500.00."""
        json = {"available": available}
        return cast(Balance, await _put(self._transport, "/v1/sandbox/balance", "balance", json))


async def _put(transport: AsyncTransport, path: str, expects: str, json: Dict[str, Any]) -> Any:
    return (await transport.send(Request("PUT", path, expects=expects, json=json))).body

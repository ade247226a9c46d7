# Generated from _async/purchases.py by tools/generate.py. Do not edit.
from __future__ import annotations

from datetime import datetime, timezone
from typing import Any, Dict, Mapping, Optional, Union, cast

from .._results import Bought
from .._retry import polling_pauses
from .._wire import Request, checked_reference, path_of, query_of
from ..errors import WaitTimeoutError
from ..models import Purchase, PurchaseStatus
from .io import sleep
from .listing import Listing
from .transport import Transport

LONGEST_POLL = 15.0
FINAL = ("successful", "failed", "reversed")
#: Clocks differ, so polling continues for a while after `resolve_by`.
GRACE = 30.0


class Purchases:
    def __init__(self, transport: Transport, poll_interval: float) -> None:
        self._transport = transport
        self._poll_interval = poll_interval

    def buy(
        self,
        *,
        reference: str,
        phone_number: str,
        bundle_id: str,
        network_id: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
    ) -> Bought:
        """Buys a bundle once, however often this is called with the same reference.

        Repeats the request until the outcome is known. Store the reference before you call.
        Raises ApiError (nothing was bought) or OutcomeUnknownError (call again with the same arguments).
        """
        order: Dict[str, Any] = {
            "reference": checked_reference(reference),
            "phone_number": phone_number,
            "bundle_id": bundle_id,
        }
        if network_id is not None:
            order["network_id"] = network_id
        if metadata is not None:
            order["metadata"] = dict(metadata)
        request = Request("POST", "/v1/purchases", expects="purchase", json=order, reference=reference)
        answer = self._transport.send(request)
        return Bought(cast(Purchase, answer.body), answer.status == 201)

    def get(self, id: str) -> Purchase:
        return cast(Purchase, self._transport.get(path_of("purchases", id), "purchase"))

    def find(self, reference: str) -> Optional[Purchase]:
        """The purchase with your reference. None: the API has not received it."""
        page = self.list(reference=checked_reference(reference)).page()
        return page.data[0] if page.data else None

    def list(
        self,
        *,
        reference: Optional[str] = None,
        status: Optional[PurchaseStatus] = None,
        phone_number: Optional[str] = None,
        same_number_as: Optional[str] = None,
        created_from: Union[None, str, datetime] = None,
        created_to: Union[None, str, datetime] = None,
        limit: Optional[int] = None,
    ) -> Listing[Purchase]:
        """Newest first. `same_number_as` is the id of a purchase. `limit` is the size of a page."""
        query = query_of(
            {
                "reference": reference,
                "status": status,
                "phone_number": phone_number,
                "same_number_as": same_number_as,
                "created_from": created_from,
                "created_to": created_to,
                "limit": limit,
            }
        )
        return Listing(self._transport, "/v1/purchases", query)

    def wait(self, id: str) -> Purchase:
        """Polls until the purchase is successful, failed or reversed.

        Raises WaitTimeoutError if it is still pending 30 s after its `resolve_by`.
        """
        for pause in polling_pauses(self._poll_interval, LONGEST_POLL):
            purchase = self.get(id)
            if purchase["status"] in FINAL:
                return purchase
            if _seconds_since(purchase["resolve_by"]) > GRACE:
                raise WaitTimeoutError(purchase)
            sleep(pause)
        raise AssertionError("polling does not end")


def _seconds_since(time: str) -> float:
    # Python 3.10 and older do not read the Z.
    moment = datetime.fromisoformat(time.replace("Z", "+00:00"))
    return (datetime.now(timezone.utc) - moment).total_seconds()

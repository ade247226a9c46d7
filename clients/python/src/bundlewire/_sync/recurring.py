# Generated from _async/recurring.py by tools/generate.py. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Optional, Sequence, Union, cast

from .._wire import Request, checked_reference, given, path_of, query_of
from ..models import ApprovedCost, RecurringBatch
from .listing import Listing
from .transport import Transport

KIND = "recurring-batches"
PATH = f"/v1/{KIND}"


class RecurringBatches:
    """Batches that are bought repeatedly, on a schedule. Each run makes a new batch."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        reference: str,
        batch_id: str,
        time_zone: str,
        at: str,
        approved_cost: ApprovedCost,
        weekdays: Optional[Sequence[int]] = None,
        month_days: Optional[Sequence[int]] = None,
        ends_at: Union[None, str, datetime] = None,
        duplicate_window_hours: Optional[int] = None,
    ) -> RecurringBatch:
        """Buys the rows of a checked batch again at each time of a calendar.

        `at` is a time such as `"08:00"` on the clocks of `time_zone`. `weekdays` are 1 for Monday to 7
        for Sunday. A run that would cost more than `approved_cost` is skipped. The same reference with
        the same fields returns the first recurring batch. Raises OutcomeUnknownError if it is unknown
        whether it was created.
        """
        json = {
            "reference": checked_reference(reference),
            "batch_id": batch_id,
            "time_zone": time_zone,
            "at": at,
            "approved_cost": approved_cost,
            **given(
                weekdays=None if weekdays is None else [*weekdays],
                month_days=None if month_days is None else [*month_days],
                duplicate_window_hours=duplicate_window_hours,
            ),
            **query_of({"ends_at": ends_at}),
        }
        request = Request("POST", PATH, expects="recurring_batch", json=json, reference=reference)
        return cast(RecurringBatch, (self._transport.send(request)).body)

    def get(self, id: str) -> RecurringBatch:
        """With its last and next runs."""
        return cast(RecurringBatch, self._transport.get(path_of(KIND, id), "recurring_batch"))

    def list(self, *, limit: Optional[int] = None) -> Listing[RecurringBatch]:
        """Newest first, without deleted ones."""
        return Listing(self._transport, PATH, query_of({"limit": limit}))

    def pause(self, id: str) -> RecurringBatch:
        """No run begins until you resume it."""
        return self._command("POST", path_of(KIND, id, "pause"))

    def resume(self, id: str) -> RecurringBatch:
        """Continues with the next time of the calendar. Times that passed meanwhile are left out."""
        return self._command("POST", path_of(KIND, id, "resume"))

    def delete(self, id: str) -> RecurringBatch:
        """No run begins any more. A batch that a run has started continues."""
        return self._command("DELETE", path_of(KIND, id))

    def _command(self, method: str, path: str) -> RecurringBatch:
        request = Request(method, path, expects="recurring_batch")
        return cast(RecurringBatch, (self._transport.send(request)).body)

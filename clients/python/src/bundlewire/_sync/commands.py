# Generated from _async/commands.py by tools/generate.py. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Optional, Union, cast

from .._wire import Request, path_of, query_of
from ..models import Batch, Money
from .transport import Transport


class BatchCommands:
    """What starts, stops and decides about a batch."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def accept_corrections(self, id: str) -> Batch:
        """Agrees to the phone numbers that the check corrected. Nothing is bought before `start`."""
        return self._command(id, "corrections/accept")

    def reject_corrections(self, id: str) -> Batch:
        """Declines the corrected phone numbers: their rows get errors."""
        return self._command(id, "corrections/reject")

    def start(
        self,
        id: str,
        *,
        approved_cost: Optional[Money] = None,
        file_sha256: Optional[str] = None,
        revision: Optional[int] = None,
        first: Optional[int] = None,
        send_between: Optional[str] = None,
    ) -> Batch:
        """Starts a batch that is ready.

        With `approved_cost`, `file_sha256` and `revision` as the batch shows them, it never spends more
        than that cost, and has the rows that you were shown. `first` buys only so many rows, and then
        pauses. `send_between` has the hours in which rows are bought, such as `"09:00-20:00"`, in the
        local time of the recipient.
        """
        return self._command(
            id,
            "start",
            approved_cost=approved_cost,
            file_sha256=file_sha256,
            revision=revision,
            first=first,
            send_between=send_between,
        )

    def schedule(
        self,
        id: str,
        start_at: Union[str, datetime],
        *,
        approved_cost: Optional[Money] = None,
        file_sha256: Optional[str] = None,
        revision: Optional[int] = None,
        first: Optional[int] = None,
        send_between: Optional[str] = None,
    ) -> Batch:
        """Starts a batch at a time instead of now, or moves its start. It agrees to the same as `start`."""
        return self._command(
            id,
            "schedule",
            **query_of({"start_at": start_at}),
            approved_cost=approved_cost,
            file_sha256=file_sha256,
            revision=revision,
            first=first,
            send_between=send_between,
        )

    def start_now(self, id: str) -> Batch:
        """Starts a scheduled batch before its time."""
        return self._command(id, "start-now")

    def unschedule(self, id: str) -> Batch:
        """Makes a scheduled batch wait for `start` again."""
        return self._command(id, "unschedule")

    def pause(self, id: str) -> Batch:
        return self._command(id, "pause")

    def resume(self, id: str, *, approved_cost: Optional[Money] = None) -> Batch:
        """`approved_cost` is a new limit, after a pause with `price_changed`."""
        return self._command(id, "resume", approved_cost=approved_cost)

    def cancel(self, id: str) -> Batch:
        """No further rows are bought. Purchases that were made continue."""
        return self._command(id, "cancel")

    def _command(self, id: str, name: str, **agreed: Union[None, str, int, Money]) -> Batch:
        json = {key: value for key, value in agreed.items() if value is not None}
        request = Request("POST", path_of("batches", id, name), expects="batch", json=json or None)
        return cast(Batch, (self._transport.send(request)).body)

from __future__ import annotations

from datetime import datetime
from typing import Any, Mapping, Optional, Sequence, Union, cast

from .._wire import UNSET, Request, Unset, checked_reference, given, listed, path_of, query_of, sent
from ..models import Approval, Batch, BatchRow, BatchRowEdit, Money
from .transport import AsyncTransport


class AsyncBatchCommands:
    """What starts, stops and decides about a batch."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def accept_corrections(self, id: str) -> Batch:
        """Agrees to the phone numbers that the check corrected. Nothing is bought before `start`."""
        return await self._command(id, "corrections/accept")

    async def reject_corrections(self, id: str) -> Batch:
        """Declines the corrected phone numbers: their rows get errors."""
        return await self._command(id, "corrections/reject")

    async def start(
        self,
        id: str,
        *,
        approved_cost: Optional[Money] = None,
        file_sha256: Optional[str] = None,
        revision: Optional[int] = None,
        first: Optional[int] = None,
        send_between: Union[None, str, Unset] = UNSET,
    ) -> Batch:
        """Starts a batch that is ready.

        With `approved_cost`, `file_sha256` and `revision` as the batch shows them, it never spends more
        than that cost, and has the rows that you were shown. `first` buys only so many rows, and then
        pauses. `send_between` has the hours in which rows are bought, such as `"09:00-20:00"`, in the
        local time of the recipient. None removes the hours of the upload.
        """
        agreed = given(approved_cost=approved_cost, file_sha256=file_sha256, revision=revision, first=first)
        return await self._command(id, "start", {**agreed, **sent(send_between=send_between)})

    async def schedule(
        self,
        id: str,
        start_at: Union[str, datetime],
        *,
        approved_cost: Optional[Money] = None,
        file_sha256: Optional[str] = None,
        revision: Optional[int] = None,
        first: Optional[int] = None,
        send_between: Union[None, str, Unset] = UNSET,
    ) -> Batch:
        """Starts a batch at a time instead of now, or moves its start. It agrees to the same as `start`."""
        agreed = given(approved_cost=approved_cost, file_sha256=file_sha256, revision=revision, first=first)
        time = query_of({"start_at": start_at})
        return await self._command(id, "schedule", {**time, **agreed, **sent(send_between=send_between)})

    async def request_start(
        self,
        id: str,
        *,
        approved_cost: Money,
        start_at: Union[None, str, datetime] = None,
        file_sha256: Optional[str] = None,
        revision: Optional[int] = None,
        send_between: Union[None, str, Unset] = UNSET,
        note: Optional[str] = None,
    ) -> Approval:
        """Asks others to approve that the batch starts as you say, and for how much. Nothing is started.

        After the approval, someone who may start it calls `start`, or `schedule` if you gave `start_at`,
        with the `terms` of the approval. The `note` is for those who approve.
        """
        json = {
            **query_of({"start_at": start_at}),
            **given(approved_cost=approved_cost, file_sha256=file_sha256, revision=revision, note=note),
            **sent(send_between=send_between),
        }
        request = Request("POST", path_of("batches", id, "request-start"), expects="approval", json=json)
        return cast(Approval, (await self._transport.send(request)).body)

    async def start_now(self, id: str) -> Batch:
        """Starts a scheduled batch before its time."""
        return await self._command(id, "start-now")

    async def unschedule(self, id: str) -> Batch:
        """Makes a scheduled batch wait for `start` again."""
        return await self._command(id, "unschedule")

    async def pause(self, id: str) -> Batch:
        return await self._command(id, "pause")

    async def resume(self, id: str, *, approved_cost: Optional[Money] = None) -> Batch:
        """`approved_cost` is a new limit, after a pause with `price_changed`."""
        return await self._command(id, "resume", given(approved_cost=approved_cost))

    async def cancel(self, id: str) -> Batch:
        """No further rows are bought. Purchases that were made continue."""
        return await self._command(id, "cancel")

    async def change_row(
        self,
        id: str,
        line: int,
        *,
        phone_number: Union[None, str, Unset] = UNSET,
        bundle_id: Union[None, str, Unset] = UNSET,
        data_mb: Union[None, int, Unset] = UNSET,
        validity_hours: Union[None, int, Unset] = UNSET,
        dropped: Optional[bool] = None,
        revision: Optional[int] = None,
    ) -> BatchRow:
        """Corrects, drops or restores a row of a batch that is `ready`.

        Only what you give changes. None means: as in the file. With the `revision` of the batch that you
        have seen, a change that someone else made since raises ApiError with status 409. Read the batch
        again before you start it: its cost and its `revision` have changed.
        """
        json = {
            **sent(
                phone_number=phone_number, bundle_id=bundle_id, data_mb=data_mb, validity_hours=validity_hours
            ),
            **given(dropped=dropped, revision=revision),
        }
        path = path_of("batches", id, "rows", str(line))
        request = Request("PATCH", path, expects="batch_row", json=json)
        return cast(BatchRow, (await self._transport.send(request)).body)

    async def change_rows(
        self, id: str, edits: Sequence[BatchRowEdit], *, revision: Optional[int] = None
    ) -> Batch:
        """Changes up to 1,000 rows of a batch that is `ready`, all or none.

        An edit has the `line` and what to change, as `change_row` has.
        """
        json = {"edits": [*edits], **given(revision=revision)}
        request = Request("PATCH", path_of("batches", id, "rows"), expects="batch", json=json)
        return cast(Batch, (await self._transport.send(request)).body)

    async def recheck(self, id: str) -> Batch:
        """Checks all rows of a batch that is `ready` again: prices, bundles and duplicates."""
        return await self._command(id, "recheck")

    async def retry(
        self, id: str, *, reference: Optional[str] = None, reasons: Optional[Sequence[str]] = None
    ) -> Batch:
        """Makes a batch of the rows that failed for reasons that may pass. It waits for `start`.

        If such a batch is open, raises ApiError with status 409 and `details["batch_id"]`.
        Without a `reference`, this also happens if the answer to an earlier attempt was lost.
        """
        json = given(
            reference=None if reference is None else checked_reference(reference),
            reasons=None if reasons is None else listed("reasons", reasons),
        )
        return await self._command(id, "retry", json, reference)

    async def _command(
        self,
        id: str,
        name: str,
        json: Optional[Mapping[str, Any]] = None,
        reference: Optional[str] = None,
    ) -> Batch:
        request = Request(
            "POST", path_of("batches", id, name), expects="batch", json=json or None, reference=reference
        )
        return cast(Batch, (await self._transport.send(request)).body)

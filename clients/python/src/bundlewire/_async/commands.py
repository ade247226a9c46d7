from __future__ import annotations

from datetime import datetime
from typing import Optional, Union, cast

from .._wire import Request, path_of, query_of
from ..models import Batch, Money
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
        send_between: Optional[str] = None,
    ) -> Batch:
        """Starts a batch that is ready.

        With `approved_cost`, `file_sha256` and `revision` as the batch shows them, it never spends more
        than that cost, and has the rows that you were shown. `first` buys only so many rows, and then
        pauses. `send_between` has the hours in which rows are bought, such as `"09:00-20:00"`, in the
        local time of the recipient.
        """
        return await self._command(
            id,
            "start",
            approved_cost=approved_cost,
            file_sha256=file_sha256,
            revision=revision,
            first=first,
            send_between=send_between,
        )

    async def schedule(
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
        return await self._command(
            id,
            "schedule",
            **query_of({"start_at": start_at}),
            approved_cost=approved_cost,
            file_sha256=file_sha256,
            revision=revision,
            first=first,
            send_between=send_between,
        )

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
        return await self._command(id, "resume", approved_cost=approved_cost)

    async def cancel(self, id: str) -> Batch:
        """No further rows are bought. Purchases that were made continue."""
        return await self._command(id, "cancel")

    async def _command(self, id: str, name: str, **agreed: Union[None, str, int, Money]) -> Batch:
        json = {key: value for key, value in agreed.items() if value is not None}
        request = Request("POST", path_of("batches", id, name), expects="batch", json=json or None)
        return cast(Batch, (await self._transport.send(request)).body)

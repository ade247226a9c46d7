# Generated from _async/batches.py by tools/generate.py. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Callable, Literal, Mapping, Optional, Union, cast

from .._files import FileFormat, PathText, Source, accepted_type, content_type, opener
from .._retry import polling_pauses
from .._wire import Request, checked_reference, path_of, query_of
from ..errors import BatchRejectedError
from ..models import (
    Batch,
    BatchBreakdown,
    BatchOnDuplicate,
    BatchOnInsufficientBalance,
    BatchOnInvalid,
    BatchRow,
    BatchRowState,
    BatchStart,
    BatchStatus,
)
from .commands import BatchCommands
from .downloads import save
from .io import sleep
from .listing import Listing
from .transport import Transport

LONGEST_POLL = 15.0


class Batches(BatchCommands):
    """Campaigns: one file with thousands of purchases."""

    def __init__(self, transport: Transport, poll_interval: float) -> None:
        super().__init__(transport)
        self._poll_interval = poll_interval

    def upload(
        self,
        source: Source,
        *,
        reference: str,
        start: Optional[BatchStart] = None,
        on_invalid: Optional[BatchOnInvalid] = None,
        on_insufficient_balance: Optional[BatchOnInsufficientBalance] = None,
        not_before: Union[None, str, datetime] = None,
        send_between: Optional[str] = None,
        columns: Optional[Mapping[str, str]] = None,
        sheet: Optional[str] = None,
        on_unknown_columns: Optional[Literal["keep", "reject"]] = None,
        duplicate_window_hours: Optional[int] = None,
        on_duplicate: Optional[BatchOnDuplicate] = None,
        repair: Optional[Literal["never", "propose", "accept"]] = None,
        default_country: Optional[str] = None,
        data_mb: Optional[int] = None,
        validity_hours: Optional[int] = None,
        file_name: Optional[str] = None,
    ) -> Batch:
        """Streams a file. The same file with the same reference is the same batch.

        With `start="manual"` the batch waits for `start()`. `columns` maps our names to yours:
        `{"phone_number": "MSISDN"}`. `sheet` chooses the sheet of a workbook. `repair` corrects
        damaged phone numbers; with `"propose"`, call `accept_corrections()` or
        `reject_corrections()` before `start()`. `data_mb` and `validity_hours` choose the bundle of
        rows that have none. `file_name` says by its ending what kind of file it is; a path needs none.
        The batch can be `rejected`: `wait_checked` raises then.
        """
        query = query_of(
            {
                "reference": checked_reference(reference),
                "start": start,
                "on_invalid": on_invalid,
                "on_insufficient_balance": on_insufficient_balance,
                "not_before": not_before,
                "send_between": send_between,
                "sheet": sheet,
                "on_unknown_columns": on_unknown_columns,
                "duplicate_window_hours": duplicate_window_hours,
                "on_duplicate": on_duplicate,
                "repair": repair,
                "default_country": default_country,
                "data_mb": data_mb,
                "validity_hours": validity_hours,
                **{f"column.{ours}": yours for ours, yours in (columns or {}).items()},
            }
        )
        request = Request(
            "POST",
            "/v1/batches",
            query,
            expects="batch",
            file=opener(source),
            file_type=content_type(source, file_name),
            reference=reference,
        )
        return cast(Batch, (self._transport.send(request)).body)

    def get(self, id: str) -> Batch:
        return cast(Batch, self._transport.get(path_of("batches", id), "batch"))

    def list(
        self,
        *,
        reference: Optional[str] = None,
        status: Optional[BatchStatus] = None,
        stage: Optional[Literal["scheduled"]] = None,
        search: Optional[str] = None,
        owner: Optional[str] = None,
        archived: Optional[bool] = None,
        created_from: Union[None, str, datetime] = None,
        created_to: Union[None, str, datetime] = None,
        limit: Optional[int] = None,
    ) -> Listing[Batch]:
        """Newest first. `search` is text of the reference or note, `owner` the id of a key or person."""
        query = query_of(
            {
                "reference": reference,
                "status": status,
                "stage": stage,
                "search": search,
                "owner": owner,
                "archived": archived,
                "created_from": created_from,
                "created_to": created_to,
                "limit": limit,
            }
        )
        return Listing(self._transport, "/v1/batches", query)

    def rows(
        self,
        id: str,
        *,
        state: Optional[BatchRowState] = None,
        reason: Optional[str] = None,
        network_id: Optional[str] = None,
        bundle_id: Optional[str] = None,
        phone_number: Optional[str] = None,
        only: Optional[Literal["unbought"]] = None,
        include: Optional[Literal["network_timeout"]] = None,
        limit: Optional[int] = None,
    ) -> Listing[BatchRow]:
        """In the order of the file. `reason` is the code of an error or of a failure."""
        query = query_of(
            {
                "state": state,
                "reason": reason,
                "network_id": network_id,
                "bundle_id": bundle_id,
                "phone_number": phone_number,
                "only": only,
                "include": include,
                "limit": limit,
            }
        )
        return Listing(self._transport, path_of("batches", id, "rows"), query)

    def breakdown(self, id: str) -> BatchBreakdown:
        """Counts all rows by network, bundle, state and reason, with their amounts."""
        body = self._transport.get(path_of("batches", id, "breakdown"), "batch_breakdown")
        return cast(BatchBreakdown, body)

    def download_rows(
        self,
        id: str,
        path: PathText,
        *,
        state: Optional[BatchRowState] = None,
        reason: Optional[str] = None,
        network_id: Optional[str] = None,
        bundle_id: Optional[str] = None,
        phone_number: Optional[str] = None,
        only: Optional[Literal["unbought"]] = None,
        include: Optional[Literal["network_timeout"]] = None,
        format: Optional[FileFormat] = None,
        amounts: Optional[Literal["minor", "major"]] = None,
        bom: Optional[bool] = None,
    ) -> int:
        """Saves your file with the outcome of each row. Returns its size in bytes.

        Without a `format`, a path that ends in `.xlsx` gets a workbook, and any other path gets CSV.
        `amounts` chooses minor or major units. `bom` begins a CSV file with a byte order mark.
        `only="unbought"` has the rows that bought nothing: correct them, and upload a new batch.
        """
        query = query_of(
            {
                "state": state,
                "reason": reason,
                "network_id": network_id,
                "bundle_id": bundle_id,
                "phone_number": phone_number,
                "only": only,
                "include": include,
                "amounts": amounts,
                "bom": bom,
            }
        )
        accept = accepted_type(path, format)
        return save(
            self._transport, Request("GET", path_of("batches", id, "rows"), query, accept=accept), path
        )

    def download_template(self, path: PathText) -> int:
        """Saves a workbook (.xlsx) to fill in and upload, with your bundles and their prices.

        Returns its size in bytes.
        """
        accept = accepted_type(path, "xlsx")
        return save(self._transport, Request("GET", "/v1/batches/template", accept=accept), path)

    def wait_checked(self, id: str) -> Batch:
        """Polls until every row is checked. Raises BatchRejectedError for a file that cannot be used."""
        return self._wait(id, lambda batch: batch["status"] != "validating")

    def wait(self, id: str, on_progress: Optional[Callable[[Batch], object]] = None) -> Batch:
        """Polls until the batch is completed, or cancelled without pending purchases.

        `on_progress` is called with each batch that is read, to show its counts. A paused batch is
        waited for: look at `pause` in `on_progress`. Raises BatchRejectedError.
        """
        return self._wait(id, _has_ended, on_progress)

    def _wait(
        self,
        id: str,
        is_reached: Callable[[Batch], bool],
        on_progress: Optional[Callable[[Batch], object]] = None,
    ) -> Batch:
        for pause in polling_pauses(self._poll_interval, LONGEST_POLL):
            batch = self.get(id)
            if on_progress is not None:
                on_progress(batch)
            if batch["status"] == "rejected":
                raise BatchRejectedError(batch)
            if is_reached(batch):
                return batch
            sleep(pause)
        raise AssertionError("polling does not end")


def _has_ended(batch: Batch) -> bool:
    if batch["status"] == "canceled":
        return batch["counts"]["pending"] == 0
    return batch["status"] == "completed"

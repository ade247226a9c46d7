"""What the client raises. Wrong arguments raise ValueError or TypeError before anything is sent."""

from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, Optional, Tuple, Type

from .models import Batch, Purchase, Statement


class BundlewireError(Exception):
    """Every error that this package defines."""

    def __reduce__(self) -> Tuple[Any, ...]:
        # Task queues and process pools pickle errors.
        return _restored, (type(self), self.args, vars(self))


def _restored(kind: Type[BundlewireError], args: Tuple[Any, ...], state: Dict[str, Any]) -> BundlewireError:
    error = kind.__new__(kind, *args)
    vars(error).update(state)
    return error


class ApiError(BundlewireError):
    """The API rejected the request. `str(error)` is its message."""

    def __init__(self, status: int, error: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        self.status = status
        """HTTP status."""
        self.code: str = error["code"]
        """For programs. Handle a code that you do not know by `status` and `retryable`."""
        self.message: str = str(error.get("message") or f"The API answered HTTP {status}.")
        self.param: Optional[str] = error.get("param")
        """The field of the request that caused the error, if one did."""
        self.details: Dict[str, Any] = error.get("details") or {}
        retryable = error.get("retryable")
        self.retryable = status == 429 or (retryable if isinstance(retryable, bool) else status >= 500)
        """Whether the same request can succeed later."""
        self.request_id: Optional[str] = error.get("request_id") or headers.get("svc-request-id")
        """Quote it when you contact support."""
        retry_after = headers.get("retry-after", "")
        self.retry_after = int(retry_after) if retry_after.isascii() and retry_after.isdigit() else None
        """Seconds to wait before the next attempt; None if the API does not say."""
        super().__init__(self.message)

    def __str__(self) -> str:
        return f"{self.message} (HTTP {self.status}, {self.code}, request {self.request_id})"


NoAnswerReason = Literal["timeout", "connection", "unreadable"]


class NoAnswerError(BundlewireError):
    """The API did not answer: no connection, no time, or an answer that is not from the API."""

    retryable = True
    """False if the request created or rotated an API key: the message says what to do."""

    def __init__(self, reason: NoAnswerReason, message: str) -> None:
        self.reason: NoAnswerReason = reason
        super().__init__(message)


class OutcomeUnknownError(NoAnswerError):
    """A purchase or an upload had no answer, so you do not know whether it was accepted.

    Send it again with the same reference, now or later: nothing is bought twice under one reference.
    The attempt's failure is `__cause__`.
    """

    def __init__(self, reason: NoAnswerReason, reference: str, attempts: int, last: str) -> None:
        self.reference = reference
        super().__init__(
            reason,
            f"The outcome of {reference} is unknown after {attempts} attempts, because an attempt had no "
            f"answer and may have been accepted. The last attempt: {last} "
            "Send the same request with the same reference again, or look the reference up.",
        )


class WaitTimeoutError(BundlewireError, TimeoutError):
    """A purchase is still pending 30 s after its `resolve_by`. Contact support."""

    def __init__(self, purchase: Purchase) -> None:
        self.purchase = purchase
        super().__init__(
            f"Purchase {purchase['id']} is still pending 30 s after its resolve_by. Contact support."
        )


class BatchRejectedError(BundlewireError):
    """The file of a campaign cannot be used. Correct it, then upload it again; nothing was bought."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.rejection = batch["rejection"]
        self.code = self.rejection["code"] if self.rejection else "rejected"
        self.errors = batch["errors"]
        """The first 20 errors of rows."""
        lines = [self.rejection["message"]] if self.rejection else []
        lines += [f"Line {error['line']}: {error['message']}" for error in self.errors[:3]]
        super().__init__(" ".join(lines) or f"Batch {batch['id']} was rejected.")


class StatementMismatchError(BundlewireError):
    """The opening balance and the amounts of all lines do not add up to the closing balance."""

    def __init__(self, statement: Statement, total: int) -> None:
        self.statement = statement
        self.total = total
        """Sum of the amounts of all lines, in minor units."""
        super().__init__(
            f"The statement of {statement['date']} does not add up: {statement['opening_balance']} + {total} "
            f"is not {statement['closing_balance']}. Download it again; if it still differs, contact support."
        )


class StatementOpenError(BundlewireError):
    """The day is not closed, so its lines can still change. Nothing was compared."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        day = statement["date"]
        super().__init__(
            f"The statement of {day} is open, so its lines can still change. Reconcile it after its midnight "
            f"in UTC, or wait with statements.wait_closed({day!r})."
        )


WebhookReason = Literal[
    "header_missing", "timestamp_too_far", "signature_wrong", "secret_empty", "not_an_event"
]


class WebhookError(BundlewireError):
    """The webhook is not genuine, or is no event. Answer 401 and do nothing else."""

    def __init__(self, reason: WebhookReason, message: str) -> None:
        self.reason: WebhookReason = reason
        super().__init__(message)

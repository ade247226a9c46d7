"""When to try again. Requests of the API are safe to repeat, except those that show a secret once."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Callable, Iterator, Optional, Union

from .errors import ApiError, NoAnswerError, OutcomeUnknownError

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 8.0

Failure = Union[ApiError, NoAnswerError]


@dataclass(frozen=True)
class Retries:
    attempts: int = 20
    """Attempts in all; 1 means that nothing is repeated. With the default, the time decides."""
    within: float = 60.0
    """No attempt starts later than this after the first, in seconds."""

    def __post_init__(self) -> None:
        if self.attempts < 1 or self.within < 0:
            raise ValueError("Retries: attempts must be at least 1, and within must not be negative.")


class Attempts:
    """The attempts of one call.

    `reference` is that of a purchase or an upload. With `if_lost`, a lost answer is the end.
    """

    def __init__(
        self,
        retries: Retries,
        reference: Optional[str] = None,
        clock: Callable[[], float] = time.monotonic,
        if_lost: Optional[str] = None,
    ) -> None:
        self.number = 1
        self._retries = retries
        self._reference = reference
        self._if_lost = if_lost
        self._clock = clock
        self._began = clock()
        self._unanswered: Optional[NoAnswerError] = None

    def failed(self, failure: Failure) -> float:
        """Seconds until the next attempt. Raises what the caller gets if there is none."""
        if isinstance(failure, NoAnswerError):
            self._unanswered = failure
            if self._if_lost is not None:
                raise _lost(failure, self._if_lost) from failure
        elif not failure.retryable:
            raise self._final(failure)
        pause = pause_after(failure, self.number)
        late = self._clock() + pause > self._began + self._retries.within
        if self.number >= self._retries.attempts or late:
            raise self._final(failure)
        self.number += 1
        return pause

    def unrepeatable(self, error: Exception) -> Exception:
        """What the caller gets if the file of an upload cannot be read (again)."""
        if self._reference is None or self._unanswered is None:
            return error
        last = f"The file cannot be read again ({type(error).__name__}: {error})."
        return OutcomeUnknownError(self._unanswered.reason, self._reference, self.number - 1, last)

    def _final(self, failure: Failure) -> Failure:
        # A rejection says nothing about an earlier attempt without an answer: that one may have bought,
        # or may still arrive.
        if self._reference is None or self._unanswered is None:
            return failure
        unknown = OutcomeUnknownError(self._unanswered.reason, self._reference, self.number, _last(failure))
        unknown.__cause__ = failure
        return unknown


def _lost(failure: NoAnswerError, advice: str) -> NoAnswerError:
    lost = NoAnswerError(failure.reason, f"{failure} {advice}")
    lost.retryable = False
    return lost


def _last(failure: Failure) -> str:
    """Without the message of a rejection: that nothing was bought is true of the last attempt only."""
    if isinstance(failure, NoAnswerError):
        return str(failure)
    return f"It was rejected with {failure.code} (HTTP {failure.status}, request {failure.request_id})."


def pause_after(failure: Failure, attempt: int) -> float:
    """What the API asks for; else doubling, with jitter so that clients do not return together."""
    grown: float = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1)) * random.uniform(0.5, 1)
    asked = failure.retry_after if isinstance(failure, ApiError) else None
    return grown if asked is None else asked + grown / 4


def polling_pauses(first: float, longest: float) -> Iterator[float]:
    """Growing by half each time, to ten times the first at most."""
    longest = min(longest, first * 10)
    pause = min(first, longest)
    while True:
        yield pause
        pause = min(longest, pause * 1.5)

# Generated from _async/transport.py by tools/generate.py. Do not edit.
from __future__ import annotations

import logging
import time
from typing import Any, Iterator, Dict, Optional, Union

import httpx

from .._quiet import httpx_quiet
from .._retry import Attempts, Failure, Retries
from .._wire import Answer, Request, read_answer
from ..errors import ApiError, NoAnswerError
from .io import pieces, sleep

#: The API checks a whole file before it answers its upload.
UPLOAD_FACTOR = 10


class Transport:
    """Sends requests, and repeats those that failed for a moment."""

    def __init__(
        self, http: httpx.Client, timeout: float, retries: Retries, logger: logging.Logger
    ) -> None:
        self._http = http
        self._timeout = timeout
        self._retries = retries
        self._logger = logger

    def attempts(self, reference: Optional[str] = None, if_lost: Optional[str] = None) -> Attempts:
        return Attempts(self._retries, reference, if_lost=if_lost)

    def send(self, request: Request) -> Answer:
        """Raises ApiError or NoAnswerError when there are no further attempts."""
        attempts = self.attempts(request.reference, request.if_lost)
        while True:
            try:
                outcome = self._attempt(request, attempts.number)
            except (OSError, ValueError) as error:
                # From reading the file: failures of the network are outcomes.
                unrepeatable = attempts.unrepeatable(error)
                if unrepeatable is error:
                    raise
                raise unrepeatable from error
            if isinstance(outcome, Answer):
                return outcome
            sleep(attempts.failed(outcome))

    def get(self, path: str, expects: str, query: Optional[Dict[str, str]] = None) -> Any:
        return (self.send(Request("GET", path, query=query or {}, expects=expects))).body

    def stream(self, request: Request, attempts: Attempts) -> Iterator[bytes]:
        """The pieces of a file. The time limit is for each piece.

        The request is repeated until the file begins. Raises NoAnswerError if it breaks off after that.
        """
        while True:
            began = time.monotonic()
            response = None
            try:
                response = self._open(request)
                failure = _not_a_file(response, request)
                self._log(request, attempts.number, began, response, failure)
                if failure is None:
                    for piece in response.iter_bytes():
                        yield piece
                    return
            except httpx.HTTPError as error:
                failure = _no_answer(error, self._timeout)
                failure.__cause__ = error
                self._log(request, attempts.number, began, response, failure)
                if response is not None and response.is_success:
                    raise failure from error
            finally:
                if response is not None:
                    response.close()
            sleep(attempts.failed(failure))

    def _attempt(self, request: Request, attempt: int) -> Union[Answer, Failure]:
        began = time.monotonic()
        response = None
        outcome: Union[Answer, Failure]
        try:
            response = self._open(request)
            try:
                body = bytearray()
                for piece in response.iter_bytes():
                    body += piece
                    if request.file is None and time.monotonic() > began + self._timeout:
                        raise httpx.ReadTimeout("The answer took too long.")
            finally:
                response.close()
            outcome = read_answer(response.status_code, response.headers, bytes(body), request.expects)
        except httpx.HTTPError as error:
            outcome = _no_answer(error, self._timeout)
            outcome.__cause__ = error
        self._log(request, attempt, began, response, None if isinstance(outcome, Answer) else outcome)
        return outcome

    def _open(self, request: Request) -> httpx.Response:
        """The answer's headers; its body is not read yet."""
        headers = {"accept": request.accept}
        limits: Dict[str, Any] = {"timeout": httpx.Timeout(self._timeout)}
        file = None
        if request.file is not None:
            file = request.file()
            limits["timeout"] = httpx.Timeout(self._timeout, read=self._timeout * UPLOAD_FACTOR)
            headers = {**headers, "content-type": request.file_type}
        try:
            built = self._http.build_request(
                request.method,
                request.path,
                params=request.query,
                headers=headers,
                json=request.json,
                content=None if file is None else pieces(file),
                **limits,
            )
            with httpx_quiet():
                return self._http.send(built, stream=True)
        finally:
            if file is not None:
                file.close()

    def _log(
        self,
        request: Request,
        attempt: int,
        began: float,
        response: Optional[httpx.Response],
        failure: Optional[Failure],
    ) -> None:
        if isinstance(failure, NoAnswerError):
            result = f"no answer ({failure.reason})"
        elif isinstance(failure, ApiError):
            result = f"{failure.status} {failure.code}"
        else:
            result = str(response.status_code) if response is not None else ""
        self._logger.log(
            logging.WARNING if failure is not None and failure.retryable else logging.INFO,
            "%s %s: %s, request %s, attempt %d, %d ms",
            request.method,
            request.path,
            result,
            response.headers.get("svc-request-id", "unknown") if response is not None else "unknown",
            attempt,
            (time.monotonic() - began) * 1_000,
        )


def _no_answer(error: httpx.HTTPError, timeout: float) -> NoAnswerError:
    if isinstance(error, httpx.TimeoutException):
        return NoAnswerError("timeout", f"The API did not answer within {timeout:g} s.")
    return NoAnswerError(
        "connection", f"The connection failed before the answer was complete ({type(error).__name__})."
    )


def _not_a_file(response: httpx.Response, request: Request) -> Optional[Failure]:
    kind = response.headers.get("content-type", "")
    if response.status_code == 200 and kind.startswith(request.accept):
        return None
    outcome = read_answer(response.status_code, response.headers, response.read(), request.expects)
    return (
        NoAnswerError("unreadable", "The answer is not a file.") if isinstance(outcome, Answer) else outcome
    )

"""httpx logs each address with its query, where a phone number can be. These lines are left out."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Iterator

_sending: ContextVar[bool] = ContextVar("bundlewire_sending", default=False)


def _is_shown(_record: logging.LogRecord) -> bool:
    return not _sending.get()


logging.getLogger("httpx").addFilter(_is_shown)


@contextmanager
def httpx_quiet() -> Iterator[None]:
    """Only for requests of this package; other users of httpx keep their lines."""
    token = _sending.set(True)
    try:
        yield
    finally:
        _sending.reset(token)

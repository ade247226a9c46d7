# Generated from _async/downloads.py by tools/generate.py. Do not edit.
from __future__ import annotations

from .._files import PathText, replacing
from .._wire import Request
from ..errors import NoAnswerError
from .io import sleep, write
from .transport import Transport


def save(transport: Transport, request: Request, path: PathText) -> int:
    """Saves a file, and returns its size in bytes. A download that breaks off starts again."""
    attempts = transport.attempts()
    while True:
        try:
            with replacing(path) as file:
                for piece in transport.stream(request, attempts):
                    write(file, piece)
                return file.tell()
        except NoAnswerError as failure:
            pause = attempts.failed(failure)
        sleep(pause)

from __future__ import annotations

from .._files import PathText, replacing
from .._wire import Request
from ..errors import NoAnswerError
from .io import sleep, write
from .transport import AsyncTransport


async def save(transport: AsyncTransport, request: Request, path: PathText) -> int:
    """Saves a file, and returns its size in bytes. A download that breaks off starts again."""
    attempts = transport.attempts()
    while True:
        try:
            with replacing(path) as file:
                async for piece in transport.stream(request, attempts):
                    await write(file, piece)
                return file.tell()
        except NoAnswerError as failure:
            pause = attempts.failed(failure)
        await sleep(pause)

"""Waiting and files for AsyncClient. The same functions for Client are in _sync/io.py."""

from __future__ import annotations

import asyncio
from typing import AsyncIterator, BinaryIO

PIECE = 64 * 1024

sleep = asyncio.sleep


async def pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    """Reads in another thread, so that a slow disk does not stop the event loop."""
    while piece := await asyncio.to_thread(file.read, PIECE):
        yield piece


async def write(file: BinaryIO, piece: bytes) -> None:
    await asyncio.to_thread(file.write, piece)

"""Waiting and files for Client. The same functions for AsyncClient are in _async/io.py."""

from __future__ import annotations

import time
from typing import BinaryIO, Iterator

PIECE = 64 * 1024

sleep = time.sleep


def pieces(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(PIECE):
        yield piece


def write(file: BinaryIO, piece: bytes) -> None:
    file.write(piece)

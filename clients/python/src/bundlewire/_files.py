"""What can be uploaded, and where downloads go."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager
from typing import BinaryIO, Callable, Iterator, Union

PathText = Union[str, "os.PathLike[str]"]
Source = Union[PathText, bytes, Callable[[], BinaryIO]]
"""A path, the file's content, or a function that opens it again for each attempt."""


def opener(source: Source) -> Callable[[], BinaryIO]:
    if callable(source):
        return source
    if isinstance(source, (bytes, bytearray)):
        content = bytes(source)
        return lambda: io.BytesIO(content)
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        return lambda: open(path, "rb")
    raise TypeError(
        "source must be a path, bytes, or a function that opens the file: lambda: open(path, 'rb')."
    )


@contextmanager
def replacing(path: PathText) -> Iterator[BinaryIO]:
    """A file that takes its name only when it is complete."""
    partial = f"{os.fspath(path)}.part"
    try:
        with open(partial, "wb") as file:
            yield file
        os.replace(partial, path)
    except BaseException:
        if os.path.exists(partial):
            os.remove(partial)
        raise

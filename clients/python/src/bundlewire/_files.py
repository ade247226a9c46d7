"""What can be uploaded, and where downloads go."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager
from typing import BinaryIO, Callable, Iterator, Literal, Optional, Union

PathText = Union[str, "os.PathLike[str]"]
Source = Union[PathText, bytes, Callable[[], BinaryIO]]
"""A path, the file's content, or a function that opens it again for each attempt."""


#: Spreadsheets by the ending of their names.
TYPES = {
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".xlsm": "application/vnd.ms-excel.sheet.macroenabled.12",
    ".xls": "application/vnd.ms-excel",
    ".ods": "application/vnd.oasis.opendocument.spreadsheet",
}


FileFormat = Literal["csv", "xlsx"]
"""What kind of file the API writes."""
FORMATS = {"csv": "text/csv", "xlsx": TYPES[".xlsx"]}


def accepted_type(path: PathText, format: Optional[FileFormat]) -> str:
    """The content type of a download: that of the format, or of the ending of its path."""
    if format is None:
        ending = os.path.splitext(os.fsdecode(path))[1].lower()
        if ending in TYPES and ending != ".xlsx":
            raise ValueError(f"The path ends in {ending}. Use .csv or .xlsx, or give the format.")
        format = "xlsx" if ending == ".xlsx" else "csv"
    if format not in FORMATS:
        raise ValueError(f"format is {format!r}. Use 'csv' or 'xlsx'.")
    return FORMATS[format]


def content_type(source: Source, file_name: Optional[str]) -> str:
    """That of a spreadsheet by the ending of its name, or CSV for any other name."""
    if file_name is None:
        file_name = os.fsdecode(source) if isinstance(source, (str, os.PathLike)) else ""
    return TYPES.get(os.path.splitext(file_name)[1].lower(), "text/csv")


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

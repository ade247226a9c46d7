"""Requests and answers as data: what is sent, and what an answer means. No I/O."""

from __future__ import annotations

import enum
import ipaddress
import json
import platform
import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, BinaryIO, Callable, Dict, List, Mapping, Optional, Sequence, Union
from urllib.parse import quote, urlsplit

from ._version import __version__
from .errors import ApiError, NoAnswerError

QueryValue = Union[None, str, int, bool, datetime]


class Unset(enum.Enum):
    UNSET = "UNSET"

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset.UNSET
"""A field that is left out of a request. None is sent as null."""


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    """Is logged, so it has no phone number."""
    query: Mapping[str, str] = field(default_factory=dict, repr=False)
    expects: Optional[str] = ""
    """The `object` of the answer; None for any."""
    accept: str = "application/json"
    """The content type of the answer: that of a file for a download."""
    json: Optional[Mapping[str, Any]] = field(default=None, repr=False)
    file: Optional[Callable[[], BinaryIO]] = field(default=None, repr=False)
    """Opens the file that is uploaded."""
    file_type: str = "text/csv"
    reference: Optional[str] = None
    """Of the purchase or batch that the request creates."""
    if_lost: Optional[str] = None
    """What to do after a lost answer. The request is not sent again, because it shows a secret once."""


@dataclass(frozen=True)
class Answer:
    """What the API sent when it accepted a request."""

    status: int
    body: Dict[str, Any]


def read_answer(
    status: int, headers: Mapping[str, str], body: bytes, expects: Optional[str]
) -> Union[Answer, ApiError, NoAnswerError]:
    """What an answer means. Pages of proxies and captive portals count as no answer."""
    try:
        value = json.loads(body)
    except ValueError:
        value = None
    if isinstance(value, dict):
        if 200 <= status < 300 and (expects is None or value.get("object") == expects):
            return Answer(status, value)
        error = value.get("error")
        if status >= 400 and isinstance(error, dict) and isinstance(error.get("code"), str):
            return ApiError(status, error, headers)
    kind = headers.get("content-type", "no content type")
    return NoAnswerError("unreadable", f"HTTP {status} ({kind}) is not an answer of the API.")


def query_of(values: Mapping[str, QueryValue]) -> Dict[str, str]:
    """Leaves out None. A time must have a zone."""
    return {name: _text(name, value) for name, value in values.items() if value is not None}


def _text(name: str, value: QueryValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{name} has no time zone. Use datetime.now(timezone.utc), for example.")
        return value.isoformat()
    return str(value)


def given(**values: Any) -> Dict[str, Any]:
    """The fields that are not None, for a body in JSON."""
    return {name: value for name, value in values.items() if value is not None}


def sent(**values: Any) -> Dict[str, Any]:
    """The fields that are not UNSET, for a body in JSON. None is sent as null."""
    return {name: value for name, value in values.items() if value is not UNSET}


def listed(name: str, values: Sequence[str]) -> List[str]:
    if isinstance(values, str):
        raise TypeError(f"{name} is {values!r} (str). Use a list of texts.")
    return [*values]


def path_of(kind: str, id: str, *rest: str) -> str:
    if not id:
        raise ValueError(f"The id for /v1/{kind} is empty.")
    return "/".join(["/v1", kind, quote(id, safe=""), *rest])


def any_request(
    method: str, path: str, query: Optional[Mapping[str, QueryValue]], body: Optional[Mapping[str, Any]]
) -> Request:
    """A request to an operation that this package may not know."""
    if method not in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        raise ValueError(f"{method!r} is not a method of the API, such as GET or POST.")
    # Without a query, and without characters or segments that would lead to another address.
    if not re.fullmatch(r"/v\d+(/(?!\.{1,2}(/|$))[\w.~:%@!$&'()*+,;=-]+)+", path, re.ASCII):
        raise ValueError("path must be a path such as /v1/balance. Give parameters as query.")
    # What makes an unknown outcome stay unknown.
    named = [(values or {}).get("reference") for values in (body, query)]
    reference = next((text for text in named if isinstance(text, str) and text), None)
    return Request(
        method,
        path,
        query_of(query or {}),
        expects=None,
        json=body,
        reference=None if method == "GET" else reference,
    )


def checked_reference(reference: str) -> str:
    if not isinstance(reference, str):
        raise TypeError(
            f"reference is {reference!r} ({type(reference).__name__}). Use str, such as 'order-1001'."
        )
    if not reference:
        raise ValueError("reference is empty. Use your own order number: it prevents a second purchase.")
    return reference


def checked_base_url(base_url: str) -> str:
    """Without a final slash. The key must not travel unencrypted, except to this machine."""
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.username:
        raise ValueError("base_url must look like https://api.example.com, without /v1.")
    if parts.scheme == "http" and not _is_loopback(parts.hostname):
        raise ValueError("base_url must begin with https://, because requests carry your API key.")
    return base_url.rstrip("/")


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def checked_api_key(api_key: str) -> str:
    """A line break in a header would raise an error that shows the key."""
    if not isinstance(api_key, str) or not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ValueError("api_key is empty, or has a space or a line break.")
    return api_key


def checked_sandbox(value: str) -> str:
    """The value of the header Svc-Sandbox, such as `closed-day`."""
    if not re.fullmatch(r"[a-z-]+", value):
        raise ValueError("sandbox is not a value such as closed-day.")
    return value


def user_agent(suffix: Optional[str]) -> str:
    own = f"bundlewire-python/{__version__} ({platform.python_implementation()} {platform.python_version()})"
    if suffix is None:
        return own
    if not re.fullmatch(r"[\x20-\x7e]+", suffix):
        raise ValueError("user_agent_suffix must be printable ASCII.")
    return f"{own} {suffix}"

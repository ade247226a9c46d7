"""What calls return, apart from the objects of the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, List, NamedTuple, Optional, TypeVar

from .models import Purchase

T = TypeVar("T")


class Bought(NamedTuple):
    purchase: Purchase
    created: bool
    """False if the reference was used before; `purchase` is then the first purchase."""


@dataclass(frozen=True)
class Page(Generic[T]):
    data: List[T]
    next_cursor: Optional[str]
    """For the next page; None on the last one."""

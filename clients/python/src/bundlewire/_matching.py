"""Compares a day's lines with your own records. No I/O."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Iterable, List, Literal, NamedTuple, Optional, Tuple

from .models import Purchase, Statement, StatementLine


class OwnRecord(NamedTuple):
    """A record in your books: a purchase charged on the day, or a reversal refunded on it."""

    type: Literal["purchase", "reversal"]
    reference: str
    price: int
    """In minor units, positive."""


class Differing(NamedTuple):
    """A record whose line has another amount."""

    record: OwnRecord
    line: StatementLine


WhyMissing = Literal["another_day", "failed", "pending", "not_reversed", "never_received"]


class Missing(NamedTuple):
    """A record without a line, and the purchase of its reference; None if the API never received one."""

    record: OwnRecord
    purchase: Optional[Purchase]
    why: WhyMissing


@dataclass
class Reconciliation:
    statement: Statement
    """Closed, so it never changes again."""
    adds_up: bool = False
    """Whether the opening balance plus all amounts is the closing balance."""
    matched: int = 0
    """Records with a line of the same amount."""
    differing: List[Differing] = field(default_factory=list)
    missing: List[Missing] = field(default_factory=list)
    unexpected: List[StatementLine] = field(default_factory=list)
    """Lines of purchases and reversals without a record."""
    others: List[StatementLine] = field(default_factory=list)
    """Funding and adjustments, for review by a person."""

    @property
    def clean(self) -> bool:
        """Whether a person has nothing to look at, apart from `others`."""
        return self.adds_up and not (self.differing or self.missing or self.unexpected)


Records = Dict[Tuple[str, str], OwnRecord]


def checked_records(records: Iterable[OwnRecord]) -> Records:
    """Your records by type and reference.

    They often come from a database or a file, which types do not check. Raises TypeError or ValueError
    that names the record, if it cannot be compared or comes twice.
    """
    found: Records = {}
    for index, record in enumerate(records):
        if not isinstance(record, OwnRecord):
            raise TypeError(
                f"records[{index}] is {type(record).__name__}. Use OwnRecord(type, reference, price)."
            )
        name = f"records[{index}] (reference {record.reference!r})"
        if not isinstance(record.reference, str):
            raise TypeError(
                f"{name}: reference is {type(record.reference).__name__}. Use str, as you bought with."
            )
        # True and False are int in Python.
        if not isinstance(record.price, int) or isinstance(record.price, bool):
            raise TypeError(
                f"{name}: price is {record.price!r} ({type(record.price).__name__}). "
                "Use int, in minor units: 100000 is ₦1,000.00."
            )
        if record.type not in ("purchase", "reversal"):
            raise ValueError(f"{name}: type is {record.type!r}. Use 'purchase' or 'reversal'.")
        if not record.reference:
            raise ValueError(f"{name}: reference is empty. Use the text that you bought with.")
        if record.price <= 0:
            raise ValueError(f"{name}: price is {record.price}. Use a positive number, for reversals too.")
        key = (record.type, record.reference)
        if key in found:
            raise ValueError(
                f"{name}: an earlier record has the same type and reference. Give each record once."
            )
        found[key] = record
    return found


class Matching:
    """Keeps only your records, and the lines that did not match."""

    def __init__(self, statement: Statement, records: Records) -> None:
        self.result = Reconciliation(statement)
        self._total = statement["opening_balance"]
        self._open = dict(records)

    def add(self, line: StatementLine) -> None:
        self._total += line["amount"]
        if line["type"] not in ("purchase", "reversal"):
            self.result.others.append(line)
            return
        record = self._open.pop((line["type"], line["reference"] or ""), None)
        if record is None:
            self.result.unexpected.append(line)
        elif record.price == abs(line["amount"]):
            self.result.matched += 1
        else:
            self.result.differing.append(Differing(record, line))

    def end(self) -> List[OwnRecord]:
        """The records without a line."""
        self.result.adds_up = self._total == self.result.statement["closing_balance"]
        return list(self._open.values())


def why_missing(record: OwnRecord, purchase: Optional[Purchase]) -> WhyMissing:
    if purchase is None:
        return "never_received"
    if purchase["status"] == "failed":
        return "failed"
    if purchase["status"] == "pending":
        return "pending"
    return "not_reversed" if record.type == "reversal" and purchase["status"] != "reversed" else "another_day"

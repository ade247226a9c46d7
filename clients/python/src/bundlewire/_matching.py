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


class Matching:
    """Keeps only your records, and the lines that did not match."""

    def __init__(self, statement: Statement, records: Iterable[OwnRecord]) -> None:
        self.result = Reconciliation(statement)
        self._total = statement["opening_balance"]
        self._open: Dict[Tuple[str, str], OwnRecord] = {}
        for record in records:
            key = (record.type, record.reference)
            if key in self._open:
                raise ValueError(
                    f"Two records have the type {record.type} and the reference {record.reference}."
                )
            self._open[key] = record

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

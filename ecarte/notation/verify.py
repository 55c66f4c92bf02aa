"""Checks for the deals of a record whether they were dealt as promised."""

from __future__ import annotations

from collections.abc import Collection

from ecarte.fair import Checked, check_deals
from ecarte.notation.reader import Record


def verify(record: Record, saw: Collection[str] | None = None) -> tuple[Checked, ...]:
    """Checks for every deal of a record whether it was dealt as promised.

    Args:
        record: the record.
        saw: the commitments that a player saw before play. A deal with another commitment gets `Verdict.UNSEEN` instead
            of `Verdict.FAIR`. If None, this is not checked.

    Returns:
        One result for each deal, in order. Its verdict is `Verdict.FAIR` if the pack is the one that was promised.

    Raises:
        TypeError: `record` is no `Record`.
    """
    if not isinstance(record, Record):
        raise TypeError(f"a Record is verified, as read_record gives it, not {record!r}")
    return tuple(check_deals(record.events, record.fair, house=record.house, saw=saw))

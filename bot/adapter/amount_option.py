"""How many chips a command lets people name."""

from __future__ import annotations

from typing import Final

from ecarte.table.stakes import MOST_CHIPS

__all__ = ["MOST_NAMED"]

MOST_NAMED: Final = MOST_CHIPS - 1
"""One less than a purse can hold: Discord would refuse commands with a whole number beyond 2**53 - 1."""

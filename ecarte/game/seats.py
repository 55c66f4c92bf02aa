"""The two seats of a table. Who sits there, and who deals, is for others to know."""

from __future__ import annotations

from enum import Enum, unique

__all__ = ["Seat"]


@unique
class Seat(Enum):
    """One of the two players. The value is the letter that writes it."""

    NORTH = "N"
    SOUTH = "S"

    other: Seat
    index: int

    def __str__(self) -> str:
        return str(self.value)


# Plain attributes, not properties: the other seat is asked for at every card.
Seat.NORTH.other, Seat.SOUTH.other = Seat.SOUTH, Seat.NORTH
Seat.NORTH.index, Seat.SOUTH.index = 0, 1

"""The lines of a record that say which player of the house decides for a seat (N or S).

    house S maitre 1      from this line on, the player of the level "maitre", version 1, decides for South
    house S none          from this line on, no player of the house decides for South

With these lines `ecarte.ai.recompute` checks the moves of the house.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ecarte.fair import HouseSeat
from ecarte.game import NotationError, RecordFault, Seat

_LINE: Final = re.compile(r"house ([NS]) (none|[a-z]{1,32} [1-9][0-9]{0,5})")
_NONE: Final = "none"


def house_line(seat: HouseSeat) -> str:
    """Returns the line of a record that says which player of the house decides for a seat from there on.

    It is `house S maitre 1` (the level and its version). If no player of the house decides any more: `house S none`.
    """
    return f"house {seat.seat} {seat.player or _NONE}"


def parse_house(line: str, at: int, wrong: Callable[[RecordFault], NotationError]) -> HouseSeat:
    """Reads a line that `house_line` wrote.

    Args:
        line: the line.
        at: how many events of the game come before the line.
        wrong: makes the exception for an error in the line.

    Raises:
        NotationError: the line has an error. `wrong` made the exception.
    """
    if (written := _LINE.fullmatch(line)) is None:
        raise wrong(RecordFault.NO_HOUSE_PLAYER)
    return HouseSeat(at, Seat(written[1]), None if written[2] == _NONE else written[2])

"""The interface for tables that do more about the laws than refuse unlawful moves.

The game looks up a conduct in `CONDUCTS` and imports none. `ecarte` registers the salon's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from ecarte.game.cards import Card
from ecarte.game.events import Event
from ecarte.game.moves import Move
from ecarte.game.rules import Manners, Seat
from ecarte.game.state import Deal, Salon, State


@dataclass(frozen=True, slots=True)
class Conduct:
    """The functions that replace the game's own at a table whose manners have a conduct.

    Attributes:
        event_of: returns the event of a move, or None to have the game judge the move; raises `IllegalMove`.
        legal_moves: returns the moves of a seat, errors included.
        offered: returns the moves that a view may list; must not depend on anything that the seat cannot see.
        may_announce: whether a seat may announce the king, whether or not it holds the king.
        tricks: yields leader, lead, reply and winner of each trick; reply and winner are None in an unfinished trick.
        begin: takes the state before a deal and the new state after it, and prepares the new state in place.
        apply: returns the state after an event, or None to have the game apply the event.
        after: completes a state to which the game has applied an event.
    """

    event_of: Callable[[State, Seat, Move], Event | None]
    legal_moves: Callable[[State, Seat], tuple[Move, ...]]
    offered: Callable[[State, Seat], tuple[Move, ...]]
    may_announce: Callable[[State, Seat], bool]
    tricks: Callable[[Salon, Deal], Iterator[tuple[Seat, Card, Card | None, Seat | None]]]
    begin: Callable[[State, State], None]
    apply: Callable[[State, Event], State | None]
    after: Callable[[State, Event], State]


CONDUCTS: Final[dict[Manners, Conduct]] = {}


def conduct_of(state: State) -> Conduct:
    """Returns the conduct of the table. Raises KeyError for a guided table, which has none."""
    return CONDUCTS[state.rules.manners]

"""The interface of a conduct: functions that replace those of the game at tables where players may make errors.

The game imports no conduct. It looks the conduct of a table up in `CONDUCTS`, by `Rules.manners`. Importing `ecarte`
registers the conduct of the salon there.
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
    """The functions that replace those of the game at a table where players may make errors.

    Attributes:
        event_of: returns the event of a move, or None to have the game judge the move; raises `IllegalMove`.
        legal_moves: returns the moves of a seat, errors included.
        offered: returns the moves that a view may list; must not depend on anything that the seat cannot see.
        may_announce: returns whether a seat may announce the king now, truly or falsely.
        tricks: yields leader, lead, reply and winner of each trick; reply and winner are None in an unfinished trick.
        begin: takes the state before a deal and the new state after it, and prepares the new state in place.
        apply: returns the state after an event, or None to have the game apply the event.
        after: takes a state after an event that the game has applied. Returns it with the changes of this conduct.
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
    """Returns the conduct of a state's table: the functions that replace those of the game there. Raises `KeyError` for
    a guided table, which has none.
    """
    return CONDUCTS[state.rules.manners]

"""How a table keeps the laws where it does more than refuse unlawful moves.

The game calls a conduct by this name and imports none: `ecarte` enters the salon's in `CONDUCTS`.
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
    """The functions that replace the game's own at a table with manners of its own.

    - `event_of`: the event that a move is, None for a move that is judged as anywhere else; raises `IllegalMove`
    - `legal_moves`: the moves of a seat, errors included
    - `offered`: the moves that a view may list; depends on nothing that the seat cannot see
    - `may_announce`: whether a seat may announce the king, held or not
    - `tricks`: leader, lead, reply and winner of each trick; reply and winner are None while it is under way
    - `begin`: marks a new state, not handed out yet, whose cards were dealt after the state before
    - `apply`: the state after an event, None for an event that means the same as anywhere else
    - `after`: completes a state that came about as anywhere else
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
    """The conduct of a table whose manners have one. Raises KeyError for a guided table, which has none."""
    return CONDUCTS[state.rules.manners]

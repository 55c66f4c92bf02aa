"""A walk over a record: the positions of a game, one after another, as somebody who leafs through it may see them.

A step is what somebody did, with all that follows from it by itself: the fifth trick and its score are one, and so are
all cuts for the deal. What stands open is chosen: both hands, for a record tells all, or one side's; then a position
holds what that player knew at the time, and no field for more. Its parts come from `ecarte.game.views`.
Whether a game may be leafed through at all (one that is still on may not) is for those to say who keep the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, unique
from typing import TypeAlias

from ecarte.game import (
    Accepted,
    Card,
    CardPlayed,
    CardsDealt,
    ConditionFailed,
    CutMade,
    DealerDiscarded,
    DealScored,
    ElderDiscarded,
    Event,
    GameEnded,
    GameResigned,
    GameStarted,
    HandAbandoned,
    HandClaimed,
    ImpossibleEvent,
    KingMarked,
    Proposed,
    PublicView,
    Refused,
    SalonEvent,
    Seat,
    State,
    StopAnswered,
    StopOffered,
    TimeClaimed,
    backer_view,
    evolve,
    public_view,
)

__all__ = ["Began", "Changed", "Dealt", "Open", "Position", "Told", "Walk"]


@unique
class Open(Enum):
    """Whose cards lie open."""

    BOTH = "both"
    NORTH = "north"
    SOUTH = "south"

    def shows(self, seat: Seat) -> bool:
        """Whether the hand at `seat` lies open."""
        return self is Open.BOTH or self.value == seat.name.lower()


@dataclass(frozen=True, slots=True)
class Began:
    """Two sat down and, unless it was clear who deals, cut: `cuts` are North's card and South's, each time."""

    cuts: tuple[tuple[Card, Card], ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards were dealt; what all saw of it is in the view."""


@dataclass(frozen=True, slots=True)
class Changed:
    """`seat` put out `count` cards; `cards` names them where his hand lies open, else it is None."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None


_Public: TypeAlias = (
    Accepted
    | CardPlayed
    | ConditionFailed
    | CutMade
    | DealScored
    | GameEnded
    | GameResigned
    | HandAbandoned
    | HandClaimed
    | KingMarked
    | Proposed
    | Refused
    | StopAnswered
    | StopOffered
    | TimeClaimed
    | SalonEvent
)
Told: TypeAlias = Began | Dealt | Changed | _Public
"""What a step consists of: events that all could see as they are, the others without what is hidden."""


@dataclass(frozen=True, slots=True)
class Position:
    """How the table stands after a step.

    `place` counts from 0; `told` is what the step consisted of; `hands` are North's and South's five places, in which a
    card stays until it is played or exchanged: None for a hand of which only the backs can be seen.
    """

    place: int
    open: Open
    told: tuple[Told, ...]
    public: PublicView
    hands: tuple[tuple[Card | None, ...] | None, tuple[Card | None, ...] | None]


class Walk:
    """The positions of a game, or of the part of it that is recorded. It holds all hands: give out positions only.

    - `deals`: the places at which the deals begin
    - `cuts`: North's card and South's, at each cut for the deal
    """

    def __init__(self, events: Iterable[Event]) -> None:
        """Raises as `evolve`, and `ImpossibleEvent` for a log without events."""
        state: State | None = None
        steps: list[tuple[list[Event], State]] = []
        for event in events:
            follows = state is not None and state.due is not None
            state = evolve(state, event)
            cuts_on = type(event) is CutMade and len(steps) == 1
            if steps and (follows or cuts_on):
                steps[-1] = ([*steps[-1][0], event], state)
            else:
                steps.append(([event], state))
        if not steps:
            raise ImpossibleEvent("nothing", "a game starts with GameStarted")
        self._steps = tuple((tuple(happened), after) for happened, after in steps)
        self.deals = tuple(place for place, (first, *_) in enumerate(self._happened()) if type(first) is CardsDealt)
        self.cuts = tuple((it.north, it.south) for step in self._happened() for it in step if type(it) is CutMade)

    def __len__(self) -> int:
        """How many positions there are; one at least."""
        return len(self._steps)

    def position(self, place: int, open: Open = Open.BOTH) -> Position:
        """The position at a place; a place before the first is the first, one behind the last is the last."""
        place = min(max(place, 0), len(self) - 1)
        happened, state = self._steps[place]
        north, south = (backer_view(state, seat).places if open.shows(seat) else None for seat in Seat)
        return Position(place, open, tuple(_told(happened, state, open)), public_view(state), (north, south))

    def deal_before(self, place: int) -> int | None:
        """Where the deal under way at `place` begins, or the one before it where it begins there; None: no such."""
        return next((start for start in reversed(self.deals) if start < place), None)

    def deal_after(self, place: int) -> int | None:
        """Where the next deal begins; None behind the last."""
        return next((start for start in self.deals if start > place), None)

    def _happened(self) -> Iterable[tuple[Event, ...]]:
        return (happened for happened, _ in self._steps)


def _told(happened: tuple[Event, ...], after: State, open: Open) -> Iterator[Told]:
    """What a step consisted of, for whom `open` is open."""
    for event in happened:
        match event:
            case GameStarted():
                yield Began(tuple((it.north, it.south) for it in happened if type(it) is CutMade))
            case CutMade():
                if type(happened[0]) is not GameStarted:
                    yield event
            case CardsDealt():
                yield Dealt()
            case ElderDiscarded() | DealerDiscarded():
                assert after.deal is not None
                seat = after.deal.elder if type(event) is ElderDiscarded else after.deal.dealer
                yield Changed(seat, len(event.cards), event.cards if open.shows(seat) else None)
            case _:
                yield event

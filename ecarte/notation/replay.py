"""A replay of a game: its positions, one after another, for a reader who leafs through a record.

A step is a move and all that follows by itself: the fifth trick and its score are one, and so are all cuts for the
deal. With one side open, a position holds what that player knew at the time, and has no field for more. Whether a game
may be replayed is for the caller to say: a game that is still on may not.
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


@unique
class Open(Enum):
    """The hands that lie open."""

    BOTH = "both"
    NORTH = "north"
    SOUTH = "south"

    def shows(self, seat: Seat) -> bool:
        """Whether the hand at `seat` lies open."""
        return self is Open.BOTH or self.value == seat.name.lower()


@dataclass(frozen=True, slots=True)
class GameOpened:
    """The players sat down and, unless the dealer was settled, cut: North's card and South's, each time."""

    cuts: tuple[tuple[Card, Card], ...]


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """Cards were dealt; the view has what all saw of them."""


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """`seat` discarded `count` cards; `cards` is None where that hand is closed."""

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
VisibleEvent: TypeAlias = GameOpened | HandsDealt | CardsDiscarded | _Public
"""An event as a reader may know it: those that all could see as they are, the others without what is hidden."""


@dataclass(frozen=True, slots=True)
class Position:
    """The table after a step.

    Attributes:
        place: from 0.
        events: the step.
        hands: North's and South's five places, in which a card stays until it is played or exchanged. None: a closed
            hand.
    """

    place: int
    open: Open
    events: tuple[VisibleEvent, ...]
    public: PublicView
    hands: tuple[tuple[Card | None, ...] | None, tuple[Card | None, ...] | None]


class Replay:
    """The positions of a game, or of the recorded part of one. Holds all hands: give readers positions only.

    Attributes:
        deals: the places at which the deals begin.
        cuts: North's card and South's, at each cut for the deal.
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
        self.cuts = tuple(
            (event.north, event.south) for step in self._happened() for event in step if type(event) is CutMade
        )

    def __len__(self) -> int:
        """The number of positions; one at least."""
        return len(self._steps)

    def position(self, place: int, open: Open = Open.BOTH) -> Position:
        """The position at a place. Clamps the place."""
        place = min(max(place, 0), len(self) - 1)
        happened, state = self._steps[place]
        north, south = (backer_view(state, seat).places if open.shows(seat) else None for seat in Seat)
        return Position(place, open, tuple(_visible(happened, state, open)), public_view(state), (north, south))

    def deal_before(self, place: int) -> int | None:
        """The nearest place before `place` where a deal begins. None: no such place."""
        return next((start for start in reversed(self.deals) if start < place), None)

    def deal_after(self, place: int) -> int | None:
        """The nearest place after `place` where a deal begins. None: no such place."""
        return next((start for start in self.deals if start > place), None)

    def _happened(self) -> Iterable[tuple[Event, ...]]:
        return (happened for happened, _ in self._steps)


def _visible(happened: tuple[Event, ...], after: State, open: Open) -> Iterator[VisibleEvent]:
    """The events of a step, for a reader before whom `open` lies open."""
    for event in happened:
        match event:
            case GameStarted():
                yield GameOpened(tuple((cut.north, cut.south) for cut in happened if type(cut) is CutMade))
            case CutMade():
                if type(happened[0]) is not GameStarted:
                    yield event
            case CardsDealt():
                yield HandsDealt()
            case ElderDiscarded() | DealerDiscarded():
                deal = after.last_deal
                seat = deal.elder if type(event) is ElderDiscarded else deal.dealer
                yield CardsDiscarded(seat, len(event.cards), event.cards if open.shows(seat) else None)
            case _:
                yield event

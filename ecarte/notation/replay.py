"""The positions of a game, one after the other, for a reader who replays a record.

A step is a move with everything that follows by itself: the fifth trick and the score are one step, and so are all cuts
for the deal. If only one hand is open, a position has what that player knew at the time, and no field for more. The
caller decides whether a game may be replayed; a game in progress may not.
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
    """Which hands are open."""

    BOTH = "both"
    NORTH = "north"
    SOUTH = "south"

    def shows(self, seat: Seat) -> bool:
        """Returns whether the hand at `seat` is open."""
        return self is Open.BOTH or self.value == seat.name.lower()


@dataclass(frozen=True, slots=True)
class GameOpened:
    """The players sat down and, unless the dealer was settled, cut.

    `cuts`: North's card and South's card of each cut.
    """

    cuts: tuple[tuple[Card, Card], ...]


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """Cards were dealt. The view shows what everyone saw of them."""


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """`seat` discarded `count` cards. `cards` is None if that hand is closed."""

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
"""An event as a reader may know it. Events with hidden cards are replaced by others without them."""


@dataclass(frozen=True, slots=True)
class Position:
    """The table after a step.

    Attributes:
        place: the number of the step, from 0.
        open: which hands are open.
        events: the events of the step.
        public: the public view after the step.
        hands: the five places of North and of South, as in `PlayerView`; None for a closed hand.
    """

    place: int
    open: Open
    events: tuple[VisibleEvent, ...]
    public: PublicView
    hands: tuple[tuple[Card | None, ...] | None, tuple[Card | None, ...] | None]


class Replay:
    """The positions of a game, or of the recorded part of one. Contains all hands: give readers positions only.

    Attributes:
        deals: the places at which the deals begin.
        cuts: North's card and South's card of each cut for the deal.
    """

    def __init__(self, events: Iterable[Event]) -> None:
        """Replays a log.

        Raises:
            ImpossibleEvent: an event cannot follow the ones before it, or the log is empty.
        """
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
        self._steps = tuple((tuple(step_events), after) for step_events, after in steps)
        self.deals = tuple(place for place, (first, *_) in enumerate(self._events()) if type(first) is CardsDealt)
        self.cuts = tuple(
            (event.north, event.south) for step in self._events() for event in step if type(event) is CutMade
        )

    def __len__(self) -> int:
        """Returns the number of positions, at least one."""
        return len(self._steps)

    def position(self, place: int, open: Open = Open.BOTH) -> Position:
        """Returns the position at a place. Clamps the place."""
        place = min(max(place, 0), len(self) - 1)
        events, state = self._steps[place]
        north, south = (backer_view(state, seat).places if open.shows(seat) else None for seat in Seat)
        return Position(place, open, tuple(_visible(events, state, open)), public_view(state), (north, south))

    def state(self, place: int) -> State:
        """Returns the state at a place, with both hands. Clamps the place."""
        return self._steps[min(max(place, 0), len(self) - 1)][1]

    def deal_before(self, place: int) -> int | None:
        """Returns the last place before `place` where a deal begins, or None."""
        return next((start for start in reversed(self.deals) if start < place), None)

    def deal_after(self, place: int) -> int | None:
        """Returns the first place after `place` where a deal begins, or None."""
        return next((start for start in self.deals if start > place), None)

    def _events(self) -> Iterable[tuple[Event, ...]]:
        return (events for events, _ in self._steps)


def _visible(events: tuple[Event, ...], after: State, open: Open) -> Iterator[VisibleEvent]:
    """Yields the events of a step as a reader may know them."""
    for event in events:
        match event:
            case GameStarted():
                yield GameOpened(tuple((cut.north, cut.south) for cut in events if type(cut) is CutMade))
            case CutMade():
                if type(events[0]) is not GameStarted:
                    yield event
            case CardsDealt():
                yield HandsDealt()
            case ElderDiscarded() | DealerDiscarded():
                deal = after.last_deal
                seat = deal.elder if type(event) is ElderDiscarded else deal.dealer
                yield CardsDiscarded(seat, len(event.cards), event.cards if open.shows(seat) else None)
            case _:
                yield event

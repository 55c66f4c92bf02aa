"""Shows a recorded game step by step, with the hands that the reader may see.

A step is an event with all events that must follow it, such as the last card of a deal with the score. The start of the
game and all cuts for the first deal are one step, too. If only one hand is open, a position has what that player knew
at the time, and no other cards. The caller decides whether a game may be replayed; a game in progress may not.
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
    """Which hands lie open to the reader of a replay."""

    BOTH = "both"
    NORTH = "north"
    SOUTH = "south"

    def shows(self, seat: Seat) -> bool:
        """Returns whether the reader sees the hand at `seat`."""
        return self is Open.BOTH or self.value == seat.name.lower()


@dataclass(frozen=True, slots=True)
class GameOpened:
    """The players sat down and, if the dealer was not known, cut for the deal.

    `cuts`: North's card and South's card of each cut.
    """

    cuts: tuple[tuple[Card, Card], ...]


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """Cards were dealt. The event has none of them; the view after it shows those that the reader may see."""


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """`seat` discarded `count` cards. `cards` is None if the reader does not see that hand."""

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
"""An event as a reader of a replay may know it. `GameOpened`, `HandsDealt` and `CardsDiscarded` stand for the start of
the game, the deals and the discards, and contain no hidden cards.
"""


@dataclass(frozen=True, slots=True)
class Position:
    """The table after one step of a replay, as a reader may see it.

    Attributes:
        place: the number of the step, from 0.
        open: which hands lie open.
        events: the events of the step.
        public: what everyone at the table saw after the step.
        hands: the five places of North and of South, as in `PlayerView`; None for a hand that is not open.
    """

    place: int
    open: Open
    events: tuple[VisibleEvent, ...]
    public: PublicView
    hands: tuple[tuple[Card | None, ...] | None, tuple[Card | None, ...] | None]


class Replay:
    """All steps of a recorded game. Contains both hands: give readers a `position` only.

    Attributes:
        deals: the numbers of the steps with which the deals begin.
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
        """Returns the table after a step, as a reader may see it. A number beyond the first or last step means that
        step.

        Args:
            place: the number of the step, from 0.
            open: which hands lie open.
        """
        place = min(max(place, 0), len(self) - 1)
        events, state = self._steps[place]
        north, south = (backer_view(state, seat).places if open.shows(seat) else None for seat in Seat)
        return Position(place, open, tuple(_visible(events, state, open)), public_view(state), (north, south))

    def state(self, place: int) -> State:
        """Returns the state after a step, with both hands. A number beyond the first or last step means that step."""
        return self._steps[min(max(place, 0), len(self) - 1)][1]

    def deal_before(self, place: int) -> int | None:
        """Returns the number of the last step before `place` with which a deal begins, or None."""
        return next((start for start in reversed(self.deals) if start < place), None)

    def deal_after(self, place: int) -> int | None:
        """Returns the number of the first step after `place` with which a deal begins, or None."""
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

"""Recomputes the moves of the house in a recorded game, to show that they did not depend on hidden cards.

Each move follows from the view of its seat and from one number, which the promise of the deal fixed.
`ecarte.fair.house` computes the numbers, and says what a positive verdict proves. `ecarte.fair.verify` checks that the
secret is the promised one and that the pack follows from it. Both checks are needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, unique

from ecarte.ai.players import Player, chosen_move, counts_due_discards, player_named
from ecarte.fair import Fair, HouseSeat, decision_of, discard_due, house_number
from ecarte.game import CardsDealt, Event, Move, Seat, State, evolve, player_view


@unique
class MoveVerdict(Enum):
    """What recomputing one move of the house has shown."""

    AGREES = "agrees"
    DIFFERS = "differs"
    """From this view and this number, the player makes another move than the one in the record."""
    OTHER_VERSION = "other-version"
    """The move was not recomputed: this release cannot play as the version that made it."""
    UNPROMISED = "unpromised"
    """The move cannot be checked: the deal was not promised, or the record names no player of the house."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """One recorded move of the house, and what recomputing it has shown.

    Attributes:
        deal: the number of the deal in its game, from 1.
        decision: the number of the decision among those of the seat in that deal, from 1.
        seat: the seat of the house.
        player: the name of the player in the record, or None.
        move: the move in the record.
        verdict: what recomputing has shown.
        due: the move that the player makes instead of `move`; None if the moves agree or the player has no answer.
    """

    deal: int
    decision: int
    seat: Seat
    player: str | None
    move: Move
    verdict: MoveVerdict
    due: Move | None = None


def recompute(
    events: Iterable[Event],
    fair: Mapping[int, Fair],
    seats: Iterable[HouseSeat],
    named: Callable[[str], Player | None] = player_named,
) -> tuple[Recomputed, ...]:
    """Recomputes, in their order, all decisions of the seats that the house played according to the record.

    Args:
        events: the log of the game.
        fair: the inputs from which the pack of each fair deal follows, by the number of the deal.
        seats: which player of the house decided for a seat, and from which event on.
        named: returns the player with a name, or None if this release cannot play as that version did.

    Raises:
        ImpossibleEvent: an event cannot follow the ones before it.
    """
    waiting = sorted(seats, key=lambda seat: seat.at)
    players: dict[Seat, str | None] = {}
    decisions: Counter[Seat] = Counter()
    due: Counter[Seat] = Counter()
    moves = []
    for index, (before, event) in enumerate(_steps(events)):
        while waiting and waiting[0].at <= index:
            new_player = waiting.pop(0)
            players[new_player.seat] = new_player.player
        if isinstance(event, CardsDealt):
            decisions.clear()
            due.clear()
        if before is None:
            continue
        if (dealer := discard_due(before, event)) is not None:
            due[dealer] += 1
        decision = decision_of(before, event)
        if decision is None:
            continue
        seat, move = decision
        decisions[seat] += 1
        if seat in players:
            name = players[seat]
            number = decisions[seat] + (due[seat] if name is not None and counts_due_discards(name) else 0)
            moves.append(_recompute(before, seat, move, number, name, fair, named))
    return tuple(moves)


def _recompute(
    before: State,
    seat: Seat,
    move: Move,
    decision: int,
    name: str | None,
    fair: Mapping[int, Fair],
    named: Callable[[str], Player | None],
) -> Recomputed:
    deal = before.last_deal.number
    shown = fair.get(deal)
    if shown is None or name is None or before.salon is not None:
        return Recomputed(deal, decision, seat, name, move, MoveVerdict.UNPROMISED)
    player = named(name)
    if player is None:
        return Recomputed(deal, decision, seat, name, move, MoveVerdict.OTHER_VERSION)
    number = house_number(shown, deal, seat, decision)
    try:
        due = chosen_move(player(player_view(before, seat)), number)
    except Exception:
        # A record may lead to a position that the player cannot handle.
        due = None
    verdict = MoveVerdict.AGREES if due == move else MoveVerdict.DIFFERS
    return Recomputed(deal, decision, seat, name, move, verdict, None if due == move else due)


def _steps(events: Iterable[Event]) -> Iterator[tuple[State | None, Event]]:
    """Yields each event with the state before it."""
    state: State | None = None
    for event in events:
        yield state, event
        state = evolve(state, event)

"""Recomputes the moves of the house in a game: from what its seat saw, and the number that the deal's promise fixed.

`ecarte.fair.house` makes the numbers, and says what a yes is worth. Whether the secret is the promised one, and the
pack the one that follows from it, `ecarte.fair.verify` says: both are needed.
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
    """The outcome for one move of the house."""

    AGREES = "agrees"
    DIFFERS = "differs"
    """The player makes another move with this view and this number."""
    OTHER_VERSION = "other-version"
    """A player of another version made it, so it is not recomputed."""
    UNPROMISED = "unpromised"
    """Its deal was not promised, or no player answers for the move: the house's word stands."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """One move of the house.

    Attributes:
        deal: the deal's number in its game.
        decision: the place of its number among those of the seat in that deal, from 1.
        player: the player that the record names; None: none.
        due: what follows, where another move was made; None: the move made, or the player has no answer.
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
    """Every decision of the seats that a player of the house is said to have played, in order.

    Args:
        events: the log of the game.
        fair: what was shown of each deal, by its number.
        seats: which players sat there, in order of their first events.
        named: the player of a name, where this version can be asked.

    Raises as `evolve`.
    """
    waiting = sorted(seats, key=lambda seat: seat.at)
    players: dict[Seat, str | None] = {}
    made: Counter[Seat] = Counter()
    due: Counter[Seat] = Counter()
    moves = []
    for index, (before, event) in enumerate(_steps(events)):
        while waiting and waiting[0].at <= index:
            sits = waiting.pop(0)
            players[sits.seat] = sits.player
        if isinstance(event, CardsDealt):
            made.clear()
            due.clear()
        if before is None:
            continue
        if (dealer := discard_due(before, event)) is not None:
            due[dealer] += 1
        decision = decision_of(before, event)
        if decision is None:
            continue
        seat, move = decision
        made[seat] += 1
        if seat in players:
            name = players[seat]
            number = made[seat] + (due[seat] if name is not None and counts_due_discards(name) else 0)
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
        # A record may lead to a position for which the player was not made.
        due = None
    verdict = MoveVerdict.AGREES if due == move else MoveVerdict.DIFFERS
    return Recomputed(deal, decision, seat, name, move, verdict, None if due == move else due)


def _steps(events: Iterable[Event]) -> Iterator[tuple[State | None, Event]]:
    """Each event with the state before it."""
    state: State | None = None
    for event in events:
        yield state, event
        state = evolve(state, event)

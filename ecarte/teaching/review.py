"""A game looked back on, for one seat: each of its decisions, what it cost, and what the book does there.

    judged = review(decisions(steps(record.events), Seat.NORTH), chance)
    worst_first(judged)[0].cost      the chance to win the game that the worst decision gave away, from 0 to 1

A decision is judged by what the seat could know when it was made, and by nothing else: every figure comes from its
`PlayerView` (`ecarte.ai.move_values` says how, and what of it is a model). What came of it is no argument.

Left out: moves without a choice, claims, abandoning, resigning and stopping; a king that was marked in time. Games of
other than five points, and those where players may err (salons), are not reviewed: there a reply proves nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ecarte.ai import POINTS, MoveValues, can_be_valued, king_values, move_values
from ecarte.fair import Chance
from ecarte.game import (
    Accept,
    Accepted,
    Card,
    CardPlayed,
    CardsDealt,
    DealerDiscarded,
    DealScored,
    Discard,
    ElderDiscarded,
    Event,
    KingMarked,
    Move,
    Play,
    PlayerView,
    Propose,
    Proposed,
    Refuse,
    Refused,
    Seat,
    State,
    evolve,
    player_view,
)
from ecarte.teaching.book_advice import BookAdvice, book_advice, book_advice_on_the_king

_PLACES: Final = 2
"""Decimal places of every figure: whole hundredths of a game, as finer ones mean nothing by such estimates."""
_TELLING: Final = 0.01


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat saw, and what it did, or was advised to do.

    `king`: the card with which the last moment to mark the king passed, where that was the decision; else None.
    """

    view: PlayerView
    move: Move
    king: Card | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with the values of its alternatives, and what the book does.

    Every figure is rounded here, and nowhere else: text, JSON and page show the same, and costs add up to their sum.
    """

    decision: Decision
    move_values: MoveValues
    book: BookAdvice

    @property
    def chances(self) -> dict[Move, float]:
        """The chance to win the game after each alternative, the best first."""
        return {move: round(value, _PLACES) for move, value in self.move_values.values.items()}

    @property
    def cost(self) -> float:
        """The chance to win the game given away: 0 where it is less than a hundredth or within the estimate's error."""
        move = self.decision.move
        if self.move_values.cost(move) < _TELLING:
            return 0.0
        chances = self.chances
        return round(chances[self.move_values.best] - chances[move], _PLACES)

    @property
    def chance(self) -> float:
        """The chance to win the game after the move made."""
        return self.chances[self.decision.move]

    @property
    def best(self) -> Move:
        """The best move; the move made where no other is surely better by a hundredth."""
        return self.move_values.best if self.cost else self.decision.move

    @property
    def best_chance(self) -> float:
        """The chance to win the game after the best move."""
        return self.chances[self.best]

    @property
    def ahead(self) -> float:
        """How far the move made is ahead of the next best; below 0 where it is behind."""
        others = [chance for move, chance in self.chances.items() if move != self.decision.move]
        return round(self.chance - max(others), _PLACES) if others else 0.0


def decided(before: State, event: Event, seat: Seat) -> Decision | None:
    """The decision that `event` was, in the state `before` it; None if it is not one of the seat's to be judged."""
    move = _move(event)
    if move is None or before.turn is not seat or before.due is not None:
        return None
    view = player_view(before, seat)
    return Decision(view, move) if can_be_valued(view) else None


def steps(events: Iterable[Event]) -> Iterator[tuple[State, Event]]:
    """Each event of a log with the state before it, from the second event on. Raises as `evolve`."""
    state: State | None = None
    for event in events:
        if state is not None:
            yield state, event
        state = evolve(state, event)


def decisions(taken: Iterable[tuple[State, Event]], seat: Seat) -> Iterator[Decision]:
    """The decisions of a seat among events of one game, each told with the state before it, in their order."""
    silent: Decision | None = None
    for before, event in taken:
        if isinstance(event, KingMarked | CardsDealt):
            silent = None
        mine = isinstance(event, CardPlayed) and event.seat is seat
        if silent is not None and (mine or isinstance(event, DealScored)):
            yield silent
            silent = None
        decision = decided(before, event, seat)
        if decision is not None:
            yield decision
        if isinstance(event, CardPlayed) and mine:
            silent = _silence(before, event) or silent


def review(made: Iterable[Decision], chance: Chance) -> tuple[Judged, ...]:
    """Each decision judged, in the same order; those that cannot be weighed (cards that the talon has not) left out.

    `chance`: from the same chance comes the same review. A tenth of a second for each, about.
    """
    judged = []
    for decision in made:
        view, move = decision.view, decision.move
        if decision.king is None:
            told, book = move_values(view, chance, (move,)), book_advice(view)
        else:
            told, book = king_values(view, decision.king), book_advice_on_the_king(view, decision.king)
        if move in told.values:
            judged.append(Judged(decision, told, book))
    return tuple(judged)


def worst_first(judged: Iterable[Judged]) -> tuple[Judged, ...]:
    """The decisions that cost something, the worst first."""
    return tuple(sorted((decision for decision in judged if decision.cost), key=lambda decision: -decision.cost))


def most_telling(judged: Collection[Judged]) -> Judged | None:
    """The costliest decision, or where none cost anything the one farthest ahead; None: none tells anything."""
    for worst in worst_first(judged):
        return worst
    best = max(judged, key=lambda decision: decision.ahead, default=None)
    return best if best is not None and best.ahead else None


def given_away(judged: Iterable[Judged]) -> float:
    """The sum of all costs: chances to win, so it may pass 1."""
    return round(sum(decision.cost for decision in judged), _PLACES)


def _silence(before: State, event: CardPlayed) -> Decision | None:
    """The king was not marked before this card, the seat's first of the deal."""
    view = player_view(before, event.seat)
    public = view.public
    if not view.may_announce or public.salon is not None or public.rules.points != POINTS:
        return None
    return Decision(view, Play(event.card), event.card)


def _move(event: Event) -> Move | None:
    """The move that an event was, if it is one that can be judged. Giving on condition is giving."""
    match event:
        case CardPlayed(_, card):
            return Play(card)
        case Proposed():
            return Propose()
        case Accepted():
            return Accept()
        case Refused():
            return Refuse()
        case ElderDiscarded(cards) | DealerDiscarded(cards):
            return Discard(cards)
        case _:
            return None

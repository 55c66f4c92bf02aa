"""A game looked back on, for one seat: each of its decisions, what it cost, and what the book does there.

    judged = review(decisions(steps(record.events), Seat.NORTH), random.Random)
    worst_first(judged)[0].cost      the chance to win the game that the worst decision gave away, from 0 to 1

A decision is judged by what the seat could know when it was made, and by nothing else: every figure comes from its
`PlayerView` (`ecarte.ai.move_values` says how, and what of it is a model). What came of it is no argument. A card that
search with open hands calls an error is played out beside the best one (`ecarte.ai.card_playouts`), and is an error
only if that bears it out.

Left out: moves without a choice, claims, abandoning, resigning and stopping; a king that was marked in time. Games of
other than five points, and those where players may err (salons), are not reviewed: there a reply proves nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from ecarte.ai import MoveValues, can_be_valued, king_values, policy_knows
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
from ecarte.teaching.book_advice import book_advice, book_advice_on_the_king
from ecarte.teaching.book_reasons import BookAdvice
from ecarte.teaching.judging import TELLING, Seeded, compare, estimate
from ecarte.teaching.kinds import DecisionKind, kind_of

_PLACES: Final = 2
"""Decimal places of every figure: whole hundredths of a game, as finer ones mean nothing by such estimates."""


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
    """A decision with the values of its alternatives, and what the book does; None: the book is silent.

    Every figure is rounded here, and nowhere else: text, JSON and page show the same, and costs add up to their sum.
    """

    decision: Decision
    move_values: MoveValues
    book: BookAdvice | None

    @property
    def kind(self) -> DecisionKind:
        """What was decided."""
        return DecisionKind.KING if self.decision.king is not None else kind_of(self.decision.view, king=False)

    @property
    def chances(self) -> dict[Move, float]:
        """The chance to win the game after each alternative, the best first."""
        return {move: round(value, _PLACES) for move, value in self.move_values.values.items()}

    @property
    def cost(self) -> float:
        """The chance to win the game given away: 0 where it is less than a hundredth or within the estimate's error."""
        move = self.decision.move
        if self.move_values.cost(move) < TELLING:
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
        """How far the move made is surely ahead of the next best; 0 where it is not."""
        if self.next_best is None or self.move_values.cost(self.next_best) < TELLING:
            return 0.0
        return round(max(0.0, self.chance - self.chances[self.next_best]), _PLACES)

    @property
    def next_best(self) -> Move | None:
        """The best of the moves that were not made; None: there was no other."""
        return next((move for move in self.chances if move != self.decision.move), None)


def decision_of(before: State, event: Event, seat: Seat) -> Decision | None:
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
        decision = decision_of(before, event, seat)
        if decision is not None:
            yield decision
        if isinstance(event, CardPlayed) and mine:
            silent = _silence(before, event) or silent


def review(made: Iterable[Decision], seeded: Seeded, *, all_deals: bool = False) -> tuple[Judged, ...]:
    """Each decision judged, in the same order; those that cannot be weighed (cards that the talon has not) left out.

    A tenth of a second for each, about, and some tenths for each card that is played out. Where no decision cost
    anything, the one farthest ahead is a difference that stands played out, too.
    """
    judged = []
    for decision in made:
        view, move = decision.view, decision.move
        if decision.king is None:
            told, book = estimate(view, seeded, move, all_deals=all_deals), book_advice(view)
            if move in told.values and told.cost(move) >= TELLING:
                told = compare(view, told, move, seeded, all_deals=all_deals)
        else:
            told, book = king_values(view, decision.king), book_advice_on_the_king(view, decision.king)
        if move in told.values:
            judged.append(Judged(decision, told, book))
    return tuple(judged) if any(decision.cost for decision in judged) else tuple(_praised(judged, seeded))


def _praised(judged: list[Judged], seeded: Seeded) -> list[Judged]:
    """These with the one farthest ahead played out, if it is a card; then the one that is ahead now, and so on."""
    sure: set[int] = set()
    while judged:
        place = max(range(len(judged)), key=lambda at: judged[at].ahead)
        first = judged[place]
        if place in sure or not first.ahead or first.next_best is None or first.decision.king is not None:
            break
        judged[place] = replace(
            first, move_values=compare(first.decision.view, first.move_values, first.next_best, seeded)
        )
        sure.add(place)
    return judged


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
    if not view.may_announce or public.salon is not None or not policy_knows(public.rules):
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

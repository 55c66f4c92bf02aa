"""The review of a game for one seat: each of its decisions, its cost, and what the book does there.

    judged = review(decisions(steps(record.events), Seat.NORTH), random.Random)
    worst_first(judged)[0].cost      the chance to win the game that the worst decision gave away, from 0 to 1

A decision is judged only by what the seat could know at that moment. Every figure comes from the seat's `PlayerView`;
`ecarte.ai.move_values` explains the figures and their model. The result of the deal does not matter. If search with
open hands calls a card an error, that card and the best one are played out (`ecarte.ai.card_playouts`). The card
counts as an error only if the playouts confirm it.

Moves without a choice, claims, abandoning, resigning and stopping are not reviewed, nor is a king that was marked in
time. Games of other than five points are not reviewed, and neither are salon games, where a reply proves nothing.
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
"""The decimal places of every figure. These estimates are not accurate enough for more than hundredths of a game."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a seat in a game: what it saw, and what it did.

    Attributes:
        view: what the seat saw.
        move: what the seat did, or was advised to do.
        king: the card that the seat played without announcing the king, if the decision is about the announcement.
            After that card it was too late to announce. None for every other decision.
    """

    view: PlayerView
    move: Move
    king: Card | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision, with the chance to win the game after each alternative.

    Every figure is rounded here and nowhere else. So text, JSON and page show the same figures, and the costs that they
    show add up to the total that they show.

    Attributes:
        decision: the decision.
        move_values: the chance to win the game after each alternative, before rounding.
        book: what the book does, or None if it is silent.
    """

    decision: Decision
    move_values: MoveValues
    book: BookAdvice | None

    @property
    def kind(self) -> DecisionKind:
        """What the seat decided."""
        return DecisionKind.KING if self.decision.king is not None else kind_of(self.decision.view, king=False)

    @property
    def chances(self) -> dict[Move, float]:
        """The chance to win the game after each alternative, from 0 to 1, rounded to hundredths, the best first."""
        return {move: round(value, _PLACES) for move, value in self.move_values.values.items()}

    @property
    def cost(self) -> float:
        """How much of the chance to win the game the move gave away.

        0 if that is less than a hundredth, or within the error of the estimate.
        """
        move = self.decision.move
        if self.move_values.cost(move) < TELLING:
            return 0.0
        chances = self.chances
        return round(chances[self.move_values.best] - chances[move], _PLACES)

    @property
    def chance(self) -> float:
        """The chance to win the game after the move that the seat made."""
        return self.chances[self.decision.move]

    @property
    def best(self) -> Move:
        """The best move: the one that the seat made, unless another one is certainly better by a hundredth."""
        return self.move_values.best if self.cost else self.decision.move

    @property
    def best_chance(self) -> float:
        """The chance to win the game after the best move."""
        return self.chances[self.best]

    @property
    def ahead(self) -> float:
        """How far the seat's move is ahead of every other move, as a chance to win the game. 0 if it is not certainly
        ahead of all of them.
        """
        if self.next_best is None or self.move_values.cost(self.next_best) < TELLING:
            return 0.0
        return round(max(0.0, self.chance - self.chances[self.next_best]), _PLACES)

    @property
    def next_best(self) -> Move | None:
        """The best of the moves that the seat did not make, or None if there was only one move."""
        return next((move for move in self.chances if move != self.decision.move), None)


def decision_of(before: State, event: Event, seat: Seat) -> Decision | None:
    """Returns what a seat decided with an event. None if the event was not that seat's decision, or cannot be valued.

    Args:
        before: the state before the event.
        event: the event.
        seat: the seat.
    """
    move = _move(event)
    if move is None or before.turn is not seat or before.due is not None:
        return None
    view = player_view(before, seat)
    return Decision(view, move) if can_be_valued(view) else None


def steps(events: Iterable[Event]) -> Iterator[tuple[State, Event]]:
    """Yields each event of a log together with the state before it. The first event has no state before it and is left
    out.

    Raises:
        ImpossibleEvent: an event cannot follow the ones before it.
    """
    state: State | None = None
    for event in events:
        if state is not None:
            yield state, event
        state = evolve(state, event)


def decisions(game_steps: Iterable[tuple[State, Event]], seat: Seat) -> Iterator[Decision]:
    """Yields the decisions of a seat in one game, in order. Leaves out those that cannot be valued.

    Args:
        game_steps: the events of the game, each with the state before it (`steps`).
        seat: the seat.
    """
    silent: Decision | None = None
    for before, event in game_steps:
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
    """Values the alternatives of each decision, in order.

    Leaves out decisions that have no value: discards of cards that the talon could not replace.

    If no decision gave a chance away, the best decision is checked by playouts, too: the one whose move is farthest
    ahead of every other move. A decision takes about a tenth of a second, and each card that is played out some tenths
    more.

    Args:
        made: the decisions.
        seeded: makes a random generator from a seed.
        all_deals: never stop playouts early. For measuring what stopping early changes.
    """
    judged = []
    for decision in made:
        view, move = decision.view, decision.move
        if decision.king is None:
            values, book = estimate(view, seeded, move, all_deals=all_deals), book_advice(view)
            if move in values.values and values.cost(move) >= TELLING:
                values = compare(view, values, move, seeded, all_deals=all_deals)
        else:
            values, book = king_values(view, decision.king), book_advice_on_the_king(view, decision.king)
        if move in values.values:
            judged.append(Judged(decision, values, book))
    return tuple(judged) if any(decision.cost for decision in judged) else tuple(_praised(judged, seeded))


def _praised(judged: list[Judged], seeded: Seeded) -> list[Judged]:
    """Checks the decision that is farthest ahead of its alternatives by playouts, if it is a card. Repeats this
    until the same decision stays ahead.
    """
    played_out: set[int] = set()
    while judged:
        place = max(range(len(judged)), key=lambda at: judged[at].ahead)
        first = judged[place]
        if place in played_out or not first.ahead or first.next_best is None or first.decision.king is not None:
            break
        judged[place] = replace(
            first, move_values=compare(first.decision.view, first.move_values, first.next_best, seeded)
        )
        played_out.add(place)
    return judged


def worst_first(judged: Iterable[Judged]) -> tuple[Judged, ...]:
    """Returns the decisions that gave a chance away, the worst first."""
    return tuple(sorted((decision for decision in judged if decision.cost), key=lambda decision: -decision.cost))


def most_telling(judged: Collection[Judged]) -> Judged | None:
    """Returns the decision that gave away the largest chance to win the game.

    If no decision gave a chance away, returns the decision whose move was farthest ahead of every other move. Returns
    None if no move was ahead.
    """
    for worst in worst_first(judged):
        return worst
    best = max(judged, key=lambda decision: decision.ahead, default=None)
    return best if best is not None and best.ahead else None


def given_away(judged: Iterable[Judged]) -> float:
    """Returns the sum of what all decisions gave away, as chances to win. The sum may exceed 1."""
    return round(sum(decision.cost for decision in judged), _PLACES)


def _silence(before: State, event: CardPlayed) -> Decision | None:
    """Returns the decision not to announce the king before a card, the seat's first one of the deal. None if the seat
    could not announce.
    """
    view = player_view(before, event.seat)
    public = view.public
    if not view.may_announce or public.salon is not None or not policy_knows(public.rules):
        return None
    return Decision(view, Play(event.card), event.card)


def _move(event: Event) -> Move | None:
    """Returns the move behind an event, or None if it cannot be judged. Conditional acceptance counts as acceptance."""
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

"""Compares cards by playouts: the deal is played to its end after each card, and neither side sees the other's hand.

Search with open hands (`ecarte.ai.cards.search`) assumes that both sides see all cards from the next trick on. It
therefore overrates errors that only an opponent with that sight would punish. A playout instead gives the opponent a
possible hand, with the same weights as in the search. The maître then plays every later card of both sides, each from
what that side may know. All cards to compare meet the same hands.

Playouts are a model: people do not play like the maître. Their only inputs are a view and random numbers. Playing one
deal out takes some milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ecarte.ai.cards.search import field_of
from ecarte.ai.cards.trick_values import Worth, trick_worth
from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.native import engine_for
from ecarte.ai.opponent_hands import SILENT, Field
from ecarte.ai.players.maitre import searched_cards
from ecarte.ai.players.player import Weights, chosen_move
from ecarte.fair import Chance
from ecarte.game import (
    Card,
    KingFrom,
    KingMarked,
    Phase,
    Play,
    PlayerView,
    PublicView,
    Rank,
    Seat,
    Trick,
    cards_of,
    king_of,
    leads,
    replies,
    reply_wins,
)


def card_outcomes(view: PlayerView, cards: Sequence[Card], number: int, chance: Chance) -> dict[Card, list[float]]:
    """Plays each of some cards against `number` possible hands of the opponent. Returns, for each card, the chance to
    win the game after each of these playouts.

    If the player has the king of trumps and may still announce it, the playouts count it as marked.

    Args:
        view: the view of the player who plays the card.
        cards: the cards to compare.
        number: how many hands the opponent is given.
        chance: the source of random numbers.
    """
    if (engine := engine_for(chance)) is not None and view.public.phase is Phase.PLAY:
        return engine.card_outcomes(view, cards, number, chance)
    start = _Start.of(view)
    outcomes: dict[Card, list[float]] = {card: [] for card in cards}
    for _ in range(number):
        hand = _draw_hand(start.field, chance)
        discarded = start.sample_discards(hand, chance)
        for card in cards:
            outcomes[card].append(start.value(card, hand, discarded, chance))
    return outcomes


class _Start(NamedTuple):
    """The position in which the playouts begin.

    Attributes:
        view: the view of the seat to play. A king that it holds and may announce is marked already.
        knowledge: what the seat knows.
        field: the hands that the opponent may hold.
        worth: the seat's chance to win the game for each number of tricks that it wins in the deal.
        plans: what the maître plays from this seat, kept for later playouts. The key is the tricks so far, and whether
            the king is still unmarked.
    """

    view: PlayerView
    knowledge: Knowledge
    field: Field
    worth: Worth
    plans: dict[tuple[tuple[Trick, ...], bool], Weights]

    @classmethod
    def of(cls, view: PlayerView) -> _Start:
        knowledge = knowledge_of(view)
        marks = view.may_announce and knowledge.has_king
        worth = trick_worth(knowledge, marks_king=marks)
        if marks:
            view = replace(view, public=_with_king_marked(view.public, view.seat))
        return cls(view, knowledge, field_of(knowledge), worth, {})

    def sample_discards(self, hand: int, chance: Chance) -> tuple[Card, ...]:
        """Draws as many cards as the opponent has discarded in this deal, at random from those that are unseen and not
        in `hand`. Kings are never drawn, and trumps only if there are too few plain cards.
        """
        public = self.view.public
        number = sum(pair[0 if public.elder is self.view.seat.other else 1] for pair in public.rounds)
        candidates = [card for card in cards_of(self.knowledge.unseen & ~hand) if card.rank is not Rank.KING]
        return tuple(sorted(candidates, key=lambda card: (card.suit is public.trump, chance.random()))[:number])

    def value(self, card: Card, hand: int, discarded: tuple[Card, ...], chance: Chance) -> float:
        """Returns the seat's chance to win the game after a card, if the opponent holds this hand."""
        me, other = self.view.seat, self.view.seat.other
        hands = {me: self.knowledge.hand & ~card.bit, other: hand}
        king = self.knowledge.may_mark and bool(hand & self.knowledge.king.bit)
        public = _after(self.view.public, card)
        while (seat := public.turn) is not None and hands[seat]:
            if king and seat is other and public.king is None:
                public = _with_king_marked(public, other)
            lawful = _lawful(public, hands[seat])
            if len(lawful) == 1:
                weights: Weights = {lawful[0]: 1.0}
            elif seat is other:
                weights = _weights(public, other, hands[other], discarded)
            elif (place := (public.tricks, public.king is None)) in self.plans:
                weights = self.plans[place]
            else:
                weights = self.plans[place] = _weights(public, me, hands[me], self.view.discarded)
            move = chosen_move(weights, chance.random() if len(weights) > 1 else 0.0)
            assert isinstance(move, Play)
            hands[seat] &= ~move.card.bit
            public = _after(public, move.card)
        return (self.worth.with_king if king else self.worth.without)[public.taken[me.index]]


def _draw_hand(field: Field, chance: Chance) -> int:
    """Draws a hand of the opponent. Its chance is proportional to the product of its cards' weights."""
    cards = cards_of(field.may & ~field.sure)
    weights = [_weight(field, card) for card in cards]
    wanted = field.number - field.sure.bit_count()
    # ways[at][number]: the total weight of all choices of `number` cards from index `at` on.
    ways = [[1.0] + [0.0] * wanted]
    for weight in reversed(weights):
        after = ways[-1]
        ways.append([1.0] + [after[number] + weight * after[number - 1] for number in range(1, wanted + 1)])
    ways.reverse()
    hand = field.sure
    for at, (card, weight) in enumerate(zip(cards, weights, strict=True)):
        if wanted and chance.random() * ways[at][wanted] < weight * ways[at + 1][wanted - 1]:
            hand |= card.bit
            wanted -= 1
    return hand


def _weight(field: Field, card: Card) -> float:
    weight = float(field.weights[card.suit.index][card.rank.index])
    return weight / SILENT if field.silent_king and card is king_of(field.trump) else weight


def _weights(public: PublicView, seat: Seat, hand: int, discarded: tuple[Card, ...]) -> Weights:
    """Returns how often the maître plays each card from this seat."""
    view = PlayerView(seat, public, cards_of(hand), discarded, (), (), (), None, may_announce=False, claims=())
    return {Play(card): often for card, often in searched_cards(knowledge_of(view)).items()}


def _lawful(public: PublicView, hand: int) -> tuple[Play, ...]:
    last = public.tricks[-1] if public.tricks else None
    if last is None or last.reply is not None:
        return leads(hand)
    assert public.trump is not None
    return replies(hand, last.lead, public.trump)


def _after(public: PublicView, card: Card) -> PublicView:
    """Returns the public view after the seat to act has played this card."""
    seat = public.turn
    assert seat is not None
    assert public.trump is not None
    north, south = (held - (side is seat) for held, side in zip(public.held, Seat, strict=True))
    last = public.tricks[-1] if public.tricks else None
    if last is None or last.reply is not None:
        tricks = (*public.tricks, Trick(seat, card, None, None))
        return replace(public, tricks=tricks, held=(north, south), turn=seat.other)
    winner = seat if reply_wins(last.lead, card, public.trump) else seat.other
    taken = tuple(won + (side is winner) for won, side in zip(public.taken, Seat, strict=True))
    tricks = (*public.tricks[:-1], replace(last, reply=card, winner=winner))
    return replace(public, tricks=tricks, held=(north, south), taken=(taken[0], taken[1]), turn=winner)


def _with_king_marked(public: PublicView, seat: Seat) -> PublicView:
    """Returns the public view after this seat has announced the king."""
    north, south = (points + (side is seat) for points, side in zip(public.score, Seat, strict=True))
    return replace(public, king=KingMarked(seat, KingFrom.ANNOUNCED), score=(north, south))

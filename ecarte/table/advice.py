"""Advice: pointing at a card by its place, or at the talon, and nothing else (Law 54).

A sign is a place, 0 to 4, or `TALON`. Where cards are changed several may be pointed at, one by one; every other
decision is one thing, so pointing elsewhere takes the finger away from where it was. The player may follow or not.

What a sign means to the player who decides: a place is that card - to lead it or play it; to change it; and for the
dealer who was asked for cards, to play the hand as it is. The talon is the cards that lie there: propose; give.
Only what the player may do can be pointed at, and only where there is a choice. `ecarte.table.stakes` says who may
point. Source: Laws 54 and 55; what the talon means, and where several count, are this library's.
"""

from __future__ import annotations

from typing import Final

from ecarte.game import (
    Accept,
    Accepted,
    BackerView,
    Card,
    CardPlayed,
    DealerDiscarded,
    Discard,
    ElderDiscarded,
    Event,
    Move,
    Phase,
    Play,
    Propose,
    Proposed,
    Refuse,
    Refused,
    Seat,
    State,
)
from ecarte.table.stakes.errors import GalerieError, GalerieRule

TALON: Final = 5
"""The sign for the talon."""

_TO_SEVERAL: Final = frozenset({Phase.ELDER_DISCARD, Phase.DEALER_DISCARD})


def may_point(view: BackerView, pointed: frozenset[int] = frozenset()) -> frozenset[int]:
    """The signs that mean something now: none unless the player who is backed has a choice.

    Args:
        view: what the backer sees.
        pointed: the signs at which the backer points already; at these the backer may point once more.
    """
    held = {place: card for place, card in enumerate(view.places) if card is not None}
    if view.discard_bounds is not None:
        return frozenset(held) if len(pointed) < view.discard_bounds[1] else pointed
    if len(view.choices) < 2:
        return frozenset()
    match view.public.phase:
        case Phase.ANSWER:
            return frozenset(held) | {TALON}
        case Phase.PROPOSE | Phase.PLAY:
            places = frozenset(place for place, card in held.items() if Play(card) in view.choices)
            return places | {TALON} if Propose() in view.choices else places
        case _:
            return frozenset()


def point(pointed: frozenset[int], sign: int, view: BackerView) -> frozenset[int]:
    """The signs of a backer who pointed at `pointed` and now points at `sign`; at the same sign again: no longer.

    Raises `GalerieError` for a sign that means nothing now.
    """
    if sign not in may_point(view, pointed):
        raise GalerieError(GalerieRule.NOTHING_TO_ADVISE)
    if view.public.phase in _TO_SEVERAL:
        return pointed ^ {sign}
    return frozenset() if sign in pointed else frozenset({sign})


def pointed_move(pointed: frozenset[int], view: BackerView) -> Move | None:
    """The move that was pointed at, lawful or not, where the player had to decide what `view` shows; None: nothing."""
    if not pointed or view.public.turn is not view.seat:
        return None
    cards = [card for place, card in enumerate(view.places) if place in pointed and card is not None]
    match view.public.phase:
        case Phase.PROPOSE if TALON in pointed:
            return Propose()
        case Phase.ANSWER:
            return Accept() if TALON in pointed else Refuse()
        case Phase.PROPOSE | Phase.PLAY if cards:
            return Play(cards[0])
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            return Discard(cards)
        case _:
            return None


def follows_advice(pointed: frozenset[int], before: State, event: Event) -> bool | None:
    """Whether the decision `event`, made in the state `before`, did what was `pointed` at.

    None where nothing was pointed at, or the event is no decision that can be pointed at: a king, a claim, an end, what
    follows by itself.
    """
    deal = before.deal
    if not pointed or deal is None or before.due is not None:
        return None
    match event:
        case CardPlayed(seat, card) if seat is before.turn:
            return pointed == _places_of(before, seat, (card,))
        case Proposed() | Accepted():
            return pointed == {TALON}
        case Refused():
            return TALON not in pointed
        case ElderDiscarded(cards):
            return pointed == _places_of(before, deal.elder, cards)
        case DealerDiscarded(cards):
            return pointed == _places_of(before, deal.dealer, cards)
        case _:
            return None


def _places_of(state: State, seat: Seat, cards: tuple[Card, ...]) -> set[int]:
    """The places where these cards of a seat lie."""
    return {place for place, card in enumerate(state.last_deal.places[seat.index]) if card in cards}

"""Advice: a backer points at a card by its place, or at the talon, and may do nothing else (Law 54).

A sign is a place of the hand, 0 to 4, or `TALON`. During a discard a backer may point at several cards, one after the
other. Every other decision has one answer, so a new sign replaces the old one. The player is free to follow the advice.

The meaning of a sign depends on the decision. A place means that card: lead it, reply with it, or exchange it. For the
dealer who has to answer a proposal, a place means: refuse, and play the hand as it is. The talon means new cards:
propose, or accept. A backer may only point at moves that are open to the player, and only if the player has a choice.
`ecarte.table.stakes` decides who may point. Source: Laws 54 and 55; the meaning of the talon, and pointing at several
cards, are this library's.
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
"""The number that stands for pointing at the talon. 0 to 4 stand for the cards of the hand."""

_TO_SEVERAL: Final = frozenset({Phase.ELDER_DISCARD, Phase.DEALER_DISCARD})


def may_point(view: BackerView, pointed: frozenset[int] = frozenset()) -> frozenset[int]:
    """Returns at what a backer may point now: places of the hand (0 to 4), and `TALON`.

    The result is empty if the player has no choice.

    Args:
        view: the view of the backer.
        pointed: at what the backer points already. Pointing at it again takes the sign back.
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
    """Returns at what a backer points after one more sign. Pointing again at the same thing takes that sign back.

    Args:
        pointed: at what the backer pointed before.
        sign: a place of the hand from 0 to 4, or `TALON`.
        view: the view of the backer.

    Raises:
        GalerieError: the sign means nothing now.
    """
    if sign not in may_point(view, pointed):
        raise GalerieError(GalerieRule.NOTHING_TO_ADVISE)
    if view.public.phase in _TO_SEVERAL:
        return pointed ^ {sign}
    return frozenset() if sign in pointed else frozenset({sign})


def pointed_move(pointed: frozenset[int], view: BackerView) -> Move | None:
    """Returns the move that a backer advises. The move may be unlawful. None if the backer points at nothing, or if it
    is not the player's turn.

    Args:
        pointed: at what the backer points: places of the hand, or `TALON`.
        view: the view of the backer at the time of the decision.
    """
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
    """Returns whether the player did what a backer had advised.

    Args:
        pointed: at what the backer pointed: places of the hand, or `TALON`.
        before: the state before the decision.
        event: the event of the decision.

    Returns:
        None if the backer pointed at nothing, if the event had to follow the one before it, or if no sign stands for
        such an event (announcing the king, a claim, the end of a game).
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
    """Returns the places where these cards of a seat lie."""
    return {place for place, card in enumerate(state.last_deal.places[seat.index]) if card in cards}

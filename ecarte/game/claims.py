"""Finds claims that are certain: the player shows the hand and wins against any cards that the opponent may hold.

A claim is judged by the knowledge of the claimant alone: the hand, the discards, the turn-up, the cards played, and the
suits that the opponent's replies have shown to be missing. So the answer reveals nothing. A claim is certain if the
claimant can win by leading only cards that cannot be beaten, choosing each lead after the reply to the one before.
Source: Law 42 (a claim to score does not abandon the hand). Two rules are this library's: a claim must be certain, and
the claimant must be on lead.
"""

from __future__ import annotations

from collections.abc import Iterator

from ecarte.game.cards import WHOLE_PACK, Card, Suit, cards_of, mask_of
from ecarte.game.moves import Goal
from ecarte.game.rules import Seat
from ecarte.game.state import Phase, State
from ecarte.game.tricks import reply_wins


def on_lead(state: State, seat: Seat) -> bool:
    """Returns whether `seat` is to act and may lead."""
    leading = state.phase is Phase.PROPOSE or (state.phase is Phase.PLAY and state.led is None)
    return leading and state.turn is seat and state.due is None


def certain_goals(state: State, seat: Seat) -> tuple[Goal, ...]:
    """Returns the goals that `seat` is certain to make now: the point, the vole, both or neither.

    Returns neither if the seat may not lead now.
    """
    if not on_lead(state, seat):
        return ()
    unseen = _may_be_held(state, seat)
    hand = state.hand(seat)
    won, lost = state.tricks[seat.index], state.tricks[seat.other.index]
    trump = state.last_deal.trump
    point = (Goal.POINT,) if surely_wins(hand, unseen, trump, max(0, 3 - won)) else ()
    vole = (Goal.VOLE,) if lost == 0 and surely_wins(hand, unseen, trump, hand.bit_count()) else ()
    return point + vole


def surely_wins(hand: int, unseen: int, trump: Suit, wanted: int) -> bool:
    """Returns whether the leader is certain to win the next `wanted` tricks by leading only cards that the opponent
    cannot beat. False if the leader holds fewer cards than `wanted`.

    Args:
        hand: the leader's cards (a mask).
        unseen: the cards that the opponent may hold (a mask). The opponent holds as many cards as the leader.
        trump: the trump of the deal.
        wanted: how many tricks.
    """
    if wanted == 0:
        return True
    count = hand.bit_count()
    return wanted <= count and any(
        _unbeatable(card, unseen, count, trump)
        and all(
            surely_wins(hand ^ card.bit, after, trump, wanted - 1)
            for after in _after_each_reply(card, unseen, count, trump)
        )
        for card in cards_of(hand)
    )


def _unbeatable(card: Card, unseen: int, count: int, trump: Suit) -> bool:
    if unseen & card.higher:
        return False
    if card.suit is trump or not unseen & trump.mask:
        return True
    # The opponent can trump only without a card of the suit led; here every possible hand has one.
    return (unseen & ~card.suit.mask).bit_count() < count


def _after_each_reply(led: Card, unseen: int, count: int, trump: Suit) -> Iterator[int]:
    """Yields, for the lowest reply in each suit to a winning lead, the cards that the opponent may hold afterwards (a
    mask).

    Higher replies need not be considered: an opponent who keeps a lower card instead is never harder to beat.
    """
    following = unseen & led.suit.mask
    if following:
        yield unseen ^ _lowest(following)
    elsewhere = unseen & ~led.suit.mask & ~trump.mask
    if elsewhere.bit_count() >= count:
        for suit in Suit:
            if elsewhere & suit.mask:
                yield elsewhere ^ _lowest(elsewhere & suit.mask)


def _lowest(cards_of_suit: int) -> int:
    return 1 << cards_of_suit.bit_length() - 1


def _may_be_held(state: State, seat: Seat) -> int:
    """Returns the cards (a mask) that the opponent may hold, as far as `seat` knows."""
    deal = state.last_deal
    played = state.played
    known = mask_of(played) | state.hand(seat) | state.exchanges.out[seat.index] | deal.turn_up.bit
    unseen = WHOLE_PACK & ~known
    if state.salon is not None:
        # Where players may make errors, a reply proves nothing about the hand.
        return unseen
    leader = deal.elder
    for led, reply in zip(played[::2], played[1::2], strict=False):
        won = reply_wins(led, reply, deal.trump)
        if leader is seat:
            if reply.suit is not led.suit:
                unseen &= ~led.suit.mask
                if reply.suit is not deal.trump:
                    unseen &= ~deal.trump.mask
            elif not won:
                unseen &= ~led.higher
        if won:
            leader = leader.other
    return unseen

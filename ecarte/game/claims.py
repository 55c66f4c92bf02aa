"""When a claim stands: the claimant wins it whatever the opponent holds.

Computed from what the claimant may know (hand, discards, turn-up, cards played, and the suits that replies have shown
to be missing), so that the answer gives nothing away. A claim stands if the claimant can lead winners only, choosing
each in view of the replies. Source: Law 42 (a claim to score is no abandonment); that a claim must be certain, and made
on lead, is this library's rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from ecarte.game.cards import WHOLE_PACK, Card, Suit, cards_of, mask_of
from ecarte.game.moves import Goal
from ecarte.game.rules import Seat
from ecarte.game.state import Phase, State
from ecarte.game.tricks import reply_wins


def on_lead(state: State, seat: Seat) -> bool:
    """Whether `seat` is to lead, or to propose or lead."""
    leading = state.phase is Phase.PROPOSE or (state.phase is Phase.PLAY and state.led is None)
    return leading and state.turn is seat and state.due is None


def certain_goals(state: State, seat: Seat) -> tuple[Goal, ...]:
    """The claims that would stand now: none unless `seat` is on lead."""
    if not on_lead(state, seat):
        return ()
    unseen = _may_be_held(state, seat)
    hand = state.hand(seat)
    made, lost = state.tricks[seat.index], state.tricks[seat.other.index]
    trump = state.last_deal.trump
    point = (Goal.POINT,) if surely_wins(hand, unseen, trump, max(0, 3 - made)) else ()
    vole = (Goal.VOLE,) if lost == 0 and surely_wins(hand, unseen, trump, hand.bit_count()) else ()
    return point + vole


def surely_wins(hand: int, unseen: int, trump: Suit, wanted: int) -> bool:
    """Whether the leader wins the next `wanted` tricks by leading, each time, a card that nothing can beat.

    Args:
        hand: the leader's cards.
        unseen: the cards that the opponent may hold, who holds as many as the leader.

    Returns:
        False where there are fewer cards than tricks wanted.
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
    # The opponent cannot trump with a hand that cannot be without the suit led.
    return (unseen & ~card.suit.mask).bit_count() < count


def _after_each_reply(led: Card, unseen: int, count: int, trump: Suit) -> Iterator[int]:
    """What may be held after each reply to a winning lead that need be looked at.

    Of the cards of a suit only the lowest: who keeps a higher one in its stead is never easier to beat.
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
    """The cards that the opponent may hold, as far as `seat` knows."""
    deal = state.last_deal
    played = state.played
    known = mask_of(played) | state.hand(seat) | state.exchanges.out[seat.index] | deal.turn_up.bit
    unseen = WHOLE_PACK & ~known
    if state.salon is not None:
        # A reply shows nothing where one may err.
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

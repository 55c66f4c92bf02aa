"""Turns a player's view (`ecarte.game.views`) into the input of the policy.

The policy's scores do not count a king in hand, so an announced king is subtracted from the score of its holder. A
player who needs more than five points counts as needing five.
"""

from __future__ import annotations

from typing import Final

from ecarte.ai.exchange.policy import PolicyInput
from ecarte.game import KingFrom, PlayerView, RulesError, mask_of
from ecarte.odds import Role

_MOST: Final = 5


def policy_input(view: PlayerView) -> PolicyInput:
    """Returns what the player of a view knows before the play, as the input of the policy.

    Raises:
        RulesError: no deal is in progress.
        HandError: the hand does not have five cards.
    """
    public = view.public
    if public.turn_up is None or public.elder is None or public.dealer is None:
        raise RulesError("phase", public.phase)
    elder = view.seat is public.elder
    needs = {seat: public.rules.points - public.score[seat.index] for seat in (public.elder, public.dealer)}
    if public.king is not None and public.king.how is KingFrom.ANNOUNCED:
        needs[public.king.seat] += public.rules.scoring.king
    # In the policy's games a dealer who has turned up a king needs four points at most.
    dealer_most = _MOST if public.turn_up.higher else _MOST - 1
    cards = mask_of(view.hand)
    last = public.rounds[-1] if public.rounds else None
    return PolicyInput(
        hand=cards,
        turn_up=public.turn_up,
        role=Role.ELDER if elder else Role.DEALER,
        elder_needs=min(needs[public.elder], _MOST),
        dealer_needs=min(needs[public.dealer], dealer_most),
        round=len(public.rounds) + 1,
        took=None if last is None else last[1 if elder else 0],
        talon=public.talon - (0 if elder else public.asked or 0),
    )

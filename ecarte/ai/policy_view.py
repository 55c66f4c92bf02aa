"""From what a player sees at a table (`ecarte.game.views`) to what the policy asks for; it knows no more than the view.

The policy's scores leave a king in hand unmarked: where one has been announced in this deal, its holder needs here what
he needed before. A game of other than five points is played as one in which nobody needs more than five.
"""

from __future__ import annotations

from typing import Final

from ecarte.ai.policy import Seen
from ecarte.game import KingFrom, PlayerView, RulesError, mask_of
from ecarte.odds import Role

__all__ = ["seen_of"]

_MOST: Final = 5


def seen_of(view: PlayerView) -> Seen:
    """What the player knows before the play of the deal that he is in.

    Raises `RulesError` where no deal is under way, and `HandError` where he has not five cards any more.
    """
    public = view.public
    if public.turn_up is None or public.elder is None or public.dealer is None:
        raise RulesError("phase", public.phase)
    elder = view.seat is public.elder
    needs = {seat: public.rules.points - public.score[seat.index] for seat in (public.elder, public.dealer)}
    if public.king is not None and public.king.how is KingFrom.ANNOUNCED:
        needs[public.king.seat] += 1
    # A dealer who has marked the king turned up wants four at most in the game that the policy knows.
    dealer_most = _MOST if public.turn_up.higher else _MOST - 1
    cards = mask_of(card for card in view.places if card is not None)
    last = public.rounds[-1] if public.rounds else None
    return Seen(
        hand=cards,
        turn_up=public.turn_up,
        role=Role.ELDER if elder else Role.DEALER,
        elder_needs=min(needs[public.elder], _MOST),
        dealer_needs=min(needs[public.dealer], dealer_most),
        round=len(public.rounds) + 1,
        took=None if last is None else last[1 if elder else 0],
        talon=public.talon - (0 if elder else public.asked or 0),
    )

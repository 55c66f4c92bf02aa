"""What the house has to do at a table, and how long it takes over it, from what anybody may know of that table.

That is the point: a pause that followed from its cards would tell something of them. So there is no hand here.
"""

from __future__ import annotations

import random
from enum import Enum
from typing import Final

from bot.tables.person import Person
from bot.tables.sights import TableSight
from bot.tables.state import Status
from ecarte import Card, Phase, PublicView, Rank, Seat

__all__ = ["Errand", "errand", "house_at", "pause_ms"]


class Errand(Enum):
    """What the house has to do."""

    SIT_DOWN = "sit down"
    CUT = "cut"
    MOVE = "move"
    ANNOUNCE = "announce"
    STOP = "stop"
    AGAIN = "again"


def house_at(table: TableSight) -> tuple[Person, Seat | None] | None:
    """The house at a table, and where it sits, if it has sat down; None where it neither sits nor is asked to."""
    if table.seats is not None:
        return next(((table.person(seat), seat) for seat in Seat if table.person(seat).level is not None), None)
    asked = table.challenged
    return (asked, None) if asked is not None and asked.level is not None else None


def errand(table: TableSight) -> Errand | None:
    """What the house has to do there now, if anything; it may turn out to be nothing, once it looks at its hand."""
    found = house_at(table)
    if found is None:
        return None
    house, seat = found
    if table.status is Status.CHALLENGE:
        return Errand.SIT_DOWN
    if seat is None or table.game is None:
        return None
    if table.status is Status.BETWEEN:
        return Errand.AGAIN if table.asked and house.id not in table.asked else None
    if table.status is not Status.PLAYING:
        return None
    if table.game.offer is seat.other:
        return Errand.STOP
    if table.to_cut is not None:
        return Errand.CUT if table.to_cut.elder is seat else None
    return _in_hand(table.game, seat)


_TO_DECIDE: Final = (Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD, Phase.PLAY)


def _in_hand(game: PublicView, seat: Seat) -> Errand | None:
    if game.phase not in _TO_DECIDE or game.scored is not None:
        return None
    if game.turn is seat:
        return Errand.MOVE
    # Out of turn there is a king to announce at most: before one's own first card, or with it (Laws 23 and 24).
    may_be = game.phase is Phase.PLAY and game.king is None and len(game.tricks) <= 1
    return Errand.ANNOUNCE if may_be and _own_card(game, seat) in (None, _king_of_trumps(game)) else None


def _own_card(game: PublicView, seat: Seat) -> Card | None:
    """What the seat has played in the first trick."""
    if not game.tricks:
        return None
    first = game.tricks[0]
    return first.lead if first.leader is seat else first.reply


def _king_of_trumps(game: PublicView) -> Card | None:
    return None if game.trump is None else Card(Rank.KING, game.trump)


_PAUSES: Final = {
    Errand.SIT_DOWN: (10_000, 10_000),
    Errand.CUT: (900, 1_800),
    Errand.ANNOUNCE: (500, 900),
    Errand.STOP: (900, 1_800),
    Errand.AGAIN: (700, 1_500),
}
"""From how long to how long, in milliseconds. It is asked to sit down at once; that it comes later is for crashes."""
_CHOICE: Final = (1_800, 3_800)
_LEAD: Final = (1_300, 3_000)
_REPLY: Final = (900, 2_200)
_LAST: Final = (600, 1_200)
"""A card of the last two."""


def pause_ms(what: Errand, table: TableSight, chance: random.Random) -> int:
    """How long the house takes over it, in milliseconds: longer where there is more to think about."""
    low, high = _PAUSES.get(what) or _thinking(table)
    return chance.randint(low, high)


def _thinking(table: TableSight) -> tuple[int, int]:
    game = table.game
    assert game is not None
    if game.phase is not Phase.PLAY:
        return _CHOICE
    if game.turn is not None and game.held[game.turn.index] <= 2:
        return _LAST
    replying = bool(game.tricks) and game.tricks[-1].reply is None
    return _REPLY if replying else _LEAD

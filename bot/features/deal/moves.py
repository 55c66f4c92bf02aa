"""Makes a move of the game for a press: by the view of the player who presses, exactly once."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias, TypeVar

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.request import Request
from bot.tables.actions import play
from ecarte.game import Move, PlayerView

ASK, FROM_MENU, ON_HAND = "ask", "menu", "hand"
_Named = TypeVar("_Named", bound=Enum)
_ON_PAGES_ONLY = frozenset({Verb.CALL, Verb.NAME_SUIT, Verb.NEW_CARDS, Verb.OTHER_PACK})
_SAYINGS = (Verb.PROPOSE, Verb.GIVE, Verb.GIVE_IF_ENOUGH, Verb.REFUSE, Verb.KING)
_LATE = (Verb.CLAIM_DEAL, Verb.CLAIM_GAME, Verb.GIVE_TIME, Verb.ACCEPT_STOP, Verb.DECLINE_STOP)
_REMEDIES = (Verb.LET_STAND, Verb.REQUIRE_SUIT, Verb.TAKE_BACK, Verb.KING_BACK)
_CARDS = (
    Verb.PLAY,
    Verb.DISCARD,
    Verb.CHOOSE_DISCARDS,
    Verb.POINT,
    Verb.CUT,
    Verb.WANT_CARDS,
    Verb.NEXT_DEAL,
    Verb.HOUSE,
)
_ON_HANDS = frozenset({*_CARDS, *_SAYINGS, *_LATE, *_REMEDIES})
MoveOf: TypeAlias = Callable[[PlayerView, Press], Move]
"""Returns the move that a press means.

Raises LookupError if the button is older than the hand, or its argument makes no sense.
"""


async def make_move(request: Request, press: Press, move_of: MoveOf, *, free: bool = False) -> None:
    """Makes a move.

    Args:
        free: whether the button outlives the decision for which it was drawn.

    Raises:
        Refused: it cannot be done; nothing has changed.
    """
    decision = None if free else press.decision
    await play.move(
        request.app.tables, press.table, request.person.id, decision, lambda view: move_of(view, press), request.cause
    )
    await close_menu(request, press)


def _is_from_menu(press: Press) -> bool:
    """Whether the press was made in a menu or on one of its pages, and not on the hand itself."""
    return press.argument == FROM_MENU or press.verb in _ON_PAGES_ONLY


def stands_on_hand(press: Press) -> bool:
    """Whether the press was made on a private hand, which follows the game: no menu and no page does."""
    return press.argument == ON_HAND or (press.verb in _ON_HANDS and press.argument != FROM_MENU)


async def close_menu(request: Request, press: Press) -> None:
    """Puts a word in place of the menu in which the press was made, if it was made in one."""
    if _is_from_menu(press):
        await request.replace(request.words("menu.done"))


def named(kind: type[_Named], value: str) -> _Named:
    """Returns the member of an enum with this value.

    Raises:
        LookupError: there is none.
    """
    try:
        return kind(value)
    except ValueError:
        raise LookupError(value) from None

"""Makes a move of the game for a press: by the view of the player who presses, exactly once."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias, TypeVar

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.request import Request
from bot.tables.actions import play
from ecarte.game import Move, PlayerView

__all__ = ["ASK", "FROM_MENU", "MoveOf", "close_menu", "is_from_menu", "make_move", "named"]

ASK, FROM_MENU = "ask", "menu"
_Named = TypeVar("_Named", bound=Enum)
_ON_PAGES_ONLY = frozenset({Verb.CALL, Verb.NAME_SUIT, Verb.NEW_CARDS, Verb.OTHER_PACK})
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


def is_from_menu(press: Press) -> bool:
    """Whether the press was made in a menu or on one of its pages, and not on the hand itself."""
    return press.argument == FROM_MENU or press.verb in _ON_PAGES_ONLY


async def close_menu(request: Request, press: Press) -> None:
    """Puts a word in place of the menu in which the press was made, if it was made in one."""
    if is_from_menu(press):
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

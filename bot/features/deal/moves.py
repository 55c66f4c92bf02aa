"""Handlers of presses that make a move of the game, by the view of the player who presses, exactly once."""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import Enum
from typing import TypeAlias, TypeVar

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import PressHandler
from bot.adapter.request import Request
from bot.tables.actions import play
from ecarte.game import Move, PlayerView

ASK, FROM_MENU, ON_HAND, KEEP = "ask", "menu", "hand", "keep"
_Named = TypeVar("_Named", bound=Enum)
MoveOf: TypeAlias = Callable[[PlayerView, Press], Move]
"""Returns the move that a press means.

Raises LookupError if the button is older than the hand, or if its argument is none that the bot writes.
"""


def move_handler(move_of: MoveOf, *, free: Collection[Verb] = ()) -> PressHandler:
    """Returns the handler of presses that make a move.

    It raises `Refused` if the move cannot be made; nothing has changed.

    Args:
        free: verbs whose buttons stay valid after the decision for which they were drawn.
    """

    async def make_move(request: Request, press: Press) -> None:
        decision = None if press.verb in free else press.decision
        tables, user_id = request.app.tables, request.person.id
        await play.move(tables, press.table, user_id, decision, lambda view: move_of(view, press), request.cause)

    return make_move


def member_of(kind: type[_Named], value: str) -> _Named:
    """Returns the member of an enum with this value.

    Raises:
        LookupError: there is none.
    """
    try:
        return kind(value)
    except ValueError:
        raise LookupError(value) from None

"""Makes handlers for the buttons with which a player makes a move of the game. Each press is carried out exactly
once.
"""

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
"""A function that takes a player's view and their press on a button. It returns the move that the button stands for.

It raises LookupError if the player no longer has the card or the choice of the button, or if the bot never writes a
button with this argument.
"""


def move_handler(move_of: MoveOf, *, free: Collection[Verb] = ()) -> PressHandler:
    """Returns a handler of the presses that make a move of the game.

    The handler raises `Refused` if the move is not allowed. Then nothing has changed.

    Args:
        move_of: finds the move of a press.
        free: the verbs whose buttons stay valid after the decision for which they were drawn.
    """

    async def make_move(request: Request, press: Press) -> None:
        decision = None if press.verb in free else press.decision
        tables, user_id = request.app.tables, request.person.id
        await play.move(tables, press.table, user_id, decision, lambda view: move_of(view, press), request.cause)

    return make_move


def member_of(kind: type[_Named], value: str) -> _Named:
    """Returns the member of an enum with this value.

    Raises:
        LookupError: the enum has no such member.
    """
    try:
        return kind(value)
    except ValueError:
        raise LookupError(value) from None

"""A hand that is offered to a backer, and pointing by buttons."""

from __future__ import annotations

from bot.adapter.components import number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.tables.actions import advice, succession

ROUTES = Routes()


@ROUTES.press(Verb.TAKE_HAND)
async def take_hand(request: Request, press: Press) -> None:
    """Plays a resigned hand out (Law 54)."""
    await succession.take_hand(request.app.tables, press.table, request.person, request.cause)


@ROUTES.press(Verb.DECLINE_HAND)
async def decline_hand(request: Request, press: Press) -> None:
    """Leaves the hand to the next backer."""
    await succession.decline_hand(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.POINT)
async def point(request: Request, press: Press) -> None:
    """Points at a place of the hand, or at the talon (Law 54)."""
    sign = number(press.argument, high=999_999_999)
    await advice.point(request.app.tables, press.table, request.person.id, press.decision, sign, request.cause)

"""A hand that is offered to a backer, and pointing by buttons."""

from __future__ import annotations

from bot.adapter.components import number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.features.backing import render
from bot.tables import lookup
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
    """Points at a place of the hand, or at the talon (Law 54).

    The button of a message that stands still names the hand that it shows. Where that is no longer held, or nothing can
    be pointed at now, the press brings the message up to date.
    """
    tables, user_id = request.app.tables, request.person.id
    sign, *hand = (number(part, high=999_999_999) for part in press.argument.split("."))
    decision = press.decision
    if hand:
        backed = await lookup.backed(tables, press.table, user_id)
        if tuple(hand) != render.hand_of(backed) or sign not in backed.may_point:
            request.wake(press.table)
            return
        decision = backed.table.decision
    await advice.point(tables, press.table, user_id, decision, sign, request.cause)


@ROUTES.press(Verb.FOLLOW)
async def follow(request: Request, press: Press) -> None:
    """Brings the message up to date; as it was pressed, it follows each move for a while.

    Raises:
        Refused: this person sees no hand here.
    """
    await lookup.backed(request.app.tables, press.table, request.person.id)
    request.wake(press.table)

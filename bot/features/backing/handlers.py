"""Presses of backers and guests: a backer's answer to the offer of a hand, and the buttons that advise a player."""

from __future__ import annotations

from bot.adapter.components import number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import Needs, Routes, Stands
from bot.adapter.request import Request
from bot.tables import lookup
from bot.tables.actions import advice, succession

ROUTES = Routes()


@ROUTES.press(Verb.TAKE_HAND, needs=Needs.MEMBER)
async def take_hand(request: Request, press: Press) -> None:
    """Gives the offered hand to the backer who pressed the button. From then on the backer plays it (Law 54)."""
    await succession.take_hand(request.app.tables, press.table, request.person, request.cause)


@ROUTES.press(Verb.DECLINE_HAND, needs=Needs.TABLE)
async def decline_hand(request: Request, press: Press) -> None:
    """Declines the hand that is offered to the backer who pressed the button. The hand is then offered to the next
    backer. If there is none, the resignation or the claim on time takes effect.
    """
    await succession.decline_hand(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.POINT, needs=Needs.TABLE, stands=Stands.HAND)
async def point(request: Request, press: Press) -> None:
    """Gives the advice of a backer or guest: points at one card of the player's hand, or at the talon (Law 54).

    If the person points there already, takes that advice back.
    """
    sign, *former = (number(part, high=999_999_999) for part in press.argument.split("."))
    if former:
        # The button is of an earlier version, whose message did not follow the game. The press updates the message.
        await follow(request, press)
        return
    await advice.point(request.app.tables, press.table, request.person.id, press.decision, sign, cause=request.cause)


@ROUTES.press(Verb.FOLLOW, needs=Needs.TABLE)
async def follow(request: Request, press: Press) -> None:
    """Redraws the messages of a table for a backer or guest, by a button of an earlier version of the bot.

    Messages of this version have no such button, because they follow each move by themselves.

    Raises:
        Refused: the person who pressed sees no hand at this table.
    """
    await lookup.backed_view(request.app.tables, press.table, request.person.id)
    request.wake(press.table)

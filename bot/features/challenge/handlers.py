"""The buttons of a challenge: accept, decline, cancel."""

from __future__ import annotations

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import Needs, Routes
from bot.adapter.request import Request
from bot.adapter.store import CHALLENGE
from bot.tables import lookup
from bot.tables.actions import seating

ROUTES = Routes()


@ROUTES.press(Verb.ACCEPT, needs=Needs.MEMBER)
async def accept(request: Request, press: Press) -> None:
    """Accepts a challenge: the person who pressed the button sits down at its table."""
    await _adopt(request, press.table)
    await seating.accept(request.app.tables, press.table, request.person, request.cause)


@ROUTES.press(Verb.DECLINE, needs=Needs.TABLE)
async def decline(request: Request, press: Press) -> None:
    """Declines a challenge that was made to the person who pressed the button."""
    await _adopt(request, press.table)
    await seating.decline(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.CANCEL, needs=Needs.TABLE)
async def cancel(request: Request, press: Press) -> None:
    """Takes back the challenge of the person who pressed the button. The button stands on their private
    confirmation.
    """
    await seating.cancel(request.app.tables, press.table, request.person.id, request.cause)
    await request.replace(request.words("challenge.cancelled.own"))


async def _adopt(request: Request, table_id: int) -> None:
    """Stores the message of the challenge, if a crash came between sending and storing it.

    Raises:
        Refused: there is no such table (any more).
    """
    await lookup.table(request.app.tables, table_id)
    message, messages = request.interaction.message, request.display.tables.messages
    if message is not None and CHALLENGE not in await messages.slots(table_id):
        await messages.adopt(table_id, CHALLENGE, message.channel.id, message.id, "")

"""After a game: another one, or the end of the table."""

from __future__ import annotations

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.tables.actions import rematch

ROUTES = Routes()


@ROUTES.press(Verb.REMATCH)
async def again(request: Request, press: Press) -> None:
    """Asks for another game."""
    await rematch.rematch(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.CLOSE)
async def close(request: Request, press: Press) -> None:
    """Leaves the table."""
    await rematch.close(request.app.tables, press.table, request.person.id, request.cause)

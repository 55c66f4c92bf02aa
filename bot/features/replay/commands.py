"""`/ecarte replay`: a finished game, deal by deal, or a record that the person brings."""

from __future__ import annotations

import discord

from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.features.games import last_game, offered
from bot.features.replay.page import load, replay
from bot.tables.archive import GameKey

__all__ = ["ROUTES"]

ROUTES = Routes()


@ROUTES.command("replay", complete={"game": offered}, direct=True)
async def command(
    request: Request,
    game: str | None = None,
    record: discord.Attachment | None = None,
    everybody: bool = False,
) -> None:
    """`/ecarte replay [game] [record] [everybody]`."""
    if record is not None and game is not None:
        await request.reply(request.words("replay.one"))
    elif record is not None:
        await load(request, record, everybody=everybody)
    else:
        key = await last_game(request) if game is None else GameKey.read(game)
        if game is None and key is None:
            await request.reply(request.words("replay.none"))
        else:
            await replay(request, key, everybody=everybody)

"""`/ecarte bet player amount`: bets chips on a player whose table takes bets."""

from __future__ import annotations

import discord

from bot.adapter import naming
from bot.adapter.formatting import safe
from bot.adapter.forms import Amount, read_amount
from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.features.betting import render as betting_render
from bot.tables import lookup
from bot.tables.actions import betting
from bot.tables.views import TableView
from ecarte.table.stakes import Stage

ROUTES = Routes()


@ROUTES.command("bet")
async def command(request: Request, player: discord.User, amount: Amount) -> None:
    """Bets an amount on a player, at the table where that player sits and bets are open."""
    words, person, chips = request.words, request.person, read_amount(amount)
    table = await _table_of(request, player.id)
    seat = table.seat_of(player.id) if table is not None else None
    if table is None or seat is None:
        own = player.id == person.id
        where = words("galerie.bet.where.own" if own else "galerie.bet.where", name=safe(naming.called_name(player)))
        await request.reply(where)
        return
    tables, cause = request.app.tables, request.cause
    table = await betting.bet(tables, table.id, person, seat, chips, cause, request.backer())
    await request.reply(betting_render.mine(words, table, person.id))


async def _table_of(request: Request, player: int) -> TableView | None:
    """Returns the table where the player sits and bets are open: the one of this channel, otherwise the newest."""
    newest: TableView | None = None
    for row in await lookup.tables_of(request.app.tables, player, request.guild_id):
        table = await lookup.table(request.app.tables, row.id)
        book = table.galerie.book
        if book is None or book.stage is not Stage.OPEN or table.seat_of(player) is None:
            continue
        if request.channel_id in (table.place, table.channel_id):
            return table
        newest = table
    return newest

"""Short messages that ring: time is running out, it is your turn, the table can no longer be shown."""

from __future__ import annotations

import discord

from bot.adapter import formatting, naming
from bot.adapter.components import notice
from bot.adapter.message import Message
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat

__all__ = ["late", "no_place", "public_warning", "warning"]

_SUCCESS = discord.ButtonStyle.success


def warning(words: Words, view: TableView, seat: Seat) -> Message:
    """To a player, privately: their time is running out."""
    view = naming.named(words, view)
    when = formatting.relative(view.deadline or 0)
    table = formatting.link(view.guild_id, view.place)
    return notice(words("notice.warning", other=formatting.who(view, seat.other), when=when, table=table))


def late(words: Words, view: TableView, seat: Seat) -> Message:
    """To the player in time, privately: the other's time is up, and what can be done."""
    view = naming.named(words, view)
    table = formatting.link(view.guild_id, view.place)
    return notice(words("notice.late", other=formatting.who(view, seat.other), table=table))


def public_warning(words: Words, view: TableView, seat: Seat) -> Message:
    """To a player who cannot be written to, at the table: their time is running out."""
    person = view.person(seat)
    text = words(
        "notice.warning.public", who=naming.ring(words, person.id), when=formatting.relative(view.deadline or 0)
    )
    return notice(text, *naming.members(person))


def no_place(words: Words, view: TableView) -> Message:
    """To both players, privately: the table can no longer be shown where it stood."""
    view = naming.named(words, view)
    return notice(
        words("notice.no.place", north=formatting.who(view, Seat.NORTH), south=formatting.who(view, Seat.SOUTH))
    )

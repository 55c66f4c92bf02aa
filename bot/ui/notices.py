"""Short messages that ring: time is running out, it is your turn, the table can no longer be shown."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.tables.sights import TableSight
from bot.texts import Words
from bot.ui import say
from bot.ui.drawing import Drawing, layout
from ecarte import Seat

__all__ = ["late", "no_place", "public_warning", "warning"]


def warning(words: Words, sight: TableSight, seat: Seat) -> Drawing:
    """To a player, privately: his time is running out."""
    when = say.relative(sight.deadline or 0)
    table = say.link(sight.guild_id, sight.place)
    return _drawn(words("notice.warning", other=say.who(sight, seat.other), when=when, table=table))


def late(words: Words, sight: TableSight, seat: Seat) -> Drawing:
    """To the player in time, privately: the other's time is up, and what he may do."""
    table = say.link(sight.guild_id, sight.place)
    return _drawn(words("notice.late", other=say.who(sight, seat.other), table=table))


def public_warning(words: Words, sight: TableSight, seat: Seat) -> Drawing:
    """To a player who cannot be written to, at the table: his time is running out."""
    person = sight.person(seat)
    text = words("notice.warning.public", who=f"<@{person.id}>", when=say.relative(sight.deadline or 0))
    return _drawn(text, person.id)


def no_place(words: Words, sight: TableSight) -> Drawing:
    """To both players, privately: the table can no longer be shown where it stood."""
    return _drawn(words("notice.no.place", north=say.who(sight, Seat.NORTH), south=say.who(sight, Seat.SOUTH)))


def _drawn(text: str, *mentions: int) -> Drawing:
    item: ui.TextDisplay[Any] = ui.TextDisplay(text)
    return Drawing(layout(item), mentions=mentions)

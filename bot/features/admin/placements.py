"""Private notices to the players and bettors of a table that a manager has voided."""

from __future__ import annotations

from collections.abc import Iterator

from bot.adapter import formatting
from bot.adapter.components import notice
from bot.adapter.display import PlacementFor, Ring, ShownTable, draw_with
from bot.adapter.message import Message
from bot.rows.ids import is_house
from bot.rows.slots import Slot, SlotKind
from bot.tables.views import TableView
from bot.texts import Words


def placements_at(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields notices to the players and bettors of a voided table, and to the members of its pool."""
    table, galerie = shown.table, shown.table.galerie
    if not table.voided:
        return
    people = {person.id for person in (*(table.seats or ()), *galerie.joined)}
    people |= set() if galerie.book is None else set(galerie.book.account())
    for person in people:
        if not is_house(person):
            yield person, Ring(Slot(SlotKind.VOIDED, reader=person), draw_with(_draw, table))


def _draw(words: Words, table: TableView) -> Message:
    return notice(words("notice.voided", table=formatting.link(table.guild_id, table.place)))

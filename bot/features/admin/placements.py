"""Private notices to players and bettors of a table that a manager has closed."""

from __future__ import annotations

from bot.adapter import formatting
from bot.adapter.components import notice
from bot.adapter.display import Placement, Placements, Ring, ShownTable
from bot.adapter.message import Message
from bot.adapter.store import Slot, SlotKind
from bot.people.person import is_house
from bot.people.preferences import Preferences
from bot.texts import Words


def _readers(shown: ShownTable) -> set[int]:
    """The players, the bettors, and those in the pool."""
    table = shown.table
    if not table.voided:
        return set()
    around = table.around
    people = {person.id for person in (*(table.seats or ()), *around.joined)}
    people |= set() if around.book is None else set(around.book.account())
    return {person for person in people if not is_house(person)}


async def _placements(shown: ShownTable, reader: int | None) -> list[Placement]:
    if reader is None or reader not in _readers(shown):
        return []

    def draw(words: Words, _preferences: Preferences) -> Message:
        table = formatting.link(shown.table.guild_id, shown.table.place)
        return notice(words("notice.voided", table=table))

    return [Ring(Slot(SlotKind.VOIDED, reader=reader), draw)]


PLACEMENTS = Placements(_placements, _readers)

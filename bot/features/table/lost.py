"""Notices about a table that the bot can no longer read and has put aside: one in the channel of the table, and a
private one to each of its people.
"""

from __future__ import annotations

from bot.adapter import formatting
from bot.adapter.components import notice
from bot.adapter.store import Delivery, MessageStore
from bot.app import App
from bot.rows.slots import Slot, SlotKind
from bot.tables.problems import TableLost

_PUBLIC = Slot(SlotKind.LOST)


async def announce(app: App, messages: MessageStore, error: TableLost) -> bool:
    """Tells the channel of a lost table, and each of the table's people, that the bot cannot read the table any more.

    A notice that was sent before is not sent again.

    Args:
        error: which table was lost, and why.

    Returns:
        True if a notice could not be sent yet. Then call this again later.
    """
    lost, key = error.lost, f"problem.{error.problem.value}"
    settings = await app.people.servers.of(lost.guild_id)
    words = app.texts(settings.language or app.settings.language)
    # A private table has no channel.
    deliveries = [await messages.show_in(lost.table_id, _PUBLIC, lost.place, notice(words(key)))] if lost.place else []
    link = formatting.link(lost.guild_id, lost.place)
    for person in lost.people:
        words = app.texts((await app.people.profiles.profile(person)).language)
        drawing = notice(words("notice.table_lost", table=link, what=words(key)))
        deliveries.append(await messages.show_to(lost.table_id, Slot(SlotKind.LOST, reader=person), person, drawing))
    await messages.save(lost.table_id)
    if Delivery.LATER in deliveries:
        return True
    messages.forget(lost.table_id)
    app.tables.drawn.put(lost.table_id, lost.version)
    return False

"""Tips switched on or off, by the menu More."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Entry, Group, Reader
from bot.adapter.items import button
from bot.adapter.registry import First, Routes
from bot.adapter.request import Request
from bot.features.tips.line import are_due
from bot.texts import Words

ROUTES = Routes()


def entries(words: Words, reader: Reader) -> Iterator[Entry]:
    """Returns the switch, for players."""
    if reader.hand is not None:
        yield Entry(Group.RULES, button(Verb.TIPS, words("tip.switch"), table=reader.table.id))


@ROUTES.press(Verb.TIPS, first=First.ANSWER)
async def switch(request: Request, press: Press) -> None:
    """Switches the tips off; or on, from the first of each kind, where none came any more."""
    preferences = await request.preferences()
    on = not are_due(preferences)
    chosen = replace(preferences, tips=on, tipped=() if on else preferences.tipped)
    await request.app.people.profiles.prefer(request.person.id, chosen)
    await request.replace(request.words("tip.on" if on else "tip.off"))
    request.wake(press.table)

"""Tips switched on or off."""

from __future__ import annotations

from dataclasses import replace

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import First, Routes
from bot.adapter.request import Request

__all__ = ["OFF", "ON", "ROUTES"]

ROUTES = Routes()
ON, OFF = "on", "off"


@ROUTES.press(Verb.TIPS, first=First.ANSWER)
async def switch(request: Request, press: Press) -> None:
    """Switches the tips on, from the first of each kind, or off."""
    preferences, on = await request.preferences(), press.argument == ON
    chosen = replace(preferences, tips=on, tipped=() if on else preferences.tipped)
    await request.app.people.profiles.prefer(request.person.id, chosen)
    await request.replace(request.words("tip.on" if on else "tip.off"))
    if press.table:
        request.wake(press.table)

"""`/ecarte seed [text]`: what a person adds to the packs of fair deals."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands

from bot.adapter.formatting import safe
from bot.adapter.registry import Routes
from bot.adapter.request import Request

__all__ = ["LONGEST", "ROUTES"]

ROUTES = Routes()
LONGEST = 64
"""How many characters a seed has at most."""


@ROUTES.command("seed")
async def command(request: Request, text: app_commands.Range[str, 1, LONGEST] | None = None) -> None:
    """Keeps the seed; without a text it is forgotten."""
    words = request.words
    await request.app.people.profiles.prefer(request.person.id, replace(await request.preferences(), seed=text or ""))
    await request.reply(words("fair.seed.set", seed=safe(text)) if text else words("fair.seed.none"))

"""One evening in the card room for each test: the real bot, a real database, four people in a simulated Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.adapter import answer, router
from bot.adapter.message import Picture
from tests.support.cardroom import CardWorld, card_world

_NEVER_S = 86_400.0


@pytest.fixture
async def cards(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[CardWorld]:
    """The card room; `@pytest.mark.parametrize("cards", [{...}], indirect=True)` sets its settings."""
    async with card_world(tmp_path, **getattr(request, "param", {})) as cards_world:
        yield cards_world


@pytest.fixture
async def table(cards: CardWorld) -> int:
    """A table at which Alice has dealt; Bruno is to lead or propose."""
    return await cards.sit_down_to()


@pytest.fixture
def painted(cards: CardWorld, table: int, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Holds up every picture until the event is set. A press on a hand is answered before its drawing."""
    env, ready, at_once = cards.world.env, asyncio.Event(), Picture.file

    async def slowly(picture: Picture) -> discord.File:
        await env.external_wait(ready.wait(), reason="a slow painter")
        return await at_once(picture)

    monkeypatch.setattr(Picture, "file", slowly)
    cards.room.renderer.answers_within_s = 0.0
    return ready


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets no press take too long, however busy the machine is.

    Timers that fall due while the bot works run in real time, and move the simulated clock. So a byte-by-byte
    comparison would depend on the speed of the machine. test_acknowledgements shows what a late answer does.
    """
    for module in (answer, router):
        monkeypatch.setattr(module, "PATIENCE_S", _NEVER_S)

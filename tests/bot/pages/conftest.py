"""The real bot, with a real database, among four people of a simulated server."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import discord
import pytest

from bot.client import CardRoom
from bot.config import Settings
from bot.storage import Database
from bot.texts import Texts
from tests.bot.pages.playing import Hall
from tests.support.simcord import world


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    """The bot at work."""

    async def make(now: Callable[[], int]) -> discord.Client:
        database = await Database.open(str(tmp_path / "house.sqlite3"))
        await database.migrate()
        return CardRoom(Settings(), database, Texts.load(), chance=random.Random(20), now=now)

    async with world(make) as made:
        yield Hall(made)

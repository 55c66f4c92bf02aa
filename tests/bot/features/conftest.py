"""The words of each language; and the real bot, with a real database, among four people of a simulated server."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from functools import cache
from pathlib import Path

import discord
import pytest

from bot.config import Settings
from bot.texts import Language, Texts, Words
from bot.texts.catalogues import WHOLE
from tests.bot.features.playing import Hall
from tests.support.database import open_database
from tests.support.room import Room
from tests.support.simcord import world

_texts = cache(Texts.load)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    """The bot at work."""

    async def make(now: Callable[[], int]) -> discord.Client:
        database = await open_database(tmp_path / "house.sqlite3")
        return Room(Settings(), database, _texts(), chance=random.Random(20), now=now)

    async with world(make) as made:
        yield Hall(made)


@pytest.fixture(params=list(Language), ids=lambda language: language.value)
def words(request: pytest.FixtureRequest) -> Words:
    """The words of each language in turn."""
    return _texts()(request.param)


@pytest.fixture(params=[Language(code) for code in WHOLE], ids=lambda language: language.value)
def whole(request: pytest.FixtureRequest) -> Words:
    """The words of each complete language in turn."""
    return _texts()(request.param)


@pytest.fixture
def english() -> Words:
    """The words in English."""
    return _texts()(Language.ENGLISH)


@pytest.fixture
def french() -> Words:
    """The words in French."""
    return _texts()(Language("fr"))

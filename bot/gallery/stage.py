"""The world in which the gallery plays: the real bot on the simulated Discord, with seeded random numbers, a clock that
stands still, and eight people.
"""

from __future__ import annotations

import random
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from bot.adapter.emojis import wanted_emojis
from bot.app import build_app
from bot.client import PERMISSIONS, Client
from bot.config import Settings
from bot.features.table.renderer import Renderer
from bot.gallery.troupe import Troupe
from bot.people.quotas import ARRIVALS
from bot.storage import Database
from bot.tables.context import StackedPacks
from bot.texts import Language, Texts
from ecarte.game import Card
from sandbox.people import CAST, Cast, CastMember
from sandbox.portraits import portraits
from sandbox.simulation import Simulation
from sandbox.world import World

#: The usual four and four more, some with names in other scripts.
PEOPLE = (
    *CAST,
    CastMember("fyodor", "Фёдор", "en-US", 150),
    CastMember("mika", "美咲", "en-US", 320),
    CastMember("sara", "سارة", "en-US", 90),
    CastMember("wolf", "Wolfgang Amadeus von und zu Hohenfels", "en-US", 20),
)
# Waits of the bot that are shorter run in real time: less than any deadline, or any put-off drawing.
_PATIENCE_S = 5.0

Packs = deque[tuple[Card, ...]]
"""The orders of the pack that the next deals use. While this is empty, deals are fair."""


@asynccontextmanager
async def open_stage(
    language: Language, seed: int, *, faces: bool = False, patience_s: float = _PATIENCE_S
) -> AsyncIterator[tuple[Troupe, Packs]]:
    """Opens a new simulated server on a temporary database for the `with` block. All people in it speak one language.

    Args:
        seed: the seed of the bot's random numbers.
        faces: whether the four people who play most have portraits as avatars.
        patience_s: how many seconds an action waits before it checks again whether the bot is done.
    """
    locale = "en-US" if language is Language.ENGLISH else language.value
    people = tuple(replace(person, locale=locale) for person in PEOPLE)
    packs: Packs = deque()
    signs = wanted_emojis(Texts.load())[language]
    emojis = {wanted.name: wanted.picture.png for wanted in signs.values()}
    with tempfile.TemporaryDirectory(prefix="ecarte-gallery-") as folder:
        address, chance = str(Path(folder) / "gallery.sqlite3"), random.Random(seed)

        async def make(now: Callable[[], datetime]) -> Client:
            database = await Database.open(address)
            await database.migrate()
            settings = Settings(database=address)

            def now_ms() -> int:
                return int(now().timestamp() * 1000)

            app = build_app(
                settings,
                database,
                Texts.load(),
                now=now_ms,
                rng=chance,
                stacked_packs=StackedPacks(lambda: packs.popleft() if packs else None),
            )
            app.quotas.lifted.update(quota.name for quota in ARRIVALS)
            client = Client(app, database)
            assert isinstance(client.display.tables, Renderer)
            # Nothing is put off, so each message shows the latest state.
            client.display.tables.pace.least_ms = 0
            return client

        simulation = Simulation(
            make,
            setting=Cast(people=people, locale=locale, emojis=emojis, portraits=portraits() if faces else {}),
            permissions=PERMISSIONS,
            pace=0,
            patience_s=patience_s,
        )
        world = World(simulation)
        await world.start()
        try:
            yield Troupe(world), packs
        finally:
            await world.stop()

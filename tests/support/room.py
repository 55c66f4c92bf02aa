"""The bot as tests run it: a client whose services are at hand."""

from __future__ import annotations

import random
from collections.abc import Callable

from bot.adapter.store import MessageStore
from bot.app import build_app
from bot.client import Client
from bot.config import Settings
from bot.features.table.renderer import Renderer
from bot.features.tournament.announcer import Announcer
from bot.house import USUAL, Policy
from bot.house.reviewer import Reviewer
from bot.people.profiles import Profile
from bot.people.quotas import ARRIVALS
from bot.people.server import ServerSettings
from bot.people.service import People
from bot.storage import Database
from bot.tables.context import StackedPacks
from bot.tables.service import Tables
from bot.texts import Texts
from bot.tournaments.service import Tournaments
from bot.trust import TrustedTime
from tests.support.threads import ThreadWorker


class Room(Client):
    """The bot, built as `python -m bot run` builds it."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        texts: Texts,
        *,
        chance: random.Random,
        now: Callable[[], int],
        stacked_packs: StackedPacks | None = None,
        policy: Policy = USUAL,
        reviewer: Reviewer | None = None,
        trust: TrustedTime | None = None,
    ) -> None:
        reviewer = reviewer or Reviewer(worker=ThreadWorker())
        app = build_app(
            settings,
            database,
            texts,
            now=now,
            rng=chance,
            stacked_packs=stacked_packs,
            policy=policy,
            reviewer=reviewer,
            trust=trust,
        )
        # A test presses while time stands still.
        app.quotas.lifted.update(quota.name for quota in ARRIVALS)
        super().__init__(app, database)
        self.database = database

    async def setup_hook(self) -> None:
        """As it ships, and begins with the shards of the simulated Discord, which leaves `connect` out."""
        await super().setup_hook()
        await self.lifecycle.begin_shards(self._connection.shard_count or 1)

    @property
    def texts(self) -> Texts:
        """The texts."""
        return self.app.texts

    @property
    def people(self) -> People:
        """The people and servers."""
        return self.app.people

    @property
    def tables(self) -> Tables:
        """The tables."""
        return self.app.tables

    @property
    def tournaments(self) -> Tournaments:
        """The tournaments."""
        return self.app.tournaments

    @property
    def messages(self) -> MessageStore:
        """Where the messages of tables are kept."""
        return self.display.tables.messages

    @property
    def renderer(self) -> Renderer:
        """What draws tables."""
        assert isinstance(self.display.tables, Renderer)
        return self.display.tables

    @property
    def herald(self) -> Announcer:
        """What draws tournaments."""
        assert isinstance(self.display.tournaments, Announcer)
        return self.display.tournaments

    @property
    def chance(self) -> random.Random:
        """The bot's chance."""
        return self.app.rng

    @property
    def now(self) -> int:
        """The time, in epoch milliseconds."""
        return self.app.now()

    async def profile(self, user_id: int) -> Profile:
        """Returns the profile of a person."""
        return await self.people.profiles.profile(user_id)

    async def choices(self, guild_id: int) -> ServerSettings:
        """Returns the settings of a server."""
        return await self.people.servers.of(guild_id)

"""The discord.py client: it joins Discord to the tables, and holds the one place where errors end.

It opens nothing by itself: the database, the texts and chance are handed in. Closing it stops the intake first, then
finishes what is being drawn, then closes the database.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import tasks

from bot.adapter import commands, registry
from bot.adapter.answers import answer_privately, sentence_of
from bot.adapter.custom_ids import FORM, Press, decode
from bot.adapter.items import ITEMS
from bot.adapter.router import Desk
from bot.adapter.store import Courier
from bot.clock import Scheduler
from bot.config import Settings
from bot.features.backing.reactions import Reactions
from bot.features.table.renderer import Renderer
from bot.features.table.threads import Threads
from bot.features.tournament.announcer import Herald
from bot.house import USUAL, HousePlayer, Policy
from bot.house.reviewer import Reviewer
from bot.people.profiles import Profile
from bot.people.server import ServerSettings
from bot.people.service import open_people
from bot.storage import Database, StorageError
from bot.tables.context import Laid, nothing_laid
from bot.tables.pending import Drafts
from bot.tables.problems import Refused
from bot.tables.service import Limits, Tables
from bot.tables.views import TableSight
from bot.texts import Language, Texts, Words
from bot.tournaments.service import Tournaments
from bot.tournaments.tournament import Cup

__all__ = ["PERMISSIONS", "CardRoom"]

_log = logging.getLogger(__name__)
_HEARTBEAT_S = 30.0
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
    add_reactions=True,
)
"""What the invite link asks for; nothing of it lets the bot change what others wrote."""
_OUTAGE_MS = 60_000
_GRACE_S = 6.0


class CardRoom(discord.Client):
    """The bot.

    Args:
        database: open and migrated; closed together with the client.
        chance: draws secrets and cuts.
        now: the time, in epoch milliseconds; the one clock that the house looks at.
        laid: packs that are dealt in place of fair ones.
        conduct: how the house plays, where it plays itself.
        teacher: looks back on games and gives hints; nobody named: the house's own.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        texts: Texts,
        *,
        chance: random.Random,
        now: Callable[[], int],
        laid: Laid = nothing_laid,
        conduct: Policy = USUAL,
        teacher: Reviewer | None = None,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_reactions=True, dm_reactions=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.settings = settings
        self.database = database
        self.texts = texts
        self.people = open_people(database, now)
        self.tables = Tables(
            database,
            self.people,
            now=now,
            chance=chance,
            limits=Limits(settings.live_tables, settings.correspondence_tables, settings.challenge_minutes * 60_000),
            laid=laid,
        )
        self.courier = Courier(self, database.table_messages, now)
        drafts = Drafts()
        self.renderer = Renderer(
            self.tables, self.people.profiles, texts, self.courier, drafts, Threads(self, self.tables, self.courier)
        )
        self.clock = Scheduler(now, self._time_passed)
        self.tournaments = Tournaments(database, self.tables, now)
        self.herald = Herald(
            self, self.tournaments, self.tables, self.people.profiles, texts, database.tournament_messages, now
        )
        self.teacher = teacher or Reviewer()
        self.opponents = HousePlayer(self.tables, now, chance, conduct)
        self.desk = Desk(self, drafts)
        self.reactions = Reactions(self)
        self.tree = commands.build(self)
        self._heart = tasks.loop(seconds=_HEARTBEAT_S)(self._beat)
        # A database that is away for a moment must not stop it.
        self._heart.add_exception_type(StorageError)
        self._at_work: set[asyncio.Task[Any]] = set()
        self._away_since: int | None = None
        self._undrawn: list[int] = []
        self._cups: list[Cup] = []
        self._closing = False
        self._now = now
        self._chance = chance

    async def setup_hook(self) -> None:
        """Takes up every table where it stood, and registers the commands."""
        self.add_dynamic_items(*ITEMS, *registry.ITEMS)
        await self.tree.set_translator(commands.Translator(self.texts))
        beat = await self.database.heartbeat.last()
        outage = self._now() - beat if beat is not None else 0
        tables = await self.tables.restore(outage if outage > _OUTAGE_MS else 0)
        self._cups = await self.tournaments.restore(
            outage if outage > _OUTAGE_MS else 0, beat - _OUTAGE_MS if beat is not None else None
        )
        self.herald.know(self._cups)
        self.tables.watch(self._changed)
        self.tables.watch(self.opponents.changed)
        self.tournaments.watch(self.herald.changed)
        self._heart.start()
        if self.settings.sync_commands:
            await self.tree.sync()
        _log.info("%d tables taken up", len(tables))
        for table, wake_at in tables:
            self.clock.set(table.id, wake_at)
            self.opponents.changed(table)
        self._undrawn = [table.id for table, _ in tables]
        if beat is not None:
            self._undrawn += await self.tables.put_away_since(beat - _OUTAGE_MS)

    async def close(self) -> None:
        """Stops the intake, finishes writing and drawing, and closes."""
        if self._closing:
            return
        self._closing = True
        self._heart.cancel()
        await self.clock.stop()
        await self.opponents.stop()
        if self._at_work:
            await asyncio.wait(self._at_work, timeout=_GRACE_S / 2)
        await asyncio.gather(self.herald.stop(_GRACE_S / 2), self.renderer.stop(_GRACE_S / 2))
        await super().close()
        await self.database.close()

    async def on_ready(self) -> None:
        """Discord is there (again)."""
        _log.info("ready as %s in %d servers", self.user, len(self.guilds))
        # Not before: a thread can be made only in a server that is known here.
        undrawn, self._undrawn = self._undrawn, []
        self.renderer.look_over(undrawn)
        cups, self._cups = self._cups, []
        self.herald.look_over(cups)
        await self._back()

    async def on_resumed(self) -> None:
        """The session goes on after a break."""
        await self._back()

    async def on_disconnect(self) -> None:
        """Discord is gone; clocks are credited when it is back."""
        if self._away_since is None:
            self._away_since = self._now()

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Logs what a listener raised, without what it was given: that may hold what people wrote."""
        _log.exception("the listener %s failed", event_method)

    @property
    def now(self) -> int:
        """The time, in epoch milliseconds, by the one clock that the house looks at."""
        return self._now()

    @property
    def chance(self) -> random.Random:
        """The one chance that the house draws from."""
        return self._chance

    async def choices(self, guild_id: int) -> ServerSettings:
        """What a server has chosen."""
        return await self.people.servers.of(guild_id)

    async def words_for(self, interaction: discord.Interaction[Any]) -> Words:
        """The words for whoever does something now; takes down his name and language."""
        user, language = interaction.user, Language.of(str(interaction.locale))
        await self.people.profiles.seen(user.id, user.display_name, language)
        return self.texts(language)

    async def profile(self, user_id: int) -> Profile:
        """A person as the house knows him."""
        return await self.people.profiles.profile(user_id)

    async def pressed(self, interaction: discord.Interaction[Any], press: Press | None, values: list[str]) -> None:
        """A button or a select was used."""
        if not self.take_up(asyncio.current_task()):
            return
        try:
            await self.desk.press(interaction, press, values)
        except Exception as error:
            await self.failed(interaction, error)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A form was sent: it is told by its id alone, since a restart may have come since it was opened."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: Any = interaction.data or {}
        custom_id = data.get("custom_id")
        match = FORM.fullmatch(custom_id) if isinstance(custom_id, str) else None
        if match is None or not self.take_up(asyncio.current_task()):
            return
        try:
            await self.desk.sent(interaction, decode(match))
        except Exception as error:
            await self.failed(interaction, error)

    async def on_raw_reaction_add(self, payload: discord.RawReactionActionEvent) -> None:
        """Somebody points, perhaps."""
        if self.take_up(asyncio.current_task()):
            await self.reactions.seen(payload)

    async def on_raw_reaction_remove(self, payload: discord.RawReactionActionEvent) -> None:
        """Somebody points, perhaps: in direct messages taking a reaction off does, too."""
        if self.take_up(asyncio.current_task()):
            await self.reactions.seen(payload)

    def take_up(self, task: asyncio.Task[Any] | None) -> bool:
        """Whether a task that answers somebody may begin; if so, closing waits for its end."""
        if task is None or self._closing:
            return False
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return True

    async def failed(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Where every error of an interaction ends: the user gets a sentence, the log the rest."""
        words = self.texts(str(interaction.locale))
        if isinstance(error, app_commands.CommandInvokeError) and isinstance(error.original, Exception):
            error = error.original
        if isinstance(error, Refused):
            sentence = sentence_of(words, error)
        elif isinstance(error, app_commands.MissingPermissions):
            sentence = words("problem.manage_server")
        elif isinstance(error, discord.HTTPException) and error.code == 10062:
            _log.warning("an interaction was answered too late")
            return
        elif isinstance(error, discord.HTTPException) and error.code == 40060:
            # Delivered twice: the first delivery has answered, and done what there was to do.
            _log.info("an interaction had been answered before")
            return
        else:
            reference = secrets.token_hex(3)
            _log.error("reference %s: %s", reference, type(error).__name__, exc_info=error)
            sentence = words("problem.unexpected", reference=reference)
        try:
            await answer_privately(interaction, sentence)
        except discord.HTTPException as again:
            _log.warning("an error could not be told: Discord answered %d (%d)", again.status, again.code)

    def _changed(self, table: TableSight, wake_at: int | None) -> None:
        self.clock.set(table.id, wake_at)
        self.renderer.wake(table.id)
        self.herald.table_changed(table)

    async def _time_passed(self, table_id: int) -> None:
        self.clock.set(table_id, await self.tables.time_passed(table_id))

    async def _back(self) -> None:
        away, self._away_since = self._away_since, None
        if away is not None and self._now() - away > _OUTAGE_MS:
            await self.tables.credit(self._now() - away)
            await self.tournaments.credit(self._now() - away)

    async def _beat(self) -> None:
        """Writes that the house is up; after a crash the outage is reckoned from it."""
        task = asyncio.ensure_future(self.database.heartbeat.put(self._now()))
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        # What is being written is written, though the house closes.
        await asyncio.shield(task)

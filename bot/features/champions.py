"""Gives a role that a server has chosen to the champion of its last season, and takes it from the champion before.

A season whose time has passed is ended when a leaderboard is read, or at the next call of `look`. Then the bot stores
that a role is due. The process that owns the server's tables changes the roles at Discord, and stores each change after
Discord has accepted it. After a crash between the two, the bot asks Discord for the same change again, which does
nothing. If a role cannot be changed, the settings say why. Then the bot checks each minute, without a request to
Discord, whether the change is possible now.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import discord

from bot.adapter.answer import NETWORK, is_transient
from bot.adapter.registry import Feature
from bot.adapter.roles import role_objection
from bot.app import App
from bot.people import ratings
from bot.rows.member_rows import RoleGiven
from bot.tables.owned_work import by_owner
from bot.texts import Language
from bot.work_queue import WorkQueue

__all__ = ["FEATURE", "ChampionRoles"]

_log = logging.getLogger(__name__)


class ChampionRoles:
    """Gives the role for the first place to the new champion and takes it from the former one. Each server has one task
    for that.
    """

    def __init__(self, app: App, client: discord.Client) -> None:
        self._app, self._client = app, client
        self._work = WorkQueue(self._change, "champions")

    async def look(self, is_held: Callable[[int], bool]) -> None:
        """Ends the seasons whose time has passed, and starts the changes of roles that are due. Is called each minute.

        Does not wait for the changes of roles. Leaves out servers that the bot does not see, and servers that Discord
        reports as unavailable.

        Args:
            is_held: takes the id of a server. Returns True if the server is to be left out, because another process
                owns it or because its clocks are stopped.

        Raises:
            StorageError: the database cannot be used.
        """
        for guild_id in await ratings.due_seasons(self._app.people):
            if self._is_here(guild_id, is_held):
                await ratings.seasons(self._app.people, guild_id)
        for guild_id in await self._app.people.champions.due():
            if self._is_here(guild_id, is_held):
                self._work.wake(guild_id)

    def _is_here(self, guild_id: int, is_held: Callable[[int], bool]) -> bool:
        guild = self._client.get_guild(guild_id)
        return guild is not None and not guild.unavailable and not is_held(guild_id)

    async def stop(self, grace_s: float) -> None:
        """Waits for the changes of roles that are under way, for at most `grace_s` seconds."""
        self._work.stop()
        if tasks := self._work.under_way:
            await asyncio.wait(tasks, timeout=grace_s)

    @by_owner(False)
    async def _change(self, guild_id: int) -> bool:
        """Changes the roles of a server. Returns whether Discord may accept a refused change a little later."""
        guild, people = self._client.get_guild(guild_id), self._app.people
        due = await people.champions.roles(guild_id)
        if guild is None or ((due.take or due.give) and not guild.me.guild_permissions.manage_roles):
            return False
        words = self._app.texts(Language.ENGLISH)
        if due.give and due.role_id is not None and role_objection(words, guild, due.role_id) is not None:
            return False
        for given, has in (*((one, False) for one in due.take), *((one, True) for one in due.give)):
            if not self._app.tables.log.is_owned(guild_id):
                return False
            if await self._is_late(guild, given, has=has):
                return True
            await people.champions.note(guild_id, given, has=has)
        await people.champions.settle(guild_id, due.role_id)
        return False

    async def _is_late(self, guild: discord.Guild, given: RoleGiven, *, has: bool) -> bool:
        """Changes a member's role at Discord. Returns whether that has to be tried again."""
        try:
            member = await guild.fetch_member(given.user_id)
            role = discord.Object(given.role_id)
            await (member.add_roles(role) if has else member.remove_roles(role))
        except NETWORK as error:
            _log.info("server %d: the role of a season is late (%s)", guild.id, type(error).__name__)
            return True
        except discord.HTTPException as error:
            if is_transient(error):
                _log.info("server %d: the role of a season is late (%d)", guild.id, error.status)
                return True
            # The member has left, or the role was deleted. Problems that managers can solve were checked before.
            _log.info("server %d: the role of a season was refused: Discord answered %d", guild.id, error.code)
        return False


FEATURE = Feature("champions")

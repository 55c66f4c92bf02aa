"""Tables for two who were paired by somebody else: opened and seated at once, with nothing to accept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.storage import Commit
from bot.tables.actions.seating import Seating
from bot.tables.events.table import Person, TableOpened
from bot.tables.problems import Problem, Refused
from bot.tables.terms import Terms
from bot.tables.views import TableSight

__all__ = ["Pairing"]


class Pairing(Seating):
    """The part of `Tables` that seats pairs."""

    async def has_room(self, guild_id: int, person: Person, terms: Terms) -> bool:
        """Whether a person may play one more game of this kind in this server."""
        try:
            await self._room_for(guild_id, person, terms, Problem.SEATED)
        except Refused:
            return False
        return True

    async def pair(
        self,
        guild_id: int,
        channel_id: int,
        north: Person,
        south: Person,
        terms: Terms,
        write: Callable[[Commit], Awaitable[int]],
    ) -> TableSight:
        """Seats two people at a table of their own.

        Args:
            write: opens the table in the database, with whatever else is to stand or fall with it; its id. A crash
                before the two are seated leaves a challenge that the second may `accept`.

        Raises:
            Refused: one of them may play no more games of this kind now; nothing has changed.
        """
        async with self._seating:
            for person in (north, south):
                await self._room_for(guild_id, person, terms, Problem.OTHER_SEATED)
            until = self._now() + self._limits.challenge_ms
            done = await self._log.open(TableOpened(guild_id, channel_id, north, south, terms, until), None, write)
            return await self._accept(done.state.id, south, None)

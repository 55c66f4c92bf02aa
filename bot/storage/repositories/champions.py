"""The members of a server who have to get or lose the role for the champions of a season."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, Select, func, select, update

from bot.rows.member_rows import RoleGiven, RolesDue
from bot.storage.connections import Repository, reads, writes
from bot.storage.fence import expect_owner
from bot.storage.repositories.columns import read_object
from bot.storage.schema.rating_tables import season_champions, seasons
from bot.storage.schema.tables import guilds

_ROLE: Final = "champion_role"
"""The name of a server's setting for the role."""
_SEASON, _CHAMPION = seasons.c, season_champions.c


class ChampionRepository(Repository):
    """The roles of champions. If several processes run, only the owner of a server's tables writes them."""

    @reads
    def due(self, connection: Connection) -> tuple[int, ...]:
        """Returns the servers in which a person has to get or lose the role."""
        return tuple(connection.scalars(select(_SEASON.guild_id).distinct().where(_SEASON.role_due == 1)))

    @reads
    def over(self, connection: Connection, now: int) -> tuple[int, ...]:
        """Returns the servers with a season that has ended but whose champions are not stored yet."""
        ended = _SEASON.closed_at.is_(None) & (_SEASON.ends_at <= now)
        return tuple(connection.scalars(select(_SEASON.guild_id).distinct().where(ended)))

    @reads
    def roles(self, connection: Connection, guild_id: int) -> RolesDue:
        """Returns who has to lose or get the role in a server.

        In the end only the champions of the last season have it.
        """
        role_id = _role_of(connection, guild_id)
        last = connection.scalar(_last(guild_id))
        rows = connection.execute(
            select(_CHAMPION.season_at, _CHAMPION.user_id, _CHAMPION.role_id)
            .where(_CHAMPION.guild_id == guild_id, _CHAMPION.user_id > 0)
            .order_by(_CHAMPION.season_at, _CHAMPION.user_id)
        ).all()
        first = {row.user_id for row in rows if row.season_at == last}
        take = tuple(
            RoleGiven(*row)
            for row in rows
            if row.role_id is not None and not (row.user_id in first and row.role_id == role_id)
        )
        give = tuple(
            RoleGiven(row.season_at, row.user_id, role_id)
            for row in rows
            if role_id is not None and row.season_at == last and row.role_id != role_id
        )
        return RolesDue(role_id, take, give)

    async def note(self, guild_id: int, given: RoleGiven, *, has: bool) -> None:
        """Notes that a person got the role, or (`has` is False) lost it.

        Raises:
            NotOwner: another process owns the server's tables.
        """
        this = (_CHAMPION.guild_id == guild_id) & (_CHAMPION.season_at == given.season)
        changed = update(season_champions).where(this, _CHAMPION.user_id == given.user_id)
        await self._as_owner(
            guild_id,
            lambda connection: connection.execute(changed.values(role_id=given.role_id if has else None)),
        )

    async def settle(self, guild_id: int, role_id: int | None) -> None:
        """Notes that all champions of a server have the role, unless the server has chosen another role meanwhile.

        Raises:
            NotOwner: another process owns the server's tables.
        """
        statement = update(seasons).where(_SEASON.guild_id == guild_id, _SEASON.role_due == 1).values(role_due=0)

        def settle(connection: Connection) -> None:
            if _role_of(connection, guild_id) == role_id:
                connection.execute(statement)

        await self._as_owner(guild_id, settle)

    @writes
    def look_again(self, connection: Connection, guild_id: int) -> None:
        """Notes that the champions of a server have to get the role again: the server has chosen another role."""
        last = (_SEASON.guild_id == guild_id) & (_SEASON.season_at == _last(guild_id).scalar_subquery())
        connection.execute(update(seasons).where(last).values(role_due=1))

    async def _as_owner(self, guild_id: int, work: Callable[[Connection], object]) -> None:
        writer = self._connections.fence.writer(guild_id)

        def write(connection: Connection) -> None:
            expect_owner(connection, writer)
            work(connection)

        await self._connections.write(write)


def _last(guild_id: int) -> Select[tuple[int]]:
    closed = (_SEASON.guild_id == guild_id) & _SEASON.closed_at.is_not(None)
    return select(func.max(_SEASON.season_at)).where(closed)


def _role_of(connection: Connection, guild_id: int) -> int | None:
    role_id = read_object(connection, guilds.c.settings, guild_id).get(_ROLE)
    return role_id if isinstance(role_id, int) else None

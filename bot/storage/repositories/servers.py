"""The settings of servers, the acts of managers (bans from stakes, resets of purses) with their log, and the games of
pairs of members.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, not_, select

from bot.rows.commits import JSON
from bot.rows.ids import HOUSE_IDS
from bot.rows.sanctions import AdminAction, AdminEntry, Ban, PairGame
from bot.storage.backends.base import upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.fence import expect_owner
from bot.storage.repositories.columns import merge_object, object_of, read_object
from bot.storage.repositories.postings import reset_purse
from bot.storage.schema.admin_tables import admin_log, bans
from bot.storage.schema.tables import accounts, game_players, games, guilds, postings, transactions

_GREETED = "greeted"
_CALLED_AT = "called_at"


class ServerRepository(Repository):
    """Stores the settings of servers."""

    @reads
    def settings(self, connection: Connection, guild_id: int) -> dict[str, JSON]:
        """Returns the settings of a server. Empty if none were ever set."""
        return read_object(connection, guilds.c.settings, guild_id)

    @reads
    def all_settings(self, connection: Connection) -> dict[int, dict[str, JSON]]:
        """Returns the settings of all servers.

        Settings that cannot be read are empty; `python -m bot verify` reports them.
        """
        rows = connection.execute(select(guilds.c.guild_id, guilds.c.settings))
        return {guild_id: object_of(text) for guild_id, text in rows}

    @writes
    def put_settings(self, connection: Connection, guild_id: int, changes: Mapping[str, JSON]) -> dict[str, JSON]:
        """Changes some settings of a server, and returns all its settings. The value None removes a setting."""
        return merge_object(connection, guilds.c.settings, guild_id, changes)

    @writes
    def greet(self, connection: Connection, guild_id: int) -> bool:
        """Notes that the bot has greeted a server.

        Returns:
            Whether the bot has not greeted it before.
        """
        if read_object(connection, guilds.c.settings, guild_id).get(_GREETED):
            return False
        merge_object(connection, guilds.c.settings, guild_id, {_GREETED: True})
        return True

    @writes
    def call(self, connection: Connection, guild_id: int, now: int, pause_ms: int) -> bool:
        """Notes that the bot now mentions the server's ready role, unless it has just done so.

        Args:
            pause_ms: the least time between two mentions of the role, in milliseconds.

        Returns:
            Whether the bot may mention the role.
        """
        # This creates the row if needed, and locks it.
        called_at = merge_object(connection, guilds.c.settings, guild_id, {}).get(_CALLED_AT)
        # A moment in the future comes from a clock that was set back since. It does not count.
        if isinstance(called_at, int) and called_at <= now < called_at + pause_ms:
            return False
        merge_object(connection, guilds.c.settings, guild_id, {_CALLED_AT: now})
        return True

    @reads
    def not_posted(self, connection: Connection, day: str, *, key: str, claimed: str) -> dict[int, dict[str, JSON]]:
        """Returns the settings of the servers in which the bot's post for a day is still to be sent: the deal of the
        day, or the summary of the week.

        These servers want the post, and have had none of this kind for that day or a later day.

        Args:
            day: the day of the post.
            key: the name of the setting that a server has if it wants the post.
            claimed: the name of the setting that has the day of the last post of this kind.
        """
        chosen = guilds.c.settings.contains(f'"{key}"', autoescape=True)
        rows = connection.execute(select(guilds.c.guild_id, guilds.c.settings).where(chosen)).all()
        servers = {guild_id: object_of(text) for guild_id, text in rows}
        return {guild_id: settings for guild_id, settings in servers.items() if _is_before(settings, claimed, day)}

    async def claim_posting(self, guild_id: int, day: str, *, claimed: str) -> bool:
        """Notes that a post for a day is about to be sent in a server, so that no other process sends it.

        Args:
            claimed: the name of the setting that has the day of the last post of this kind.

        Returns:
            Whether the caller must send the post: True if no post of this day or a later one was claimed before.

        Raises:
            NotOwner: only the owner may send it, and that is another process. Nothing was written.
        """
        writer = self._connections.fence.writer(guild_id)
        row = select(guilds.c.settings).where(guilds.c.guild_id == guild_id).with_for_update()

        def claim(connection: Connection) -> bool:
            expect_owner(connection, writer)
            text = connection.scalar(row)
            if text is None or not _is_before(object_of(text), claimed, day):
                return False
            merge_object(connection, guilds.c.settings, guild_id, {claimed: day})
            return True

        return await self._connections.write(claim)


def _is_before(settings: Mapping[str, JSON], claimed: str, day: str) -> bool:
    """Whether the last claim is for an earlier day, or there is none."""
    last_day = settings.get(claimed)
    return not isinstance(last_day, str) or last_day < day


class AdminRepository(Repository):
    """Stores what managers do: bans from stakes and resets of purses.

    Each act is written together with its line in the admin log, and once for each interaction.
    """

    async def ban(self, entry: AdminEntry) -> None:
        """Forbids a person to play for chips until `entry.until`. This replaces an earlier ban."""
        row = {"guild_id": entry.guild_id, "user_id": entry.person, "until": entry.until}

        def write(connection: Connection) -> None:
            upsert(connection, bans, row)

        await self._once(entry, write)

    async def lift(self, entry: AdminEntry) -> None:
        """Ends a ban, so that the person may play for chips again."""
        theirs = (bans.c.guild_id == entry.guild_id) & (bans.c.user_id == entry.person)

        def write(connection: Connection) -> None:
            connection.execute(delete(bans).where(theirs))

        await self._once(entry, write)

    async def reset(self, entry: AdminEntry, opening: int) -> int:
        """Sets the free balance of a person's purse to `opening` chips. Chips on games stay there.

        Returns:
            The chips that came into the purse; below zero if chips went out of it.

        Raises:
            BankExhausted: the bank may not issue that many chips.
        """
        assert entry.person is not None

        def write(connection: Connection) -> int:
            return reset_purse(connection, entry.guild_id, entry.person or 0, opening, entry.cause, entry.at)

        return await self._once(entry, write) or 0

    @reads
    def ban_of(self, connection: Connection, guild_id: int, user_id: int) -> Ban | None:
        """Returns the ban of a person in a server, or None. The ban may have ended."""
        column = bans.c
        query = select(column.user_id, column.until).where(column.guild_id == guild_id, column.user_id == user_id)
        row = connection.execute(query).first()
        return None if row is None else Ban(*row)

    @reads
    def bans_of(self, connection: Connection, user_id: int) -> tuple[Ban, ...]:
        """Returns the bans of a person in all servers. Some may have ended."""
        query = select(bans.c.user_id, bans.c.until).where(bans.c.user_id == user_id)
        return tuple(Ban(*row) for row in connection.execute(query))

    @reads
    def log(self, connection: Connection, guild_id: int, limit: int) -> tuple[AdminEntry, ...]:
        """Returns the lines of a server's admin log, newest first, at most `limit`."""
        here = admin_log.c.guild_id == guild_id
        page = select(admin_log).where(here).order_by(admin_log.c.id.desc()).limit(limit)
        return tuple(map(_entry, connection.execute(page)))

    @reads
    def pair_games(self, connection: Connection, guild_id: int, since: int) -> tuple[PairGame, ...]:
        """Returns the games between members that ended in a server at the moment `since` or later.

        Each game has the chips that the two players gained.
        """
        return _pair_games(connection, guild_id, since)

    @writes
    def _once(self, connection: Connection, entry: AdminEntry, act: Callable[[Connection], int | None]) -> int | None:
        if entry.cause is not None:
            before = select(admin_log.c.amount).where(admin_log.c.cause == entry.cause)
            if (line := connection.execute(before).first()) is not None:
                return int(line.amount or 0)
        moved = act(connection)
        write_entry(connection, replace(entry, amount=moved))
        return moved


def write_entry(connection: Connection, entry: AdminEntry) -> None:
    """Writes a line to the admin log, in the caller's transaction."""
    values = asdict(entry)
    row = {
        **values,
        "by_id": values.pop("by"),
        "user_id": values.pop("person"),
        "on_table": values.pop("table_id"),
        "action": entry.action.value,
    }
    connection.execute(insert(admin_log), {name: row[name] for name in row if name in admin_log.c})


def _entry(row: Row[Any]) -> AdminEntry:
    return AdminEntry(
        guild_id=row.guild_id,
        at=row.at,
        by=row.by_id,
        action=AdminAction(row.action),
        why=row.why,
        person=row.user_id,
        table_id=row.on_table,
        until=row.until,
        amount=row.amount,
        cause=row.cause,
    )


def _pair_games(connection: Connection, guild_id: int, since: int) -> tuple[PairGame, ...]:
    north, south = game_players.alias("north"), game_players.alias("south")
    here = (games.c.guild_id == guild_id) & (games.c.ended_at >= since)
    played = (
        select(games.c.table_id, games.c.game_no, games.c.winner, games.c.how, games.c.deals)
        .add_columns(north.c.user_id.label("north"), south.c.user_id.label("south"))
        .where(here)
    )
    for player, seat in ((north, "north"), (south, "south")):
        same = (player.c.table_id == games.c.table_id) & (player.c.game_no == games.c.game_no)
        played = played.join(player, same & (player.c.seat == seat))
        house = player.c.user_id.between(HOUSE_IDS.start, HOUSE_IDS.stop - 1)
        played = played.where(player.c.user_id > 0, not_(house))
    escrow, person = accounts.alias("escrow"), accounts.alias("person")
    moved = (
        select(escrow.c.holder, escrow.c.number, person.c.holder.label("user_id"), func.sum(postings.c.amount))
        .join_from(games, escrow, (escrow.c.holder == games.c.table_id) & (escrow.c.number == games.c.game_no))
        .join(transactions, transactions.c.against == escrow.c.id)
        .join(postings, postings.c.transaction_id == transactions.c.id)
        .join(person, (person.c.id == postings.c.account_id) & (person.c.kind == "person"))
        .where(here, escrow.c.kind == "escrow", escrow.c.guild_id == guild_id)
        .group_by(escrow.c.holder, escrow.c.number, person.c.holder)
    )
    chips = {(table, number, user): int(amount) for table, number, user, amount in connection.execute(moved)}
    return tuple(
        PairGame(
            people=(row.north, row.south),
            winner=None if row.winner is None else int(row.winner == "south"),
            how=row.how,
            deals=row.deals,
            chips=(
                chips.get((row.table_id, row.game_no, row.north), 0),
                chips.get((row.table_id, row.game_no, row.south), 0),
            ),
        )
        for row in connection.execute(played)
    )

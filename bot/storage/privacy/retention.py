"""Rows kept for a time only: logs of closed tables, deals of past days, people not seen for long, servers left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import Connection, Table, delete, func, insert, literal, or_, select, tuple_, update

from bot.ranking.rating_model import ALL_SERVERS
from bot.rows.table_rows import CLOSED, OPEN
from bot.storage.backends.base import insert_new, upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.event_rows import note_people
from bot.storage.privacy.journal import Action
from bot.storage.privacy.rewriting import marked_columns
from bot.storage.schema.privacy import departures, journal, sightings
from bot.storage.schema.ratings import rated_games
from bot.storage.schema.stories import game_stories
from bot.storage.schema.tables import (
    PERSON_REPLACED,
    accounts,
    advice,
    commands,
    dailies,
    events,
    guilds,
    heartbeat,
    metadata,
    outage_credits,
    packed_logs,
    packed_people,
    players,
    put_aside,
    table_messages,
    tables,
    transactions,
)
from bot.storage.schema.tournaments import tournaments

_AT_ONCE: Final = 10
"""How many tables are emptied in one transaction."""
_PEOPLE_AT_ONCE: Final = 200
_SHARE: Final = 20
"""In a day one person in this many may be erased without asking the owner. At the default of two years, one in 730
falls due on an ordinary day, and one in 24 after a month without the bot."""
_FEW: Final = 3
"""How many may be erased in any case. Friends who tried the bot on one evening fall due on one day."""
_DAY_MS: Final = 86_400_000
_NO_PERSON: Final = -1
"""Stands in the rows of tables of a server that was left. Ids that take the place of one person are far below."""
_LOG: Final = (events, packed_logs, commands, table_messages, outage_credits, advice, game_stories)
_STAYS: Final = (tables, accounts, transactions)
"""The ledger is never struck out: without its tables it would not add up. Both name a server by its id alone."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """People who were not seen for long.

    Attributes:
        before: they were last seen before this moment.
        due: how many they are, besides those whom the owner has allowed to be erased.
        most: how many may be erased without asking the owner.
        known: how many people are known.
    """

    before: int
    due: int
    most: int
    known: int

    @property
    def are_too_many(self) -> bool:
        """Whether the owner has to be asked."""
        return self.due > self.most

    def __str__(self) -> str:
        return f"{self.due} of {self.known} people are due to be erased; `python -m bot sweep` says what to do"


class RetentionRepository(Repository):
    """When people were seen and servers were left, and the deletion of rows past their retention."""

    @writes
    def put_seen(self, connection: Connection, user_id: int, at: int) -> None:
        """Notes when a person was seen last."""
        upsert(connection, sightings, {"user_id": user_id, "at": at})

    @writes
    def see_all(self, connection: Connection, at: int) -> bool:
        """Notes `at` for people of whom nothing is noted. Returns whether there may be more of them."""
        unseen = (
            select(players.c.user_id, literal(at))
            .where(players.c.user_id.not_in(select(sightings.c.user_id)), players.c.user_id > 0)
            .limit(_PEOPLE_AT_ONCE)
        )
        put = insert(sightings).from_select(["user_id", "at"], unseen)
        return connection.execute(put).rowcount == _PEOPLE_AT_ONCE

    @reads
    def unseen_since(self, connection: Connection, at: int) -> tuple[int, ...]:
        """Returns people who were last seen before a moment, longest ago first; some of them."""
        chosen = select(sightings.c.user_id).where(sightings.c.at < at).order_by(sightings.c.at).limit(_PEOPLE_AT_ONCE)
        return tuple(connection.scalars(chosen))

    @reads
    def unseen(self, connection: Connection, before: int, now: int) -> Unseen:
        """Counts the people who were last seen before a moment, and how many of them may be erased now."""
        count = select(func.count()).select_from(sightings)
        allowed = connection.scalar(select(heartbeat.c.swept_before)) or 0
        due = connection.scalar(count.where(sightings.c.at < before, sightings.c.at >= allowed)) or 0
        known = connection.scalar(count) or 0
        lately = (journal.c.action == Action.EXPIRE.value) & (journal.c.at > now - _DAY_MS)
        erased = connection.scalar(select(func.count()).select_from(journal).where(lately)) or 0
        return Unseen(before, due, max(_FEW, (known + erased) // _SHARE) - erased, known)

    @writes
    def allow(self, connection: Connection, before: int) -> None:
        """Notes that people who were last seen before a moment may be erased, however many they are.

        There is a heartbeat.
        """
        connection.execute(update(heartbeat).values(swept_before=before))

    async def delete_logs(self, before: int, guild_id: int | None = None) -> tuple[int, ...]:
        """Deletes the logs, the advice and the stories of tables that were closed before a moment; results stay.

        The row of such a table is at version 0.

        Args:
            guild_id: of this server alone; None: of all.

        Returns:
            The tables; there may be more of them.
        """
        over = (tables.c.status == CLOSED) & (tables.c.version > 0) & (tables.c.updated_at < before)
        # What was put aside is for the operator to look at.
        readable = tables.c.id.not_in(select(put_aside.c.table_id))
        chosen = select(tables.c.id).where(over, readable).order_by(tables.c.id).limit(_AT_ONCE)
        if guild_id is not None:
            chosen = chosen.where(tables.c.guild_id == guild_id)
        found = await self._connections.read(lambda connection: tuple(connection.scalars(chosen)))
        if found:
            await self._connections.write(lambda connection: _delete_logs(connection, found))
        return found

    @writes
    def delete_dailies(self, connection: Connection, before: int, guild_id: int | None = None) -> bool:
        """Deletes tries at deals of the day that were begun before a moment; in this server alone, or (None) in all.

        Returns:
            Whether there may be more of them.
        """
        chosen = select(*dailies.primary_key).where(dailies.c.started_at < before).limit(_PEOPLE_AT_ONCE)
        if guild_id is not None:
            chosen = chosen.where(dailies.c.guild_id == guild_id)
        keys = [tuple(row) for row in connection.execute(chosen)]
        connection.execute(delete(dailies).where(tuple_(*dailies.primary_key).in_(keys)))
        return len(keys) == _PEOPLE_AT_ONCE

    @reads
    def servers(self, connection: Connection) -> frozenset[int]:
        """Returns the servers of which anything is stored. Games in direct messages belong to none (0)."""
        played = select(tables.c.guild_id).where(tables.c.guild_id != 0)
        known = select(guilds.c.guild_id).union(select(accounts.c.guild_id), played)
        left = select(departures.c.guild_id)
        return frozenset(connection.scalars(known)) | frozenset(connection.scalars(left))

    @writes
    def depart(self, connection: Connection, guild_id: int, at: int) -> None:
        """Notes that the bot is in a server no more; an earlier moment stays."""
        row = {"guild_id": guild_id, "at": at}
        connection.execute(insert_new(connection, departures), row)

    @writes
    def come_back(self, connection: Connection, guild_id: int) -> None:
        """Notes that the bot is in a server again."""
        gone = delete(departures).where(departures.c.guild_id == guild_id)
        connection.execute(gone)

    @reads
    def departed_servers(self, connection: Connection, before: int | None = None) -> tuple[int, ...]:
        """Returns the servers that the bot has left, before a moment or (None) at any."""
        chosen = select(departures.c.guild_id).order_by(departures.c.at, departures.c.guild_id)
        if before is not None:
            chosen = chosen.where(departures.c.at < before)
        return tuple(connection.scalars(chosen))

    @reads
    def open_in(self, connection: Connection, guild_id: int) -> tuple[int, ...]:
        """Returns the open tables of a server."""
        chosen = select(tables.c.id).where(tables.c.guild_id == guild_id, tables.c.status.in_(OPEN))
        return tuple(sorted(connection.scalars(chosen)))

    @reads
    def tournaments_in(self, connection: Connection, guild_id: int) -> tuple[tuple[int, int], ...]:
        """Returns the tournaments of a server, each with its opener."""
        chosen = select(tournaments.c.id, tournaments.c.opener_id).where(tournaments.c.guild_id == guild_id)
        return tuple((row.id, row.opener_id) for row in connection.execute(chosen))

    async def delete_server(self, guild_id: int) -> tuple[int, ...]:
        """Deletes the rows of a server whose tables are all closed, batch by batch.

        Its ledger stays, with ids that name no one, and so do the rows of its tables, empty.

        Returns:
            The tables that were emptied.
        """
        full = (tables.c.guild_id == guild_id) & or_(tables.c.version > 0, tables.c.challenger_id != _NO_PERSON)
        chosen, emptied = select(tables.c.id).where(full).order_by(tables.c.id).limit(_AT_ONCE), list[int]()
        ids = [tournament_id for tournament_id, _ in await self.tournaments_in(guild_id)]
        for tournament_id in ids:
            await self._connections.write(partial(_delete_tournament, tournament_id=tournament_id))
        while found := await self._connections.read(lambda connection: tuple(connection.scalars(chosen))):
            await self._connections.write(partial(_empty, table_ids=found))
            emptied += found
        while await self._connections.write(lambda connection: _rename_holders(connection, guild_id)):
            continue
        for table in metadata.sorted_tables:
            if "guild_id" in table.columns and table not in (*_STAYS, departures):
                await self._connections.write(partial(_delete_of_server, table=table, guild_id=guild_id))
        await self.come_back(guild_id)
        return tuple(emptied)


def _delete_logs(connection: Connection, table_ids: tuple[int, ...]) -> None:
    for table in _LOG:
        connection.execute(delete(table).where(table.c.table_id.in_(table_ids)))
    connection.execute(update(tables).where(tables.c.id.in_(table_ids)).values(version=0, drawn=0))
    # Who stands in the row is found by it further on.
    connection.execute(delete(packed_people).where(packed_people.c.table_id.in_(table_ids)))
    for table_id in table_ids:
        note_people(connection, table_id)


def _empty(connection: Connection, table_ids: tuple[int, ...]) -> None:
    """Deletes all that belongs to these tables, and the people and places in their rows."""
    for table in reversed(metadata.sorted_tables):
        if table is not tables and "table_id" in table.columns and table.name != "erasures":
            theirs = table.c.table_id.in_(table_ids)
            if table is rated_games:
                # What others' numbers were made from in all servers is not the server's.
                theirs &= rated_games.c.guild_id != ALL_SERVERS
            connection.execute(delete(table).where(theirs))
    people = dict.fromkeys((column.name for column in marked_columns(tables, PERSON_REPLACED)), None)
    blank = people | {"challenger_id": _NO_PERSON, "channel_id": 0, "thread_id": None, "version": 0, "drawn": 0}
    connection.execute(update(tables).where(tables.c.id.in_(table_ids)).values(blank))


def _delete_tournament(connection: Connection, tournament_id: int) -> None:
    for table in reversed(metadata.sorted_tables):
        if "tournament_id" in table.columns:
            connection.execute(delete(table).where(table.c.tournament_id == tournament_id))
    connection.execute(delete(tournaments).where(tournaments.c.id == tournament_id))


def _delete_of_server(connection: Connection, table: Table, guild_id: int) -> None:
    connection.execute(delete(table).where(table.c.guild_id == guild_id))


def _rename_holders(connection: Connection, guild_id: int) -> bool:
    """Takes the ids of some people out of a ledger; whether there were any."""
    column = accounts.c
    mine = (column.guild_id == guild_id) & (column.kind == "person") & (column.holder > 0)
    found = connection.scalars(select(column.id).where(mine).limit(_PEOPLE_AT_ONCE)).all()
    if found:
        # An account's own number tells no more than that it is one.
        connection.execute(update(accounts).where(column.id.in_(found)).values(holder=-column.id))
    return bool(found)

"""Deletes data whose time is over: logs of closed tables, tries at old deals of the day, and servers that the bot left.

It also finds the people who were not seen for long, who are then erased.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, literal, or_, select, tuple_, update

from bot.ranking.rating_model import ALL_SERVERS
from bot.rows.table_rows import CLOSED, OPEN
from bot.storage.backends.base import insert_new, upsert
from bot.storage.connections import Repository, reads, writes
from bot.storage.event_rows import note_people
from bot.storage.privacy.journal import Action
from bot.storage.privacy.rewriting import marked_columns
from bot.storage.schema.duplicate_tables import duplicates
from bot.storage.schema.privacy_tables import departures, journal, sightings
from bot.storage.schema.rating_tables import rated_games
from bot.storage.schema.story_tables import game_stories
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
from bot.storage.schema.tournament_tables import tournaments

_AT_ONCE: Final = 10
"""The number of tables that one transaction empties."""
_PEOPLE_AT_ONCE: Final = 200
_SHARE: Final = 20
"""In a day one person in twenty may be erased without asking the owner. With the default of two years, one in 730 is
due on an ordinary day, and one in 24 after a month without the bot."""
_FEW: Final = 3
"""This many people may be erased in a day in any case. Friends who tried the bot on one evening are due on one day."""
_DAY_MS: Final = 86_400_000
_NO_PERSON: Final = -1
"""Replaces people in the rows of tables of a server that the bot left. Stand-ins are far lower numbers."""
_LOG: Final = (events, packed_logs, commands, table_messages, outage_credits, advice, game_stories)
_STAYS: Final = (tables, accounts, transactions)
"""The tables of the schema whose rows stay when a server is left. The ledger is never deleted, and does not add up
without the rows of its tables. These rows name a server only by its id."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """How many people were not seen for long, and may have to be erased.

    Attributes:
        before: these people were last seen before this moment, in epoch milliseconds.
        due: the number of people to erase, without those whose erasure the owner of the bot has allowed.
        most: the number of people who may be erased without asking the owner.
        known: the number of all people for whom it is stored when they were last seen.
    """

    before: int
    due: int
    most: int
    known: int

    @property
    def are_too_many(self) -> bool:
        """Whether the bot has to ask its owner before it erases these people."""
        return self.due > self.most

    def __str__(self) -> str:
        return f"{self.due} of {self.known} people are due to be erased; `python -m bot sweep` says what to do"


class RetentionRepository(Repository):
    """Stores when people were last seen and which servers the bot left, and deletes data whose time is over."""

    @writes
    def put_seen(self, connection: Connection, user_id: int, at: int) -> None:
        """Stores the moment when a person was last seen."""
        upsert(connection, sightings, {"user_id": user_id, "at": at})

    @writes
    def see_all(self, connection: Connection, at: int) -> bool:
        """Stores the moment `at` as the last sighting of people for whom none is stored.

        Returns whether there may be more of them.
        """
        unseen = (
            select(players.c.user_id, literal(at))
            .where(players.c.user_id.not_in(select(sightings.c.user_id)), players.c.user_id > 0)
            .limit(_PEOPLE_AT_ONCE)
        )
        statement = insert(sightings).from_select(["user_id", "at"], unseen)
        return connection.execute(statement).rowcount == _PEOPLE_AT_ONCE

    @reads
    def unseen_since(self, connection: Connection, at: int) -> tuple[int, ...]:
        """Returns people who were last seen before the moment `at`, longest ago first, at most `_PEOPLE_AT_ONCE`."""
        chosen = select(sightings.c.user_id).where(sightings.c.at < at).order_by(sightings.c.at).limit(_PEOPLE_AT_ONCE)
        return tuple(connection.scalars(chosen))

    @reads
    def unseen(self, connection: Connection, before: int, now: int) -> Unseen:
        """Counts the people who were last seen before the moment `before`, and those of them who may be erased now."""
        count = select(func.count()).select_from(sightings)
        allowed = connection.scalar(select(heartbeat.c.swept_before)) or 0
        due = connection.scalar(count.where(sightings.c.at < before, sightings.c.at >= allowed)) or 0
        total = connection.scalar(count) or 0
        lately = (journal.c.action == Action.EXPIRE.value) & (journal.c.at > now - _DAY_MS)
        erased = connection.scalar(select(func.count()).select_from(journal).where(lately)) or 0
        return Unseen(before, due, max(_FEW, (total + erased) // _SHARE) - erased, total)

    @writes
    def allow(self, connection: Connection, before: int) -> None:
        """Stores that the owner of the bot allows to erase all people who were last seen before a moment.

        The row of the heartbeat must exist.
        """
        connection.execute(update(heartbeat).values(swept_before=before))

    async def delete_logs(self, before: int, guild_id: int | None = None) -> tuple[int, ...]:
        """Deletes the logs, the advice and the stories of tables that were closed before a moment.

        Results of games stay.

        The version of each such table becomes 0.

        Args:
            before: the moment, in epoch milliseconds.
            guild_id: the server of the tables; None for all servers.

        Returns:
            The tables whose logs were deleted, `_AT_ONCE` at most.
        """
        closed = (tables.c.status == CLOSED) & (tables.c.version > 0) & (tables.c.updated_at < before)
        # The owner may still look at tables that were put aside.
        readable = tables.c.id.not_in(select(put_aside.c.table_id))
        chosen = select(tables.c.id).where(closed, readable).order_by(tables.c.id).limit(_AT_ONCE)
        if guild_id is not None:
            chosen = chosen.where(tables.c.guild_id == guild_id)
        table_ids = await self._connections.read(lambda connection: tuple(connection.scalars(chosen)))
        if table_ids:
            await self._connections.write(lambda connection: _delete_logs(connection, table_ids))
        return table_ids

    @writes
    def delete_dailies(self, connection: Connection, before: int, guild_id: int | None = None) -> bool:
        """Deletes tries at deals of the day, of challenges and of duplicates that began before a moment.

        Call `delete_duplicates` with the same arguments first: a match cannot be read without its tries.

        Args:
            before: the moment, in epoch milliseconds.
            guild_id: the server in which the tries began; None for all servers.

        Returns:
            Whether there may be more of them.
        """
        chosen = select(*dailies.primary_key).where(dailies.c.started_at < before).limit(_PEOPLE_AT_ONCE)
        if guild_id is not None:
            chosen = chosen.where(dailies.c.guild_id == guild_id)
        keys = [tuple(row) for row in connection.execute(chosen)]
        connection.execute(delete(dailies).where(tuple_(*dailies.primary_key).in_(keys)))
        return len(keys) == _PEOPLE_AT_ONCE

    @writes
    def delete_duplicates(self, connection: Connection, before: int, guild_id: int | None = None) -> bool:
        """Deletes duplicate matches that began before a moment. None of their tries began earlier.

        Args:
            before: the moment, in epoch milliseconds.
            guild_id: the server of the matches; None for all servers.

        Returns:
            Whether there may be more of them.
        """
        begun = duplicates.c.started_at < before
        return _delete_matches(connection, begun if guild_id is None else begun & (duplicates.c.guild_id == guild_id))

    @writes
    def delete_lapsed_duplicates(self, connection: Connection, before: int) -> bool:
        """Deletes invitations to duplicate matches, sent or not, that lapsed before a moment.

        Args:
            before: the moment, in epoch milliseconds.

        Returns:
            Whether there may be more of them.
        """
        return _delete_matches(connection, duplicates.c.started_at.is_(None) & (duplicates.c.until < before))

    @reads
    def servers(self, connection: Connection) -> frozenset[int]:
        """Returns the ids of the servers about which rows are stored.

        Rows of games in direct messages belong to no server, and have the id 0.
        """
        played = select(tables.c.guild_id).where(tables.c.guild_id != 0)
        stored = select(guilds.c.guild_id).union(select(accounts.c.guild_id), played)
        departed = select(departures.c.guild_id)
        return frozenset(connection.scalars(stored)) | frozenset(connection.scalars(departed))

    @writes
    def depart(self, connection: Connection, guild_id: int, at: int) -> None:
        """Stores the moment when the bot left a server. If a moment is stored already, does nothing."""
        row = {"guild_id": guild_id, "at": at}
        connection.execute(insert_new(connection, departures), row)

    @writes
    def come_back(self, connection: Connection, guild_id: int) -> None:
        """Deletes the note that the bot left a server.

        The bot is in the server again, or all rows about the server are deleted.
        """
        departure = delete(departures).where(departures.c.guild_id == guild_id)
        connection.execute(departure)

    @reads
    def departed_servers(self, connection: Connection, before: int | None = None) -> tuple[int, ...]:
        """Returns the servers that the bot left before a moment, or (None) all servers that it left."""
        chosen = select(departures.c.guild_id).order_by(departures.c.at, departures.c.guild_id)
        if before is not None:
            chosen = chosen.where(departures.c.at < before)
        return tuple(connection.scalars(chosen))

    @reads
    def open_in(self, connection: Connection, guild_id: int) -> tuple[int, ...]:
        """Returns the ids of the open tables of a server."""
        chosen = select(tables.c.id).where(tables.c.guild_id == guild_id, tables.c.status.in_(OPEN))
        return tuple(sorted(connection.scalars(chosen)))

    @reads
    def tournaments_in(self, connection: Connection, guild_id: int) -> tuple[tuple[int, int], ...]:
        """Returns the tournaments of a server, each with the id of the person who opened it."""
        chosen = select(tournaments.c.id, tournaments.c.opener_id).where(tournaments.c.guild_id == guild_id)
        return tuple((row.id, row.opener_id) for row in connection.execute(chosen))

    async def delete_server(self, guild_id: int) -> tuple[int, ...]:
        """Deletes the rows about a server whose tables are all closed, in small transactions.

        The ledger of the server stays, with ids that name no person. The rows of its tables stay, too, without people,
        channels and threads.

        Returns:
            The tables whose rows this call has emptied.
        """
        full = (tables.c.guild_id == guild_id) & or_(tables.c.version > 0, tables.c.challenger_id != _NO_PERSON)
        chosen, emptied = select(tables.c.id).where(full).order_by(tables.c.id).limit(_AT_ONCE), list[int]()
        ids = [tournament_id for tournament_id, _ in await self.tournaments_in(guild_id)]
        for tournament_id in ids:
            await self._connections.write(partial(_delete_tournament, tournament_id=tournament_id))
        while table_ids := await self._connections.read(lambda connection: tuple(connection.scalars(chosen))):
            await self._connections.write(partial(_empty, table_ids=table_ids))
            emptied += table_ids
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
    # The people in the rows of the tables are stored again, so that a search still finds those tables.
    connection.execute(delete(packed_people).where(packed_people.c.table_id.in_(table_ids)))
    for table_id in table_ids:
        note_people(connection, table_id)


def _delete_matches(connection: Connection, chosen: ColumnElement[bool]) -> bool:
    """Deletes some of the chosen duplicate matches. Returns whether there may be more of them."""
    match_ids = connection.scalars(select(duplicates.c.id).where(chosen).limit(_PEOPLE_AT_ONCE)).all()
    connection.execute(delete(duplicates).where(duplicates.c.id.in_(match_ids)))
    return len(match_ids) == _PEOPLE_AT_ONCE


def _empty(connection: Connection, table_ids: tuple[int, ...]) -> None:
    """Deletes all rows that belong to these tables, and the people and places in the tables' own rows."""
    for table in reversed(metadata.sorted_tables):
        if table is not tables and "table_id" in table.columns and table.name != "erasures":
            is_theirs = table.c.table_id.in_(table_ids)
            if table is rated_games:
                # Ratings over all servers were computed from these games, so they stay.
                is_theirs &= rated_games.c.guild_id != ALL_SERVERS
            connection.execute(delete(table).where(is_theirs))
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
    """Replaces the ids of some people in a server's ledger. Returns whether there were any."""
    column = accounts.c
    is_named = (column.guild_id == guild_id) & (column.kind == "person") & (column.holder > 0)
    account_ids = connection.scalars(select(column.id).where(is_named).limit(_PEOPLE_AT_ONCE)).all()
    if account_ids:
        # The account's own number names no person.
        connection.execute(update(accounts).where(column.id.in_(account_ids)).values(holder=-column.id))
    return bool(account_ids)

"""Erases a person: replaces their id by a stand-in, an id below zero that names no one.

The id is replaced table by table, in small transactions. An interrupted erasure goes on where it stopped. Each table is
rewritten in one transaction, so that its log, its row and its results always agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, Select, Table, delete, exists, insert, or_, select, union, update

from bot.notices import ErasuresChanged
from bot.rows.commits import EventRecord
from bot.rows.ids import is_house
from bot.rows.sanctions import AdminAction
from bot.rows.slots import Slot, ending_for
from bot.rows.table_rows import CLOSED, OPEN
from bot.storage.backends.base import insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.event_rows import UNKNOWN, count_naming
from bot.storage.fence import announce
from bot.storage.json_text import dump_json
from bot.storage.privacy.journal import Action, Entry, add_entries, write_entry
from bot.storage.privacy.kept import drop_old, forget, keep
from bot.storage.privacy.rewriting import marked_columns, replace_at_table
from bot.storage.privacy.withdrawing import withdraw_puzzles
from bot.storage.repositories.duplicates import free_seats
from bot.storage.schema.admin_tables import admin_log, bans
from bot.storage.schema.galerie_tables import advice_results, bet_results
from bot.storage.schema.privacy_tables import erasures
from bot.storage.schema.rating_tables import everywhere_people
from bot.storage.schema.standing_tables import error_results
from bot.storage.schema.story_tables import story_results
from bot.storage.schema.tables import (
    PERSON_DELETED,
    PERSON_REPLACED,
    accounts,
    advice,
    events,
    game_players,
    guilds,
    metadata,
    packed_people,
    seats,
    table_messages,
    tables,
)
from bot.storage.schema.tournament_tables import tournament_messages, tournament_people, tournaments

_READ: Final = 2000
"""The number of events that one reading searches. A table with more is searched alone."""
_WRITTEN: Final = 40
"""The number of events that one transaction rewrites. A table with more is rewritten alone."""
_LISTED: Final = 200
_NO_PERSON: Final = -1
"""Replaces a person in the managers' log if their ban goes on after the erasure. Stand-ins are far lower numbers."""
_AT_TABLE: Final = marked_columns(tables, PERSON_REPLACED)
_BY_PERSON: Final = tuple(
    table.c.user_id
    for table in (game_players, advice, seats, bet_results, advice_results, error_results, story_results)
)


@dataclass(frozen=True, slots=True)
class Erasure:
    """A person who is being erased.

    Attributes:
        stand_in: the id below zero that replaces the person's id.
        table_id: the erasure has dealt with all tables up to this id.
    """

    user_id: int = field(repr=False)
    stand_in: int
    asked_at: int
    table_id: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """A table that names a person.

    Attributes:
        events: the number of the table's events that name the person.
    """

    table_id: int
    guild_id: int
    is_open: bool
    events: int


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search for a person in some tables.

    Attributes:
        named: the tables that name the person.
        unreadable: the tables that may name the person, because their packed logs cannot be read.
        last: the last table that was searched; None if there were no more tables to search.
    """

    named: tuple[Named, ...] = ()
    unreadable: tuple[int, ...] = ()
    last: int | None = None


class ErasureRepository(Repository):
    """The people who are being erased, and the steps of erasing them."""

    @writes
    def begin(
        self, connection: Connection, user_id: int, stand_in: int, at: int, action: Action = Action.ERASE
    ) -> Erasure:
        """Begins to erase a person, and writes this to the journal.

        Args:
            stand_in: the id below zero that will replace the person's id.
            action: `ERASE` if the person or the owner asked for it, `EXPIRE` if the person was not seen for long.

        Returns:
            The erasure. If the person is being erased already, the current erasure.

        Raises:
            ValueError: `user_id` is not the id of a person, or the stand-in is not below zero.
        """
        erasure, new = _begin(connection, user_id, stand_in, at)
        if new:
            write_entry(connection, action, at, user_id=user_id)
        announce(connection, self._connections.fence.writer(), ErasuresChanged())
        return erasure

    @writes
    def begin_again(
        self, connection: Connection, stand_ins: Mapping[int, int], noted: Sequence[Entry], at: int
    ) -> None:
        """Begins to erase people who were erased after a backup was written, and whom the restored backup contains.

        Args:
            stand_ins: the id below zero that replaces each person's id, by the person's id.
            noted: the entries about these erasures, which the journal of the backup lacks.
        """
        for user_id, stand_in in stand_ins.items():
            _begin(connection, user_id, stand_in, at)
        add_entries(connection, noted)

    @reads
    def under_way(self, connection: Connection) -> tuple[Erasure, ...]:
        """Returns the erasures that have begun and not ended, oldest first."""
        chosen = select(erasures).order_by(erasures.c.asked_at, erasures.c.user_id)
        return tuple(Erasure(*row) for row in connection.execute(chosen))

    @writes
    def forget(self, connection: Connection, user_id: int) -> bool:
        """Deletes the rows about an erased person that were kept because they protect others.

        Returns whether there were any.
        """
        return forget(connection, user_id)

    @writes
    def drop_old(self, connection: Connection, now: int) -> bool:
        """Deletes the rows that were kept about erased people, and whose time is over; see `kept.drop_old`.

        Returns whether there may be more of them.
        """
        return drop_old(connection, now, _LISTED)

    @reads
    def is_place(self, connection: Connection, number: int) -> bool:
        """Whether a number is the id of a server, a channel or a thread.

        Such a number must not be erased as the id of a person: that would replace the server, channel or thread in
        logs.
        """
        places = (tables.c.guild_id, tables.c.channel_id, tables.c.thread_id, guilds.c.guild_id)
        return any(connection.scalar(select(exists().where(column == number))) for column in places)

    @reads
    def search(self, connection: Connection, user_id: int, after: int, *, only_open: bool = False) -> Search:
        """Searches for a person in the next few tables that may name them, in the order of the tables' ids.

        Args:
            after: the last table of the previous search.
            only_open: whether only open tables are searched.
        """
        rows = list(next_tables(connection, user_id, after, only_open=only_open))
        if not rows:
            return Search()
        table_ids = [row.id for row in rows]
        counts, unreadable = count_naming(connection, table_ids, str(user_id))
        mentions = _shown_messages(connection, user_id, table_ids) | counts
        named = tuple(
            Named(row.id, row.guild_id, row.status != CLOSED, mentions.get(row.id, 0))
            for row in rows
            if row.id in mentions or user_id in (getattr(row, column.name) for column in _AT_TABLE)
        )
        return Search(named, unreadable, rows[-1].id)

    async def replace(self, erasure: Erasure, closed: Sequence[Named], upto: int) -> None:
        """Replaces a person's id at closed tables.

        Also notes that the erasure has dealt with all tables up to the id `upto`.
        """
        batches = list(_batches(closed))
        for number, batch in enumerate(batches, 1):
            done = upto if number == len(batches) else batch[-1].table_id
            await self._connections.write(partial(_replace, erasure=erasure, batch=batch, upto=done))

    @writes
    def replace_open(
        self,
        connection: Connection,
        erasure: Erasure,
        guild_id: int,
        slots: Mapping[int, Sequence[Slot]],
        event: EventRecord,
        at: int,
    ) -> None:
        """Replaces a person's id at the open tables of one server and in their purse there, in one transaction.

        If chips of the person lie on a game, they stay there, and the game pays them to the same purse. Each log gets
        one more event. So a decision that was made before the change is not written.

        Args:
            slots: the names of the messages to the person alone, by table.
            event: the event that each log gets.
        """
        for table_id, theirs in sorted(slots.items()):
            replace_at_table(connection, table_id, erasure.user_id, erasure.stand_in, theirs)
            row = connection.execute(select(tables.c.version, tables.c.status).where(tables.c.id == table_id)).one()
            if row.status == CLOSED:
                # The table was closed when the person gave up their game.
                continue
            version = row.version + 1
            values = {"type": event.type, "version": event.version, "data": dump_json(event.data), "at": at}
            connection.execute(insert(events), {"table_id": table_id, "seq": version, **values})
            connection.execute(update(tables).where(tables.c.id == table_id).values(version=version))
        _replace_in_server(connection, erasure, guild_id)

    @reads
    def tournaments(self, connection: Connection, user_id: int) -> tuple[int, ...]:
        """Returns the ids of the tournaments that a person has entered or opened."""
        inside = select(tournament_people.c.tournament_id).where(tournament_people.c.user_id == user_id)
        chosen = select(tournaments.c.id).where(or_(tournaments.c.id.in_(inside), tournaments.c.opener_id == user_id))
        return tuple(sorted(connection.scalars(chosen)))

    @writes
    def replace_in_tournament(self, connection: Connection, erasure: Erasure, tournament_id: int) -> None:
        """Replaces a person's id in a tournament. A decision that was made before the change is then not written."""
        user_id, stand_in = erasure.user_id, erasure.stand_in
        mine = (tournament_people.c.tournament_id == tournament_id) & (tournament_people.c.user_id == user_id)
        here, opened = tournaments.c.id == tournament_id, tournaments.c.opener_id == user_id
        connection.execute(update(tournament_people).where(mine).values(user_id=stand_in, name=""))
        connection.execute(update(tournaments).where(here & opened).values(opener_id=stand_in))
        connection.execute(update(tournaments).where(here).values(version=tournaments.c.version + 1))
        rows = tournament_messages.c
        shown = (rows.tournament_id == tournament_id) & rows.slot.endswith(ending_for(user_id))
        connection.execute(delete(tournament_messages).where(shown))

    async def finish(self, erasure: Erasure) -> None:
        """Ends an erasure: replaces the person's id in rows that belong to no table, and deletes the person's own rows.

        Keeps a few rows for a year, because they protect others (`bot.storage.privacy.kept`).
        """
        while named := await self._connections.read(lambda connection: _named_in_results(connection, erasure.user_id)):
            await self.replace(erasure, named, erasure.table_id)
        purses = select(accounts.c.guild_id).where(accounts.c.kind == "person", accounts.c.holder == erasure.user_id)
        ids = (erasure.user_id, erasure.stand_in)
        played = select(game_players.c.guild_id).where(game_players.c.user_id.in_(ids))
        servers = purses.union(played)
        for guild_id in await self._connections.read(lambda connection: tuple(connection.scalars(servers))):
            await self._connections.write(partial(_replace_in_server, erasure=erasure, guild_id=guild_id))
        for table in _other_tables():
            await self._connections.write(partial(_replace_in, table=table, erasure=erasure))

        def end(connection: Connection) -> None:
            keep(connection, erasure.user_id, erasure.stand_in, erasure.asked_at)
            # The invitation of two others stays open when a third person leaves.
            free_seats(connection, erasure.user_id)
            # Duplicates before their deals: another member begins none once the row of the match is locked.
            for table in reversed(metadata.sorted_tables):
                for column in marked_columns(table, PERSON_DELETED):
                    connection.execute(delete(table).where(column == erasure.user_id))
            announce(connection, self._connections.fence.writer(), ErasuresChanged())

        await self._connections.write(end)


def _begin(connection: Connection, user_id: int, stand_in: int, at: int) -> tuple[Erasure, bool]:
    if is_house(user_id) or user_id <= 0 or stand_in >= 0:
        raise ValueError("a person's id is above zero and not the house's; a stand-in is below zero")
    row = {"user_id": user_id, "stand_in": stand_in, "asked_at": at, "table_id": 0}
    new = connection.execute(insert_new(connection, erasures), row).rowcount == 1
    erasure = Erasure(*connection.execute(select(erasures).where(erasures.c.user_id == user_id)).one())
    _part_from_bans(connection, erasure)
    withdraw_puzzles(connection, user_id)
    # The person leaves the board of all servers at once: until the erasure ends, some servers have the old id and
    # others the stand-in, so that their games would be those of two people.
    connection.execute(delete(everywhere_people).where(everywhere_people.c.user_id == user_id))
    return erasure, new


def next_tables(connection: Connection, user_id: int, after: int, *, only_open: bool) -> Iterator[Any]:
    """Yields the rows of the next few tables that may name a person, in the order of the tables' ids.

    A table may name the person if its log is not packed, if its packed log names the person, or if it has messages to
    the person alone.
    """
    packed = packed_people.c
    maybe = union(
        select(events.c.table_id).where(events.c.table_id > after),
        select(packed.table_id).where(packed.user_id.in_((user_id, UNKNOWN)), packed.table_id > after),
        select(table_messages.c.table_id).where(
            table_messages.c.table_id > after, table_messages.c.slot.endswith(ending_for(user_id))
        ),
    ).subquery()
    columns = (tables.c.id, tables.c.guild_id, tables.c.status, tables.c.version, *_AT_TABLE)
    chosen = select(*columns).join_from(maybe, tables, tables.c.id == maybe.c.table_id)
    chosen = chosen.order_by(tables.c.id).limit(_LISTED)
    length = 0
    for row in connection.execute(chosen.where(tables.c.status.in_(OPEN)) if only_open else chosen):
        length += row.version
        if length > _READ and length != row.version:
            return
        yield row


def _shown_messages(connection: Connection, user_id: int, table_ids: Sequence[int]) -> dict[int, int]:
    """Returns the tables with messages of a person's own, each with zero events."""
    shown = select(table_messages.c.table_id).where(
        table_messages.c.table_id.in_(table_ids), table_messages.c.slot.endswith(ending_for(user_id))
    )
    return dict.fromkeys(connection.scalars(shown), 0)


def _part_from_bans(connection: Connection, erasure: Erasure) -> None:
    """Deletes the bans of the person that have ended, and removes the id from the log's lines about current bans.

    A ban goes on with the old id, and the log's line has the ban's moment. With the stand-in in it, the line would
    connect the two ids.
    """
    mine, line = bans.c.user_id == erasure.user_id, admin_log.c
    connection.execute(delete(bans).where(mine, bans.c.until <= erasure.asked_at))
    holding = select(bans.c.guild_id).where(mine)
    about = line.action.in_([AdminAction.BAN.value, AdminAction.LIFT.value])
    chosen = (line.user_id == erasure.user_id) & about & line.guild_id.in_(holding)
    connection.execute(update(admin_log).where(chosen).values(user_id=_NO_PERSON))


def _batches(named: Sequence[Named]) -> Iterator[list[Named]]:
    batch: list[Named] = []
    for table in named:
        if batch and sum(other.events + 1 for other in batch) + table.events > _WRITTEN:
            yield batch
            batch = []
        batch.append(table)
    if batch:
        yield batch


def _replace(connection: Connection, erasure: Erasure, batch: Sequence[Named], upto: int) -> None:
    for table in batch:
        replace_at_table(connection, table.table_id, erasure.user_id, erasure.stand_in)
    connection.execute(update(erasures).where(erasures.c.user_id == erasure.user_id).values(table_id=upto))


def _named_in_results(connection: Connection, user_id: int) -> tuple[Named, ...]:
    """Returns tables whose results name a person, although their logs do not."""
    named = {
        table_id
        for column in _BY_PERSON
        for table_id in connection.scalars(select(column.table.c.table_id).where(column == user_id).limit(_WRITTEN))
    }
    return tuple(Named(table_id, 0, is_open=False, events=0) for table_id in sorted(named))


def _replace_in_server(connection: Connection, erasure: Erasure, guild_id: int) -> None:
    """Replaces the person in their purse of a server, and in its sums over many tables."""
    _replace_holder(connection, erasure, guild_id)
    for table in _other_tables():
        if "guild_id" in table.columns:
            for column in marked_columns(table, PERSON_REPLACED):
                mine = (table.c.guild_id == guild_id) & (column == erasure.user_id)
                connection.execute(update(table).where(mine).values({column: erasure.stand_in}))


def _replace_holder(connection: Connection, erasure: Erasure, guild_id: int) -> None:
    account_id = connection.scalar(_purse(guild_id, erasure.user_id))
    if account_id is None:
        return
    holder = erasure.stand_in
    # A purse that was opened during the erasure stays separate.
    while connection.scalar(_purse(guild_id, holder)) is not None:
        holder -= 1
    connection.execute(update(accounts).where(accounts.c.id == account_id).values(holder=holder))


def _purse(guild_id: int, holder: int) -> Select[tuple[int]]:
    return select(accounts.c.id).where(
        accounts.c.guild_id == guild_id, accounts.c.kind == "person", accounts.c.holder == holder
    )


def _other_tables() -> tuple[Table, ...]:
    """Returns the tables of the schema that name people but belong to no table of games."""
    apart = (tables, accounts, tournaments, tournament_people)
    return tuple(
        table
        for table in metadata.sorted_tables
        if marked_columns(table, PERSON_REPLACED) and table not in apart and "table_id" not in table.columns
    )


def _replace_in(connection: Connection, table: Table, erasure: Erasure) -> None:
    for column in marked_columns(table, PERSON_REPLACED):
        connection.execute(update(table).where(column == erasure.user_id).values({column: erasure.stand_in}))

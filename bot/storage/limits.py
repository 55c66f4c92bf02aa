"""Checks, before a commit is written, that it exceeds no limit and that no member's block forbids it.

A limit restricts, for example, the games of a person or the open tables of a server. The checks run in the transaction
that writes, because two processes may decide at the same time. On PostgreSQL a writer waits for other writers that
check the same person or server. On SQLite there is one writer at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, Select, bindparam, func, select

from bot.rows.commits import Commit, Limit
from bot.rows.storage_errors import HandHidden, LimitReached, Parted
from bot.rows.table_rows import OPEN
from bot.storage.backends.base import wait_for_turns
from bot.storage.repositories.member_blocks import block_of, block_within
from bot.storage.schema.tables import seats, tables
from bot.storage.schema.tournament_tables import tournament_games

_OTHERS: Final = select(func.count()).where(tables.c.id != bindparam("this"))
_AT: Final = _OTHERS.select_from(seats).join(tables, tables.c.id == seats.c.table_id)
_OF_PERSON: Final = _AT.where(seats.c.user_id == bindparam("person"))
_HERE: Final = tables.c.guild_id == bindparam("guild")
_OPEN: Final = _OTHERS.select_from(tables).where(
    _HERE, tables.c.status.in_(OPEN), tables.c.channel_id != 0, tables.c.pace == bindparam("pace")
)
_COUNTS: Final[dict[Limit, Select[int]]] = {
    Limit.PLAYING: _OF_PERSON.where(
        _HERE, tables.c.status == "playing", tables.c.channel_id != 0, tables.c.pace == bindparam("pace")
    ),
    Limit.CHALLENGES: _OF_PERSON.where(
        _HERE, tables.c.status == "challenge", tables.c.challenger_id == bindparam("person")
    ),
    Limit.OPENED: _OPEN.where(tables.c.challenger_id == bindparam("person")),
    Limit.TABLES: _OPEN,
    Limit.PRIVATE: _OF_PERSON.where(tables.c.channel_id == 0),
}
_IN_TOURNAMENT: Final = select(tournament_games.c.table_id).where(tournament_games.c.table_id == bindparam("this"))


def expect_within(connection: Connection, commit: Commit, table_id: int, playing: frozenset[int]) -> None:
    """Makes sure that a commit exceeds no limit, and that no member's block forbids it.

    Args:
        playing: the people who played at the table before the commit (`TableRow.playing_ids`).

    Raises:
        LimitReached: the commit exceeds a limit.
        Parted: the commit brings two people together, and one has blocked the other. Not raised for a table of a
            tournament, whose draw may pair them.
        HandHidden: the commit would show a hand to someone whom the hand's player has blocked.
    """
    row, limits = commit.table, list(_limits_of(commit, playing))
    people = {person for pair in commit.meeting | commit.watching for person in pair}
    wait_for_turns(connection, {row.guild_id if person is None else person for _, person in limits} | people)
    block = block_within(connection, commit.meeting)
    if block is not None and not connection.scalar(_IN_TOURNAMENT, {"this": table_id}):
        raise Parted(*block)
    if block_of(connection, commit.watching) is not None:
        raise HandHidden
    for limit, person in limits:
        others = count_of(connection, limit, row.guild_id, person, pace=row.pace, but=table_id)
        if others >= commit.limits[limit]:
            raise LimitReached(limit, commit.limits[limit], person)


def count_of(
    connection: Connection, limit: Limit, guild_id: int, person: int | None, *, pace: str = "live", but: int = 0
) -> int:
    """Returns the present number of the games or tables that a limit restricts.

    Args:
        person: the id of the person whose games or tables are counted; None to count those of the server.
        pace: the kind of clock of the games or tables that are counted.
        but: the id of a table that is not counted.
    """
    values = {"this": but, "guild": guild_id, "person": person, "pace": pace}
    return connection.scalar(_COUNTS[limit], values) or 0


def _limits_of(commit: Commit, playing: frozenset[int]) -> Iterator[tuple[Limit, int | None]]:
    """Yields the limits whose numbers a commit raises, each with its person, or None for the server's limit."""
    for limit in commit.limits:
        match limit:
            case Limit.PLAYING:
                for person in sorted(commit.table.playing_ids - playing):
                    yield limit, person
            case Limit.TABLES:
                yield limit, None
            case Limit.CHALLENGES | Limit.OPENED | Limit.PRIVATE:
                yield limit, commit.table.challenger_id

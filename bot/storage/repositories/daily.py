"""People's tries at deals that belong to no table. Each person has one try for each key, with moves and a result.

The key of a deal of the day is its date. Deals of a game (`bot.people.same_deals`) and of duplicates
(`bot.people.duplicates`) have other keys. Keys and moves are texts, which only the caller understands.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, exists, func, select, update

from bot.ranking.board_lines import places
from bot.rows.member_rows import Daily, DailyLine, DailySum
from bot.rows.paging import RankingPage, page_of
from bot.rows.storage_errors import TriedBefore
from bot.storage.backends.base import insert_new, wait_for_turns
from bot.storage.connections import Repository, reads, writes
from bot.storage.json_text import dump_json, load_json
from bot.storage.privacy.kept import began_daily
from bot.storage.schema.tables import dailies

_IS_DATE: Final = dailies.c.day.like("____-__-__")
"""Leaves out tries whose key is not a day but a deal of a game or of a duplicate."""


class DailyRepository(Repository):
    """Stores people's tries at deals of the day, of challenges and of duplicate matches.

    A `day` may be the key of any of these deals. Only `days_of` and `server_of` leave out deals that are not of the
    day.
    """

    @reads
    def of(self, connection: Connection, user_id: int, day: str) -> Daily | None:
        """Returns a person's try at the deal of a day, or None if they have not begun it."""
        return _get(connection, user_id, day)

    @writes
    def begin(
        self, connection: Connection, user_id: int, day: str, guild_id: int, moves: Sequence[str], at: int
    ) -> Daily:
        """Begins a person's only try at the deal of a day. If they have begun it before, returns that try.

        Args:
            moves: the moves before the person's first decision.

        Raises:
            TriedBefore: the person began this deal, and was erased since.
        """
        if began_daily(connection, user_id, day):
            raise TriedBefore
        return begin_try(connection, user_id, day, guild_id, moves, at)

    @writes
    def end_at_once(
        self,
        connection: Connection,
        user_id: int,
        day: str,
        guild_id: int,
        at: int,
        result: tuple[int, int],
        unless: tuple[int, str],
    ) -> Daily | None:
        """Stores a try that has a result and no moves, and returns it. If the person has a try with this key already,
        returns that one.

        Args:
            result: the points and the tricks.
            unless: the person and the key of another try. If that try exists, nothing is stored, and None is returned.
        """
        # Two players may post the same deal at once, each from their own seat.
        wait_for_turns(connection, (user_id, unless[0]))
        if _get(connection, *unless) is not None:
            return None
        row = {"user_id": user_id, "day": day, "guild_id": guild_id, "started_at": at, "moves": _to_json(())}
        ended = {"ended_at": at, "points": result[0], "tricks": result[1]}
        connection.execute(insert_new(connection, dailies), row | ended)
        return _get(connection, user_id, day)

    @writes
    def play(
        self,
        connection: Connection,
        user_id: int,
        day: str,
        after: int,
        moves: Sequence[str],
        at: int,
        result: tuple[int, int] | None = None,
    ) -> Daily | None:
        """Stores the moves of a try. Does nothing if the try has ended, or if its number of moves is not `after`.

        Args:
            after: the number of moves that the caller has seen.
            moves: all moves of the try, from the first one on.
            result: the points and the tricks, if the try has ended; else None.

        Returns:
            The stored try; None if the person has not begun it.
        """
        stored = _get(connection, user_id, day, hold=True)
        if stored is None or stored.ended_at is not None or len(stored.moves) != after:
            return stored
        changes: dict[str, Any] = {"moves": _to_json(moves)}
        if result is not None:
            changes |= {"ended_at": at, "points": result[0], "tricks": result[1]}
        connection.execute(update(dailies).where(_is(user_id, day)).values(changes))
        return _get(connection, user_id, day)

    @writes
    def share(self, connection: Connection, user_id: int, day: str, at: int) -> bool:
        """Notes that the result of an ended try is shown to others. Returns False if it was shown before."""
        fresh = _is(user_id, day) & dailies.c.ended_at.is_not(None) & dailies.c.shared_at.is_(None)
        return connection.execute(update(dailies).where(fresh).values(shared_at=at)).rowcount == 1

    @reads
    def best_of_day(self, connection: Connection, guild_id: int, day: str) -> tuple[Daily, ...]:
        """Returns the finished tries of a day in a server, best first.

        The order is by points, then by tricks, then by the moment when the try ended.
        """
        best = (dailies.c.points.desc(), dailies.c.tricks.desc(), dailies.c.ended_at, dailies.c.user_id)
        wanted = (
            select(dailies)
            .where(dailies.c.guild_id == guild_id, dailies.c.day == day, dailies.c.ended_at.is_not(None))
            .order_by(*best)
        )
        return tuple(map(_daily, connection.execute(wanted)))

    @reads
    def moves_of(self, connection: Connection, day: str) -> tuple[tuple[str, ...], ...]:
        """Returns the moves of all tries at the deal of a day, in all servers. They name no person."""
        tried = connection.scalars(select(dailies.c.moves).where(dailies.c.day == day))
        return tuple(map(_moves_of, tried))

    @reads
    def days_of(self, connection: Connection, user_id: int, last: int) -> tuple[str, ...]:
        """Returns the days whose deals a person has finished, newest first, at most `last` days."""
        finished = (dailies.c.user_id == user_id) & dailies.c.ended_at.is_not(None) & _IS_DATE
        return tuple(
            connection.scalars(select(dailies.c.day).where(finished).order_by(dailies.c.day.desc()).limit(last))
        )

    @reads
    def was_begun_since(self, connection: Connection, guild_id: int, beginning: str, at: int) -> bool:
        """Whether anyone in a server began a try after the moment `at`, at a deal whose key begins with `beginning`."""
        here = (dailies.c.guild_id == guild_id) & dailies.c.day.startswith(beginning, autoescape=True)
        return connection.scalar(select(exists().where(here, dailies.c.started_at > at))) is True

    @reads
    def begun_by(self, connection: Connection, people: Collection[int], beginning: str) -> tuple[Daily, ...]:
        """Returns the tries of these people at all deals whose key begins with this text."""
        wanted = dailies.c.user_id.in_(people) & dailies.c.day.startswith(beginning, autoescape=True)
        return tuple(map(_daily, connection.execute(select(dailies).where(wanted).order_by(dailies.c.day))))

    @reads
    def server_of(self, connection: Connection, user_id: int) -> int | None:
        """Returns the server in which a person began their latest deal of the day, or None.

        Deals that they began in direct messages do not count.
        """
        in_servers = (dailies.c.user_id == user_id) & (dailies.c.guild_id != 0) & _IS_DATE
        servers = select(dailies.c.guild_id).where(in_servers)
        return connection.scalar(servers.order_by(dailies.c.day.desc()).limit(1))

    @reads
    def best_of_days(self, connection: Connection, guild_id: int, days: Collection[str]) -> tuple[DailySum, ...]:
        """Returns each person's points in a server over some days, added up.

        More points come first, then fewer deals.
        """
        return _summed(connection, guild_id, dailies.c.day.in_(days))

    @reads
    def board(
        self,
        connection: Connection,
        guild_id: int,
        first: str,
        last: str,
        limit: int = 10,
        offset: int = 0,
        reader: int = 0,
        without: Collection[int] = (),
    ) -> RankingPage[DailyLine]:
        """Returns a page of the board of a server: people's points over the days from `first` to `last`.

        The order is that of `best_of_days`. If the offset is past the end, returns the last page.

        Args:
            reader: the person whose own line is added to the page.
            without: people who are left out.
        """
        all_sums = _summed(connection, guild_id, dailies.c.day.between(first, last))
        sums = [row for row in all_sums if row.user_id not in without]
        ranks = places([row.points for row in sums], 0, lambda _: 1)
        lines = [DailyLine(rank, row.user_id, row.points, row.deals) for rank, row in zip(ranks, sums, strict=True)]
        own = next((line for line in lines if line.user_id == reader), None)
        return page_of(lines, limit, offset, own)


def _summed(connection: Connection, guild_id: int, days: ColumnElement[bool]) -> tuple[DailySum, ...]:
    points, deals = func.sum(dailies.c.points), func.count()
    summed = (
        select(dailies.c.user_id, points.label("points"), deals.label("deals"))
        .where(dailies.c.guild_id == guild_id, days, dailies.c.ended_at.is_not(None))
        .group_by(dailies.c.user_id)
        .order_by(points.desc(), deals, dailies.c.user_id)
    )
    return tuple(DailySum(row.user_id, row.points, row.deals) for row in connection.execute(summed))


def begin_try(connection: Connection, user_id: int, day: str, guild_id: int, moves: Sequence[str], at: int) -> Daily:
    """Stores a new try, and returns it. If the person has a try with this key already, returns that one.

    Args:
        moves: the moves before the person's first decision.
    """
    row = {"user_id": user_id, "day": day, "guild_id": guild_id, "started_at": at, "moves": _to_json(moves)}
    connection.execute(insert_new(connection, dailies), row)
    stored = _get(connection, user_id, day)
    assert stored is not None, "the try was inserted, or was there before"
    return stored


def _is(user_id: int, day: str) -> ColumnElement[bool]:
    return (dailies.c.user_id == user_id) & (dailies.c.day == day)


def _get(connection: Connection, user_id: int, day: str, *, hold: bool = False) -> Daily | None:
    wanted = select(dailies).where(_is(user_id, day))
    row = connection.execute(wanted.with_for_update() if hold else wanted).first()
    return None if row is None else _daily(row)


def _daily(row: Row[Any]) -> Daily:
    values = row._asdict()
    return Daily(**{**values, "moves": _moves_of(values["moves"])})


def _moves_of(text: str) -> tuple[str, ...]:
    moves: Any = load_json(text)["moves"]
    return tuple(moves)


def _to_json(moves: Sequence[str]) -> str:
    return dump_json({"moves": list(moves)})

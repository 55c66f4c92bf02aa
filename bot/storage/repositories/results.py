"""Games that are over: the leaderboard, a person's profile, the history. Knows no rule of the game.

A game counts where it has a winner and its pair has not reached the limit (`CountLimit`); any other stands in the
history and nowhere else. One against the house stands in the history, and in a line of its own in the profile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, assert_never

from sqlalchemy import Connection, Float, Row, Select, cast, func, not_, or_, select, tuple_
from sqlalchemy.sql import ColumnElement
from sqlalchemy.sql.selectable import Subquery

from bot.storage.connections import Connections
from bot.storage.fair_rows import CountLimit
from bot.storage.rows import (
    HOUSE_IDS,
    AdviceTotals,
    Favourite,
    GameResult,
    Page,
    PlayerResult,
    Sort,
    Standing,
    Statistics,
)
from bot.storage.schema.tables import accounts, advice, game_players, games

__all__ = ["ResultRepository", "counts", "found_games", "streaks"]

_SAME_GAME = (game_players.c.table_id == games.c.table_id) & (game_players.c.game_no == games.c.game_no)
_COUNTS = games.c.winner.is_not(None) & (games.c.counted == 1)
_AGAINST_HOUSE = game_players.c.adversary_id.between(HOUSE_IDS.start, HOUSE_IDS.stop - 1)
_IS_HOUSE = game_players.c.user_id.between(HOUSE_IDS.start, HOUSE_IDS.stop - 1)
_AMONG_PEOPLE: Final = not_(or_(_AGAINST_HOUSE, _IS_HOUSE))
"""Of the lines of `game_players`: those of games between members, which alone count."""
_OLDEST_FIRST = (games.c.ended_at, games.c.table_id, games.c.game_no)
_NEWEST_FIRST = tuple(column.desc() for column in _OLDEST_FIRST)


class ResultRepository:
    """The results of finished games."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def leaderboard(
        self,
        guild_id: int,
        since: int | None = None,
        sort: Sort = Sort.WON,
        limit: int = 10,
        offset: int = 0,
        min_games: int = 1,
    ) -> Page[Standing]:
        """Who has done best in a server.

        Those who are equal in `sort` share a place (1, 2, 2, 4). Among them the more games won come first, then the
        greater share of games won, then the more points, then the lower id: so the order is always the same.

        Args:
            since: only games that ended then or later.
            min_games: for `Sort.PERCENTAGE`, who has played fewer is left out; the other orders show everybody.
        """
        totals = _totals(guild_id, since, min_games if sort is Sort.PERCENTAGE else 1)
        column = totals.c
        share = cast(column.won, Float) / cast(column.played, Float)
        key = _key(sort, totals, share)
        page = (
            select(
                func.rank().over(order_by=key.desc()).label("place"),
                *(column.user_id, column.won, column.played, column.points, column.voles, column.kings),
            )
            .order_by(key.desc(), column.won.desc(), share.desc(), column.points.desc(), column.user_id)
            .limit(limit)
            .offset(offset)
        )

        def ask(connection: Connection) -> Page[Standing]:
            total = connection.scalar(select(func.count()).select_from(totals))
            return Page(tuple(Standing(*row) for row in connection.execute(page)), total or 0, offset)

        return await self._connections.read(ask)

    async def statistics(self, guild_id: int, user_id: int, last: int = 5) -> Statistics:
        """What a person has played in a server, with their `last` games."""
        all_his = (game_players.c.user_id == user_id) & (games.c.guild_id == guild_id)
        his = all_his & _AMONG_PEOPLE
        player = game_players.c
        sums = (func.sum(column) for column in (player.won, player.points, player.voles, player.kings, player.deals))
        counting = select(func.count(), *sums).join_from(games, game_players, _SAME_GAME).where(his & _COUNTS)
        outcomes = (
            select(player.won).join_from(games, game_players, _SAME_GAME).where(his & _COUNTS).order_by(*_OLDEST_FIRST)
        )
        met = (
            select(player.adversary_id, func.count().label("played"), func.sum(player.won))
            .join_from(games, game_players, _SAME_GAME)
            .where(his & _COUNTS)
            .group_by(player.adversary_id)
            .order_by(func.count().desc(), func.max(games.c.ended_at).desc(), player.adversary_id)
            .limit(1)
        )
        against = (
            select(player.adversary_id, func.count(), func.sum(player.won))
            .join_from(games, game_players, _SAME_GAME)
            .where(all_his & _COUNTS & _AGAINST_HOUSE)
            .group_by(player.adversary_id)
            .order_by(player.adversary_id)
        )

        def ask(connection: Connection) -> Statistics:
            played, *totals = connection.execute(counting).one()
            won, points, voles, kings, deals = (total or 0 for total in totals)
            streak, best_streak = streaks(map(bool, connection.scalars(outcomes)))
            favourite = connection.execute(met).first()
            return Statistics(
                user_id=user_id,
                played=played,
                won=won,
                points=points,
                voles=voles,
                kings=kings,
                deals=deals,
                streak=streak,
                best_streak=best_streak,
                favourite=None if favourite is None else Favourite(*favourite),
                last=found_games(connection, _history(guild_id, user_id).limit(last)),
                house=tuple(Favourite(*row) for row in connection.execute(against)),
            )

        return await self._connections.read(ask)

    async def advice_of(self, guild_id: int, user_id: int) -> AdviceTotals:
        """What a person's advice in a server came to; all zero: none was given."""
        column = advice.c
        same = (column.table_id == games.c.table_id) & (column.game_no == games.c.game_no)
        sums = (func.coalesce(func.sum(it), 0) for it in (column.given, column.followed, column.made))
        counting = (
            select(func.count(), *sums)
            .join_from(games, advice, same)
            .where(games.c.guild_id == guild_id, column.user_id == user_id)
        )
        return await self._connections.read(
            lambda connection: AdviceTotals(*map(int, connection.execute(counting).one()))
        )

    async def history(
        self, guild_id: int, user_id: int | None = None, limit: int = 10, offset: int = 0
    ) -> Page[GameResult]:
        """The games that were played in a server, by a person or (None) by all, newest first, void ones too."""
        listed = _history(guild_id, user_id)

        def ask(connection: Connection) -> Page[GameResult]:
            total = connection.scalar(select(func.count()).select_from(listed.order_by(None).subquery()))
            return Page(found_games(connection, listed.limit(limit).offset(offset)), total or 0, offset)

        return await self._connections.read(ask)

    async def game(self, table_id: int, game_no: int) -> GameResult | None:
        """A game that is over, if there is one of that number at that table."""
        one = select(games).where(games.c.table_id == table_id, games.c.game_no == game_no)
        return await self._connections.read(lambda connection: next(iter(found_games(connection, one)), None))

    async def tallies(self, guild_id: int, user_ids: Collection[int]) -> dict[int, tuple[int, int]]:
        """The games won and played of people in a server, against one another; who has played none is not in it."""
        player = game_players.c
        asked = (
            select(player.user_id, func.sum(player.won), func.count())
            .join_from(games, game_players, _SAME_GAME)
            .where((games.c.guild_id == guild_id) & _COUNTS & player.user_id.in_(set(user_ids)))
            .where(_AMONG_PEOPLE)
            .group_by(player.user_id)
        )
        return await self._connections.read(
            lambda connection: {user: (int(won), int(played)) for user, won, played in connection.execute(asked)}
        )


def counts(connection: Connection, result: GameResult, limit: CountLimit | None) -> bool:
    """Whether a game that is about to be written counts for standings.

    Games for which no chips were put on the table have no limit, nor has one without a winner.
    """
    if limit is None or not limit.most or result.winner is None:
        return True
    escrow = (
        select(accounts.c.id)
        .where(accounts.c.guild_id == result.guild_id, accounts.c.kind == "escrow")
        .where(accounts.c.holder == games.c.table_id, accounts.c.number == games.c.game_no)
    )
    own = select(accounts.c.id).where(
        accounts.c.guild_id == result.guild_id,
        accounts.c.kind == "escrow",
        accounts.c.holder == result.table_id,
        accounts.c.number == result.game_no,
    )
    if connection.execute(own).first() is None:
        return True
    player = result.players[0]
    so_far = (
        select(func.count())
        .select_from(game_players)
        .join(games, _SAME_GAME)
        .where(game_players.c.user_id == player.user_id, game_players.c.adversary_id == player.adversary_id)
        .where(games.c.guild_id == result.guild_id, games.c.ended_at >= limit.since, _COUNTS, escrow.exists())
    )
    return (connection.scalar(so_far) or 0) < limit.most


def streaks(outcomes: Iterable[bool]) -> tuple[int, int]:
    """The streak at the end of a row of outcomes (below zero: lost in a row), and the most won in a row anywhere."""
    streak = best = 0
    for won in outcomes:
        streak = max(streak, 0) + 1 if won else min(streak, 0) - 1
        best = max(best, streak)
    return streak, best


def _totals(guild_id: int, since: int | None, min_games: int) -> Subquery:
    """One line for each person who has played enough games that count."""
    where = (games.c.guild_id == guild_id) & _COUNTS & _AMONG_PEOPLE
    if since is not None:
        where &= games.c.ended_at >= since
    player = game_players.c
    sums = (func.sum(column).label(column.name) for column in (player.won, player.points, player.voles, player.kings))
    return (
        select(player.user_id, func.count().label("played"), *sums)
        .join_from(games, game_players, _SAME_GAME)
        .where(where)
        .group_by(player.user_id)
        .having(func.count() >= min_games)
        .subquery()
    )


def _key(sort: Sort, totals: Subquery, share: ColumnElement[Any]) -> ColumnElement[Any]:
    match sort:
        case Sort.PERCENTAGE:
            return share
        case Sort.WON | Sort.PLAYED | Sort.POINTS | Sort.VOLES | Sort.KINGS:
            column: ColumnElement[Any] = totals.c[sort.value]
            return column
        case _:
            assert_never(sort)


def _history(guild_id: int, user_id: int | None) -> Select[Any]:
    listed = select(games).where(games.c.guild_id == guild_id).order_by(*_NEWEST_FIRST)
    if user_id is None:
        return listed
    his = select(game_players.c.table_id, game_players.c.game_no).where(game_players.c.user_id == user_id)
    return listed.where(tuple_(games.c.table_id, games.c.game_no).in_(his))


def found_games(connection: Connection, chosen: Select[Any]) -> tuple[GameResult, ...]:
    """The games that a query chooses, in its order, each with its players."""
    rows = connection.execute(chosen).all()
    keys = chosen.subquery()
    same = (game_players.c.table_id == keys.c.table_id) & (game_players.c.game_no == keys.c.game_no)
    players: dict[tuple[int, int], list[PlayerResult]] = {}
    for row in connection.execute(select(game_players).join_from(keys, game_players, same)):
        players.setdefault((row.table_id, row.game_no), []).append(_player(row))
    return tuple(_game(row, players[row.table_id, row.game_no]) for row in rows)


def _game(row: Any, players: list[PlayerResult]) -> GameResult:
    north, south = sorted(players, key=lambda player: player.seat)
    return GameResult(**{**row._mapping, "counted": bool(row.counted)}, players=(north, south))


def _player(row: Row[Any]) -> PlayerResult:
    return PlayerResult(
        user_id=row.user_id,
        adversary_id=row.adversary_id,
        seat=row.seat,
        won=bool(row.won),
        points=row.points,
        voles=row.voles,
        kings=row.kings,
        deals=row.deals,
    )

"""Reads the results of ended games: for leaderboards, for a person's profile, and for the history.

A game counts if it was won by the person who sat down to it, and if its two players have not reached the limit
(`CountLimit`). A game that does not count is shown only in the history. A game against the house is shown in the
history and in a separate line of the profile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, assert_never

from sqlalchemy import Connection, Float, Row, Select, Table, bindparam, case, cast, exists, func, not_, select
from sqlalchemy.sql import ColumnElement

from bot.ranking.board_lines import Sort, Standing, least_share, places
from bot.ranking.periods import Period
from bot.ranking.tallies import AdviceTotals, Favourite, GameEnd, PeriodTotals, Rivalry, Statistics, streaks_of
from bot.rows.commits import CountLimit
from bot.rows.game_results import GameResult, PlayerResult
from bot.rows.ids import is_house
from bot.rows.paging import Page, RankingPage, page_start
from bot.storage.connections import Repository, reads
from bot.storage.privacy.kept import kept_games
from bot.storage.schema.standing_tables import rivals, standings, streaks
from bot.storage.schema.tables import advice, game_players, games
from bot.storage.standing_sums import COUNTS, SAME_GAME, of_house

_LONGEST_STREAK: Final = 200
_HOUSE: Final = of_house(rivals.c.opponent_id)
_OLDEST_FIRST = (games.c.ended_at, games.c.table_id, games.c.game_no)
_NEWEST_FIRST = tuple(column.desc() for column in _OLDEST_FIRST)
_PLAYERS_NEWEST = tuple(game_players.c[column.name].desc() for column in _OLDEST_FIRST)
"""The order by the columns of the player's row, which an index has."""

_GAMES: Final = (
    select(games)
    .where(games.c.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(games.c.table_id, games.c.game_no)
)
_PLAYERS: Final = select(game_players).where(game_players.c.table_id.in_(bindparam("tables", expanding=True)))


class ResultRepository(Repository):
    """Reads the results of finished games."""

    @reads
    def leaderboard(
        self,
        connection: Connection,
        guild_id: int,
        period: Period = Period.ALL,
        at: int = 0,
        sort: Sort = Sort.SHARE,
        limit: int = 10,
        offset: int = 0,
        min_games: int = 1,
        reader: int = 0,
        without: Collection[int] = (),
    ) -> RankingPage[Standing]:
        """Returns a page of a server's leaderboard. If the offset is past the end, returns the last page.

        Members who are equal in `sort` share a place (1, 2, 2, 4). Among these members, more games won come first, then
        a greater share of games won, then more points, then the lower id, so that the order is always the same.

        Args:
            at: any moment in the period whose games count, in epoch milliseconds.
            min_games: on a board ordered by `Sort.SHARE`, members with fewer games come last and have no place.
            reader: the person whose own line is added to the page.
            without: people who are left out.
        """
        column = standings.c
        here = (column.guild_id == guild_id) & (column.period == period.value) & (column.since == period.since(at))
        here &= column.user_id.not_in(without)
        share = cast(column.won, Float) / cast(column.played, Float)
        key = _key(sort, min_games)
        shown = key.label("key")
        line = select(
            column.user_id, column.won, column.played, column.points, column.voles, column.kings, shown
        ).where(here)
        order = (shown.desc(), column.won.desc(), share.desc(), column.points.desc(), column.user_id)

        def place(worth: float) -> int:
            above = select(func.count()).select_from(standings).where(here, key > worth)
            return 1 + (connection.scalar(above) or 0)

        total = connection.scalar(select(func.count()).select_from(standings).where(here)) or 0
        start = page_start(total, limit, offset)
        rows = connection.execute(line.order_by(*order).limit(limit).offset(start)).all()
        own = connection.execute(line.where(column.user_id == reader)).first() if reader else None
        ranks = places([row.key for row in rows], start, place)
        lines = tuple(_standing_of(row, rank) for rank, row in zip(ranks, rows, strict=True))
        return RankingPage(lines, total, start, None if own is None else _standing_of(own, place(own.key)))

    @reads
    def totals(self, connection: Connection, guild_id: int, period: Period, at: int) -> PeriodTotals:
        """Returns the totals of a server over the games that count, in the period that contains the moment `at`."""
        column = standings.c
        here = (column.guild_id == guild_id) & (column.period == period.value) & (column.since == period.since(at))
        # Each game has one winner.
        sums = (func.coalesce(func.sum(of), 0) for of in (column.won, column.voles, column.kings))
        return PeriodTotals(*connection.execute(select(func.count(), *sums).where(here)).one())

    @reads
    def statistics(self, connection: Connection, guild_id: int | None, user_id: int, last: int = 5) -> Statistics:
        """Returns the figures of a person's games, including their last games, at most `last`.

        Args:
            guild_id: the server of the games. None for the games in all places. The streaks are then 0, because none
                are stored for all places together.
        """
        column = standings.c
        figures = column.played, column.won, column.points, column.voles, column.kings, column.deals
        sums = select(*(func.coalesce(func.sum(figure), 0) for figure in figures)).where(
            _of_person(standings, guild_id, user_id), column.period == Period.ALL.value, column.since == 0
        )
        runs = select(streaks.c.streak, streaks.c.best_streak).where(
            streaks.c.guild_id == guild_id, streaks.c.user_id == user_id
        )
        members = _rivals(guild_id, user_id).where(not_(_HOUSE))
        members = members.order_by(
            func.sum(rivals.c.played).desc(), func.max(rivals.c.last_at).desc(), rivals.c.opponent_id
        )
        played, won, points, voles, kings, deals = map(int, connection.execute(sums).one())
        run = connection.execute(runs).first() if guild_id is not None else None
        favourite = connection.execute(members.limit(1)).first()
        return Statistics(
            user_id=user_id,
            played=played,
            won=won,
            points=points,
            voles=voles,
            kings=kings,
            deals=deals,
            streak=0 if run is None else run.streak,
            best_streak=0 if run is None else run.best_streak,
            favourite=None if favourite is None else Favourite(*map(int, favourite)),
            last=found_games(connection, _history(guild_id, user_id, last, 0)),
            house=_against_house(connection, guild_id, user_id),
        )

    @reads
    def against_house(self, connection: Connection, guild_id: int | None, user_id: int) -> tuple[Favourite, ...]:
        """Returns how many games a person has played and won against each level of the house.

        Args:
            guild_id: the server of the games. None for the games in all places.
        """
        return _against_house(connection, guild_id, user_id)

    @reads
    def rivalry(self, connection: Connection, guild_id: int, user_id: int, opponent_id: int, last: int = 5) -> Rivalry:
        """Returns the figures of two people's games against each other in a server.

        They include the last games, at most `last`.
        """
        column, player = rivals.c, game_players.c
        sums = select(column.played, column.won).where(
            column.guild_id == guild_id, column.user_id == user_id, column.opponent_id == opponent_id
        )
        between = (player.user_id == user_id) & (player.guild_id == guild_id) & (player.opponent_id == opponent_id)
        outcomes_between = select(player.won).join_from(games, game_players, SAME_GAME).where(between, COUNTS)
        # A longer streak is reported as `_LONGEST_STREAK`.
        lately = outcomes_between.order_by(*_PLAYERS_NEWEST).limit(_LONGEST_STREAK)
        outcomes = [bool(won) for won in connection.scalars(lately)]
        totals = connection.execute(sums).first()
        return Rivalry(
            user_id,
            opponent_id,
            0 if totals is None else totals.played,
            0 if totals is None else totals.won,
            streaks_of(reversed(outcomes))[0],
            found_games(connection, _newest_of(between, last)),
        )

    @reads
    def advice_of(self, connection: Connection, guild_id: int, user_id: int) -> AdviceTotals:
        """Returns the totals of the advice that a person gave as a backer in a server."""
        column = advice.c
        same = (column.table_id == games.c.table_id) & (column.game_no == games.c.game_no)
        sums = (func.coalesce(func.sum(part), 0) for part in (column.given, column.followed, column.made))
        # Not a join, which SQLite would begin with all games of the server.
        here = exists().where(same, games.c.guild_id == guild_id)
        counting = select(func.count(), *sums).select_from(advice).where(column.user_id == user_id, here)
        return AdviceTotals(*map(int, connection.execute(counting).one()))

    @reads
    def ends_of(self, connection: Connection, guild_id: int, user_id: int, last: int) -> tuple[GameEnd, ...]:
        """Returns how the last games of a person against members ended, newest first.

        Games without a winner are left out.
        """
        player = game_players.c
        query = (
            select(player.won, games.c.how, games.c.deals)
            .join_from(game_players, games, SAME_GAME)
            .where(player.user_id == user_id, player.guild_id == guild_id, games.c.winner.is_not(None))
            .where(not_(of_house(player.opponent_id)))
            .order_by(*_PLAYERS_NEWEST)
            .limit(last)
        )
        return tuple(GameEnd(bool(row.won), row.how, row.deals) for row in connection.execute(query))

    @reads
    def history(
        self,
        connection: Connection,
        guild_id: int | None,
        user_id: int | None = None,
        limit: int = 10,
        offset: int = 0,
    ) -> Page[GameResult]:
        """Returns a page of ended games, newest first. Void games are included.

        Args:
            guild_id: the server of the games. None for a person's games in all places.
            user_id: the person whose games are returned. None for the games of all people in the server.
        """
        here = games.c.guild_id == guild_id if user_id is None else _played(guild_id, user_id)
        counting = select(func.count()).where(here)
        results = found_games(connection, _history(guild_id, user_id, limit, offset))
        return Page(results, connection.scalar(counting) or 0, offset)

    @reads
    def game(self, connection: Connection, table_id: int, game_no: int) -> GameResult | None:
        """Returns the ended game with this number at a table, or None."""
        one = select(games).where(games.c.table_id == table_id, games.c.game_no == game_no)
        return next(iter(found_games(connection, one)), None)

    async def tallies(self, guild_id: int, user_ids: Collection[int]) -> dict[int, tuple[int, int]]:
        """Returns the numbers of games won and of games played in a server, by person.

        People without games are left out.
        """
        column = standings.c
        query = select(column.user_id, column.won, column.played).where(
            column.guild_id == guild_id,
            column.period == Period.ALL.value,
            column.since == 0,
            column.user_id.in_(set(user_ids)),
        )
        return await self._connections.read(
            lambda connection: {user: (won, played) for user, won, played in connection.execute(query)}
        )


def counts(connection: Connection, result: GameResult, limit: CountLimit | None) -> bool:
    """Whether a game that is about to be written counts for standings.

    The limit does not apply to games against the house or without a winner, because these are on no leaderboard.
    """
    if not result.counted:
        return False
    player = result.players[0]
    has_house = is_house(player.user_id) or is_house(player.opponent_id)
    if limit is None or not limit.most or result.winner is None or has_house:
        return True
    earlier = (
        select(func.count())
        .select_from(game_players)
        .join(games, SAME_GAME)
        .where(game_players.c.user_id == player.user_id, game_players.c.opponent_id == player.opponent_id)
        .where(games.c.guild_id == result.guild_id, games.c.ended_at >= limit.since, COUNTS)
    )
    before = kept_games(connection, result.guild_id, (player.user_id, player.opponent_id), limit.since)
    return (connection.scalar(earlier) or 0) + before < limit.most


def _key(sort: Sort, min_games: int) -> ColumnElement[Any]:
    """Returns the figure by which a board is ordered. Below 0: the member has too few games for a place."""
    match sort:
        case Sort.SHARE:
            return case(
                (standings.c.played >= min_games, least_share(standings.c.won, standings.c.played, func.sqrt)),
                else_=-1.0,
            )
        case Sort.WON | Sort.PLAYED | Sort.POINTS | Sort.VOLES | Sort.KINGS:
            column: ColumnElement[Any] = standings.c[sort.value]
            return column
        case _:
            assert_never(sort)


def _standing_of(row: Any, place: int) -> Standing:
    return Standing(place if row.key >= 0 else None, *row[:-1])


def _played(guild_id: int | None, user_id: int) -> ColumnElement[bool]:
    """Returns the condition for a person's rows of `game_players`, in a server or (None) in all places."""
    own = game_players.c.user_id == user_id
    return own if guild_id is None else own & (game_players.c.guild_id == guild_id)


def _of_person(table: Table, guild_id: int | None, user_id: int) -> ColumnElement[bool]:
    """Returns the condition for a person's rows of a table of sums, in a server or (None) in all places."""
    # The primary key begins with the server, so naming the servers lets the query use it.
    places = select(game_players.c.guild_id).where(_played(None, user_id))
    here = table.c.guild_id.in_(places) if guild_id is None else table.c.guild_id == guild_id
    return here & (table.c.user_id == user_id)


def _rivals(guild_id: int | None, user_id: int) -> Select[Any]:
    """Returns the query for a person's opponents, with the numbers of games played and won."""
    query = select(rivals.c.opponent_id, func.sum(rivals.c.played), func.sum(rivals.c.won))
    return query.where(_of_person(rivals, guild_id, user_id)).group_by(rivals.c.opponent_id)


def _against_house(connection: Connection, guild_id: int | None, user_id: int) -> tuple[Favourite, ...]:
    levels = _rivals(guild_id, user_id).where(_HOUSE).order_by(rivals.c.opponent_id)
    return tuple(Favourite(*map(int, row)) for row in connection.execute(levels))


def _history(guild_id: int | None, user_id: int | None, limit: int, offset: int) -> Select[Any]:
    """Returns the query for a page of games, by a person or by all people in a server."""
    if user_id is None:
        here = games.c.guild_id == guild_id
        return select(games).where(here).order_by(*_NEWEST_FIRST).limit(limit).offset(offset)
    return _newest_of(_played(guild_id, user_id), limit, offset)


def _newest_of(players: ColumnElement[bool], limit: int, offset: int = 0) -> Select[Any]:
    """Returns the query for a page of the games of some players' rows.

    It reads the keys of the page from an index before it reads any game.
    """
    player = game_players.c
    keys = (
        select(player.table_id, player.game_no)
        .where(players)
        .order_by(*_PLAYERS_NEWEST)
        .limit(limit)
        .offset(offset)
        .subquery()
    )
    same = (games.c.table_id == keys.c.table_id) & (games.c.game_no == keys.c.game_no)
    return select(games).join(keys, same).order_by(*_NEWEST_FIRST)


def found_games(connection: Connection, chosen: Select[Any]) -> tuple[GameResult, ...]:
    """Returns the games that a query selects, in the query's order, each with its players."""
    keys = chosen.subquery()
    same = (game_players.c.table_id == keys.c.table_id) & (game_players.c.game_no == keys.c.game_no)
    playing = select(game_players).join_from(keys, game_players, same)
    return _results(connection.execute(chosen).all(), connection.execute(playing))


def games_of(connection: Connection, table_ids: Collection[int]) -> tuple[GameResult, ...]:
    """Returns the ended games of some tables, in the order of the tables' ids and the games' numbers."""
    keys = {"tables": table_ids}
    return _results(connection.execute(_GAMES, keys).all(), connection.execute(_PLAYERS, keys))


def _results(rows: Iterable[Row[Any]], playing: Iterable[Row[Any]]) -> tuple[GameResult, ...]:
    players: dict[tuple[int, int], list[PlayerResult]] = {}
    for row in playing:
        players.setdefault((row.table_id, row.game_no), []).append(_player(row))
    return tuple(_game(row, players[row.table_id, row.game_no]) for row in rows)


def _game(row: Any, players: list[PlayerResult]) -> GameResult:
    north, south = sorted(players, key=lambda player: player.seat)
    return GameResult(**{**row._mapping, "counted": bool(row.counted)}, players=(north, south))


def _player(row: Row[Any]) -> PlayerResult:
    return PlayerResult(
        user_id=row.user_id,
        opponent_id=row.opponent_id,
        seat=row.seat,
        won=bool(row.won),
        points=row.points,
        voles=row.voles,
        kings=row.kings,
        deals=row.deals,
    )

"""Games that are over: the leaderboard, a person's profile, the history. Knows no rule of the game.

A game counts where its winner played it, and its pair has not reached the limit (`CountLimit`); any other stands in the
history and nowhere else. One against the house stands in the history, and in a line of its own in the profile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, assert_never

from sqlalchemy import Connection, Float, Row, Select, bindparam, case, cast, exists, func, not_, select
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
from bot.storage.schema.standings import rivals, standings, streaks
from bot.storage.schema.tables import advice, game_players, games
from bot.storage.standings import COUNTS, SAME_GAME, of_house

_LONGEST_STREAK: Final = 200
_HOUSE: Final = of_house(rivals.c.opponent_id)
_OLDEST_FIRST = (games.c.ended_at, games.c.table_id, games.c.game_no)
_NEWEST_FIRST = tuple(column.desc() for column in _OLDEST_FIRST)
_PLAYERS_NEWEST = tuple(game_players.c[column.name].desc() for column in _OLDEST_FIRST)
"""By the columns of the player, so that an index has the order."""

_GAMES: Final = (
    select(games)
    .where(games.c.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(games.c.table_id, games.c.game_no)
)
_PLAYERS: Final = select(game_players).where(game_players.c.table_id.in_(bindparam("tables", expanding=True)))


class ResultRepository(Repository):
    """The results of finished games."""

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
        """Returns the best of a server. Past the end comes the last page.

        Those who are equal in `sort` share a place (1, 2, 2, 4). Among them the more games won come first, then the
        greater share of games won, then the more points, then the lower id: so the order is always the same.

        Args:
            at: only games of the period that holds this moment.
            min_games: by `Sort.SHARE`, members who have played fewer come last and have no place.
            reader: whose own line is looked for.
            without: people who are left out, as if they had played nothing.
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
        """What the members of a server have played in the period that holds a moment; only games that count."""
        column = standings.c
        here = (column.guild_id == guild_id) & (column.period == period.value) & (column.since == period.since(at))
        # Each game has one winner.
        sums = (func.coalesce(func.sum(of), 0) for of in (column.won, column.voles, column.kings))
        return PeriodTotals(*connection.execute(select(func.count(), *sums).where(here)).one())

    @reads
    def statistics(self, connection: Connection, guild_id: int, user_id: int, last: int = 5) -> Statistics:
        """Returns a person's games in a server in figures, with their `last` games."""
        column = standings.c
        sums = select(column.played, column.won, column.points, column.voles, column.kings, column.deals).where(
            column.guild_id == guild_id,
            column.period == Period.ALL.value,
            column.since == 0,
            column.user_id == user_id,
        )
        runs = select(streaks.c.streak, streaks.c.best_streak).where(
            streaks.c.guild_id == guild_id, streaks.c.user_id == user_id
        )
        members = _met(guild_id, user_id).where(not_(_HOUSE))
        members = members.order_by(rivals.c.played.desc(), rivals.c.last_at.desc(), rivals.c.opponent_id)
        totals = connection.execute(sums).first()
        played, won, points, voles, kings, deals = (0,) * 6 if totals is None else totals
        run = connection.execute(runs).first()
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
            favourite=None if favourite is None else Favourite(*favourite),
            last=found_games(connection, _history(guild_id, user_id, last, 0)),
            house=_against_house(connection, guild_id, user_id),
        )

    @reads
    def against_house(self, connection: Connection, guild_id: int, user_id: int) -> tuple[Favourite, ...]:
        """Returns a person's games against each level of the house in a server."""
        return _against_house(connection, guild_id, user_id)

    @reads
    def rivalry(self, connection: Connection, guild_id: int, user_id: int, opponent_id: int, last: int = 5) -> Rivalry:
        """Returns the games of two people against each other in a server, with their `last` games."""
        column, player = rivals.c, game_players.c
        met = select(column.played, column.won).where(
            column.guild_id == guild_id, column.user_id == user_id, column.opponent_id == opponent_id
        )
        between = (player.user_id == user_id) & (player.guild_id == guild_id) & (player.opponent_id == opponent_id)
        counted = select(player.won).join_from(games, game_players, SAME_GAME).where(between, COUNTS)
        # A longer streak is given as this long.
        lately = counted.order_by(*_PLAYERS_NEWEST).limit(_LONGEST_STREAK)
        outcomes = [bool(won) for won in connection.scalars(lately)]
        totals = connection.execute(met).first()
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
        """Returns the totals of a person's advice in a server; all zero: none was given."""
        column = advice.c
        same = (column.table_id == games.c.table_id) & (column.game_no == games.c.game_no)
        sums = (func.coalesce(func.sum(part), 0) for part in (column.given, column.followed, column.made))
        # Not by a join: SQLite would begin it with all games of the server.
        here = exists().where(same, games.c.guild_id == guild_id)
        counting = select(func.count(), *sums).select_from(advice).where(column.user_id == user_id, here)
        return AdviceTotals(*map(int, connection.execute(counting).one()))

    @reads
    def ends_of(self, connection: Connection, guild_id: int, user_id: int, last: int) -> tuple[GameEnd, ...]:
        """How the last games of a person against members ended that someone has won, newest first."""
        player = game_players.c
        asked = (
            select(player.won, games.c.how, games.c.deals)
            .join_from(game_players, games, SAME_GAME)
            .where(player.user_id == user_id, player.guild_id == guild_id, games.c.winner.is_not(None))
            .where(not_(of_house(player.opponent_id)))
            .order_by(*_PLAYERS_NEWEST)
            .limit(last)
        )
        return tuple(GameEnd(bool(row.won), row.how, row.deals) for row in connection.execute(asked))

    @reads
    def history(
        self, connection: Connection, guild_id: int, user_id: int | None = None, limit: int = 10, offset: int = 0
    ) -> Page[GameResult]:
        """The games that were played in a server, by a person or (None) by all, newest first, void ones too."""
        mine = games.c.guild_id == guild_id
        if user_id is not None:
            mine = (game_players.c.user_id == user_id) & (game_players.c.guild_id == guild_id)
        counting = select(func.count()).where(mine)
        found = found_games(connection, _history(guild_id, user_id, limit, offset))
        return Page(found, connection.scalar(counting) or 0, offset)

    @reads
    def game(self, connection: Connection, table_id: int, game_no: int) -> GameResult | None:
        """A game that is over, if there is one of that number at that table."""
        one = select(games).where(games.c.table_id == table_id, games.c.game_no == game_no)
        return next(iter(found_games(connection, one)), None)

    async def tallies(self, guild_id: int, user_ids: Collection[int]) -> dict[int, tuple[int, int]]:
        """The games won and played of people in a server, against one another; people without games are left out."""
        column = standings.c
        asked = select(column.user_id, column.won, column.played).where(
            column.guild_id == guild_id,
            column.period == Period.ALL.value,
            column.since == 0,
            column.user_id.in_(set(user_ids)),
        )
        return await self._connections.read(
            lambda connection: {user: (won, played) for user, won, played in connection.execute(asked)}
        )


def counts(connection: Connection, result: GameResult, limit: CountLimit | None) -> bool:
    """Whether a game that is about to be written counts for standings.

    Games against the house have no limit, as they are on no leaderboard, nor has one without a winner.
    """
    if not result.counted:
        return False
    player = result.players[0]
    has_house = is_house(player.user_id) or is_house(player.opponent_id)
    if limit is None or not limit.most or result.winner is None or has_house:
        return True
    so_far = (
        select(func.count())
        .select_from(game_players)
        .join(games, SAME_GAME)
        .where(game_players.c.user_id == player.user_id, game_players.c.opponent_id == player.opponent_id)
        .where(games.c.guild_id == result.guild_id, games.c.ended_at >= limit.since, COUNTS)
    )
    before = kept_games(connection, result.guild_id, (player.user_id, player.opponent_id), limit.since)
    return (connection.scalar(so_far) or 0) + before < limit.most


def _key(sort: Sort, min_games: int) -> ColumnElement[Any]:
    """Returns the figure by which a board is ordered; below 0: too few games for a place."""
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


def _met(guild_id: int, user_id: int) -> Select[Any]:
    """Returns the query of those whom a person has played in a server, with the games played and won."""
    met = select(rivals.c.opponent_id, rivals.c.played, rivals.c.won)
    return met.where(rivals.c.guild_id == guild_id, rivals.c.user_id == user_id)


def _against_house(connection: Connection, guild_id: int, user_id: int) -> tuple[Favourite, ...]:
    levels = _met(guild_id, user_id).where(_HOUSE).order_by(rivals.c.opponent_id)
    return tuple(Favourite(*row) for row in connection.execute(levels))


def _history(guild_id: int, user_id: int | None, limit: int, offset: int) -> Select[Any]:
    """A page of games, of a server or of a person in it."""
    if user_id is None:
        here = games.c.guild_id == guild_id
        return select(games).where(here).order_by(*_NEWEST_FIRST).limit(limit).offset(offset)
    player = game_players.c
    return _newest_of((player.user_id == user_id) & (player.guild_id == guild_id), limit, offset)


def _newest_of(players: ColumnElement[bool], limit: int, offset: int = 0) -> Select[Any]:
    """A page of the games of some rows of players; the keys of the page are read from an index before any game is."""
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
    """The games that a query chooses, in its order, each with its players."""
    keys = chosen.subquery()
    same = (game_players.c.table_id == keys.c.table_id) & (game_players.c.game_no == keys.c.game_no)
    playing = select(game_players).join_from(keys, game_players, same)
    return _results(connection.execute(chosen).all(), connection.execute(playing))


def games_of(connection: Connection, table_ids: Collection[int]) -> tuple[GameResult, ...]:
    """The games of tables that are over, in the order of each table."""
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

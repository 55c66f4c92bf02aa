"""Enters finished games into the ratings of a server, one after the other, and computes ratings again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Connection, Table, delete, exists, func, insert, select, update

from bot.ranking.rating_model import ALL_SERVERS, PAIR_GAMES, Rating, moved, scope_name
from bot.rows.chips import Fault
from bot.rows.game_results import GameResult
from bot.rows.ids import is_erased
from bot.storage.backends.base import insert_new, upsert, upsert_sums
from bot.storage.privacy.kept import rated_before
from bot.storage.schema.privacy_tables import erasures
from bot.storage.schema.rating_tables import (
    everywhere_people,
    everywhere_servers,
    rated_games,
    rating_orders,
    rating_pairs,
    ratings,
    season_champions,
    seasons,
    strength_fits,
    strengths,
    unrated_people,
)
from bot.storage.schema.tables import games
from bot.storage.seasons import season_of
from bot.storage.standing_sums import first_ids
from bot.storage.strength_fits import ALL_TIME, UNKNOWN, strengths_now

_DAY_MS: Final = 86_400_000
_ROWS: Final = 1000
_GAME, _NOW, _LINE, _PAIR = rated_games.c, ratings.c, strengths.c, rating_pairs.c
_Rows: TypeAlias = dict[tuple[int, ...], tuple[int, ...]]
"""Rows of a server, by their keys without the server."""
_DERIVED: Final[Mapping[Table, tuple[Sequence[str], Sequence[str]]]] = {
    ratings: (("user_id",), ("rating", "deviation", "title")),
    rating_pairs: (("user_id", "opponent_id", "season_at"), ("won", "games", "first_at")),
    strengths: (("season_at", "user_id"), ("games", "opponents", "last_at")),
}
"""The tables that follow from the rated games: the key of each without the server, and its other columns."""


@dataclass(slots=True)
class _Line:
    """A member's line of a leaderboard during a recount."""

    games: int = 0
    opponents: set[int] = field(default_factory=set)
    last_at: int = 0


@dataclass(slots=True)
class _Recount:
    """The ratings of a server that follow from the rated games that were counted so far."""

    numbers: defaultdict[int, Rating] = field(default_factory=lambda: defaultdict(Rating))
    titles: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    lines: defaultdict[tuple[int, int], _Line] = field(default_factory=lambda: defaultdict(_Line))
    """The lines, by season and member."""
    pairs: _Rows = field(default_factory=dict)
    """By member, opponent and season: games won, games, and the end of the first game."""

    def rows(self) -> dict[Table, _Rows]:
        """Returns the rows of each derived table."""
        numbers: _Rows = {
            (one,): (number.rating, number.deviation, self.titles[one]) for one, number in self.numbers.items()
        }
        lines: _Rows = {key: (line.games, len(line.opponents), line.last_at) for key, line in self.lines.items()}
        return {ratings: numbers, rating_pairs: self.pairs, strengths: lines}


def rate_game(connection: Connection, result: GameResult) -> None:
    """Changes the ratings of both players after a game that may be rated.

    The same transaction has just written the game.

    Does nothing if a player wants no rating, or if the two have already played `PAIR_GAMES` rated games in the server
    on that day (UTC). Also does nothing if the two had rated games there before one of them was erased, because the
    pair would count twice. If both players chose to be rated in all servers together, changes those ratings, too.
    """
    winner = next(player.user_id for player in result.players if player.won)
    loser = next(player.opponent_id for player in result.players if player.won)
    if connection.scalar(
        select(unrated_people.c.user_id).where(unrated_people.c.user_id.in_((winner, loser))).limit(1)
    ):
        return
    before = rated_before(connection, (winner, loser))
    if result.guild_id in before or not _enter(connection, result, winner, loser):
        return
    chosen = select(everywhere_people.c.user_id).where(everywhere_people.c.user_id.in_((winner, loser)))
    # The order of all servers is always locked after that of the server, so that no two transactions wait for each
    # other.
    both_chose = ALL_SERVERS not in before and len(connection.scalars(chosen).all()) == 2
    if both_chose and _enter(connection, replace(result, guild_id=ALL_SERVERS), winner, loser):
        rows = [{"user_id": one, "guild_id": result.guild_id} for one in sorted((winner, loser))]
        connection.execute(insert_new(connection, everywhere_servers), rows)


def _enter(connection: Connection, result: GameResult, winner: int, loser: int) -> bool:
    """Moves the ratings in a server, or in all servers. Returns False if the limit of the day is reached."""
    guild_id = result.guild_id
    # This locks the row of the order, so that games of a server are entered one after the other.
    connection.execute(upsert_sums(connection, rating_orders, ("games",)), [{"guild_id": guild_id, "games": 1}])
    here = rating_orders.c.guild_id == guild_id
    both = _ids_of(connection, winner) + _ids_of(connection, loser)
    day = result.ended_at - result.ended_at % _DAY_MS
    today = select(func.count()).where(_GAME.guild_id == guild_id, _GAME.user_id.in_(both), _GAME.opponent_id.in_(both))
    played = connection.scalar(today.where(_GAME.ended_at >= day, _GAME.ended_at < day + _DAY_MS)) or 0
    if played >= 2 * PAIR_GAMES:
        connection.execute(update(rating_orders).where(here).values(games=rating_orders.c.games - 1))
        return False
    number = connection.scalar(select(rating_orders.c.games).where(here))
    season_at = season_of(connection, guild_id, result.ended_at)
    stored = {
        row.user_id: row
        for row in connection.execute(
            select(ratings).where(_NOW.guild_id == guild_id, _NOW.user_id.in_((winner, loser)))
        )
    }
    old = [Rating(stored[one].rating, stored[one].deviation) if one in stored else Rating() for one in (winner, loser)]
    new = moved(*old)
    of_pair = (_PAIR.guild_id == guild_id) & (_PAIR.user_id == winner) & (_PAIR.opponent_id == loser)
    seasons_of_pair = set(connection.scalars(select(_PAIR.season_at).where(of_pair)))
    numbers, lines, pairs, game_rows = [], [], [], []
    for one, other, before, now in zip((winner, loser), (loser, winner), old, new, strict=True):
        person, won = {"guild_id": guild_id, "user_id": one}, int(one == winner)
        moves = {"rating": now.rating, "deviation": now.deviation}
        numbers.append(person | moves | {"title": stored[one].title if one in stored else 0})
        for scope in _scopes(season_at):
            is_new = not seasons_of_pair if scope == ALL_TIME else scope not in seasons_of_pair
            line = {"season_at": scope, "games": 1, "opponents": int(is_new), "last_at": result.ended_at}
            lines.append(person | line)
        with_other = person | {"opponent_id": other, "season_at": season_at}
        pairs.append(with_other | {"won": won, "games": 1, "first_at": result.ended_at})
        game = {"number": number, "table_id": result.table_id, "game_no": result.game_no, "ended_at": result.ended_at}
        game_rows.append(with_other | game | moves | {"won": won, "gain": now.rating - before.rating})
    upsert(connection, ratings, *numbers)
    connection.execute(upsert_sums(connection, strengths, ("games", "opponents"), ("last_at",)), lines)
    connection.execute(upsert_sums(connection, rating_pairs, ("won", "games"), earliest=("first_at",)), pairs)
    connection.execute(insert(rated_games), game_rows)
    return True


def wrong_ratings(connection: Connection) -> Iterator[Fault]:
    """Finds ratings that differ from those that the rated games give. Searches server by server."""
    ids = first_ids(connection)
    for guild_id in connection.scalars(select(_GAME.guild_id).distinct().order_by(_GAME.guild_id)).all():
        recount, where = _Recount(), scope_name(guild_id)
        wrong = sum(
            any(getattr(row, name) != value for name, value in values.items())
            for pair in _count_again(connection, guild_id, recount, ids)
            for row, values in pair
        )
        if wrong:
            yield Fault(where, f"{wrong} rows of its rated_games are not what the games before come to")
        for table, expected in recount.rows().items():
            stored = _stored_rows(connection, table, guild_id, ids)
            if differ := sum(stored.get(one) != expected.get(one) for one in stored.keys() | expected.keys()):
                yield Fault(where, f"{differ} rows of its {table.name} are not what its rated games come to")
        yield from _wrong_strengths(connection, guild_id, ids)
    without = select(_NOW.guild_id).distinct().where(_NOW.guild_id.not_in(select(_GAME.guild_id)))
    for guild_id in connection.scalars(without.order_by(_NOW.guild_id)):
        yield Fault(scope_name(guild_id), "it has ratings, and no rated game")
    yield from _wrong_seasons(connection)
    yield from _wrong_servers(connection, ids)


def _stored_rows(connection: Connection, table: Table, guild_id: int, ids: Mapping[int, int]) -> _Rows:
    """Returns the rows of a server, by their keys, with one id for each person."""
    key, values = _DERIVED[table]
    query = select(*(table.c[name] for name in (*key, *values))).where(table.c.guild_id == guild_id)
    return {
        tuple(ids.get(one, one) for one in row[: len(key)]): tuple(row[len(key) :]) for row in connection.execute(query)
    }


def _wrong_strengths(connection: Connection, guild_id: int, ids: Mapping[int, int]) -> Iterator[Fault]:
    """Finds strengths that differ from a new fit to the pairs. Strengths of an ended season are not checked."""
    fit = strength_fits.c
    number = select(rating_orders.c.games).where(rating_orders.c.guild_id == guild_id).scalar_subquery()
    query = select(fit.season_at, fit.until).where(fit.guild_id == guild_id, fit.number == number, ~_is_over())
    for season_at, until in connection.execute(query.order_by(fit.season_at)).all():
        _, fitted = strengths_now(connection, guild_id, season_at, until)
        expected = {ids.get(user_id, user_id): strength for user_id, strength in fitted.items()}
        stored = select(_LINE.user_id, _LINE.strength, _LINE.counted)
        differ = sum(
            (line.strength, line.counted) != expected.get(ids.get(line.user_id, line.user_id), UNKNOWN)
            for line in connection.execute(stored.where(_LINE.guild_id == guild_id, _LINE.season_at == season_at))
        )
        if differ:
            yield Fault(scope_name(guild_id), f"{differ} of its strengths are not what its rating_pairs come to")


def _wrong_servers(connection: Connection, ids: Mapping[int, int]) -> Iterator[Fault]:
    """Finds stored servers of people rated in all servers that differ from the servers of their games."""
    same = (games.c.table_id == _GAME.table_id) & (games.c.game_no == _GAME.game_no)
    played = select(_GAME.user_id, games.c.guild_id).join_from(rated_games, games, same)
    expected, stored = (
        {(ids.get(user_id, user_id), guild_id) for user_id, guild_id in connection.execute(query)}
        for query in (played.where(_GAME.guild_id == ALL_SERVERS), select(everywhere_servers))
    )
    if differ := len(expected ^ stored):
        yield Fault(
            scope_name(ALL_SERVERS), f"{differ} rows of its everywhere_servers are not those of its rated games"
        )


def _wrong_seasons(connection: Connection) -> Iterator[Fault]:
    """Finds ratings of seasons that are not stored, and champions who have no rating in their season."""
    is_stored = exists().where(seasons.c.guild_id == _LINE.guild_id, seasons.c.season_at == _LINE.season_at)
    unknown = select(_LINE.guild_id).distinct().where(_LINE.season_at != ALL_TIME, ~is_stored)
    for guild_id in connection.scalars(unknown.order_by(_LINE.guild_id)):
        yield Fault(f"server {guild_id}", "it has ratings of a season that never began")
    champion = season_champions.c
    is_rated = exists().where(
        _LINE.guild_id == champion.guild_id, _LINE.season_at == champion.season_at, _LINE.user_id == champion.user_id
    )
    for guild_id in connection.scalars(
        select(champion.guild_id).distinct().where(~is_rated).order_by(champion.guild_id)
    ):
        yield Fault(f"server {guild_id}", "a champion of a season has no rating in it")


def rebuild(connection: Connection, guild_id: int) -> int:
    """Computes the ratings of a server again, from its rated games in their order. Returns the number of games.

    Strengths are computed again when a member next reads a board. Those of ended seasons do not change.
    """
    recount = _Recount()
    changed, number = [], 0
    for pair in _count_again(connection, guild_id, recount, first_ids(connection)):
        number += 1
        for row, values in pair:
            if any(getattr(row, name) != value for name, value in values.items()):
                changed.append({column.key: getattr(row, column.key) for column in rated_games.columns} | values)
    for start in range(0, len(changed), _ROWS):
        upsert(connection, rated_games, *changed[start : start + _ROWS])
    query = select(_LINE.season_at, _LINE.user_id, _LINE.strength, _LINE.counted).where(_LINE.guild_id == guild_id)
    fitted = {(row.season_at, row.user_id): row for row in connection.execute(query)}
    for table, expected in recount.rows().items():
        names = [*_DERIVED[table][0], *_DERIVED[table][1]]
        rows = [
            {"guild_id": guild_id} | dict(zip(names, key + values, strict=True)) for key, values in expected.items()
        ]
        if table is strengths:
            for line in rows:
                old = fitted.get((line["season_at"], line["user_id"]))
                line["strength"], line["counted"] = UNKNOWN if old is None else (old.strength, old.counted)
        connection.execute(delete(table).where(table.c.guild_id == guild_id))
        for start in range(0, len(rows), _ROWS):
            connection.execute(insert(table), rows[start : start + _ROWS])
    connection.execute(delete(strength_fits).where(strength_fits.c.guild_id == guild_id, ~_is_over()))
    return number


def _scopes(season_at: int) -> set[int]:
    """Returns the boards on which a game counts: all time, and its season, if any."""
    return {ALL_TIME, max(ALL_TIME, season_at)}


def _is_over() -> ColumnElement[bool]:
    """Returns the condition that a fit belongs to an ended season."""
    fit, season = strength_fits.c, seasons.c
    return exists().where(
        season.guild_id == fit.guild_id, season.season_at == fit.season_at, season.closed_at.is_not(None)
    )


def _count_again(
    connection: Connection, guild_id: int, recount: _Recount, ids: Mapping[int, int]
) -> Iterator[list[tuple[Any, dict[str, int]]]]:
    """Yields the two rows of each rated game of a server with the correct values, and adds the game to `recount`."""
    rows = connection.execute(select(rated_games).where(_GAME.guild_id == guild_id).order_by(_GAME.number, _GAME.won))
    for _, two in groupby(rows, lambda row: row.number):
        loser, winner = two
        people = [ids.get(row.user_id, row.user_id) for row in (winner, loser)]
        old = [recount.numbers[one] for one in people]
        new = moved(*old)
        pair = []
        for row, one, other, before, now in zip((winner, loser), people, people[::-1], old, new, strict=True):
            recount.numbers[one] = now
            recount.titles[one] = max(recount.titles[one], row.title)
            for scope in _scopes(row.season_at):
                line = recount.lines[scope, one]
                line.games, line.last_at = line.games + 1, max(line.last_at, row.ended_at)
                line.opponents.add(other)
            key = one, other, row.season_at
            won, played, first_at = recount.pairs.get(key, (0, 0, row.ended_at))
            recount.pairs[key] = won + row.won, played + 1, min(first_at, row.ended_at)
            gain = now.rating - before.rating
            pair.append((row, {"rating": now.rating, "deviation": now.deviation, "gain": gain}))
        yield pair


def _ids_of(connection: Connection, user_id: int) -> tuple[int, ...]:
    """Returns the ids of a person in stored games: during an erasure some closed tables still have the old one."""
    if not is_erased(user_id):
        return (user_id,)
    return (user_id, *connection.scalars(select(erasures.c.user_id).where(erasures.c.stand_in == user_id)))

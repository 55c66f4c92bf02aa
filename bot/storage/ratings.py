"""Enters games into the ratings, in one order in each server, and counts them anew. Knows no rule of the game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from bot.storage.backends.base import upsert, upsert_sums
from bot.storage.ledger_rows import Fault
from bot.storage.rating_rows import KNOWN_OPPONENTS, PAIR_GAMES, Rating, Share, moved, share_of
from bot.storage.rows import GameResult, is_erased
from bot.storage.schema.privacy import erasures
from bot.storage.schema.ratings import rated_games, rating_orders, ratings, unrated_people
from bot.storage.standings import first_ids

_DAY_MS: Final = 86_400_000
_ROWS: Final = 1000
_GAME, _NOW = rated_games.c, ratings.c


@dataclass(slots=True)
class _Player:
    """A member's rating and what it was made from, while games are counted anew."""

    rating: Rating = field(default_factory=Rating)
    met: defaultdict[int, Share] = field(default_factory=lambda: defaultdict(Share))
    """All games and gains with each opponent."""
    last_at: int = 0


def rate_game(connection: Connection, result: GameResult) -> None:
    """Moves the ratings of both players of a game that may be rated, and was just written.

    Nothing moves where one of them wants no rating, or the two have as many rated games of that day (UTC) as may be.
    """
    winner = next(player.user_id for player in result.players if player.won)
    loser = next(player.opponent_id for player in result.players if player.won)
    if connection.scalar(
        select(unrated_people.c.user_id).where(unrated_people.c.user_id.in_((winner, loser))).limit(1)
    ):
        return
    # The row of the order is held from here on: games of a server are entered one after the other.
    number = {"guild_id": result.guild_id, "games": 1}
    connection.execute(upsert_sums(connection, rating_orders, ("games",)), [number])
    here = rating_orders.c.guild_id == result.guild_id
    known = {one: _ids_of(connection, one) for one in (winner, loser)}
    met = select(_GAME.user_id, _GAME.ended_at, _GAME.gain).where(_GAME.guild_id == result.guild_id)
    met = met.where(
        _GAME.user_id.in_(known[winner] + known[loser]), _GAME.opponent_id.in_(known[winner] + known[loser])
    )
    before = connection.execute(met).all()
    day = result.ended_at - result.ended_at % _DAY_MS
    if sum(day <= row.ended_at < day + _DAY_MS for row in before) >= 2 * PAIR_GAMES:
        connection.execute(update(rating_orders).where(here).values(games=rating_orders.c.games - 1))
        return
    both = select(ratings).where(_NOW.guild_id == result.guild_id, _NOW.user_id.in_((winner, loser)))
    held = {row.user_id: row for row in connection.execute(both)}
    then = [_rating_of(held.get(one)) for one in (winner, loser)]
    after = moved(*then)
    met_by = {one: 0 if one not in held else held[one].opponents for one in (winner, loser)}
    becoming_known = [] if before else [one for one in met_by if met_by[one] == KNOWN_OPPONENTS - 1]
    added = _shares_of_known(connection, result.guild_id, [known[one] for one in becoming_known])
    key = {"guild_id": result.guild_id, "number": connection.scalar(select(rating_orders.c.games).where(here))}
    key |= {"table_id": result.table_id, "game_no": result.game_no, "ended_at": result.ended_at}
    entered, rows = [], []
    for one, other, was, now in ((winner, loser, then[0], after[0]), (loser, winner, then[1], after[1])):
        row, gain = held.get(one), now.rating - was.rating
        moves = {"rating": now.rating, "deviation": now.deviation}
        entered.append(key | moves | {"user_id": one, "opponent_id": other, "won": int(one == winner), "gain": gain})
        of_pair = Share(sum(game.gain for game in before if game.user_id in known[one]), len(before) // 2)
        counted = _counted_of(row) - share_of(of_pair, met_by[other])
        counted += share_of(of_pair + Share(gain, 1), met_by[other] + (not before))
        rows.append(
            {"guild_id": result.guild_id, "user_id": one}
            | moves
            | {
                "games": 1 + (0 if row is None else row.games),
                "opponents": met_by[one] + (not before),
                "last_at": max(result.ended_at, 0 if row is None else row.last_at),
            }
            | _board_of(counted)
        )
    connection.execute(insert(rated_games), entered)
    upsert(connection, ratings, *rows)
    for ids, share in added.items():
        mine = (_NOW.guild_id == result.guild_id) & _NOW.user_id.in_(ids)
        counted = _counted_of(connection.execute(select(ratings).where(mine).with_for_update()).one()) + share
        connection.execute(update(ratings).where(mine).values(**_board_of(counted)))


def wrong_ratings(connection: Connection) -> Iterator[Fault]:
    """The ratings that are not what the rated games come to, server by server."""
    erased = first_ids(connection)
    for guild_id in connection.scalars(select(_GAME.guild_id).distinct().order_by(_GAME.guild_id)).all():
        players: dict[int, _Player] = {}
        wrong = sum(
            (row.rating, row.deviation, row.gain) != counted
            for pair in _counted_anew(connection, guild_id, players, erased)
            for row, counted in pair
        )
        if wrong:
            yield Fault(f"server {guild_id}", f"{wrong} rows of its rated_games are not what the games before come to")
        stored = {
            erased.get(row.user_id, row.user_id): tuple(row)[2:]
            for row in connection.execute(select(ratings).where(_NOW.guild_id == guild_id))
        }
        expected = {user_id: _values_of(player, players) for user_id, player in players.items()}
        differ = sum(stored.get(one) != expected.get(one) for one in stored.keys() | expected.keys())
        if differ:
            yield Fault(f"server {guild_id}", f"{differ} rows of its ratings are not what its rated games come to")
    without = select(_NOW.guild_id).distinct().where(_NOW.guild_id.not_in(select(_GAME.guild_id)))
    for guild_id in connection.scalars(without.order_by(_NOW.guild_id)):
        yield Fault(f"server {guild_id}", "it has ratings, and no rated game")


def rebuild(connection: Connection, guild_id: int) -> int:
    """Counts the ratings of a server anew, from its rated games in their order. Returns how many games there are."""
    players: dict[int, _Player] = {}
    changed, games = [], 0
    for pair in _counted_anew(connection, guild_id, players, {}):
        games += 1
        for row, (rating, deviation, gain) in pair:
            if (row.rating, row.deviation, row.gain) != (rating, deviation, gain):
                changed.append(
                    {"guild_id": guild_id, "number": row.number, "user_id": row.user_id}
                    | {"opponent_id": row.opponent_id, "table_id": row.table_id, "game_no": row.game_no}
                    | {"ended_at": row.ended_at, "won": row.won}
                    | {"rating": rating, "deviation": deviation, "gain": gain}
                )
    for start in range(0, len(changed), _ROWS):
        upsert(connection, rated_games, *changed[start : start + _ROWS])
    connection.execute(delete(ratings).where(_NOW.guild_id == guild_id))
    names = [column.name for column in ratings.columns]
    rows = [
        dict(zip(names, (guild_id, user_id, *_values_of(player, players)), strict=True))
        for user_id, player in players.items()
    ]
    for start in range(0, len(rows), _ROWS):
        connection.execute(insert(ratings), rows[start : start + _ROWS])
    return games


def _counted_anew(
    connection: Connection, guild_id: int, players: dict[int, _Player], ids: Mapping[int, int]
) -> Iterator[list[tuple[Any, tuple[int, int, int]]]]:
    """The two rows of each rated game of a server, with the rating, deviation and gain that they should have."""
    rows = connection.execute(select(rated_games).where(_GAME.guild_id == guild_id).order_by(_GAME.number, _GAME.won))
    for _, two in groupby(rows, lambda row: row.number):
        loser, winner = two
        playing = {row: players.setdefault(ids.get(row.user_id, row.user_id), _Player()) for row in (winner, loser)}
        after = moved(playing[winner].rating, playing[loser].rating)
        pair = []
        for row, now in zip((winner, loser), after, strict=True):
            player = playing[row]
            pair.append((row, (now.rating, now.deviation, now.rating - player.rating.rating)))
            player.met[ids.get(row.opponent_id, row.opponent_id)] += Share(now.rating - player.rating.rating, 1)
            player.rating = now
            player.last_at = max(player.last_at, row.ended_at)
        yield pair


def _ids_of(connection: Connection, user_id: int) -> tuple[int, ...]:
    """The ids under which a person's games stand: during an erasure closed tables may have the first one yet."""
    if not is_erased(user_id):
        return (user_id,)
    return (user_id, *connection.scalars(select(erasures.c.user_id).where(erasures.c.stand_in == user_id)))


def _shares_of_known(
    connection: Connection, guild_id: int, people: list[tuple[int, ...]]
) -> dict[tuple[int, ...], Share]:
    """What comes to count for the earlier opponents of people who are known from now on; all by all their ids."""
    theirs = rated_games.alias("theirs")
    same = (theirs.c.guild_id == guild_id) & (theirs.c.number == _GAME.number) & (theirs.c.user_id == _GAME.opponent_id)
    asked = (
        select(theirs.c.user_id, theirs.c.gain).join_from(rated_games, theirs, same).where(_GAME.guild_id == guild_id)
    )
    pairs = first_ids(connection).items() if people else ()
    # During an erasure a person's games have both ids, and the rating the first one nearly to the end.
    both = {one: pair for pair in pairs for one in pair}
    added: defaultdict[tuple[int, ...], Share] = defaultdict(Share)
    for ids in people:
        with_them: defaultdict[tuple[int, ...], Share] = defaultdict(Share)
        for user_id, gain in connection.execute(asked.where(_GAME.user_id.in_(ids))):
            with_them[both.get(user_id, (user_id,))] += Share(gain, 1)
        for user_id, of_pair in with_them.items():
            added[user_id] += share_of(of_pair, KNOWN_OPPONENTS)
    return added


def _counted_of(row: Any) -> Share:
    """What counts on the board, of a row of ratings."""
    return Share() if row is None else Share(row.board_rating - Rating().rating, row.board_games)


def _board_of(counted: Share) -> dict[str, int]:
    rating = counted.rating
    return {"board_rating": rating.rating, "board_deviation": rating.deviation, "board_games": counted.games}


def _values_of(player: _Player, players: Mapping[int, _Player]) -> tuple[int, ...]:
    rating = player.rating
    games = sum(share.games for share in player.met.values())
    counted = Share()
    for opponent, share in player.met.items():
        counted += share_of(share, len(players[opponent].met))
    values = rating.rating, rating.deviation, games, len(player.met), player.last_at
    return (*values, *_board_of(counted).values())


def _rating_of(row: Any) -> Rating:
    return Rating() if row is None else Rating(row.rating, row.deviation)

"""Enters games into the ratings, in one order in each server, and counts them anew. Knows no rule of the game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, insert, select, update

from bot.storage.backends.base import insert_new, upsert, upsert_sums
from bot.storage.ledger_rows import Fault
from bot.storage.privacy.kept import rated_before
from bot.storage.rating_rows import (
    ALL_SERVERS,
    KNOWN_OPPONENTS,
    PAIR_GAMES,
    Rating,
    Share,
    moved,
    scope_name,
    share_of,
    title_of,
)
from bot.storage.rows import GameResult, is_erased
from bot.storage.schema.privacy import erasures
from bot.storage.schema.ratings import (
    everywhere_people,
    everywhere_servers,
    rated_games,
    rating_orders,
    ratings,
    season_champions,
    seasons,
    unrated_people,
)
from bot.storage.schema.tables import games
from bot.storage.seasons import season_of
from bot.storage.standings import first_ids

ALL_TIME: Final = 0
"""In the place of a season."""
_DAY_MS: Final = 86_400_000
_ROWS: Final = 1000
_GAME, _NOW = rated_games.c, ratings.c


@dataclass(slots=True)
class _Player:
    """A member's rating and what it was made from, while games are counted anew."""

    rating: Rating = field(default_factory=Rating)
    begun: Rating = field(default_factory=Rating)
    """By which the board went at the beginning."""
    met: defaultdict[int, Share] = field(default_factory=lambda: defaultdict(Share))
    """All games and gains with each opponent."""
    counted: Share = field(default_factory=Share)
    last_at: int = 0
    title: int = 0


_Room = defaultdict[int, dict[int, _Player]]
"""The players by season and id."""


def rate_game(connection: Connection, result: GameResult) -> None:
    """Moves the ratings of both players of a game that may be rated, and was just written.

    Nothing moves where one of them wants no rating, or the two have as many rated games of that day (UTC) as may be,
    or where one of the two was erased after rated games with the other: those count on.
    Where both have chosen to be rated in all servers, their ratings there move, too.
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
    # After that of the server, always: no two transactions wait for each other's order.
    both_chose = ALL_SERVERS not in before and len(connection.scalars(chosen).all()) == 2
    if both_chose and _enter(connection, replace(result, guild_id=ALL_SERVERS), winner, loser):
        here = [{"user_id": one, "guild_id": result.guild_id} for one in sorted((winner, loser))]
        connection.execute(insert_new(connection, everywhere_servers), here)


def _enter(connection: Connection, result: GameResult, winner: int, loser: int) -> bool:
    """Moves the ratings in a server, or in all servers. Returns whether they move: not beyond the limit of a day."""
    # The row of the order is held from here on: games of a server are entered one after the other.
    number = {"guild_id": result.guild_id, "games": 1}
    connection.execute(upsert_sums(connection, rating_orders, ("games",)), [number])
    here = rating_orders.c.guild_id == result.guild_id
    known = {one: _ids_of(connection, one) for one in (winner, loser)}
    both = known[winner] + known[loser]
    met = select(_GAME.user_id, _GAME.ended_at, _GAME.gain, _GAME.season_at, _GAME.season_gain)
    met = met.where(_GAME.guild_id == result.guild_id, _GAME.user_id.in_(both), _GAME.opponent_id.in_(both))
    before = connection.execute(met).all()
    day = result.ended_at - result.ended_at % _DAY_MS
    if sum(day <= row.ended_at < day + _DAY_MS for row in before) >= 2 * PAIR_GAMES:
        connection.execute(update(rating_orders).where(here).values(games=rating_orders.c.games - 1))
        return False
    season_at = season_of(connection, result.guild_id, result.ended_at)
    mine = select(ratings).where(_NOW.guild_id == result.guild_id, _NOW.user_id.in_((winner, loser)))
    held = {
        (row.season_at, row.user_id): row._asdict()
        for row in connection.execute(mine.where(_NOW.season_at.in_((ALL_TIME, season_at))))
    }
    key = {"guild_id": result.guild_id, "number": connection.scalar(select(rating_orders.c.games).where(here))}
    key |= {"table_id": result.table_id, "game_no": result.game_no, "ended_at": result.ended_at}
    entered: dict[int, dict[str, Any]] = {winner: {}, loser: {}}
    for scope in dict.fromkeys((ALL_TIME, season_at)):
        gains = [
            (row.user_id, row.season_gain if scope else row.gain)
            for row in before
            if scope in (ALL_TIME, row.season_at)
        ]
        was = {one: held.get((scope, one)) or _begun(held.get((ALL_TIME, one)), scope) for one in (winner, loser)}
        after = dict(zip((winner, loser), moved(_rating_of(was[winner]), _rating_of(was[loser])), strict=True))
        becoming_known = [] if gains else [one for one in was if was[one]["opponents"] == KNOWN_OPPONENTS - 1]
        added = _shares_of_known(connection, result.guild_id, scope, [known[one] for one in becoming_known])
        rows = []
        for one, other in ((winner, loser), (loser, winner)):
            row, gain = was[one], after[one].rating - was[one]["rating"]
            of_pair = Share(sum(of_game for user_id, of_game in gains if user_id in known[one]), len(gains) // 2)
            counted = _counted_of(row) - share_of(of_pair, was[other]["opponents"])
            counted += share_of(of_pair + Share(gain, 1), was[other]["opponents"] + (not gains))
            moves = {"rating": after[one].rating, "deviation": after[one].deviation}
            board = _board_of(counted, row)
            title = max(row["title"], 0 if scope else title_of(_board_rating(board)))
            if scope:
                entered[one] |= {"season_gain": gain}
            else:
                entered[one] |= moves | {"gain": gain, "season_gain": 0, "title": title if title > row["title"] else 0}
            rows.append(
                {"guild_id": result.guild_id, "season_at": scope, "user_id": one}
                | moves
                | {"games": row["games"] + 1, "opponents": row["opponents"] + (not gains)}
                | {"last_at": max(result.ended_at, row["last_at"]), "title": title}
                | {"begun_rating": row["begun_rating"], "begun_deviation": row["begun_deviation"]}
                | board
            )
        upsert(connection, ratings, *rows)
        for ids, share in added.items():
            theirs = (_NOW.guild_id == result.guild_id) & (_NOW.season_at == scope) & _NOW.user_id.in_(ids)
            row = connection.execute(select(ratings).where(theirs).with_for_update()).one()._asdict()
            connection.execute(update(ratings).where(theirs).values(**_board_of(_counted_of(row) + share, row)))
    key["season_at"] = season_at
    connection.execute(
        insert(rated_games),
        [
            key | entered[one] | {"user_id": one, "opponent_id": other, "won": int(one == winner)}
            for one, other in ((winner, loser), (loser, winner))
        ],
    )
    return True


def wrong_ratings(connection: Connection) -> Iterator[Fault]:
    """The ratings that are not what the rated games come to, server by server."""
    erased = first_ids(connection)
    for guild_id in connection.scalars(select(_GAME.guild_id).distinct().order_by(_GAME.guild_id)).all():
        room: _Room = defaultdict(dict)
        wrong = sum(
            any(getattr(row, name) != value for name, value in values.items())
            for pair in _counted_anew(connection, guild_id, room, erased)
            for row, values in pair
        )
        if wrong:
            yield Fault(scope_name(guild_id), f"{wrong} rows of its rated_games are not what the games before come to")
        stored = {
            (row.season_at, erased.get(row.user_id, row.user_id)): _values_of_row(row)
            for row in connection.execute(select(ratings).where(_NOW.guild_id == guild_id))
        }
        expected = {
            (season_at, user_id): _values_of(player)
            for season_at, players in room.items()
            for user_id, player in players.items()
        }
        differ = sum(stored.get(one) != expected.get(one) for one in stored.keys() | expected.keys())
        if differ:
            yield Fault(scope_name(guild_id), f"{differ} rows of its ratings are not what its rated games come to")
    without = select(_NOW.guild_id).distinct().where(_NOW.guild_id.not_in(select(_GAME.guild_id)))
    for guild_id in connection.scalars(without.order_by(_NOW.guild_id)):
        yield Fault(scope_name(guild_id), "it has ratings, and no rated game")
    yield from _wrong_seasons(connection)
    yield from _wrong_servers(connection, erased)


def _wrong_servers(connection: Connection, erased: Mapping[int, int]) -> Iterator[Fault]:
    """The servers of people who are rated in all servers that are not those of their games."""
    same = (games.c.table_id == _GAME.table_id) & (games.c.game_no == _GAME.game_no)
    played = select(_GAME.user_id, games.c.guild_id).join_from(rated_games, games, same)
    expected, stored = (
        {(erased.get(user_id, user_id), guild_id) for user_id, guild_id in connection.execute(asked)}
        for asked in (played.where(_GAME.guild_id == ALL_SERVERS), select(everywhere_servers))
    )
    if differ := len(expected ^ stored):
        yield Fault(
            scope_name(ALL_SERVERS), f"{differ} rows of its everywhere_servers are not those of its rated games"
        )


def _wrong_seasons(connection: Connection) -> Iterator[Fault]:
    """The seasons that have ratings and are not known, and the champions who have no rating in theirs."""
    known = exists().where(seasons.c.guild_id == _NOW.guild_id, seasons.c.season_at == _NOW.season_at)
    unknown = select(_NOW.guild_id).distinct().where(_NOW.season_at != ALL_TIME, ~known)
    for guild_id in connection.scalars(unknown.order_by(_NOW.guild_id)):
        yield Fault(f"server {guild_id}", "it has ratings of a season that never began")
    champion = season_champions.c
    rated = exists().where(
        _NOW.guild_id == champion.guild_id, _NOW.season_at == champion.season_at, _NOW.user_id == champion.user_id
    )
    for guild_id in connection.scalars(select(champion.guild_id).distinct().where(~rated).order_by(champion.guild_id)):
        yield Fault(f"server {guild_id}", "a champion of a season has no rating in it")


def rebuild(connection: Connection, guild_id: int) -> int:
    """Counts the ratings of a server anew, from its rated games in their order. Returns how many games there are."""
    room: _Room = defaultdict(dict)
    changed, number = [], 0
    for pair in _counted_anew(connection, guild_id, room, {}):
        number += 1
        for row, values in pair:
            if any(getattr(row, name) != value for name, value in values.items()):
                changed.append({column.key: getattr(row, column.key) for column in rated_games.columns} | values)
    for start in range(0, len(changed), _ROWS):
        upsert(connection, rated_games, *changed[start : start + _ROWS])
    connection.execute(delete(ratings).where(_NOW.guild_id == guild_id))
    rows = [
        {"guild_id": guild_id, "season_at": season_at, "user_id": user_id} | _values_of(player)
        for season_at, players in room.items()
        for user_id, player in players.items()
    ]
    for start in range(0, len(rows), _ROWS):
        connection.execute(insert(ratings), rows[start : start + _ROWS])
    return number


def _counted_anew(
    connection: Connection, guild_id: int, room: _Room, ids: Mapping[int, int]
) -> Iterator[list[tuple[Any, dict[str, int]]]]:
    """The two rows of each rated game of a server, with the values that they should have."""
    rows = connection.execute(select(rated_games).where(_GAME.guild_id == guild_id).order_by(_GAME.number, _GAME.won))
    for _, two in groupby(rows, lambda row: row.number):
        loser, winner = two
        people = [ids.get(row.user_id, row.user_id) for row in (winner, loser)]
        values: list[dict[str, int]] = [{}, {}]
        # A season begins with the numbers before its first game.
        for scope in sorted({ALL_TIME, winner.season_at}, reverse=True):
            players = room[scope]
            for one in people:
                if one not in players:
                    players[one] = _beginner(room[ALL_TIME].get(one)) if scope else _Player()
            for value, now, was in zip(values, *_played(players, people), strict=True):
                if scope:
                    value["season_gain"] = now.rating - was.rating
                else:
                    value |= {"rating": now.rating, "deviation": now.deviation, "gain": now.rating - was.rating}
            for row, value, one in zip((winner, loser), values, people, strict=True):
                player = players[one]
                player.last_at = max(player.last_at, row.ended_at)
                if not scope:
                    title = title_of(player.counted.counted_from(player.begun))
                    value["title"] = title if title > player.title else 0
                    player.title = max(player.title, title)
        yield [(row, {"season_gain": 0} | value) for row, value in zip((winner, loser), values, strict=True)]


def _beginner(player: _Player | None) -> _Player:
    """A member at the beginning of a season; None: without a game of any time."""
    was = _Player() if player is None else player
    return _Player(was.rating.afresh(), was.counted.counted_from(was.begun).afresh())


def _played(players: Mapping[int, _Player], people: Sequence[int]) -> tuple[Sequence[Rating], Sequence[Rating]]:
    """Lets the first of two win a game; returns the ratings after it, and those before."""
    winner, loser = people
    before = [players[one].rating for one in people]
    after = moved(*before)
    for one, other, was, now in zip(people, (loser, winner), before, after, strict=True):
        player, opponent = players[one], players[other]
        is_new = other not in player.met
        # The opponent's own has this game already, where they are the second.
        met_before = len(opponent.met) - (is_new and one in opponent.met)
        player.counted -= share_of(player.met[other], met_before)
        player.met[other] += Share(now.rating - was.rating, 1)
        player.counted += share_of(player.met[other], met_before + is_new)
        player.rating = now
        if is_new and len(player.met) == KNOWN_OPPONENTS:
            for met in player.met:
                if met != other:
                    players[met].counted += share_of(players[met].met[one], KNOWN_OPPONENTS)
    return after, before


def _ids_of(connection: Connection, user_id: int) -> tuple[int, ...]:
    """The ids under which a person's games stand: during an erasure closed tables may have the first one yet."""
    if not is_erased(user_id):
        return (user_id,)
    return (user_id, *connection.scalars(select(erasures.c.user_id).where(erasures.c.stand_in == user_id)))


def _shares_of_known(
    connection: Connection, guild_id: int, season_at: int, people: list[tuple[int, ...]]
) -> dict[tuple[int, ...], Share]:
    """What comes to count for the earlier opponents of people who are known from now on; all by all their ids."""
    theirs = rated_games.alias("theirs")
    same = (theirs.c.guild_id == guild_id) & (theirs.c.number == _GAME.number) & (theirs.c.user_id == _GAME.opponent_id)
    gain = theirs.c.season_gain if season_at else theirs.c.gain
    asked = select(theirs.c.user_id, gain).join_from(rated_games, theirs, same).where(_GAME.guild_id == guild_id)
    if season_at:
        asked = asked.where(_GAME.season_at == season_at)
    pairs = first_ids(connection).items() if people else ()
    # During an erasure a person's games have both ids, and the rating the first one nearly to the end.
    both = {one: pair for pair in pairs for one in pair}
    added: defaultdict[tuple[int, ...], Share] = defaultdict(Share)
    for ids in people:
        with_them: defaultdict[tuple[int, ...], Share] = defaultdict(Share)
        for user_id, of_game in connection.execute(asked.where(_GAME.user_id.in_(ids))):
            with_them[both.get(user_id, (user_id,))] += Share(of_game, 1)
        for user_id, of_pair in with_them.items():
            added[user_id] += share_of(of_pair, KNOWN_OPPONENTS)
    return added


def _begun(row: Mapping[str, Any] | None, season_at: int) -> Mapping[str, Any]:
    """A row of ratings before the first game: of all time, or of a season, by the row of all time."""
    if row is None:
        rating = board = Rating()
    else:
        rating, board = _rating_of(row), _board_rating(row)
    if season_at:
        rating, board = rating.afresh(), board.afresh()
    begun = {"rating": rating.rating, "deviation": rating.deviation, "games": 0, "opponents": 0, "last_at": 0}
    begun |= {"begun_rating": board.rating, "begun_deviation": board.deviation, "title": 0}
    return begun | {"board_rating": board.rating, "board_deviation": board.deviation, "board_games": 0}


def _counted_of(row: Mapping[str, Any]) -> Share:
    """What counts on the board, of a row of ratings."""
    return Share(row["board_rating"] - row["begun_rating"], row["board_games"])


def _board_of(counted: Share, row: Mapping[str, Any]) -> dict[str, int]:
    """The columns of the board, of a row that began as another one says."""
    rating = counted.counted_from(Rating(row["begun_rating"], row["begun_deviation"]))
    return {"board_rating": rating.rating, "board_deviation": rating.deviation, "board_games": counted.games}


def _values_of(player: _Player) -> dict[str, int]:
    """The columns of a row of ratings but its key."""
    begun = {"begun_rating": player.begun.rating, "begun_deviation": player.begun.deviation}
    played = sum(share.games for share in player.met.values())
    values = {"rating": player.rating.rating, "deviation": player.rating.deviation, "games": played}
    values |= {"opponents": len(player.met), "last_at": player.last_at, "title": player.title}
    return values | begun | _board_of(player.counted, begun)


def _values_of_row(row: Any) -> dict[str, int]:
    return {name: value for name, value in row._asdict().items() if name not in ("guild_id", "season_at", "user_id")}


def _rating_of(row: Mapping[str, Any]) -> Rating:
    return Rating(row["rating"], row["deviation"])


def _board_rating(row: Mapping[str, Any]) -> Rating:
    return Rating(row["board_rating"], row["board_deviation"])

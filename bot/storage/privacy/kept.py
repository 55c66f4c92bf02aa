"""Keeps rows about erased people that protect others from them: by mark, for a year, without names.

The last step of an erasure writes them, from all rows that the person had until then. They do not connect an id to its
stand-in: a reader of these rows would need the key of the marks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, func, select, tuple_

from bot.rows.chips import Fault
from bot.rows.ids import is_house
from bot.storage.backends.base import insert_new, upsert
from bot.storage.json_text import dump_json
from bot.storage.privacy.marks import find_key, find_mark, make_mark, mark_of
from bot.storage.schema.privacy_tables import (
    kept_blocks,
    kept_days,
    kept_pairs,
    kept_people,
    kept_purses,
    member_blocks,
)
from bot.storage.schema.rating_tables import rated_games
from bot.storage.schema.tables import accounts, dailies, game_players, games, transactions
from bot.storage.standing_sums import COUNTS, SAME_GAME

DAY_MS: Final = 86_400_000
KEPT_MS: Final = 365 * DAY_MS
"""How long after an erasure the rows are kept. Tries at the deal of the day are kept for two days."""
_DAYS_MS: Final = 2 * DAY_MS
"""How long tries at the deal of the day are kept. A deal can only be begun on its day, or while it is a challenge."""
_NO_MOVES: Final = dump_json({"moves": []})
"""The moves of a challenge (`bot.people.same_deals`). Its key would name a game and the seat of the erased player."""
OF_DUPLICATE: Final = dailies.c.day.like("pair %")
"""The SQL condition of tries at deals of duplicate matches (`bot.people.duplicates`).

These tries are not kept: an erasure deletes the person's matches, so that none of their deals can begin again.
"""
_IS_DATE: Final = kept_days.c.day.like("____-__-__")
_PURSES_OF_ONE: Final = 16
_PARTS: Final = (kept_purses, kept_pairs, kept_blocks, kept_days)
_PAIR: Final = kept_pairs.c


def keep(connection: Connection, user_id: int, stand_in: int, at: int) -> None:
    """Keeps the rows that protect others from a person.

    Call this when the person's id has been replaced everywhere, and before the person's own rows are deleted.

    Args:
        at: when the erasure began, in epoch milliseconds.
    """
    mark = make_mark(connection, user_id)
    upsert(connection, kept_people, {"mark": mark, "at": at})
    _keep_purses(connection, mark, stand_in, at)
    _keep_pairs(connection, mark, stand_in, at)
    blocked = select(member_blocks.c.user_id, member_blocks.c.at).where(member_blocks.c.blocked_id == user_id)
    upsert(connection, kept_blocks, *({"mark": mark, **row._mapping} for row in connection.execute(blocked).all()))
    own = (dailies.c.user_id == user_id) & (dailies.c.started_at > at - _DAYS_MS) & ~OF_DUPLICATE
    started = select(dailies.c.day).where(own, dailies.c.ended_at.is_(None) | (dailies.c.moves != _NO_MOVES))
    if days := connection.scalars(started).all():
        connection.execute(insert_new(connection, kept_days), [{"mark": mark, "day": day} for day in days])


def _keep_purses(connection: Connection, mark: str, stand_in: int, at: int) -> None:
    column = accounts.c
    # Purses that were opened during the erasure have the next lower ids.
    mine = (column.kind == "person") & column.holder.between(stand_in - _PURSES_OF_ONE, stand_in)
    today = datetime.fromtimestamp(at / 1000, UTC).date()
    days = [(today + timedelta(days=number)).isoformat() for number in (-1, 0, 1)]
    purses: dict[int, dict[str, Any]] = {}
    for account_id, guild_id, balance in connection.execute(
        select(column.id, column.guild_id, column.balance).where(mine)
    ).all():
        allowance_days = [
            day
            for day in days
            if connection.scalar(select(exists().where(transactions.c.cause == allowance_cause(account_id, day))))
        ]
        other = purses.get(guild_id, {"balance": balance, "allowance_on": None})
        purses[guild_id] = {
            "balance": min(balance, other["balance"]),
            "allowance_on": max((*allowance_days, other["allowance_on"] or ""), default="") or None,
        }
    upsert(connection, kept_purses, *({"mark": mark, "guild_id": guild_id} | row for guild_id, row in purses.items()))


def _keep_pairs(connection: Connection, mark: str, stand_in: int, at: int) -> None:
    day_at = at - at % DAY_MS
    rated = (
        select(rated_games.c.guild_id, rated_games.c.opponent_id).distinct().where(rated_games.c.user_id == stand_in)
    )
    player = game_players.c
    today = (
        select(games.c.guild_id, player.opponent_id, func.count().label("number"))
        .join_from(game_players, games, SAME_GAME)
        .where(player.user_id == stand_in, games.c.ended_at >= day_at, COUNTS)
        .group_by(games.c.guild_id, player.opponent_id)
    )
    earlier = select(_PAIR.guild_id, _PAIR.opponent_id, _PAIR.rated, _PAIR.day_at, _PAIR.games).where(
        _PAIR.mark == mark
    )
    pairs: dict[tuple[int, int], dict[str, int]] = {}

    def pair(guild_id: int, opponent_id: int) -> dict[str, int]:
        return pairs.setdefault((guild_id, opponent_id), {"rated": 0, "day_at": day_at, "games": 0})

    for row in connection.execute(earlier).all():
        pair(row.guild_id, row.opponent_id).update(rated=row.rated, games=row.games if row.day_at == day_at else 0)
    for guild_id, opponent_id in connection.execute(rated).all():
        pair(guild_id, opponent_id)["rated"] = 1
    for guild_id, opponent_id, number in connection.execute(today).all():
        pair(guild_id, opponent_id)["games"] += number
    upsert(
        connection,
        kept_pairs,
        *(
            {"mark": mark, "guild_id": guild_id, "opponent_id": opponent_id} | values
            for (guild_id, opponent_id), values in pairs.items()
            if opponent_id > 0 and not is_house(opponent_id)
        ),
    )


def allowance_cause(account_id: int, day: str) -> str:
    """Returns the key of the transaction that gives a purse the allowance of a day."""
    return f"allowance:{account_id}:{day}"


def kept_opening(connection: Connection, guild_id: int, user_id: int, opening: int) -> int:
    """Returns the chips for a new purse: `opening`. A person who was erased gets at most the balance that they had."""
    row = _kept_purse(connection, guild_id, user_id)
    return opening if row is None else min(opening, row.balance)


def took_allowance(connection: Connection, guild_id: int, user_id: int, day: date) -> bool:
    """Whether a person took the allowance of that day before they were erased."""
    row = _kept_purse(connection, guild_id, user_id)
    return row is not None and row.allowance_on == day.isoformat()


def _kept_purse(connection: Connection, guild_id: int, user_id: int) -> Any:
    mark = find_mark(connection, user_id)
    if mark is None:
        return None
    query = select(kept_purses).where(kept_purses.c.mark == mark, kept_purses.c.guild_id == guild_id)
    return connection.execute(query).first()


def kept_games(connection: Connection, guild_id: int, people: tuple[int, int], since: int) -> int:
    """Returns how many games of two people in a server counted for standings before one of them was erased.

    Only the games on the day (UTC) of the erasure are known. They are left out if that day began before `since`.
    """
    pairs = _marked_pairs(connection, people)
    query = select(func.coalesce(func.sum(_PAIR.games), 0)).where(
        _PAIR.guild_id == guild_id, tuple_(_PAIR.mark, _PAIR.opponent_id).in_(pairs), _PAIR.day_at >= since
    )
    return int(connection.scalar(query) or 0) if pairs else 0


def rated_before(connection: Connection, people: tuple[int, int]) -> frozenset[int]:
    """Returns the servers in which two people had rated games before one of them was erased.

    `ALL_SERVERS` is among them if such games changed their ratings in all servers. Those games count for the stand-in.
    If new games of the same two counted, too, the pair would count twice.
    """
    pairs = _marked_pairs(connection, people)
    query = select(_PAIR.guild_id).where(tuple_(_PAIR.mark, _PAIR.opponent_id).in_(pairs), _PAIR.rated == 1)
    return frozenset(connection.scalars(query)) if pairs else frozenset()


def _marked_pairs(connection: Connection, people: tuple[int, int]) -> list[tuple[str, int]]:
    key = find_key(connection)
    if key is None or min(people) <= 0 or any(map(is_house, people)):
        return []
    one, other = people
    return [(mark_of(one, key), other), (mark_of(other, key), one)]


def kept_block_of(connection: Connection, pairs: Collection[tuple[int, int]]) -> tuple[int, int] | None:
    """Returns a pair of people in which the first blocked the second before the second was erased.

    Returns the pair with the lowest ids if there are several; None if there is no such pair among `pairs`.
    """
    key = find_key(connection)
    if key is None or not pairs:
        return None
    marked = {(one, mark_of(other, key)): (one, other) for one, other in pairs}
    query = select(kept_blocks.c.user_id, kept_blocks.c.mark).where(
        tuple_(kept_blocks.c.user_id, kept_blocks.c.mark).in_(marked)
    )
    return min((marked[row.user_id, row.mark] for row in connection.execute(query)), default=None)


def kept_blockers(connection: Connection, user_id: int, others: Collection[int]) -> frozenset[int]:
    """Returns those of `others` who blocked a person before that person was erased."""
    mark = find_mark(connection, user_id)
    query = select(kept_blocks.c.user_id).where(kept_blocks.c.mark == mark, kept_blocks.c.user_id.in_(others))
    return frozenset() if mark is None else frozenset(connection.scalars(query))


def lift_kept_block(connection: Connection, user_id: int, blocked_id: int) -> None:
    """Lifts a member's block of a person who was erased after that. If there is no such block, does nothing."""
    if (mark := find_mark(connection, blocked_id)) is not None:
        connection.execute(delete(kept_blocks).where(kept_blocks.c.mark == mark, kept_blocks.c.user_id == user_id))


def began_daily(connection: Connection, user_id: int, day: str) -> bool:
    """Whether a person began the deal of that day before they were erased."""
    mark = find_mark(connection, user_id)
    query = select(kept_days.c.day).where(kept_days.c.mark == mark, kept_days.c.day == day)
    return mark is not None and connection.scalar(query) is not None


def kept_of(connection: Connection, user_id: int) -> Sequence[Mapping[str, Any]]:
    """Returns the rows that are kept about an erased person, for the person's export.

    Blocks are left out. Opponents are not named: a row has their number in a server.
    """
    mark = find_mark(connection, user_id)
    person = connection.execute(select(kept_people.c.at).where(kept_people.c.mark == mark)).first()
    if mark is None or person is None:
        return ()
    rows: list[Mapping[str, Any]] = [{"at": person.at, "until": person.at + KEPT_MS}]
    purse, day = kept_purses.c, kept_days.c
    purses = select(purse.guild_id.label("server"), purse.balance, purse.allowance_on).where(purse.mark == mark)
    pairs = (
        select(_PAIR.guild_id.label("server"), func.count().label("opponents"))
        .where(_PAIR.mark == mark)
        .group_by(_PAIR.guild_id)
    )
    days = select(day.day.label("deal_of_the_day")).where(day.mark == mark)
    for query in (purses, pairs, days):
        rows += [dict(row._mapping) for row in connection.execute(query)]
    return rows


def forget(connection: Connection, user_id: int) -> bool:
    """Deletes the kept rows about an erased person. Returns whether there were any."""
    mark = find_mark(connection, user_id)
    return mark is not None and _drop(connection, [mark]) > 0


def drop_old(connection: Connection, now: int, limit: int) -> bool:
    """Deletes kept rows whose time is over: a year, and two days for tries at the deal of the day.

    Returns whether there may be more rows whose year is over.
    """
    expired = select(kept_people.c.mark).where(kept_people.c.at < now - KEPT_MS).limit(limit)
    marks = connection.scalars(expired).all()
    _drop(connection, marks)
    last = datetime.fromtimestamp((now - _DAYS_MS) / 1000, UTC).date().isoformat()
    # A key that is no date does not say when the try began. It began before the erasure.
    earlier = select(kept_people.c.mark).where(kept_people.c.at < now - _DAYS_MS)
    over = (_IS_DATE & (kept_days.c.day < last)) | (~_IS_DATE & kept_days.c.mark.in_(earlier))
    connection.execute(delete(kept_days).where(over))
    return len(marks) == limit


def wrong_marks(connection: Connection) -> Iterator[Fault]:
    """Finds kept rows whose mark belongs to no erased person, and kept rows whose other person was erased, too."""
    for table in _PARTS:
        stray = select(func.count()).select_from(table).where(table.c.mark.not_in(select(kept_people.c.mark)))
        if number := connection.scalar(stray):
            yield Fault("the erased people", f"{number} rows of {table.name} have a mark that no erased person has")
    for column in (_PAIR.opponent_id, kept_blocks.c.user_id):
        nameless = select(func.count()).select_from(column.table).where(column <= 0)
        if number := connection.scalar(nameless):
            yield Fault("the erased people", f"{number} rows of {column.table.name} name other people who were erased")


def _drop(connection: Connection, marks: Sequence[str]) -> int:
    for table in _PARTS:
        connection.execute(delete(table).where(table.c.mark.in_(marks)))
    return connection.execute(delete(kept_people).where(kept_people.c.mark.in_(marks))).rowcount

"""Adds each game that counts to the standings (sums over games), and adds all games up again for an audit."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, exists, func, not_, or_, select

from bot.ranking.periods import Period
from bot.ranking.tallies import streaks_of
from bot.rows.chips import Fault
from bot.rows.game_results import GameResult, PlayerResult
from bot.rows.ids import HOUSE_IDS, is_house
from bot.storage.backends.base import upsert, upsert_sums
from bot.storage.schema.privacy_tables import erasures
from bot.storage.schema.standing_tables import rivals, standings, streaks
from bot.storage.schema.tables import game_players, games, heartbeat

SAME_GAME: Final = (game_players.c.table_id == games.c.table_id) & (game_players.c.game_no == games.c.game_no)
COUNTS: Final = games.c.winner.is_not(None) & (games.c.counted == 1)
_SUMS: Final = ("played", "won", "points", "voles", "kings", "deals")


def of_house(column: ColumnElement[int]) -> ColumnElement[bool]:
    """Returns the SQL condition that a column has an id of the house (the computer player)."""
    return column.between(HOUSE_IDS.start, HOUSE_IDS.stop - 1)


_OUTCOMES: Final = (
    select(game_players.c.won)
    .join_from(games, game_players, SAME_GAME)
    .where(COUNTS, not_(of_house(game_players.c.opponent_id)))
    .order_by(games.c.ended_at, games.c.table_id, games.c.game_no)
)


def count_in(connection: Connection, result: GameResult) -> None:
    """Adds a game that counts to the standings of both players, in the transaction that has just written the game.

    A game against the house changes only the member's `rivals`.
    """
    # All writers lock in the same order, so that two games of the same people do not wait for each other.
    players = sorted(result.players, key=lambda player: player.user_id)
    members = [player for player in players if not is_house(player.user_id)]
    rival_rows = [
        {
            "guild_id": result.guild_id,
            "user_id": player.user_id,
            "opponent_id": player.opponent_id,
            "played": 1,
            "won": int(player.won),
            "last_at": result.ended_at,
        }
        for player in members
    ]
    connection.execute(upsert_sums(connection, rivals, ("played", "won"), ("last_at",)), rival_rows)
    if len(members) < len(result.players):
        return
    sums = [
        {
            "guild_id": result.guild_id,
            "period": period.value,
            "since": period.since(result.ended_at),
            "user_id": player.user_id,
            "played": 1,
            "won": int(player.won),
            "points": player.points,
            "voles": player.voles,
            "kings": player.kings,
            "deals": player.deals,
        }
        for player in members
        for period in Period
    ]
    connection.execute(upsert_sums(connection, standings, _SUMS), sums)
    for player in members:
        _update_streak(connection, result, player)


def _update_streak(connection: Connection, result: GameResult, player: PlayerResult) -> None:
    mine = (streaks.c.guild_id == result.guild_id) & (streaks.c.user_id == player.user_id)
    before = connection.execute(select(streaks).where(mine).with_for_update()).first()
    last = (result.ended_at, result.table_id, result.game_no)
    if before is None or last > (before.last_at, before.last_table, before.last_game):
        streak, best = (0, 0) if before is None else (before.streak, before.best_streak)
        streak = max(streak, 0) + 1 if player.won else min(streak, 0) - 1
        best = max(best, streak)
    else:
        # Two games ended at the same moment, or a clock was set back. The order of the games counts, not that of their
        # writing.
        mine = (game_players.c.user_id == player.user_id) & (games.c.guild_id == result.guild_id)
        streak, best = streaks_of(map(bool, connection.scalars(_OUTCOMES.where(mine))))
        last = (before.last_at, before.last_table, before.last_game)
    row = {"guild_id": result.guild_id, "user_id": player.user_id, "streak": streak, "best_streak": best}
    row |= {"last_at": last[0], "last_table": last[1], "last_game": last[2]}
    upsert(connection, streaks, row)


def wrong_standings(connection: Connection) -> Iterator[Fault]:
    """Finds standings that differ from the sums of the games.

    Each fault counts the wrong rows of a server in one table. A missing row of an old period is no fault, because such
    rows are deleted.
    """
    now = max(connection.scalar(select(moment)) or 0 for moment in (func.max(games.c.ended_at), heartbeat.c.at))
    beginnings = {period.value: period.since(now) for period in Period}
    ids = first_ids(connection)
    for table, expected in _recount(connection, ids).items():
        keys = len(table.primary_key)
        stored = {
            tuple(ids.get(key, key) for key in row[:keys]): tuple(row[keys:])
            for row in connection.execute(select(table))
        }
        pruned = {
            key
            for key in expected.keys() - stored.keys()
            if table is standings and int(key[2]) < beginnings[str(key[1])]
        }
        wrong = {key for key in stored.keys() | expected.keys() if stored.get(key) != expected.get(key)} - pruned
        for guild_id, number in sorted(Counter(key[0] for key in wrong).items()):
            yield Fault(f"server {guild_id}", f"{number} rows of its {table.name} are not what its games add up to")


def first_ids(connection: Connection) -> dict[int, int]:
    """Returns the old id of each person who is being erased, by the id that replaces it.

    While a person is being erased, a row may have either id.
    """
    return {row.stand_in: row.user_id for row in connection.execute(select(erasures))}


def same_person(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[bool]:
    """Returns the SQL condition that two columns have the id of the same person.

    While a person is being erased, one column may have the old id, and the other the id that replaces it.
    """
    pair = erasures.alias()
    ids = pair.c.user_id, pair.c.stand_in
    either = [and_(first == one, second == other) for first, second in (ids, ids[::-1])]
    return or_(one == other, exists().where(or_(*either)))


def _recount(connection: Connection, ids: Mapping[int, int]) -> dict[Any, dict[tuple[Any, ...], tuple[Any, ...]]]:
    totals: defaultdict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0] * len(_SUMS))
    rival_sums: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    outcomes: defaultdict[tuple[Any, ...], list[bool]] = defaultdict(list)
    last: dict[tuple[Any, ...], tuple[int, int, int]] = {}
    player = game_players.c
    lines = (
        select(games.c.guild_id, games.c.ended_at, games.c.table_id, games.c.game_no, player.user_id)
        .add_columns(player.opponent_id, player.won, player.points, player.voles, player.kings, player.deals)
        .join_from(games, game_players, SAME_GAME)
        .where(COUNTS, not_(of_house(player.user_id)))
        .order_by(games.c.ended_at, games.c.table_id, games.c.game_no)
    )
    for guild_id, at, table_id, game_no, user, opponent, *counts in connection.execute(lines):
        user_id, opponent_id = ids.get(user, user), ids.get(opponent, opponent)
        rival = (guild_id, user_id, opponent_id)
        played, won, _ = rival_sums.get(rival, (0, 0, 0))
        rival_sums[rival] = (played + 1, won + counts[0], at)
        if is_house(opponent_id):
            continue
        for period in Period:
            sums = totals[guild_id, period.value, period.since(at), user_id]
            sums[:] = [one + more for one, more in zip(sums, (1, *counts), strict=True)]
        outcomes[guild_id, user_id].append(bool(counts[0]))
        last[guild_id, user_id] = (at, table_id, game_no)
    rows = {key: (*streaks_of(outcomes[key]), *last[key]) for key in last}
    return {standings: {key: tuple(sums) for key, sums in totals.items()}, rivals: rival_sums, streaks: rows}

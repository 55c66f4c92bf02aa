"""Stores what each bystander bet on a game and got back, with sums for the boards of the galerie, and audits results.

The audits here are those of bets, advice, errors and stories.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from sqlalchemy import Connection, Exists, Table, and_, exists, func, insert, select

from bot.ranking.periods import Period
from bot.rows.chips import Escrow, Fault, MovementKind
from bot.storage.backends.base import upsert_sums
from bot.storage.schema.galerie_tables import advice_results, bet_results, bet_sums
from bot.storage.schema.standing_tables import error_results
from bot.storage.schema.story_tables import story_results
from bot.storage.schema.tables import accounts, advice, game_players, games, postings, transactions
from bot.storage.standing_sums import first_ids, same_person

ALL_TIME: Final = -1
"""Stands for all months together, in place of the first moment of a month."""
_Key: TypeAlias = tuple[int, int, int]
"""The key of a sum: the server, the first moment of the month or `ALL_TIME`, and the person."""
_Sum: TypeAlias = tuple[int, int, int]
"""Games, chips bet and chips that came back."""
_PLAYERS: Final = select(game_players.c.user_id)
_SEATS: Final = 2
"""If fewer players of a game are stored, its bystanders are unknown. The audit of results reports such a game."""


def count_bets(
    connection: Connection, escrow: Escrow, guild_id: int, held: Mapping[int, int], paid: Mapping[int, int], at: int
) -> None:
    """Stores how many chips each bystander bet on a game and how many come back. Called when the game is paid.

    Args:
        escrow: the account of the game. For a pool nothing is stored, because a pool has no bystanders.
        held: the chips that each person has put on the game.
        paid: the chips that the game pays each person. Below zero: chips that the person pays on top of the stake.
        at: when the game is paid, in epoch milliseconds.
    """
    if escrow.number < 0 or not held:
        return
    here = (game_players.c.table_id == escrow.table_id) & (game_players.c.game_no == escrow.number)
    players = set(connection.scalars(_PLAYERS.where(here)))
    key = {"guild_id": guild_id, "at": at, "table_id": escrow.table_id, "game_no": escrow.number}
    rows = [
        key | {"user_id": person} | dict(zip(("bet", "returned"), _result(chips, paid.get(person, 0)), strict=True))
        for person, chips in sorted(held.items())
        if person not in players and chips > 0
    ]
    if players and rows:
        add_bets(connection, rows)


def add_bets(connection: Connection, rows: Sequence[Mapping[str, int]]) -> None:
    """Inserts rows into `bet_results`, and adds their chips to the sums of each person."""
    connection.execute(insert(bet_results), rows)
    sums = [
        {"guild_id": guild_id, "since": since, "user_id": user_id, "games": games, "bet": bet, "returned": returned}
        for (guild_id, since, user_id), (games, bet, returned) in sorted(
            _sums_of((row["user_id"], row["guild_id"], row["at"], row["bet"], row["returned"]) for row in rows).items()
        )
    ]
    connection.execute(upsert_sums(connection, bet_sums, ("games", "bet", "returned")), sums)


def wrong_bets(connection: Connection) -> Iterator[Fault]:
    """Finds results of bets that differ from the ledger, and sums that differ from the results.

    Each fault counts the wrong rows of a server in one table.
    """
    ids = first_ids(connection)
    stored = {
        (row.table_id, row.game_no, ids.get(row.user_id, row.user_id)): (row.guild_id, row.at, row.bet, row.returned)
        for row in connection.execute(select(bet_results))
    }
    expected = _bets_anew(connection, ids)
    odd = [key for key in stored.keys() | expected.keys() if stored.get(key) != expected.get(key)]
    wrong = Counter((stored.get(key) or expected[key])[0] for key in odd)
    for guild_id, number in sorted(wrong.items()):
        yield Fault(f"server {guild_id}", f"{number} rows of its bet_results are not what its ledger says")
    yield from _wrong_sums(connection, ids, ((key[2], *result) for key, result in stored.items()))


def _wrong_sums(
    connection: Connection, ids: Mapping[int, int], bets: Iterable[tuple[int, int, int, int, int]]
) -> Iterator[Fault]:
    """Finds sums of bets that differ from the results, server by server.

    Args:
        bets: the results: person, server, moment, bet and returned.
    """
    expected = _sums_of(bets)
    stored = _add_up(
        ((row.guild_id, row.since, ids.get(row.user_id, row.user_id)), (row.games, row.bet, row.returned))
        for row in connection.execute(select(bet_sums))
    )
    wrong = Counter(key[0] for key in stored.keys() | expected.keys() if stored.get(key) != expected.get(key))
    for guild_id, number in sorted(wrong.items()):
        yield Fault(f"server {guild_id}", f"{number} rows of its bet_sums are not what its bet_results add up to")


def wrong_advice(connection: Connection) -> Iterator[Fault]:
    """Finds results of reviewed advice that belong to no stored advice. Each fault counts the rows of a server.

    A result belongs to the advice of the same person in the same game, if the game has the result's server and moment.
    """
    result = advice_results.c
    same_game = (games.c.table_id == advice.c.table_id) & (games.c.game_no == advice.c.game_no)
    advice_exists = (
        exists()
        .select_from(advice.join(games, same_game))
        .where(advice.c.table_id == result.table_id, advice.c.game_no == result.game_no)
        .where(games.c.guild_id == result.guild_id, games.c.ended_at == result.at)
        .where(same_person(advice.c.user_id, result.user_id))
    )
    return _rows_without(connection, advice_results, advice_exists, "belong to no advice")


def wrong_errors(connection: Connection) -> Iterator[Fault]:
    """Finds stored errors of people who did not play in the game. Each fault counts the rows of a server."""
    return _rows_without_player(connection, error_results)


def wrong_stories(connection: Connection) -> Iterator[Fault]:
    """Finds parts of stories that are stored for people who did not play in the game.

    Each fault counts the rows of a server.
    """
    return _rows_without_player(connection, story_results)


def _rows_without_player(connection: Connection, table: Table) -> Iterator[Fault]:
    player, row = game_players.c, table.c
    played = (
        exists()
        .where(player.table_id == row.table_id, player.game_no == row.game_no, player.guild_id == row.guild_id)
        .where(same_person(player.user_id, row.user_id))
    )
    return _rows_without(connection, table, played, "belong to no player")


def _rows_without(connection: Connection, table: Table, ground: Exists, fault: str) -> Iterator[Fault]:
    """Finds the rows of a table for which the query `ground` finds nothing, server by server."""
    odd = select(table.c.guild_id, func.count()).where(~ground).group_by(table.c.guild_id).order_by(table.c.guild_id)
    for guild_id, number in connection.execute(odd):
        yield Fault(f"server {guild_id}", f"{number} rows of its {table.name} {fault}")


def _bets_anew(connection: Connection, ids: Mapping[int, int]) -> dict[tuple[int, int, int], tuple[int, int, int, int]]:
    """Computes the results of bets from the ledger.

    Returns:
        By table, game and bystander: the server, the moment, and the chips bet and returned.
    """
    person = accounts.alias()
    players: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for row in connection.execute(select(game_players.c.table_id, game_players.c.game_no, game_players.c.user_id)):
        players[row.table_id, row.game_no].add(ids.get(row.user_id, row.user_id))
    moved = (
        select(accounts.c.guild_id, accounts.c.holder.label("table_id"), accounts.c.number, transactions.c.kind)
        .add_columns(transactions.c.at, person.c.holder.label("user_id"), postings.c.amount)
        .join_from(transactions, accounts, accounts.c.id == transactions.c.against)
        .join(postings, postings.c.transaction_id == transactions.c.id)
        .join(person, and_(person.c.id == postings.c.account_id, person.c.kind == "person"))
        .where(accounts.c.kind == "escrow", accounts.c.number > 0)
    )
    held: Counter[tuple[int, int, int]] = Counter()
    paid: Counter[tuple[int, int, int]] = Counter()
    ended: dict[tuple[int, int], tuple[int, int]] = {}
    for row in connection.execute(moved):
        key = (row.table_id, row.number, ids.get(row.user_id, row.user_id))
        if row.kind == MovementKind.SETTLEMENT.value:
            paid[key] += row.amount
            ended[key[:2]] = (row.guild_id, row.at)
        else:
            held[key] -= row.amount
    return {
        key: (*ended[key[:2]], *_result(chips, paid[key]))
        for key, chips in held.items()
        if chips > 0 and key[:2] in ended and len(players[key[:2]]) == _SEATS and key[2] not in players[key[:2]]
    }


def _sums_of(bets: Iterable[tuple[int, int, int, int, int]]) -> dict[_Key, _Sum]:
    """Adds up bets, each given as person, server, moment, bet and returned."""
    return _add_up(
        ((guild_id, since, user_id), (1, bet, returned))
        for user_id, guild_id, at, bet, returned in bets
        for since in (ALL_TIME, Period.MONTH.since(at))
    )


def _add_up(parts: Iterable[tuple[_Key, _Sum]]) -> dict[_Key, _Sum]:
    sums: dict[_Key, _Sum] = {}
    for key, (number, bet, returned) in parts:
        before = sums.get(key, (0, 0, 0))
        sums[key] = (before[0] + number, before[1] + bet, before[2] + returned)
    return sums


def _result(held: int, paid: int) -> tuple[int, int]:
    """Returns the chips that a person spent on a game, stake and surplus, and the chips that came back."""
    return held + max(0, -paid), max(0, paid)

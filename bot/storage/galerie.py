"""What is made of bets, of advice and of decisions in a game: bets written with it, all held by an audit."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import Connection, Exists, Table, and_, exists, func, insert, select

from bot.storage.ledger_rows import Escrow, Fault, MovementKind
from bot.storage.schema.galerie import advice_results, bet_results
from bot.storage.schema.standings import error_results
from bot.storage.schema.tables import accounts, advice, game_players, games, postings, transactions
from bot.storage.standings import first_ids, same_person

_PLAYERS: Final = select(game_players.c.user_id)
_SEATS: Final = 2
"""With fewer players stored it is not known who was none; the audit of results tells of that."""


def count_bets(
    connection: Connection, escrow: Escrow, guild_id: int, held: Mapping[int, int], paid: Mapping[int, int], at: int
) -> None:
    """Writes what each bystander had on a game that is paid now, and what comes back.

    Args:
        escrow: of the game; of a pool there are no bystanders.
        held: by person: the chips that lay on the game.
        paid: by person: chips won (above zero), or paid besides the stake (below zero).
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
        connection.execute(insert(bet_results), rows)


def wrong_bets(connection: Connection) -> Iterator[Fault]:
    """The results of bets that are not what the ledger says, server by server."""
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


def wrong_advice(connection: Connection) -> Iterator[Fault]:
    """The results of advice that no one gave in a game of that server and moment, server by server."""
    result = advice_results.c
    same_game = (games.c.table_id == advice.c.table_id) & (games.c.game_no == advice.c.game_no)
    given = (
        exists()
        .select_from(advice.join(games, same_game))
        .where(advice.c.table_id == result.table_id, advice.c.game_no == result.game_no)
        .where(games.c.guild_id == result.guild_id, games.c.ended_at == result.at)
        .where(same_person(advice.c.user_id, result.user_id))
    )
    return _rows_without(connection, advice_results, given, "belong to no advice")


def wrong_errors(connection: Connection) -> Iterator[Fault]:
    """The errors of people who did not play in a game of that server, server by server."""
    player, erred = game_players.c, error_results.c
    played = (
        exists()
        .where(player.table_id == erred.table_id, player.game_no == erred.game_no, player.guild_id == erred.guild_id)
        .where(same_person(player.user_id, erred.user_id))
    )
    return _rows_without(connection, error_results, played, "belong to no player")


def _rows_without(connection: Connection, table: Table, ground: Exists, fault: str) -> Iterator[Fault]:
    """The rows of a table for which there is no ground, server by server."""
    odd = select(table.c.guild_id, func.count()).where(~ground).group_by(table.c.guild_id).order_by(table.c.guild_id)
    for guild_id, number in connection.execute(odd):
        yield Fault(f"server {guild_id}", f"{number} rows of its {table.name} {fault}")


def _bets_anew(connection: Connection, ids: Mapping[int, int]) -> dict[tuple[int, int, int], tuple[int, int, int, int]]:
    """What the ledger says of the bets of bystanders: by table, game and person; server, moment, bet, returned."""
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


def _result(held: int, paid: int) -> tuple[int, int]:
    """The chips that a person had on a game, with those paid besides, and the chips that came back."""
    return held + max(0, -paid), max(0, paid)

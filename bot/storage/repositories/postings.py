"""Writes the ledger of chips, by double entry, in the caller's transaction.

Each server has its own ledger. Its bank issues chips, and takes chips only for new cards and when a purse is reset.
People put chips on games and get chips from games. No chips go from one person to another. Triggers of the database
refuse transactions that break these rules (`bot.storage.schema.guards`). The functions here check the same first, to
raise an error with a type. This module knows no rule of the game.

The functions take the connection of a `Connections.write` and do not end its transaction. So chips move together with
the events that are the reason. Call `append` or `begin` first, so that all writers lock rows in the same order:

    def both(connection: Connection) -> int:
        version = append(connection, commit)
        move_stakes(connection, Escrow(table_id, game_no), MovementKind.BET, {person: -50}, interaction_id, at)
        return version

Do not catch their errors inside the transaction: an error undoes the whole transaction.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from sqlalchemy import Connection, insert, select

from bot.rows.chips import MOST_CHIPS, Cause, Escrow, LedgerEntry, MovementKind, Moves
from bot.rows.storage_errors import BankExhausted, NotBroke, Overdrawn, PostedBefore, StakesSettled
from bot.storage.backends.base import next_id
from bot.storage.galerie_sums import count_bets
from bot.storage.privacy.kept import allowance_cause, kept_opening, took_allowance
from bot.storage.repositories.accounts import (
    Against,
    at_stake,
    bank_account,
    end_of,
    expect_new,
    find_or_create,
    game_account,
    game_account_if_any,
    guild_of,
    held_on,
    is_ended,
    persons_of,
)
from bot.storage.schema.tables import accounts, postings, transactions

_BY_INTERACTION: Final = frozenset(
    {
        MovementKind.STAKE,
        MovementKind.BET,
        MovementKind.SIDE_BET,
        MovementKind.WITHDRAWAL,
        MovementKind.REFUND,
    }
)


def open_purse(connection: Connection, guild_id: int, user_id: int, opening: int, at: int) -> int:
    """Returns a person's balance in a server. If they have no purse there, opens it with `opening` chips from the bank.

    If the person was erased before, they get no more chips than they had, so that an erasure creates no chips.

    Raises:
        BankExhausted: the bank may not issue that many chips.
    """
    _check_chips(opening, least=0)
    bank = bank_account(connection, guild_id)
    if purses := persons_of(connection, guild_id, (user_id,)):
        return purses[user_id].balance
    opening = kept_opening(connection, guild_id, user_id, opening)
    account_id = find_or_create(connection, guild_id, "person", user_id)
    if opening:
        _write(connection, bank, MovementKind.OPENING, f"opening:{account_id}", {user_id: opening}, at)
    return opening


def give_allowance(
    connection: Connection, guild_id: int, user_id: int, allowance: int, day: date, at: int
) -> LedgerEntry:
    """Gives a broke person the chips that they lack to `allowance`, once a day.

    The person's chips on games are counted, too, so that no one becomes broke by betting.

    Args:
        day: the day of the allowance (UTC).

    Raises:
        PostedBefore: the person got the allowance of that day before.
        NotBroke: the person has at least `allowance` chips.
        Overdrawn: the person has no purse (`open_purse`).
        BankExhausted: the bank may not issue that many chips.
    """
    _check_chips(allowance, least=0)
    bank = bank_account(connection, guild_id)
    account = persons_of(connection, guild_id, (user_id,)).get(user_id)
    if account is None:
        raise Overdrawn((user_id,))
    cause = allowance_cause(account.id, day.isoformat())
    expect_new(connection, cause)
    if took_allowance(connection, guild_id, user_id, day):
        raise PostedBefore
    chips = account.balance + at_stake(connection, account.id)
    if chips >= allowance:
        raise NotBroke(chips)
    return _write(connection, bank, MovementKind.ALLOWANCE, cause, {user_id: allowance - chips}, at)


def reset_purse(connection: Connection, guild_id: int, user_id: int, opening: int, cause: int | None, at: int) -> int:
    """Sets a person's free balance to `opening`. The difference comes from the bank or goes to it.

    Returns the chips that came into the purse; below zero if chips went out of it.

    Args:
        cause: the id of the interaction. None if no interaction is the cause: the transaction's key then has the moment
            `at` instead.

    Raises:
        PostedBefore: this interaction was carried out before.
        BankExhausted: the bank may not issue that many chips.
    """
    _check_chips(opening, least=0)
    bank = bank_account(connection, guild_id)
    account_id = find_or_create(connection, guild_id, "person", user_id)
    key = f"reset:{account_id}:{at if cause is None else cause}"
    expect_new(connection, key)
    moved = opening - persons_of(connection, guild_id, (user_id,))[user_id].balance
    if moved:
        _write(connection, bank, MovementKind.RESET, key, {user_id: moved}, at)
    return moved


def buy_cards(connection: Connection, escrow: Escrow, moves: Moves, cause: str, at: int) -> LedgerEntry:
    """Pays the bank for the new cards that players have called for (Law 44).

    Args:
        escrow: any game of the table, by which the server is found. No chips move on the game.
        moves: the chips that each buyer pays, below zero.
        cause: a key that no other transaction has.

    Raises:
        PostedBefore: these cards were paid for before.
        Overdrawn: a balance is too small.
        UnknownTable: there is no such table.
        ValueError: no person pays, or a person would get chips.
    """
    if not moves or max(moves.values()) >= 0:
        raise ValueError("new cards are paid for")
    bank = bank_account(connection, guild_of(connection, escrow))
    expect_new(connection, f"key:{cause}")
    return _write(connection, bank, MovementKind.NEW_CARDS, f"key:{cause}", moves, at)


def move_stakes(
    connection: Connection, escrow: Escrow, kind: MovementKind, moves: Moves, cause: Cause, at: int
) -> LedgerEntry | None:
    """Moves chips between purses and a game.

    Args:
        kind: a stake, a bet, a side bet, a withdrawal or a refund.
        moves: the chips of each person: below zero if put on the game, above zero if given back.
        cause: the interaction, or a key that no other transaction has.

    Returns:
        The entry that was written. None if no chips move; the cause can be used again then.

    Raises:
        PostedBefore: this cause was carried out before.
        StakesSettled: the game is settled or void.
        Overdrawn: a balance is too small.
        UnknownTable: there is no such table.
        ValueError: this kind is not for a game, or a person would get back more than they put on it.
    """
    if kind not in _BY_INTERACTION:
        raise ValueError(f"move_stakes writes no {kind.value}")
    return _move(connection, escrow, kind, moves, f"interaction:{cause}" if type(cause) is int else f"key:{cause}", at)


def close_stakes(connection: Connection, escrow: Escrow, moves: Moves, at: int) -> LedgerEntry | None:
    """Closes the book of a game, so that no bets can be made any more. It gives unmatched chips back.

    Args:
        moves: the chips of each person: above zero if given back, below zero if a player puts up chips for bets that
            they took.

    Returns and raises the same as `move_stakes`, with `PostedBefore` if the book was closed before.
    """
    return _move(connection, escrow, MovementKind.REFUND, moves, None, at)


def settle_stakes(connection: Connection, escrow: Escrow, moves: Moves, at: int) -> LedgerEntry | None:
    """Pays out all chips that were put on an ended game: stakes, bets and side bets. A game is paid once.

    Args:
        moves: for each person, how many chips they get. A number below zero is taken from the person's purse, in
            addition to the stake. The numbers add up to the chips on the game.

    Returns:
        The entry that was written. None if there was nothing to pay.

    Raises:
        PostedBefore: the game was paid or declared void before.
        Overdrawn: a purse has too few chips for what is taken from it. It has changed since the caller computed the
            moves, so compute them again.
        UnknownTable: there is no such table.
        ValueError: the moves do not add up to the chips on the game.
    """
    return _end(connection, escrow, MovementKind.SETTLEMENT, moves, at)


def void_stakes(connection: Connection, escrow: Escrow, at: int) -> LedgerEntry | None:
    """Gives all chips that lie on a void game back to the people who put them there.

    Returns:
        The entry that was written. None if no chips lie on the game.

    Raises:
        PostedBefore: the game is paid or void already.
        UnknownTable: there is no such table.
    """
    return _end(connection, escrow, MovementKind.VOID, None, at)


def _move(
    connection: Connection, escrow: Escrow, kind: MovementKind, moves: Moves, cause: str | None, at: int
) -> LedgerEntry | None:
    if not moves:
        return None
    game = game_account(connection, escrow)
    cause = cause or f"close:{game.id}"
    expect_new(connection, cause)
    if is_ended(connection, game.id):
        raise StakesSettled(escrow)
    if any(chips > 0 for chips in moves.values()):
        held = held_on(connection, game.id)
        if any(chips > held.get(user_id, 0) for user_id, chips in moves.items()):
            raise ValueError("a person would get back more than they put on the game")
    return _write(connection, game, kind, cause, moves, at)


def _end(
    connection: Connection, escrow: Escrow, kind: MovementKind, moves: Moves | None, at: int
) -> LedgerEntry | None:
    """Ends a game: pays `moves` or, if they are None, gives all people their chips back."""
    game = game_account_if_any(connection, escrow)
    if game is None:
        # No chips were ever put on the game. Most games are played for the honour.
        if moves:
            raise ValueError("no chips lie on the game")
        return None
    cause = end_of(game.id)
    expect_new(connection, cause)
    held = held_on(connection, game.id)
    moves = held if moves is None else moves
    balance = connection.scalar(select(accounts.c.balance).where(accounts.c.id == game.id))
    if sum(moves.values()) != balance or (moves and not balance):
        raise ValueError(f"the payments add up to {sum(moves.values())} chips, but {balance} lie on the game")
    if kind is MovementKind.SETTLEMENT:
        count_bets(connection, escrow, game.guild_id, held, moves, at)
    return _write(connection, game, kind, cause, moves, at) if moves else None


def _write(
    connection: Connection, against: Against, kind: MovementKind, cause: str, moves: Moves, at: int
) -> LedgerEntry:
    for chips in moves.values():
        _check_chips(abs(chips), least=1)
    persons = persons_of(connection, against.guild_id, moves)
    free = {user_id: account.balance for user_id, account in persons.items()}
    short = sorted(user_id for user_id, chips in moves.items() if chips < 0 and free.get(user_id, 0) + chips < 0)
    if short:
        raise Overdrawn(tuple(short))
    if persons.keys() != moves.keys():
        raise ValueError("chips cannot be paid to a person without a purse")
    lines = [{"account_id": persons[user_id].id, "amount": chips} for user_id, chips in sorted(moves.items())]
    # If one person puts in as many chips as another gets back, the game's own account does not change.
    if counter := -sum(moves.values()):
        if against.escrow is None:
            _check_bank(connection, against, -counter)
        lines.append({"account_id": against.id, "amount": counter})
    transaction_id = next_id(connection, transactions)
    connection.execute(insert(postings), [line | {"transaction_id": transaction_id} for line in lines])
    connection.execute(
        insert(transactions),
        {
            "id": transaction_id,
            "guild_id": against.guild_id,
            "kind": kind.value,
            "cause": cause,
            "against": against.id,
            "at": at,
        },
    )
    return LedgerEntry(transaction_id, against.guild_id, kind, at, against.escrow, dict(moves))


def _check_bank(connection: Connection, bank: Against, chips: int) -> None:
    issued = -connection.execute(select(accounts.c.balance).where(accounts.c.id == bank.id)).scalar_one()
    if issued + chips > MOST_CHIPS:
        raise BankExhausted(bank.guild_id)


def _check_chips(chips: int, *, least: int) -> None:
    if type(chips) is not int or not least <= chips <= MOST_CHIPS:
        raise ValueError(f"chips are whole numbers from {least} to 2**53")

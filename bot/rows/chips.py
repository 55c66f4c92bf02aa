"""The rows of the ledger: frozen values. Knows no database and no rule of the game.

Chips are whole numbers, within 2**53 either way. A movement is seen from the purse: above zero it gains, below zero it
pays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

MOST_CHIPS: Final = 2**53
"""No purse holds more and no server ever issues more, so neither does any sum pass it."""

Cause: TypeAlias = int | str
"""What a transaction is written for, once: the id of an interaction, or a key of the caller's own."""
Moves: TypeAlias = Mapping[int, int]
"""What moves into (above zero) or out of (below zero) the purse of each person; no amount is 0."""


class MovementKind(Enum):
    """Why chips move; the value is what the database calls it."""

    OPENING = "opening"
    """A person is seen for the first time in a server."""
    ALLOWANCE = "allowance"
    """A broke person is helped."""
    STAKE = "stake"
    """A player's own chips: the stake, bets taken, the pool."""
    BET = "bet"
    """A bystander's bet on the game."""
    SIDE_BET = "side_bet"
    """A bet between deals, offered or taken."""
    WITHDRAWAL = "withdrawal"
    """Taken back by the person who put it there."""
    REFUND = "refund"
    """Given back: not covered."""
    SETTLEMENT = "settlement"
    """The game is over and paid."""
    VOID = "void"
    """The game does not count, and everything went back."""
    NEW_CARDS = "new_cards"
    """A player has paid the bank for new cards (Law 44)."""
    RESET = "reset"
    """A manager has brought a purse back to the opening sum."""


@dataclass(frozen=True, slots=True)
class Escrow:
    """The chips that lie on one game of a table; pools are numbered below zero."""

    table_id: int
    number: int


@dataclass(frozen=True, slots=True)
class ChipMove:
    """The movement of one event of a commit in the ledger.

    Attributes:
        escrow: for new cards it says at which table, and nothing moves on it: the bank sells them.
        moves: for a settlement or a void game they empty the escrow; of a void game all get back what they put there.
        cause: a key that no other transaction has; the end of a game has one of its own.
        closes: whether the book of the game closes by it, which happens once.
    """

    kind: MovementKind
    escrow: Escrow
    moves: Moves
    cause: str
    closes: bool = False


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A transaction of the ledger.

    Attributes:
        escrow: the game that it belongs to; None where the bank gave something, or sold new cards.
        moves: what it has moved in each purse; the rest, with the sign turned, moved on the game or out of the bank.
    """

    id: int
    guild_id: int
    kind: MovementKind
    at: int
    escrow: Escrow | None
    moves: Moves


@dataclass(frozen=True, slots=True)
class Purse:
    """A person's chips in a server: `balance` is free, `at_stake` lies on games."""

    balance: int
    at_stake: int


@dataclass(frozen=True, slots=True)
class Movement:
    """A line of a purse: a transaction's amount, and the balance after it."""

    id: int
    at: int
    kind: MovementKind
    escrow: Escrow | None
    amount: int
    balance: int


@dataclass(frozen=True, slots=True)
class Fortune:
    """A line of the leaderboard of purses; `place` is shared by those who have the same."""

    place: int
    user_id: int
    balance: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not add up, in words for the operator: `where` it is, and `what`."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"

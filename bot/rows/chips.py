"""The rows of the ledger: frozen values. Knows no database and no rule of the game.

Chips are whole numbers between -2**53 and 2**53. A movement is seen from the purse: above zero the purse gains, below
zero it pays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

MOST_CHIPS: Final = 2**53
"""The most chips that a purse holds and that the bank of a server issues, so that no sum exceeds it."""

Cause: TypeAlias = int | str
"""The reason of a transaction, which no other has: the id of an interaction, or a key that the caller makes."""
Moves: TypeAlias = Mapping[int, int]
"""The chips that move into (above zero) or out of (below zero) the purse of each person. No amount is 0."""


class MovementKind(Enum):
    """The reason why chips move. The value is stored."""

    OPENING = "opening"
    """The bank fills the new purse of a person."""
    ALLOWANCE = "allowance"
    """The bank helps a broke person."""
    STAKE = "stake"
    """A player puts up chips: the stake, the player's side of bets, the pool."""
    BET = "bet"
    """A bystander bets on the game."""
    SIDE_BET = "side_bet"
    """A person offers or takes a bet between deals."""
    WITHDRAWAL = "withdrawal"
    """A person takes chips back."""
    REFUND = "refund"
    """Unmatched chips are given back."""
    SETTLEMENT = "settlement"
    """The game has ended and is paid."""
    VOID = "void"
    """The game does not count, and all chips are given back."""
    NEW_CARDS = "new_cards"
    """A player has paid the bank for new cards (Law 44)."""
    RESET = "reset"
    """A manager has brought a purse back to the opening sum."""


@dataclass(frozen=True, slots=True)
class Escrow:
    """The chips on one game of a table, or in a pool, whose number is below zero."""

    table_id: int
    number: int


@dataclass(frozen=True, slots=True)
class ChipMove:
    """The chips that one event of a commit moves in the ledger.

    Attributes:
        escrow: the game. For new cards it names only the table: the bank sells them, and no chips move on the game.
        moves: the chips of each person. A settlement or a void game empties the escrow; a void game gives all people
            their chips back.
        cause: a key that no other transaction has. It is not used for the end of a game, which has its own key.
        closes: whether this closes the book of the game, which happens once.
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
        escrow: the game of the transaction; None if the bank gave chips or sold new cards.
        moves: the chips that moved in each purse. Their sum, with the opposite sign, moved on the game or at the bank.
    """

    id: int
    guild_id: int
    kind: MovementKind
    at: int
    escrow: Escrow | None
    moves: Moves


@dataclass(frozen=True, slots=True)
class Purse:
    """A person's chips in a server: the free `balance`, and the chips `at_stake` on games."""

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
    """A line of the leaderboard of purses. Members with equal balances share a `place`."""

    place: int
    user_id: int
    balance: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that an audit found, in words for the owner: `where` it is, and `what` is wrong."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"

"""The rows of the ledger as frozen values. This module knows no database and no rule of the game.

Chips are whole numbers between -2**53 and 2**53. The sign of a movement is that of the purse: above zero the purse
gains chips, below zero it pays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

MOST_CHIPS: Final = 2**53
"""The most chips that a purse may hold, and that the bank of a server may issue to all its purses together."""

Cause: TypeAlias = int | str
"""Why a transaction was made: the id of an interaction, or a key from the caller. No other transaction has the same."""
Moves: TypeAlias = Mapping[int, int]
"""The chips that each person's purse gains (above zero) or pays (below zero), by the person's id. No amount is 0."""


class MovementKind(Enum):
    """Why chips move. The value is stored."""

    OPENING = "opening"
    """The bank puts chips into the new purse of a person."""
    ALLOWANCE = "allowance"
    """The bank gives a broke person the chips of the day."""
    STAKE = "stake"
    """A player puts up chips: the stake of a game, the player's side of bets, or the stake of a pool."""
    BET = "bet"
    """A bystander bets on the game."""
    SIDE_BET = "side_bet"
    """A person offers or takes a side bet: a bet between two deals."""
    WITHDRAWAL = "withdrawal"
    """A person takes back chips that they had bet."""
    REFUND = "refund"
    """The bot gives back the chips of bets that no one has matched."""
    SETTLEMENT = "settlement"
    """The game has ended, and the chips on it go to the winners."""
    VOID = "void"
    """The game does not count, and all people get back their chips on it."""
    NEW_CARDS = "new_cards"
    """A player has paid the bank for new cards (Law 44)."""
    RESET = "reset"
    """A manager of the server has set a purse to the number of chips that a new purse gets."""


@dataclass(frozen=True, slots=True)
class Escrow:
    """The account with the chips on one game of a table, or in a pool of three players.

    The number of a game is above zero, the number of a pool below zero.
    """

    table_id: int
    number: int


@dataclass(frozen=True, slots=True)
class ChipMove:
    """The chips that one event of a commit moves in the ledger.

    Attributes:
        escrow: the game. For new cards only its table matters, since the chips go to the bank and not to the game.
        moves: the chips that each person gains or pays. The end of a game (`SETTLEMENT`, `VOID`) moves all chips off
            it. A void game gives each person their own chips back.
        cause: a key that no other transaction has. The ledger makes the key itself if the move ends the game or closes
            its book, and then ignores `cause`.
        closes: whether the move closes the book of the game, so that no bet can be made any more. A book is closed
            once.
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
        escrow: the game whose chips moved; None if the bank gave chips or sold new cards.
        moves: the chips that each person's purse gained or paid. The game or the bank paid their sum. If the sum is
            below zero, the game or the bank received chips.
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
    """A line in the list of a purse's movements: the amount of a transaction, and the balance after it."""

    id: int
    at: int
    kind: MovementKind
    escrow: Escrow | None
    amount: int
    balance: int


@dataclass(frozen=True, slots=True)
class Fortune:
    """A line of the leaderboard of purses: a member and their balance. Members with equal balances share a `place`."""

    place: int
    user_id: int
    balance: int


@dataclass(frozen=True, slots=True)
class Fault:
    """An inconsistency that an audit found, described for the owner of the bot: `where` it is, and `what` is wrong."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"

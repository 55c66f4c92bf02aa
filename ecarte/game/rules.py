"""What a table agrees on before it plays: the dialect of the laws and the few things left to agreement.

`Rules` is frozen and travels with the game (`GameStarted` carries it). It knows the laws' alternatives only,
no cards and no state. Sources: Cavendish 1886 (the default), a modern description, and a short club code;
where they differ: exchanges and the dealer's duty to change a card, and who deals the next game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from ecarte.game.errors import RulesError

__all__ = ["Dialect", "Manners", "Multiple", "NextDeal", "Rules", "Stakes"]


@unique
class Dialect(Enum):
    """The source that the table follows."""

    CAVENDISH = "cavendish"
    MODERN = "modern"
    SHORT = "short"


@unique
class NextDeal(Enum):
    """Who deals first in the next game (treatise, p. 34; the short code at its end)."""

    ALTERNATES = "alternates"
    FRESH_CUT = "fresh-cut"
    """They cut for every game."""
    CUT_FOR_RUBBER = "fresh-cut-for-rubber"
    """They cut when a rubber is over; in it, and where none is played for, the deal alternates."""


@unique
class Stakes(Enum):
    """Whether a game counts double or treble by the loser's score (Law 46)."""

    SINGLE_ONLY = "single-only"
    SINGLE_DOUBLE_TREBLE = "single-double-treble"


@unique
class Manners(Enum):
    """Who sees to it that the laws are kept."""

    GUIDED = "guided"
    """The table: only lawful moves are taken."""
    SALON = "salon"
    """The adversary: one may err, and what is never called stands (Laws 25, 39-43)."""


@unique
class Multiple(Enum):
    """What a finished game counts. The value is the factor."""

    SINGLE = 1
    DOUBLE = 2
    TREBLE = 3


@dataclass(frozen=True, slots=True)
class Rules:
    """The agreements of a table.

    `exchanges`: how many times cards may be exchanged in a deal, None for as often as dealer and talon
    allow; `dealer_must_exchange`: a dealer who accepts changes a card at least, while there is one;
    `points`: what wins the game; `for_stakes`: something lies on it, so it counts as soon as cards are dealt (else
    a game in which nobody has made a move is void when it is given up); `manners`: who sees to it that the laws are
    kept. Raises `RulesError` for values that no table could keep.
    """

    dialect: Dialect = Dialect.CAVENDISH
    exchanges: int | None = None
    dealer_must_exchange: bool = False
    next_deal: NextDeal = NextDeal.ALTERNATES
    points: int = 5
    stakes: Stakes = Stakes.SINGLE_ONLY
    for_stakes: bool = False
    manners: Manners = Manners.GUIDED

    def __post_init__(self) -> None:
        limit = self.exchanges
        if limit is not None and (type(limit) is not int or limit < 1):
            raise RulesError("exchanges", limit)
        if type(self.points) is not int or not 1 <= self.points <= _MOST_POINTS:
            raise RulesError("points", self.points)
        for field in ("dealer_must_exchange", "for_stakes"):
            if type(getattr(self, field)) is not bool:
                raise RulesError(field, getattr(self, field))
        for field, kind in _KINDS.items():
            if not isinstance(getattr(self, field), kind):
                raise RulesError(field, getattr(self, field))

    @classmethod
    def cavendish(cls, *, stakes: Stakes = Stakes.SINGLE_ONLY, next_deal: NextDeal = NextDeal.ALTERNATES) -> Rules:
        """Exchanges as often as the dealer gives and the talon allows."""
        return cls(Dialect.CAVENDISH, None, False, next_deal, stakes=stakes)

    @classmethod
    def modern(cls, *, stakes: Stakes = Stakes.SINGLE_ONLY) -> Rules:
        """As Cavendish, but a dealer who accepts must change a card too."""
        return cls(Dialect.MODERN, None, True, NextDeal.ALTERNATES, stakes=stakes)

    @classmethod
    def short(cls, *, exchanges: int = 1) -> Rules:
        """One exchange, a second only if agreed (`exchanges=2`); the deal alternates, but is cut for after a rubber."""
        return cls(Dialect.SHORT, exchanges, False, NextDeal.CUT_FOR_RUBBER)

    def to_dict(self) -> dict[str, str | int | bool | None]:
        """The rules as plain values that JSON can hold; `for_stakes` and `manners` only where they are not usual."""
        return {
            "dialect": self.dialect.value,
            "exchanges": self.exchanges,
            "dealer_must_exchange": self.dealer_must_exchange,
            "next_deal": self.next_deal.value,
            "points": self.points,
            "stakes": self.stakes.value,
            **({"for_stakes": True} if self.for_stakes else {}),
            **({} if self.manners is Manners.GUIDED else {"manners": self.manners.value}),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> Rules:
        """The rules that `to_dict` wrote. Every field must be there and no other; raises `RulesError`.

        Only `for_stakes` and `manners` may be missing.
        """
        values = {"for_stakes": False, "manners": Manners.GUIDED.value, **values}
        expected = set(cls.__dataclass_fields__)
        for field in sorted(expected ^ set(values)):
            raise RulesError(field, values.get(field))
        fields = dict(values)
        for field, kind in _KINDS.items():
            try:
                fields[field] = kind(fields[field])
            except ValueError:
                raise RulesError(field, fields[field]) from None
        return cls(**fields)  # type: ignore[arg-type]  # __post_init__ checks every value


_MOST_POINTS: Final = 99
_KINDS: Final[Mapping[str, type[Enum]]] = {
    "dialect": Dialect,
    "next_deal": NextDeal,
    "stakes": Stakes,
    "manners": Manners,
}

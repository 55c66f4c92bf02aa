"""The two seats of a table, and what it agrees on before play: the dialect of the laws, and what that leaves open.

Sources: Cavendish 1886 (the default), a modern description, and a short club code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, unique
from typing import ClassVar, Final, NamedTuple

from ecarte.game.errors import RulesError


@unique
class Seat(Enum):
    """One of the two players. The value is the letter that writes it."""

    NORTH = "N"
    SOUTH = "S"

    other: Seat
    index: int

    def __str__(self) -> str:
        return str(self.value)


# Plain attributes, not properties: the other seat is asked for at every card.
Seat.NORTH.other, Seat.SOUTH.other = Seat.SOUTH, Seat.NORTH
Seat.NORTH.index, Seat.SOUTH.index = 0, 1


def check_seat(seat: object) -> None:
    """Raises `TypeError` unless it is a seat: a letter in place of one would be taken for the opponent."""
    if type(seat) is not Seat:
        raise TypeError(f"a player sits on a Seat, such as Seat.NORTH, not on {seat!r}")


@unique
class Dialect(Enum):
    """The source that the table follows."""

    CAVENDISH = "cavendish"
    MODERN = "modern"
    SHORT = "short"


@unique
class Distribution(Enum):
    """The packets of a deal (Law 8): three cards to each and then two, or two and then three."""

    THREE_TWO = "3-2"
    TWO_THREE = "2-3"


@unique
class NextDeal(Enum):
    """Who deals first in the next game (treatise, p. 34; the short code at its end)."""

    ALTERNATES = "alternates"
    FRESH_CUT = "fresh-cut"
    """The players cut for every game."""
    CUT_FOR_RUBBER = "fresh-cut-for-rubber"
    """The players cut after a rubber; in a rubber, and without one, the deal alternates."""


@unique
class Stakes(Enum):
    """Whether a game counts double or treble by the loser's score (Law 46)."""

    SINGLE_ONLY = "single-only"
    SINGLE_DOUBLE_TREBLE = "single-double-treble"


@unique
class Manners(Enum):
    """How the laws are kept."""

    GUIDED = "guided"
    """The table takes lawful moves only."""
    SALON = "salon"
    """Players may err, and an error that the opponent does not call stands (Laws 25, 39-43)."""


@unique
class Multiple(Enum):
    """What a finished game counts. The value is the factor."""

    SINGLE = 1
    DOUBLE = 2
    TREBLE = 3


class Scoring(NamedTuple):
    """What a deal is worth, in points.

    Attributes:
        king: the king of trumps, turned up or announced (Law 47).
        point: three tricks or four (Law 48).
        vulnerable: the same against a player who played without proposing, or refused the first proposal (Law 49).
        vole: five tricks (Law 48).
    """

    king: int = 1
    point: int = 1
    vulnerable: int = 2
    vole: int = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """The agreements of a table. Travels with the game in `GameStarted`.

    Attributes:
        scoring: what a deal is worth: the same by every dialect.
        exchanges: the most exchanges in a deal. None: as many as dealer and talon allow.
        dealer_must_exchange: a dealer who accepts exchanges a card at least, while there is one.
        points: the score that wins the game.
        for_stakes: the game counts as soon as cards are dealt. Otherwise a game that is given up before the first move
            is void, even though both have seen their cards.
        packets: how both deal. None: each dealer chooses, and keeps to it (Law 8).
        if_enough: the dealer may accept on condition that the talon suffices (Law 38).
        king_after_reply: a dealer whose first card is the king may announce it until the next one (Law 24).

    Raises:
        RulesError: no table could keep such a value.
    """

    scoring: ClassVar[Scoring] = Scoring()

    dialect: Dialect = Dialect.CAVENDISH
    exchanges: int | None = None
    dealer_must_exchange: bool = False
    next_deal: NextDeal = NextDeal.ALTERNATES
    points: int = 5
    stakes: Stakes = Stakes.SINGLE_ONLY
    for_stakes: bool = False
    manners: Manners = Manners.GUIDED
    packets: Distribution | None = None
    if_enough: bool = True
    king_after_reply: bool = True

    def __post_init__(self) -> None:
        limit = self.exchanges
        if limit is not None and (type(limit) is not int or limit < 1):
            raise RulesError("exchanges", limit)
        if type(self.points) is not int or not 1 <= self.points <= _MOST_POINTS:
            raise RulesError("points", self.points)
        for field in ("dealer_must_exchange", "for_stakes", "if_enough", "king_after_reply"):
            if type(getattr(self, field)) is not bool:
                raise RulesError(field, getattr(self, field))
        for field, kind in _KINDS.items():
            value = getattr(self, field)
            if not isinstance(value, kind) and not (field == "packets" and value is None):
                raise RulesError(field, value)

    @classmethod
    def of(cls, dialect: Dialect) -> Rules:
        """Returns the rules of a dialect. Raises TypeError for anything but a `Dialect`."""
        if type(dialect) is not Dialect:
            raise TypeError(f"rules are those of a Dialect, such as Dialect.MODERN, not of {dialect!r}")
        return DIALECTS[dialect].rules

    def to_dict(self, *, whole: bool = False) -> dict[str, str | int | bool | None]:
        """The rules as plain JSON values; those of `_ADDED` only where they are not the default, or if `whole`."""
        written: dict[str, str | int | bool | None] = {
            "dialect": self.dialect.value,
            "exchanges": self.exchanges,
            "dealer_must_exchange": self.dealer_must_exchange,
            "next_deal": self.next_deal.value,
            "points": self.points,
            "stakes": self.stakes.value,
            "for_stakes": self.for_stakes,
            "manners": self.manners.value,
            "packets": None if self.packets is None else self.packets.value,
            "if_enough": self.if_enough,
            "king_after_reply": self.king_after_reply,
        }
        return {f: value for f, value in written.items() if whole or f not in _ADDED or value != _ADDED[f]}

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> Rules:
        """The rules that `to_dict` wrote. Every field must be there and no other; raises `RulesError`.

        Only those of `_ADDED` may be missing.
        """
        values = {**_ADDED, **values}
        expected = {field.name for field in fields(cls)}
        for field in sorted(expected ^ set(values)):
            raise RulesError(field, values.get(field))
        given = dict(values)
        for field, kind in _KINDS.items():
            if field == "packets" and given[field] is None:
                continue
            try:
                given[field] = kind(given[field])
            except ValueError:
                raise RulesError(field, given[field]) from None
        return cls(**given)  # type: ignore[arg-type]  # __post_init__ checks every value


_MOST_POINTS: Final = 99
_KINDS: Final[Mapping[str, type[Enum]]] = {
    "dialect": Dialect,
    "next_deal": NextDeal,
    "stakes": Stakes,
    "manners": Manners,
    "packets": Distribution,
}
_ADDED: Final[Mapping[str, str | bool | None]] = {
    "for_stakes": False,
    "manners": Manners.GUIDED.value,
    "packets": None,
    "if_enough": True,
    "king_after_reply": True,
}
"""Fields that older rules lack, with what held then."""


@dataclass(frozen=True, slots=True)
class Preset:
    """What a dialect is.

    Attributes:
        rules: the agreements that its source has.
        in_records: what its name means in a record, for ever. None: `rules`.
        choices: the fields of `Rules` that a challenge may change.
        differs: the numbers of the laws of Cavendish's code that its source has otherwise.
    """

    rules: Rules
    in_records: Rules | None = None
    choices: tuple[str, ...] = ("stakes", "manners", "next_deal")
    differs: frozenset[int] = frozenset()


# One exchange, a second only by agreement; the deal alternates, with a cut after each rubber.
_SHORT: Final = Rules(Dialect.SHORT, exchanges=1, next_deal=NextDeal.CUT_FOR_RUBBER, king_after_reply=False)
# Batches of two then three; a dealer who accepts changes a card; no card is asked for that the talon lacks.
_MODERN: Final = Rules(Dialect.MODERN, dealer_must_exchange=True, packets=Distribution.TWO_THREE, if_enough=False)

DIALECTS: Final[Mapping[Dialect, Preset]] = {
    Dialect.CAVENDISH: Preset(Rules()),
    Dialect.MODERN: Preset(
        _MODERN,
        # Releases until 0.2 wrote `modern` where the dealer chose the packets and could accept on condition.
        in_records=replace(_MODERN, packets=None, if_enough=True),
        differs=frozenset({5, 8, 23, 24, 25, 27, 28, 38, 41, 43}),
    ),
    Dialect.SHORT: Preset(
        _SHORT,
        # The first release wrote `short` where the players cut for every game.
        in_records=replace(_SHORT, next_deal=NextDeal.FRESH_CUT, king_after_reply=True),
        differs=frozenset(
            {1, 4, 5, 7, 9, 15, 16, 17, 18, 21, 24, 25, 26, 35, 40, 43, 46, 49, 50, 51},
        ),
    ),
}
"""Every dialect. A new one needs a member of `Dialect`, an entry here, and its texts."""

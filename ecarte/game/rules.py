"""The two seats, and the rules that a table agrees on before play: the dialect of the laws, and the options that it
leaves open.

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
    """One of the two players. The value is the letter of the seat in a text."""

    NORTH = "N"
    SOUTH = "S"

    other: Seat
    index: int

    def __str__(self) -> str:
        return str(self.value)


# Plain attributes, not properties: every card played reads the other seat.
Seat.NORTH.other, Seat.SOUTH.other = Seat.SOUTH, Seat.NORTH
Seat.NORTH.index, Seat.SOUTH.index = 0, 1


def check_seat(seat: object) -> None:
    """Raises `TypeError` unless `seat` is a `Seat`. Without this check, code that compares seats would take a letter
    for the seat of the other player.
    """
    if type(seat) is not Seat:
        raise TypeError(f"a player sits on a Seat, such as Seat.NORTH, not on {seat!r}")


@unique
class Dialect(Enum):
    """Which source a table takes its laws from."""

    CAVENDISH = "cavendish"
    MODERN = "modern"
    SHORT = "short"


@unique
class Distribution(Enum):
    """Whether a deal gives each player three cards and then two, or two and then three (Law 8)."""

    THREE_TWO = "3-2"
    TWO_THREE = "2-3"


@unique
class NextDeal(Enum):
    """How the first dealer of the next game is found. Sources: the treatise, p. 34; the end of the short code."""

    ALTERNATES = "alternates"
    FRESH_CUT = "fresh-cut"
    """The players cut for every game."""
    CUT_FOR_RUBBER = "fresh-cut-for-rubber"
    """The players cut after a rubber. Within a rubber, and between games without one, they take turns to deal."""


@unique
class Stakes(Enum):
    """Whether the loser's score can make a game count double or treble (Law 46)."""

    SINGLE_ONLY = "single-only"
    SINGLE_DOUBLE_TREBLE = "single-double-treble"


@unique
class Manners(Enum):
    """Whether a table allows only lawful moves, or lets players make errors."""

    GUIDED = "guided"
    """The table takes lawful moves only."""
    SALON = "salon"
    """Players may make errors. An error that the opponent does not call stands (Laws 25, 39-43)."""


@unique
class Multiple(Enum):
    """How many times a finished game counts (Law 46)."""

    SINGLE = 1
    DOUBLE = 2
    TREBLE = 3


class Scoring(NamedTuple):
    """How many points a deal brings.

    Attributes:
        king: for the king of trumps, turned up or announced (Law 47).
        point: for three or four tricks (Law 48).
        vulnerable: for three or four tricks against a player who played without proposing, or refused the first
            proposal (Law 49).
        vole: for five tricks (Law 48).
    """

    king: int = 1
    point: int = 1
    vulnerable: int = 2
    vole: int = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that a table has agreed on. They are part of the first event of a game.

    Attributes:
        scoring: how many points a deal brings; the same in every dialect.
        dialect: the source of the laws.
        exchanges: the most exchanges in one deal. If None, the dealer's answers and the talon alone limit them.
        dealer_must_exchange: whether a dealer who accepts must exchange at least one card, if the talon has one.
        next_deal: how the first dealer of the next game is found.
        points: the score that wins the game, 1 to 99.
        stakes: whether a game can count double or treble.
        for_stakes: from when on a resigned game is lost. True: from the first deal on. False: from the first move on;
            until then it is void, even though both players have seen their cards.
        manners: whether players may make errors.
        packets: how both players deal. If None, each player chooses at their first deal and keeps to it (Law 8).
        if_enough: whether the dealer may accept on condition that the talon suffices (Law 38).
        king_after_reply: whether a dealer whose first card is the king may announce it until their next card (Law 24).

    Raises:
        RulesError: a field has a value that the rules do not allow.
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
        """Returns the rules of a dialect, without any change by the players. Raises `TypeError` for anything but a
        `Dialect`.
        """
        if type(dialect) is not Dialect:
            raise TypeError(f"rules are those of a Dialect, such as Dialect.MODERN, not of {dialect!r}")
        return DIALECTS[dialect].rules

    def to_dict(self, *, whole: bool = False) -> dict[str, str | int | bool | None]:
        """Returns the rules as plain values for JSON.

        Args:
            whole: whether to write every field. If not, the fields that earlier releases did not have (`_ADDED`) are
                written only where the value is not the default.
        """
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
        """Reads rules that `to_dict` wrote. Fields that earlier releases did not have (`_ADDED`) may be missing.

        Raises:
            RulesError: another field is missing or unknown, or a value is not allowed.
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
"""Fields that rules stored by earlier releases lack, with the values by which these releases played."""


@dataclass(frozen=True, slots=True)
class Preset:
    """What the library knows of a dialect.

    Attributes:
        rules: the rules of its source.
        in_records: the rules that the name of the dialect means in a record. They never change, so that old records
            keep their meaning. None means the same as `rules`.
        choices: the fields of `Rules` that a challenge may change.
        differs: the numbers of those laws of Cavendish's code that are different in this source.
    """

    rules: Rules
    in_records: Rules | None = None
    choices: tuple[str, ...] = ("stakes", "manners", "next_deal")
    differs: frozenset[int] = frozenset()


# One exchange, a second one only by agreement. The deal alternates; the players cut after each rubber.
_SHORT: Final = Rules(Dialect.SHORT, exchanges=1, next_deal=NextDeal.CUT_FOR_RUBBER, king_after_reply=False)
# Packets of two, then three. A dealer who accepts must exchange a card. The elder asks for no more than the talon has.
_MODERN: Final = Rules(Dialect.MODERN, dealer_must_exchange=True, packets=Distribution.TWO_THREE, if_enough=False)

DIALECTS: Final[Mapping[Dialect, Preset]] = {
    Dialect.CAVENDISH: Preset(Rules()),
    Dialect.MODERN: Preset(
        _MODERN,
        # In records of releases up to 0.2, `modern` let the dealer choose the packets and accept on condition.
        in_records=replace(_MODERN, packets=None, if_enough=True),
        differs=frozenset({5, 8, 23, 24, 25, 27, 28, 38, 41, 43}),
    ),
    Dialect.SHORT: Preset(
        _SHORT,
        # In records of the first release, `short` meant a cut for every game.
        in_records=replace(_SHORT, next_deal=NextDeal.FRESH_CUT, king_after_reply=True),
        differs=frozenset(
            {1, 4, 5, 7, 9, 15, 16, 17, 18, 21, 24, 25, 26, 35, 40, 43, 46, 49, 50, 51},
        ),
    ),
}
"""What the library knows of each dialect. A new one needs a member of `Dialect`, an entry here, and its texts."""

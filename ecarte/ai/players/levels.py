"""The levels of the house: how each one plays, its version, and its name and picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final, NamedTuple, assert_never

from ecarte.ai.players.erring import erring
from ecarte.ai.players.exchange_policy import ExchangePolicy
from ecarte.ai.players.maitre import Choice, maitre, maitre_with, searched_cards
from ecarte.ai.players.mixed import BookPolicy, book_cards
from ecarte.ai.players.novice import novice
from ecarte.ai.players.player import Player
from ecarte.ai.players.salon import salon
from ecarte.ai.players.solved import SolvedPolicy
from ecarte.game import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """How a level of the house plays, its version, and its name and picture.

    Attributes:
        number: the number that stored games have for the level. No other level ever gets it.
        title: the name of the level in English.
        about: how the level plays, in a few words of English.
        card: the court card that represents the level in pictures.
        player: the function that plays at this level.
        version: the current version. Records name it. Raise it with each change of the player's answers, in code or
            in tables (`tests/ecarte/ai/test_versions.py`), and with each change of what counts as a decision.
        answers_since: the first version with the same answers as the current one. Games of it and of all later versions
            can be recomputed.
        beginner_wins: the share of games that the model of a beginner wins against the level: `python -m research
            ladder --games 8000 --seed 1`.
        earlier: the players of earlier versions with other answers, by version. They are kept so that their games can
            be recomputed.
        counted_due_discards: the last version that counted a dealer's automatic discard as a decision; 0 if none did. A
            dealer's discard is automatic, and empty, if the elder has left no card in the talon. If it counts as a
            decision, it uses up one of the numbers by which the house chooses its moves (`ecarte.fair.house`).
        parts: how the player exchanges, and how it chooses cards. None if these parts cannot be combined with those of
            other levels.
    """

    number: int
    title: str
    about: str
    card: Card
    player: Player
    version: int
    answers_since: int
    beginner_wins: float
    earlier: Mapping[int, Player] = field(default_factory=dict)
    counted_due_discards: int = 0
    parts: tuple[ExchangePolicy, Choice] | None = None


@unique
class Level(Enum):
    """The levels of the house, from the weakest to the strongest.

    The value of a member is its name in commands, stored settings, records and the keys of sentences: a lower-case word
    that never changes.
    """

    STARTER = "starter"
    NOVICE = "novice"
    AMATEUR = "amateur"
    SALON = "salon"
    MAITRE = "maitre"

    def __str__(self) -> str:
        return self.value

    @property
    def definition(self) -> Definition:
        """How this level plays, its version, and its name and picture."""
        match self:
            case Level.STARTER:
                return _STARTER
            case Level.NOVICE:
                return _NOVICE
            case Level.AMATEUR:
                return _AMATEUR
            case Level.SALON:
                return _SALON
            case Level.MAITRE:
                return _MAITRE
            case never:
                assert_never(never)


_STARTER: Final = Definition(
    number=4,
    title="starter",
    about="lawful, and often wrong: errs at a set rate by cost",
    card=Card.parse("JC"),
    player=erring(0.35),
    version=3,
    answers_since=3,
    beginner_wins=0.701,
    earlier=dict.fromkeys((1, 2), erring(0.2, marks_standing=False)),
    counted_due_discards=1,
)
_NOVICE: Final = Definition(
    number=1,
    title="novice",
    about="lawful and careless",
    card=Card.parse("JD"),
    player=novice,
    version=2,
    answers_since=1,
    beginner_wins=0.604,
    counted_due_discards=1,
)
_AMATEUR: Final = Definition(
    number=5,
    title="amateur",
    about="the starter's engine with far fewer errors",
    card=Card.parse("JH"),
    player=erring(0.025),
    version=3,
    answers_since=3,
    beginner_wins=0.498,
    earlier=dict.fromkeys((1, 2), erring(0.02, marks_standing=False)),
    counted_due_discards=1,
)
_SALON: Final = Definition(
    number=2,
    title="salon",
    about="Cavendish's rules as written",
    card=Card.parse("QH"),
    player=salon,
    version=2,
    answers_since=1,
    beginner_wins=0.442,
    counted_due_discards=1,
    parts=(BookPolicy(), book_cards),
)
_MAITRE: Final = Definition(
    number=3,
    title="maître",
    about="a solved policy for the exchange, and a search for every card",
    card=Card.parse("KS"),
    player=maitre,
    version=4,
    answers_since=3,
    beginner_wins=0.396,
    counted_due_discards=3,
    parts=(SolvedPolicy(), searched_cards),
)


class MixedLevel(NamedTuple):
    """A player for measurements: it proposes, answers and discards like one level, and plays the cards like another
    one.
    """

    exchange: Level
    cards: Level

    def __str__(self) -> str:
        return f"{self.exchange}/{self.cards}"


_NAMED: Final[Mapping[str, tuple[Definition, int]]] = {
    f"{level} {version}": (level.definition, version)
    for level in Level
    for version in range(1, level.definition.version + 1)
}
"""All versions of all levels, by the name that records give them."""


def player_of(level: Level | MixedLevel) -> Player:
    """Returns the function that plays at a level, or at a mix of two levels.

    Raises:
        ValueError: a level of the mix cannot be combined with others.
    """
    if not isinstance(level, MixedLevel):
        return level.definition.player
    return maitre_with(_parts_of(level.exchange)[0], _parts_of(level.cards)[1])


def name_of(level: Level) -> str:
    """Returns the name of a level in records, with its current version: "maitre 4"."""
    return f"{level} {level.definition.version}"


def player_named(name: str) -> Player | None:
    """Returns the player with the name that a record gives it, such as "maitre 1".

    Returns:
        None if no level has that name, or if this release cannot play as that version did.
    """
    if name not in _NAMED:
        return None
    definition, version = _NAMED[name]
    return definition.player if version >= definition.answers_since else definition.earlier.get(version)


def counts_due_discards(name: str) -> bool:
    """Returns whether the player with this name counted a dealer's automatic discard as a decision.

    A dealer's discard is automatic, and empty, if the elder has left no card in the talon.
    """
    if name not in _NAMED:
        return False
    definition, version = _NAMED[name]
    return version <= definition.counted_due_discards


def contestant(name: str) -> Level | MixedLevel:
    """Returns the level with this name, or a mix of two levels, such as `maitre/salon`.

    Raises:
        ValueError: no level or mix has this name.
    """
    parts = name.split("/")
    levels = {level.value: level for level in Level}
    unknown = [part for part in parts if part not in levels]
    if unknown or len(parts) > 2:
        raise ValueError(f"{unknown[0] if unknown else name!r} is no level; the levels are {', '.join(levels)}")
    if len(parts) == 1:
        return levels[name]
    mixed = MixedLevel(*(levels[part] for part in parts))
    player_of(mixed)
    return mixed


def _parts_of(level: Level) -> tuple[ExchangePolicy, Choice]:
    if level.definition.parts is None:
        able = " and ".join(level.value for level in Level if level.definition.parts is not None)
        raise ValueError(f"{level}: only {able} can be combined")
    return level.definition.parts

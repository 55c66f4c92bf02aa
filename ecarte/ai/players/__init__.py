"""The players of the house, for guided tables.

    weights = player_of(Level.MAITRE)(player_view(state, seat))     the moves, and how often each
    move = chosen_move(weights, number)                             the caller supplies the chance

A player is a pure function of its seat's view, see `ecarte.ai.players.player`. The caller asks the seat to act, and
before it the other seat if that has `legal_moves` (it may announce its king, or pass).
"""

from collections.abc import Mapping
from enum import Enum, unique
from typing import Final, NamedTuple

from ecarte.ai.cards.dealt import columns
from ecarte.ai.exchange.policy import policy
from ecarte.ai.players.erring import erring
from ecarte.ai.players.exchange_policy import ExchangePolicy
from ecarte.ai.players.maitre import Choice, maitre, maitre_with, searched_cards
from ecarte.ai.players.mixed import BookPolicy, book_cards
from ecarte.ai.players.novice import novice
from ecarte.ai.players.player import Player, Weights, chosen_move
from ecarte.ai.players.salon import salon
from ecarte.ai.players.solved import SolvedPolicy
from ecarte.game import mask_of, parse_cards
from ecarte.odds import class_of, table

__all__ = [
    "ExchangePolicy",
    "Level",
    "MixedLevel",
    "Player",
    "Weights",
    "chosen_move",
    "contestant",
    "counts_due_discards",
    "get_ready",
    "maitre_with",
    "name_of",
    "player_named",
    "player_of",
]


@unique
class Level(Enum):
    """How well a player of the house plays."""

    STARTER = "starter"
    """Lawful, and often wrong: errs at a set rate by cost."""
    NOVICE = "novice"
    """Lawful and careless."""
    AMATEUR = "amateur"
    """The starter's engine with far fewer errors."""
    SALON = "salon"
    """Cavendish's rules as written."""
    MAITRE = "maitre"
    """The solved policy for the exchange, a search for every card."""

    def __str__(self) -> str:
        return str(self.value)


class MixedLevel(NamedTuple):
    """A player that exchanges as one level and plays the cards as another, for measurements."""

    exchange: Level
    cards: Level

    def __str__(self) -> str:
        return f"{self.exchange}/{self.cards}"


_PLAYERS: Final[Mapping[Level, Player]] = {
    Level.STARTER: erring(0.35),
    Level.NOVICE: novice,
    Level.AMATEUR: erring(0.025),
    Level.SALON: salon,
    Level.MAITRE: maitre,
}
_VERSIONS: Final[Mapping[Level, int]] = {
    Level.STARTER: 3,
    Level.NOVICE: 2,
    Level.AMATEUR: 3,
    Level.SALON: 2,
    Level.MAITRE: 4,
}
"""Records name the version that played: raised with each change of a player's answers, be it of code or of tables
(`tests/ecarte/ai/test_versions.py`), and of what counts as a decision (`counts_due_discards`)."""
_ANSWERS_SINCE: Final[Mapping[Level, int]] = {
    Level.STARTER: 3,
    Level.NOVICE: 1,
    Level.AMATEUR: 3,
    Level.SALON: 1,
    Level.MAITRE: 3,
}
"""The first version with the answers of the present one: it and those after it can be recomputed."""
_EARLIER: Final[Mapping[str, Player]] = {
    **dict.fromkeys(("starter 1", "starter 2"), erring(0.2, marks_standing=False)),
    **dict.fromkeys(("amateur 1", "amateur 2"), erring(0.02, marks_standing=False)),
}
"""Players with other answers than the present ones that can still be asked, so that their games can be recomputed."""
_COUNTED_DUE_DISCARDS: Final = frozenset(
    {"starter 1", "novice 1", "amateur 1", "salon 1", "maitre 1", "maitre 2", "maitre 3"}
)
_PARTS: Final[Mapping[Level, tuple[ExchangePolicy, Choice]]] = {
    Level.SALON: (BookPolicy(), book_cards),
    Level.MAITRE: (SolvedPolicy(), searched_cards),
}


def player_of(level: Level | MixedLevel) -> Player:
    """The player of a level or of a mixed level. Raises `KeyError` for a mix of others than salon and maître."""
    if isinstance(level, MixedLevel):
        return maitre_with(_PARTS[level.exchange][0], _PARTS[level.cards][1])
    return _PLAYERS[level]


def name_of(level: Level) -> str:
    """The level with its version, as records name a player: "maitre 1"."""
    return f"{level} {_VERSIONS[level]}"


def player_named(name: str) -> Player | None:
    """The player that a record names; None: a version that cannot be asked any more, or no player of the house."""
    return _EARLIER.get(name) or next((player_of(level) for level in Level if name in _names_of(level)), None)


def counts_due_discards(name: str) -> bool:
    """Whether this version took a discard that follows by itself for a decision, so that it used up a number."""
    return name in _COUNTED_DUE_DISCARDS


def _names_of(level: Level) -> list[str]:
    """The versions that answer as the present one."""
    return [f"{level} {version}" for version in range(_ANSWERS_SINCE[level], _VERSIONS[level] + 1)]


def contestant(name: str) -> Level | MixedLevel:
    """The level of this name, or the mixed level, as in `maitre/salon`. Raises `ValueError`."""
    parts = name.split("/")
    levels = {str(level): level for level in Level}
    unknown = [part for part in parts if part not in levels]
    if unknown or len(parts) > 2:
        raise ValueError(f"{unknown[0] if unknown else name!r} is no level; there are {', '.join(levels)}")
    if len(parts) == 1:
        return levels[name]
    exchange, cards = (levels[part] for part in parts)
    if not {exchange, cards} <= _PARTS.keys():
        raise ValueError(f"{name}: only {' and '.join(map(str, _PARTS))} can be put together")
    return MixedLevel(exchange, cards)


def get_ready() -> None:
    """Loads and builds the players' tables, so that no decision waits for them."""
    table()
    policy().unpack()
    columns()
    turn_up, *cards = parse_cards("TS 9S 8S 7S 7H 7C")
    class_of(mask_of(cards), turn_up)

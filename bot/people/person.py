"""Who plays at a table: a member of a server, or the house itself at one of its levels.

The house sits under ids that no member can have, one for each level: so the log of a table tells all there is to know,
and whoever reads a result knows against whom it was played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.storage import HOUSE_IDS
from ecarte.ai import Level

__all__ = ["Level", "Person", "has_house", "level_of"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as a table knows him: his id and the name that he bore when he came."""

    id: int
    name: str

    @property
    def level(self) -> Level | None:
        """How well the house plays, if this is the house; None: it is a member."""
        return level_of(self.id)

    @classmethod
    def of_house(cls, level: Level) -> Person:
        """The house at a level; its name is for logs and records, and for readers it is put into their words."""
        return cls(_IDS[level], _NAMES[level])


# They stand in logs and results: none may ever mean another level.
_IDS = {
    Level.NOVICE: HOUSE_IDS[1],
    Level.SALON: HOUSE_IDS[2],
    Level.MAITRE: HOUSE_IDS[3],
}
_LEVELS = {user_id: level for level, user_id in _IDS.items()}
_NAMES = {
    Level.NOVICE: "House (novice)",
    Level.SALON: "House (salon)",
    Level.MAITRE: "House (maître)",
}


def level_of(user_id: int) -> Level | None:
    """The level of the house whose id this is; None: it is a member's."""
    return _LEVELS.get(user_id)


def has_house(people: Iterable[Person | None]) -> bool:
    """Whether the house is among these."""
    return any(person is not None and person.level is not None for person in people)

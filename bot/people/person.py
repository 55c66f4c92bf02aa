"""Persons who sit at tables: members, and the house at one of its levels.

The house has an id for each level, which no member can have. So logs and results show at which level it played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.rows.ids import HOUSE_IDS
from ecarte.ai import Level


@dataclass(frozen=True, slots=True)
class Person:
    """A person at a table: their id, and their name when they came."""

    id: int
    name: str

    @property
    def level(self) -> Level | None:
        """The level of the house. None for a member."""
        return level_of(self.id)

    @classmethod
    def of_house(cls, level: Level) -> Person:
        """Returns the house at a level. The name is for logs and records; readers get one in their own language."""
        return cls(HOUSE_IDS[level.definition.number], f"House ({level.definition.title})")


_LEVELS: Final = {HOUSE_IDS[level.definition.number]: level for level in Level}


def level_of(user_id: int) -> Level | None:
    """Returns the level of the house with this id. None for a member's id."""
    return _LEVELS.get(user_id)


def has_house(people: Iterable[Person | None]) -> bool:
    """Whether the house is among these."""
    # This runs for each event of a log: a generator takes three times as long.
    for person in people:  # noqa: SIM110
        if person is not None and person.id in _LEVELS:
            return True
    return False

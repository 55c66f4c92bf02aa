"""The persons who sit at tables: members of servers, and the house (the computer player) at one of its levels.

The house has its own id for each level, which no member can have. So logs and results show at which level it played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.rows.ids import HOUSE_IDS
from ecarte.ai import Level


@dataclass(frozen=True, slots=True)
class Person:
    """A person at a table: their id, and the name that they had when they came to the table."""

    id: int
    name: str

    @property
    def level(self) -> Level | None:
        """The level of the house (the computer player). None if the person is a member."""
        return level_of(self.id)

    @classmethod
    def of_house(cls, level: Level) -> Person:
        """Returns the house (the computer player) at a level, as a person. The name is used in logs and records.

        Messages use a name in the reader's language.
        """
        return cls(HOUSE_IDS[level.definition.number], f"House ({level.definition.title})")


_LEVELS: Final = {HOUSE_IDS[level.definition.number]: level for level in Level}


def level_of(user_id: int) -> Level | None:
    """Returns the level of the house (the computer player) that has this id. None if the id is a member's."""
    return _LEVELS.get(user_id)


def has_house(people: Iterable[Person | None]) -> bool:
    """Returns whether the house (the computer player) is among these people."""
    # This runs for each event of a log: a generator takes three times as long.
    for person in people:  # noqa: SIM110
        if person is not None and person.id in _LEVELS:
            return True
    return False

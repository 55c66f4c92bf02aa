"""Counts how often a member leaves games: lets the time run out, or resigns in the first deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.people.service import People
from bot.rows.sanctions import PairGame

_LOOKED_AT: Final = 100
"""How many of the last games count, so that a member who stays becomes known for it again."""
_LEAST_GAMES: Final = 10
_LEAST_LEFT: Final = 2
_USUAL: Final = 0.05
"""The share of games left that is not mentioned: a connection breaks, a child wakes."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """The number of decided games of a member against other members (`games`), and how many of them the member has left
    (`left`).
    """

    games: int
    left: int

    @property
    def finished(self) -> float:
        """The share of games that the member has not left, from 0 to 1. 1 if there are no games."""
        return 1 - self.left / self.games if self.games else 1.0

    @property
    def is_often(self) -> bool:
        """Whether the member leaves games often: more than one game in twenty, and at least two.

        False if the member has fewer than ten decided games.
        """
        return self.games >= _LEAST_GAMES and self.left >= _LEAST_LEFT and self.left > _USUAL * self.games


async def of_member(people: People, guild_id: int, user_id: int) -> Leaving:
    """Looks at a member's last hundred decided games against members in a server. Returns how many they have left."""
    ends = await people.results.ends_of(guild_id, user_id, last=_LOOKED_AT)
    return Leaving(len(ends), sum(not end.won and _is_left(end.how, end.deals) for end in ends))


def find_leavers(games: Iterable[PairGame]) -> tuple[tuple[int, Leaving], ...]:
    """Returns the ids of the members who often leave games, each with the numbers of games decided and left.

    Counts only the given games. The members who have left most games come first.
    """
    counts: dict[int, list[bool]] = {}
    for game in games:
        if game.winner is None:
            continue
        for place, person in enumerate(game.people):
            counts.setdefault(person, []).append(place != game.winner and _is_left(game.how, game.deals))
    members = {person: Leaving(len(left), sum(left)) for person, left in counts.items()}
    often = [(person, leaving) for person, leaving in members.items() if leaving.is_often]
    return tuple(sorted(often, key=lambda one: (-one[1].left, one[0])))


def _is_left(how: str, deals: int) -> bool:
    return how == "time" or (how == "resigned" and deals <= 1)

"""How often a member leaves games. Pure: counts, and accuses no one."""

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
    """How many games a member has `left`, out of `games` decided games against members.

    A game is left if its loser's time ran out and the opponent took it, or if it was resigned in its first deal. A
    later resignation keeps no one waiting, and does not count.
    """

    games: int
    left: int

    @property
    def finished(self) -> float:
        """The share of games that were not left, from 0 to 1. 1 without any games."""
        return 1 - self.left / self.games if self.games else 1.0

    @property
    def is_often(self) -> bool:
        """Whether the member leaves often: more than one game in twenty, at least two, and of enough games."""
        return self.games >= _LEAST_GAMES and self.left >= _LEAST_LEFT and self.left > _USUAL * self.games


async def of_member(people: People, guild_id: int, user_id: int) -> Leaving:
    """Returns how many of their last hundred games in a server a member has left."""
    ends = await people.results.ends_of(guild_id, user_id, last=_LOOKED_AT)
    return Leaving(len(ends), sum(not end.won and _is_left(end.how, end.deals) for end in ends))


def find_leavers(games: Iterable[PairGame]) -> tuple[tuple[int, Leaving], ...]:
    """Returns the members who often leave games, those who have left most first."""
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

"""The second prize of an arena: the fewest errors in its games, by the house's review of them.

The cards decide most of an arena, so the prize rewards few errors. Decisions are counted, not games: a person
who resigns each game after one plain decision has many games and no error.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.rows.ids import is_erased
from bot.tournaments.service import Tournaments
from bot.tournaments.tournament import Stage, Tournament
from ecarte.teaching.story import UNIT

_FEWEST_GAMES, _FEWEST_DECISIONS = 3, 20


@dataclass(frozen=True, slots=True)
class FewestErrors:
    """The person with the fewest errors in an arena.

    Attributes:
        number: their number in the tournament.
        rate: what their errors cost for each decision that mattered, on average, in hundredths of a game.
    """

    number: int
    rate: float


async def fewest_errors(tournaments: Tournaments, tournament: Tournament) -> FewestErrors | None:
    """Returns the person with the fewest errors in an arena that is over.

    Considers only people who have finished at least three games, and have made at least twenty decisions that mattered
    and at least half as many as the person with the most. None if no person fits, if the arena is not over, or if the
    tournament is no arena.
    """
    if tournament.arena is None or tournament.stage is not Stage.OVER:
        return None
    rows = await tournaments.repository.errors(tournament.id)
    least = max(_FEWEST_DECISIONS, max((row.telling for row in rows), default=0) / 2)
    rates = [
        FewestErrors(number, 100 * row.cost / UNIT / row.telling)
        for row in rows
        if row.games >= _FEWEST_GAMES and row.telling >= least and not is_erased(row.user_id)
        if (number := tournament.number_of(row.user_id)) is not None
    ]
    return min(rates, key=lambda one: (one.rate, one.number), default=None)

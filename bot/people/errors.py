"""The errors that a member makes in their games, counted by the kind of decision.

The reviews after the games find them.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.people.service import People
from bot.rows.member_rows import Errors
from ecarte.teaching import DecisionKind, Judged, worst_first


async def note(people: People, table_id: int, game_no: int, user_id: int, judged: Iterable[Judged]) -> None:
    """Stores how many errors a player made in a finished game and what these cost, by the kind of decision.

    Args:
        judged: the player's decisions, with the errors among them.
    """
    errors: dict[str, Errors] = {}
    for decision in worst_first(judged):
        before = errors.get(decision.kind.value, Errors(0, 0))
        errors[decision.kind.value] = Errors(before.number + 1, before.cost + round(decision.cost * 100))
    await people.errors.note(table_id, game_no, user_id, errors)


async def of_member(people: People, guild_id: int, user_id: int) -> dict[DecisionKind, Errors]:
    """Returns the number and the cost of a member's errors in a server, by the kind of decision.

    Leaves out kinds that no longer exist.
    """
    kinds = {kind.value: kind for kind in DecisionKind}
    stored = await people.errors.of(guild_id, user_id)
    return {kinds[kind]: errors for kind, errors in stored.items() if kind in kinds}

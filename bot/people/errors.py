"""Errors of a member, as the reviews after their games found them, by the kind of decision."""

from __future__ import annotations

from collections.abc import Iterable

from bot.people.service import People
from bot.rows.member_rows import Errors
from ecarte.teaching import DecisionKind, Judged, worst_first


async def note(people: People, table_id: int, game_no: int, user_id: int, judged: Iterable[Judged]) -> None:
    """Notes the errors among the decisions of a player in a finished game."""
    found: dict[str, Errors] = {}
    for decision in worst_first(judged):
        before = found.get(decision.kind.value, Errors(0, 0))
        found[decision.kind.value] = Errors(before.number + 1, before.cost + round(decision.cost * 100))
    await people.errors.note(table_id, game_no, user_id, found)


async def of_member(people: People, guild_id: int, user_id: int) -> dict[DecisionKind, Errors]:
    """Returns the errors of a member in a server, by kind; those of kinds that are no more are left out."""
    known = {kind.value: kind for kind in DecisionKind}
    found = await people.errors.of(guild_id, user_id)
    return {known[kind]: errors for kind, errors in found.items() if kind in known}

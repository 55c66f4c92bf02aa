"""Errors of a member, as the reviews after their games found them, by the kind of decision."""

from __future__ import annotations

from collections.abc import Mapping

from bot.people.service import People
from bot.storage import Errors
from ecarte.teaching import DecisionKind

__all__ = ["Errors", "note", "of_member"]


async def note(
    people: People, table_id: int, game_no: int, user_id: int, errors: Mapping[DecisionKind, Errors]
) -> None:
    """Notes the errors of a player in a finished game."""
    named = {kind.value: found for kind, found in errors.items()}
    await people.errors.note(table_id, game_no, user_id, named)


async def of_member(people: People, guild_id: int, user_id: int) -> dict[DecisionKind, Errors]:
    """Returns the errors of a member in a server, by kind; those of kinds that are no more are left out."""
    known = {kind.value: kind for kind in DecisionKind}
    found = await people.errors.of(guild_id, user_id)
    return {known[kind]: errors for kind, errors in found.items() if kind in known}

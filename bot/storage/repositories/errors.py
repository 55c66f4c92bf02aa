"""Errors of players that the review after each game has found, by kind of decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, func, select

from bot.rows.member_rows import Errors
from bot.storage.backends.base import insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.standing_tables import error_results
from bot.storage.schema.tables import game_players

_PLAYED: Final = select(game_players.c.guild_id)


class ErrorRepository(Repository):
    """Stores the errors of players that reviews have found."""

    @writes
    def note(
        self, connection: Connection, table_id: int, game_no: int, user_id: int, errors: Mapping[str, Errors]
    ) -> None:
        """Stores the errors of a player in a finished game, by kind of decision.

        A second call for the same game does nothing.

        Also does nothing if the person did not play in that game.
        """
        # This locks the row of the player. If the person was erased meanwhile, the row has another id.
        played = _PLAYED.where(
            game_players.c.table_id == table_id, game_players.c.game_no == game_no, game_players.c.user_id == user_id
        )
        guild_id = connection.scalar(played.with_for_update())
        if guild_id is None:
            return
        key = {"table_id": table_id, "game_no": game_no, "user_id": user_id, "guild_id": guild_id}
        rows = [key | {"kind": kind, "errors": sum_.number, "cost": sum_.cost} for kind, sum_ in sorted(errors.items())]
        if rows:
            connection.execute(insert_new(connection, error_results), rows)

    @reads
    def of(self, connection: Connection, guild_id: int, user_id: int) -> dict[str, Errors]:
        """Returns the errors of a member in all reviewed games of a server, by kind of decision."""
        column = error_results.c
        sums = (
            select(column.kind, func.sum(column.errors), func.sum(column.cost))
            .where(column.user_id == user_id, column.guild_id == guild_id)
            .group_by(column.kind)
        )
        return {kind: Errors(int(number), int(cost)) for kind, number, cost in connection.execute(sums)}

"""Withdraws the puzzles that come from a person's games, in the caller's transaction."""

from __future__ import annotations

from sqlalchemy import Connection, select, tuple_, update

from bot.storage.schema.puzzle_tables import puzzles
from bot.storage.schema.tables import game_players


def withdraw_puzzles(connection: Connection, user_id: int) -> None:
    """Withdraws the puzzles from all games that a person has finished, so that no one gets them any more."""
    played = select(game_players.c.table_id, game_players.c.game_no).where(game_players.c.user_id == user_id)
    theirs = tuple_(puzzles.c.table_id, puzzles.c.game_no).in_(played)
    connection.execute(update(puzzles).where(theirs).values(state="withdrawn"))

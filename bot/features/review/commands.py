"""`/ecarte review [game]`: one's own decisions in a finished game, or one's advice, with what each cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.adapter.wording import Wording
from bot.features.games.options import of_a_game
from bot.features.review.page import open_review as answer

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, with its completion."""
    return of_a_game(room, "review", said("command.review"), said("command.review.game"), answer)

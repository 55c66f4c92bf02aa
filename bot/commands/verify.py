"""`/ecarte verify [game]`: whether the deals of a finished game were what was promised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.commands.games import of_a_game
from bot.commands.wording import Wording
from bot.ui.pages.verify import verify as answer

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, with its completion."""
    return of_a_game(room, "verify", said("command.verify"), said("command.verify.game"), answer)

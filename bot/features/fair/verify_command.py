"""`/ecarte verify [game]`: whether the deals of a finished game were what was promised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.adapter.wording import Wording
from bot.features.fair.verify_page import verify as answer
from bot.features.games.options import of_a_game

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, with its completion."""
    return of_a_game(room, "verify", said("command.verify"), said("command.verify.game"), answer)

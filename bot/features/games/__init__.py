"""The feature "games"."""

from bot.adapter.registry import Feature
from bot.features.games.finished import game_label, game_lines, people_of
from bot.features.games.options import game_command, is_here, last_game, offered

__all__ = ["FEATURE", "game_command", "game_label", "game_lines", "is_here", "last_game", "offered", "people_of"]

FEATURE = Feature("games")

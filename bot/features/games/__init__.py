"""The feature "games"."""

from bot.adapter.registry import Feature
from bot.features.games.finished import game_label, game_lines, game_row, people_of
from bot.features.games.options import is_here, last_game, offered

__all__ = ["FEATURE", "game_label", "game_lines", "game_row", "is_here", "last_game", "offered", "people_of"]

FEATURE = Feature("games")

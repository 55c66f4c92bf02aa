"""The feature "daily": the deal of the day, which each person may play once against the house."""

from bot.adapter.registry import Feature
from bot.features.daily import handlers
from bot.features.daily.handlers import today
from bot.features.daily.render import DailyBoard, board_lines, day_title, play_button

__all__ = ["FEATURE", "DailyBoard", "board_lines", "day_title", "play_button", "today"]

FEATURE = Feature("daily", (handlers.ROUTES,))

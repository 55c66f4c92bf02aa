"""The feature "daily"."""

from bot.adapter.registry import Feature
from bot.features.daily import handlers
from bot.features.daily.handlers import today
from bot.features.daily.render import day_title, play_button

__all__ = ["FEATURE", "day_title", "play_button", "today"]

FEATURE = Feature("daily", (handlers.ROUTES,))

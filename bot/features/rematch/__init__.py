"""The feature "rematch"."""

from bot.adapter.registry import Feature
from bot.features.rematch import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("rematch", (handlers.ROUTES,))

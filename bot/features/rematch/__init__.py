"""The feature "rematch"."""

from bot.adapter.registry import Feature
from bot.features.rematch import handlers, text

__all__ = ["FEATURE", "text"]

FEATURE = Feature("rematch", (handlers.ROUTES,))

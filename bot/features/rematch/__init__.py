"""The feature "rematch"."""

from bot.adapter.registry import Feature
from bot.features.rematch import ending, handlers, text

__all__ = ["FEATURE", "ending", "text"]

FEATURE = Feature("rematch", (handlers.ROUTES,))

"""The feature "hand"."""

from bot.adapter.registry import Feature
from bot.features.hand import handlers, render

__all__ = ["FEATURE", "render"]

FEATURE = Feature("hand", (handlers.ROUTES,))

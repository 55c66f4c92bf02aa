"""The feature "hand"."""

from bot.adapter.registry import Feature
from bot.features.hand import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("hand", (handlers.ROUTES,))

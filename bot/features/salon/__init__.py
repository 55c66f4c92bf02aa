"""The feature "salon"."""

from bot.adapter.registry import Feature
from bot.features.salon import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("salon", (handlers.ROUTES,))

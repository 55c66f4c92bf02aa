"""The feature "betting"."""

from bot.adapter.registry import Feature
from bot.features.betting import commands, handlers

__all__ = ["FEATURE"]

FEATURE = Feature("betting", (commands.ROUTES, handlers.ROUTES))

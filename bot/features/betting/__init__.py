"""The feature "betting"."""

from bot.adapter.registry import Feature
from bot.features.betting import commands, handlers, render, text

__all__ = ["FEATURE", "render", "text"]

FEATURE = Feature("betting", (commands.ROUTES, handlers.ROUTES))

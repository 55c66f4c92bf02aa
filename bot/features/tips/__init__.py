"""The feature "tips"."""

from bot.adapter.registry import Feature
from bot.features.tips import handlers
from bot.features.tips.line import tip

__all__ = ["FEATURE", "tip"]

FEATURE = Feature("tips", (handlers.ROUTES,), more=handlers.entries)

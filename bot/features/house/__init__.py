"""The feature "house"."""

from bot.adapter.registry import Feature
from bot.features.house import commands

__all__ = ["FEATURE"]

FEATURE = Feature("house", (commands.ROUTES,))

"""The feature "pool"."""

from bot.adapter.registry import Feature
from bot.features.pool import commands

__all__ = ["FEATURE"]

FEATURE = Feature("pool", (commands.ROUTES,))

"""The feature "pool"."""

from bot.adapter.registry import Feature
from bot.features.pool import commands, render

__all__ = ["FEATURE", "render"]

FEATURE = Feature("pool", (commands.ROUTES,))

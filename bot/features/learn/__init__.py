"""The feature "learn"."""

from bot.adapter.registry import Feature
from bot.features.learn import page

__all__ = ["FEATURE"]

FEATURE = Feature("learn", (page.ROUTES,))

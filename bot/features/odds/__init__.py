"""The feature "odds"."""

from bot.adapter.registry import Feature
from bot.features.odds import page

__all__ = ["FEATURE"]

FEATURE = Feature("odds", (page.ROUTES,))

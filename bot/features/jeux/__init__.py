"""The feature "jeux"."""

from bot.adapter.registry import Feature
from bot.features.jeux import page

__all__ = ["FEATURE"]

FEATURE = Feature("jeux", (page.ROUTES,))

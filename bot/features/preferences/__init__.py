"""The feature "preferences"."""

from bot.adapter.registry import Feature
from bot.features.preferences import page

__all__ = ["FEATURE"]

FEATURE = Feature("preferences", (page.ROUTES,))

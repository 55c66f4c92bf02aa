"""The feature "profile"."""

from bot.adapter.registry import Feature
from bot.features.profile import history_page

__all__ = ["FEATURE"]

FEATURE = Feature("profile", (history_page.ROUTES,))

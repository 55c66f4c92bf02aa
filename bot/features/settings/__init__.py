"""The feature "settings"."""

from bot.adapter.registry import Feature
from bot.features.settings import page

__all__ = ["FEATURE"]

FEATURE = Feature("settings", (page.ROUTES,))

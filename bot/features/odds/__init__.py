"""The feature "odds"."""

from bot.adapter.registry import Feature
from bot.features.odds import page
from bot.features.odds.page import open_page

__all__ = ["FEATURE", "open_page"]

FEATURE = Feature("odds", (page.ROUTES,), more=page.entries)

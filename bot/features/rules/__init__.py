"""The feature "rules"."""

from bot.adapter.registry import Feature
from bot.features.rules import page
from bot.features.rules.page import open_page, opener, sample

__all__ = ["FEATURE", "open_page", "opener", "sample"]

FEATURE = Feature("rules", (page.ROUTES,), more=page.entries)

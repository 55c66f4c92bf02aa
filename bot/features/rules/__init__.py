"""The feature "rules"."""

from bot.adapter.registry import Feature
from bot.features.rules import page

__all__ = ["FEATURE"]

FEATURE = Feature("rules", (page.ROUTES,), more=page.entries)

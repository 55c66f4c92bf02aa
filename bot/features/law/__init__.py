"""The feature "law"."""

from bot.adapter.registry import Feature
from bot.features.law import page

__all__ = ["FEATURE"]

FEATURE = Feature("law", (page.ROUTES,), more=page.entries)

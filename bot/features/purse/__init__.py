"""The feature "purse"."""

from bot.adapter.registry import Feature
from bot.features.purse import page

__all__ = ["FEATURE"]

FEATURE = Feature("purse", (page.ROUTES,))

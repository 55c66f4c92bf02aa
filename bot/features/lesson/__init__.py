"""The feature "lesson"."""

from bot.adapter.registry import Feature
from bot.features.lesson import page

__all__ = ["FEATURE"]

FEATURE = Feature("lesson", (page.ROUTES,))

"""The feature "review"."""

from bot.adapter.registry import Feature
from bot.features.review import hint, page

__all__ = ["FEATURE"]

FEATURE = Feature("review", (hint.ROUTES, page.ROUTES))

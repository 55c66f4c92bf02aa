"""The feature "privacy"."""

from bot.adapter.registry import Feature
from bot.features.privacy import page

__all__ = ["FEATURE"]

FEATURE = Feature("privacy", (page.ROUTES,))

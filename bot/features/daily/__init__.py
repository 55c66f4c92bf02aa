"""The feature "daily"."""

from bot.adapter.registry import Feature
from bot.features.daily import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("daily", (handlers.ROUTES,))

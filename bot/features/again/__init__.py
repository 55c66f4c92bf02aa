"""The feature "again"."""

from bot.adapter.registry import Feature
from bot.features.again import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("again", (handlers.ROUTES,))

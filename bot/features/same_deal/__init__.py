"""The feature "same_deal"."""

from bot.adapter.registry import Feature
from bot.features.same_deal import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("same_deal", (handlers.ROUTES,))

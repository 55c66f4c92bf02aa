"""The feature "chairs"."""

from bot.adapter.registry import Feature
from bot.features.chairs import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("chairs", (handlers.ROUTES,))

"""The feature "packs"."""

from bot.adapter.registry import Feature
from bot.features.packs import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("packs", (handlers.ROUTES,))

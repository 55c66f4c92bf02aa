"""The feature "fair"."""

from bot.adapter.registry import Feature
from bot.features.fair import handlers, seed, verify

__all__ = ["FEATURE"]

FEATURE = Feature("fair", (handlers.ROUTES, seed.ROUTES, verify.ROUTES))

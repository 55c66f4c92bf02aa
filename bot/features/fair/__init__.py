"""The feature "fair"."""

from bot.adapter.registry import Feature
from bot.features.fair import handlers, render, seed, text, verify

__all__ = ["FEATURE", "render", "text"]

FEATURE = Feature("fair", (handlers.ROUTES, seed.ROUTES, verify.ROUTES))

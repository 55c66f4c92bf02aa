"""The feature "fair"."""

from bot.adapter.registry import Feature
from bot.features.fair import handlers, render, text, verify

__all__ = ["FEATURE", "render", "text"]

FEATURE = Feature("fair", (handlers.ROUTES, verify.ROUTES))

"""The feature "fair"."""

from bot.adapter.registry import Feature
from bot.features.fair import handlers, page, render, text, verify

__all__ = ["FEATURE", "render", "text"]

FEATURE = Feature("fair", (handlers.ROUTES, page.ROUTES, verify.ROUTES), more=page.entries)

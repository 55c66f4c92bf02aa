"""The feature "salon"."""

from bot.adapter.registry import Feature
from bot.features.salon import handlers, render, text

__all__ = ["FEATURE", "render", "text"]

FEATURE = Feature("salon", (handlers.ROUTES,), more=render.entries)

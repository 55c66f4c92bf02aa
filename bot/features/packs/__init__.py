"""The feature "packs"."""

from bot.adapter.registry import Feature
from bot.features.packs import handlers, render

__all__ = ["FEATURE", "render"]

FEATURE = Feature("packs", (handlers.ROUTES,), more=render.entries)

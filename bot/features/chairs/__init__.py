"""The feature "chairs"."""

from bot.adapter.registry import Feature
from bot.features.chairs import handlers, render

__all__ = ["FEATURE", "render"]

FEATURE = Feature("chairs", (handlers.ROUTES,))

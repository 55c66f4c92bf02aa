"""The feature "chairs"."""

from bot.adapter.registry import Feature
from bot.features.chairs import handlers, more, render
from bot.features.chairs.placements import PLACEMENTS

__all__ = ["FEATURE", "render"]

FEATURE = Feature("chairs", (handlers.ROUTES,), placements=(PLACEMENTS,), more=more.entries)

"""The feature "hand"."""

from bot.adapter.registry import Feature
from bot.features.hand import handlers, menu, render
from bot.features.hand.placements import PLACEMENTS, hand_slot

__all__ = ["FEATURE", "hand_slot", "render"]

FEATURE = Feature("hand", (handlers.ROUTES,), placements=(PLACEMENTS,), more=menu.entries)

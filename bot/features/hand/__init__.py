"""The feature "hand": a player's own hand in a private message, with the buttons that make moves."""

from bot.adapter.registry import Feature
from bot.features.hand import handlers, menu, picture, render, result
from bot.features.hand.placements import hand_slot, placements_at
from bot.features.hand.render import warns

__all__ = ["FEATURE", "hand_slot", "picture", "render", "result", "warns"]

FEATURE = Feature("hand", (handlers.ROUTES,), placements=placements_at, more=menu.entries)

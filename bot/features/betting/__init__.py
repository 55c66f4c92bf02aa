"""The feature "betting"."""

from bot.adapter.registry import Feature
from bot.features.betting import commands, handlers, more, render, scene, text
from bot.features.betting.placements import PLACEMENTS, bets_slot

__all__ = ["FEATURE", "bets_slot", "render", "scene", "text"]

FEATURE = Feature("betting", (commands.ROUTES, handlers.ROUTES), placements=(PLACEMENTS,), more=more.entries)

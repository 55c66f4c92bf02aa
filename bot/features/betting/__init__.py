"""The feature "betting": bets on a player before a game, side bets between deals, and how they are paid."""

from bot.adapter.registry import Feature
from bot.features.betting import commands, handlers, more, render, scene, text
from bot.features.betting.placements import bets_slot, placements_at

__all__ = ["FEATURE", "bets_slot", "render", "scene", "text"]

FEATURE = Feature("betting", (commands.ROUTES, handlers.ROUTES), placements=placements_at, more=more.entries)

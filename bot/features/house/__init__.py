"""The feature "house": games against the computer player, which is called the house."""

from bot.adapter.registry import Feature
from bot.features.house import commands, shown

__all__ = ["FEATURE"]

FEATURE = Feature("house", (commands.ROUTES, shown.ROUTES), placements=shown.placements_at, more=shown.entries)

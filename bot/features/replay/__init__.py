"""The feature "replay"."""

from bot.adapter.registry import Feature
from bot.features.replay import commands, page

__all__ = ["FEATURE"]

FEATURE = Feature("replay", (commands.ROUTES, page.ROUTES), more=page.entries)

"""The feature "replay"."""

from bot.adapter.registry import Feature
from bot.features.replay import page
from bot.features.replay.page import load, replay

__all__ = ["FEATURE", "load", "replay"]

FEATURE = Feature("replay", (page.ROUTES,), more=page.entries)

"""The feature "replay": a finished game, or an uploaded record of one, step by step."""

from bot.adapter.registry import Feature
from bot.features.replay import page
from bot.features.replay.page import load, replay

__all__ = ["FEATURE", "load", "replay"]

FEATURE = Feature("replay", (page.ROUTES,), more=page.entries)

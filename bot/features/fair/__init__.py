"""The feature "fair": the promise before a deal, the cut, and the proof that the bot dealt as it promised."""

from bot.adapter.registry import Feature
from bot.features.fair import handlers, page, render, text
from bot.features.fair.verify import verify as check

__all__ = ["FEATURE", "check", "render", "text"]

FEATURE = Feature("fair", (handlers.ROUTES, page.ROUTES), more=page.entries)

"""The feature "challenge"."""

from bot.adapter.registry import Feature
from bot.features.challenge import commands, handlers

__all__ = ["FEATURE"]

FEATURE = Feature("challenge", (commands.ROUTES, handlers.ROUTES))

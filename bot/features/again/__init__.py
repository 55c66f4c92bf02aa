"""The feature "again": a finished game played again from one of its decisions, against the maître. Nothing counts."""

from bot.adapter.registry import Feature
from bot.features.again import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("again", (handlers.ROUTES,))

"""The feature "again": a reader plays a finished game again from one of its decisions, against the maître. The result
counts for nothing.
"""

from bot.adapter.registry import Feature
from bot.features.again import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("again", (handlers.ROUTES,))

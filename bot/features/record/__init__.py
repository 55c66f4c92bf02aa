"""The feature "record"."""

from bot.adapter.registry import Feature
from bot.features.record import page

__all__ = ["FEATURE"]

FEATURE = Feature("record", (page.ROUTES,), more=page.entries)

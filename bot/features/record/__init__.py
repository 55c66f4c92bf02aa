"""The feature "record"."""

from bot.adapter.registry import Feature
from bot.features.record import page
from bot.features.record.page import record

__all__ = ["FEATURE", "record"]

FEATURE = Feature("record", (page.ROUTES,), more=page.entries)

"""The feature "table"."""

from bot.adapter.registry import Feature
from bot.features.table import more
from bot.features.table.placements import PLACEMENTS

__all__ = ["FEATURE"]

FEATURE = Feature("table", (more.ROUTES,), placements=(PLACEMENTS,), more=more.entries)

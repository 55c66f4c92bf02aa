"""The feature "table"."""

from bot.adapter.registry import Feature
from bot.features.table import more
from bot.features.table.placements import placements_at

__all__ = ["FEATURE"]

FEATURE = Feature("table", (more.ROUTES,), placements=placements_at, more=more.entries)

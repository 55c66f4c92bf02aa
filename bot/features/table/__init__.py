"""The feature "table": the public message of a table, its thread, its menu More, and the renderer that keeps all
messages up to date.
"""

from bot.adapter.registry import Feature
from bot.features.table import more
from bot.features.table.placements import placements_at

__all__ = ["FEATURE"]

FEATURE = Feature("table", (more.ROUTES,), placements=placements_at, more=more.entries)

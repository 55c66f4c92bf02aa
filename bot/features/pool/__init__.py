"""The feature "pool"."""

from bot.adapter.registry import Feature
from bot.features.pool import render
from bot.features.pool.placements import PLACEMENTS

__all__ = ["FEATURE", "render"]

FEATURE = Feature("pool", placements=(PLACEMENTS,))

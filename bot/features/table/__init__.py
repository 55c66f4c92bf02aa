"""The feature "table"."""

from bot.adapter.registry import Feature

__all__ = ["FEATURE"]

FEATURE = Feature("table")

"""The feature "deal"."""

from bot.adapter.registry import Feature

__all__ = ["FEATURE"]

FEATURE = Feature("deal")

"""The feature "games"."""

from bot.adapter.registry import Feature

__all__ = ["FEATURE"]

FEATURE = Feature("games")

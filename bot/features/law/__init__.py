"""The feature "law"."""

from bot.adapter.registry import Feature
from bot.features.law import page
from bot.features.law.page import answer, label, offered

__all__ = ["FEATURE", "answer", "label", "offered"]

FEATURE = Feature("law", (page.ROUTES,), more=page.entries)

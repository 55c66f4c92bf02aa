"""The feature "lesson"."""

from bot.adapter.registry import Feature
from bot.features.lesson import page
from bot.features.lesson.page import offered, open_page

__all__ = ["FEATURE", "offered", "open_page"]

FEATURE = Feature("lesson", (page.ROUTES,))

"""The feature "lesson": the first deal for beginners, the lessons, and Cavendish's illustrative hands."""

from bot.adapter.registry import Feature
from bot.features.lesson import page
from bot.features.lesson.page import find_lessons, open_first, open_page
from bot.features.lesson.text import verdict as verdict_line

__all__ = ["FEATURE", "find_lessons", "open_first", "open_page", "verdict_line"]

FEATURE = Feature("lesson", (page.ROUTES,))

"""The feature "puzzle": positions with one clearly right move, in private, and the list of those that people report."""

from bot.adapter.registry import Feature
from bot.features.puzzle.handlers import ROUTES
from bot.features.puzzle.page import puzzle_button
from bot.features.puzzle.reports import reports_button, reports_page

__all__ = ["FEATURE", "puzzle_button", "reports_button", "reports_page"]

FEATURE = Feature("puzzle", (ROUTES,))

"""The feature "deal"."""

from bot.adapter.registry import Feature
from bot.features.deal import position, scene, text
from bot.features.deal.moves import ASK, FROM_MENU, close_menu, make_move, named, stands_on_hand
from bot.features.deal.turn import discard_label, discard_options, tip, to_do

__all__ = [
    "ASK",
    "FEATURE",
    "FROM_MENU",
    "close_menu",
    "discard_label",
    "discard_options",
    "make_move",
    "named",
    "position",
    "scene",
    "stands_on_hand",
    "text",
    "tip",
    "to_do",
]

FEATURE = Feature("deal")

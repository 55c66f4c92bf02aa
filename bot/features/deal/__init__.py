"""The feature "deal"."""

from bot.adapter.registry import Feature
from bot.features.deal import position, scene, text
from bot.features.deal.moves import ASK, FROM_MENU, close_menu, is_from_menu, make_move, named
from bot.features.deal.turn import discard_label, discard_options, kind_of, to_do

__all__ = [
    "ASK",
    "FEATURE",
    "FROM_MENU",
    "close_menu",
    "discard_label",
    "discard_options",
    "is_from_menu",
    "kind_of",
    "make_move",
    "named",
    "position",
    "scene",
    "text",
    "to_do",
]

FEATURE = Feature("deal")

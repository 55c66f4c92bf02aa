"""The feature "backing": backers and guests see the hand of a player, and advise that player."""

from collections.abc import Iterator

from bot.adapter.display import MenuEntry, MenuReader
from bot.adapter.registry import Feature
from bot.features.backing import guests, handlers, offer, render, watchers
from bot.features.backing.placements import held_order, placements_at
from bot.features.backing.reactions import Reactions
from bot.texts import Words

__all__ = ["FEATURE", "guests", "held_order", "offer", "render", "watchers"]


def _entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    yield from guests.entries(words, reader)
    yield from watchers.entries(words, reader)


_ROUTES = (handlers.ROUTES, watchers.ROUTES, guests.ROUTES)
FEATURE = Feature("backing", _ROUTES, (Reactions,), placements_at, _entries)

"""The menu More of a table: a private page with the entries of all features, made for its reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.components import page_frame, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader, More
from bot.adapter.items import PressButton
from bot.adapter.message import Message, layout
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.table import text as table_text
from bot.tables import lookup
from bot.tables.state.table_state import Status
from bot.texts import Words

ROUTES = Routes()

_ROW: Final = 5
"""The most buttons that Discord takes in a row."""


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the line of the menu More that explains the bar with both players' chances in the table's message."""
    table = reader.table
    on = table.status is Status.PLAYING and not table.is_private
    if on and table.game is not None and table_text.chance(words, table, table.game):
        yield MenuEntry(Group.RULES, line=words("table.chance.about"))


def draw(words: Words, reader: MenuReader, contributions: Sequence[More]) -> Message:
    """Returns the page of the menu More. A group without entries is left out.

    Args:
        contributions: the functions of all features that yield entries.
    """
    entries = [entry for more in contributions for entry in more(words, reader)]
    parts: list[ui.Item[Any]] = [text(words("more.title"))]
    for group in Group:
        mine = [entry for entry in entries if entry.group is group]
        if not mine:
            continue
        lines = [f"-# {line}" for entry in mine for line in entry.line.splitlines()]
        parts.append(text("\n".join([f"**{words(f'more.{group.value}')}**", *lines])))
        buttons = sorted((entry.button for entry in mine if entry.button is not None), key=_is_danger)
        parts += [ui.ActionRow(*buttons[start : start + _ROW]) for start in range(0, len(buttons), _ROW)]
    return Message(layout(page_frame(*parts)))


@ROUTES.press(Verb.MORE, needs=Needs.SEEN, first=First.ANSWER)
async def open_more(request: Request, press: Press) -> None:
    """Opens the menu More of a table for the person who pressed the button."""
    tables, user_id = request.app.tables, request.person.id
    table = await lookup.table(tables, press.table)
    seated = table.game is not None and table.seat_of(user_id) is not None
    hand = await lookup.hand(tables, press.table, user_id) if seated else None
    reader = MenuReader(user_id, naming.with_names(request.words, table), hand)
    await request.reply(draw(request.words, reader, request.display.more))


def _is_danger(item: PressButton) -> bool:
    return item.style is discord.ButtonStyle.danger

"""The private page of the two packs of a table: which player uses each, new cards (Law 44), and a player's choice of a
pack.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, layout
from bot.adapter.registry import Feature, First, Needs, Routes, Stands
from bot.adapter.request import Request
from bot.features.rematch import new_cards_lines, pack_name
from bot.tables.actions import packs as pack_actions
from bot.tables.actions.packs import price_of
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat

__all__ = ["FEATURE"]

ROUTES = Routes()


@ROUTES.press(Verb.PACKS, needs=Needs.TABLE, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Shows a player the page of the two packs."""
    table, seat = await pack_actions.packs_for(request.app.tables, press.table, request.person.id)
    await request.reply(draw(request.words, table, seat).view)


@ROUTES.press(Verb.NEW_CARDS, needs=Needs.TABLE, stands=Stands.PAGE)
async def new_cards(request: Request, press: Press) -> None:
    """Asks for two new packs at the table, for the player who pressed the button."""
    await pack_actions.new_cards(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.OTHER_PACK, needs=Needs.TABLE, stands=Stands.PAGE)
async def other_pack(request: Request, press: Press) -> None:
    """Exchanges the packs, for the player who pressed the button: the player takes the pack with which the opponent has
    dealt (Laws 5 and 44).
    """
    await pack_actions.other_pack(request.app.tables, press.table, request.person.id, request.cause)


def opener(words: Words, view: TableView) -> PressButton:
    """Returns the button that opens the page of the two packs."""
    return button(Verb.PACKS, words("match.cards.open"), table=view.id, emoji="🃏")


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that opens this page. Only players get it."""
    if reader.hand is not None and reader.table.status is not Status.CLOSED:
        yield MenuEntry(Group.CARDS, opener(words, reader.table))


def draw(words: Words, view: TableView, seat: Seat) -> Message:
    """Returns the page of the two packs for the player in a seat, with what that player may choose."""
    held, price = view.packs, price_of(view.terms)
    own, other = pack_name(words, held.of(seat)), pack_name(words, held.of(seat.other))
    lines = [words("match.cards", own=own, theirs=other)]
    items: list[ui.Item[Any]] = []
    if held.chooser is seat:
        lines.append(words("match.cards.choice"))
        items.append(button(Verb.OTHER_PACK, words("match.cards.other", pack=other), table=view.id))
    if held.new is not None:
        lines += new_cards_lines(words, view)
    else:
        label = words("match.cards.call.price", price=price) if price else words("match.cards.call")
        about = words("match.cards.about.price", price=price) if price else words("match.cards.about")
        lines.append(about)
        items.append(button(Verb.NEW_CARDS, label, table=view.id, style=discord.ButtonStyle.primary))
    row = [ui.ActionRow(*items)] if items else []
    return Message(layout(ui.Container(ui.TextDisplay("\n".join(lines)), *row)))


FEATURE = Feature("packs", (ROUTES,), more=entries)

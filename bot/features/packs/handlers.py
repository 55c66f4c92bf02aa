"""Presses about the two packs: the page, new cards, and the other pack."""

from __future__ import annotations

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import First, Routes
from bot.adapter.request import Request
from bot.features.deal import close_menu
from bot.features.packs import render
from bot.tables.actions import packs as pack_actions

ROUTES = Routes()


@ROUTES.press(Verb.PACKS, first=First.ANSWER)
async def packs(request: Request, press: Press) -> None:
    """Shows a player the two packs."""
    table, seat = await pack_actions.packs_for(request.app.tables, press.table, request.person.id)
    await request.reply(render.packs(request.words, table, seat).view)


@ROUTES.press(Verb.NEW_CARDS)
async def new_cards(request: Request, press: Press) -> None:
    """Calls for new cards."""
    await pack_actions.new_cards(request.app.tables, press.table, request.person.id, request.cause)
    await close_menu(request, press)


@ROUTES.press(Verb.OTHER_PACK)
async def other_pack(request: Request, press: Press) -> None:
    """Chooses the other pack."""
    await pack_actions.other_pack(request.app.tables, press.table, request.person.id, request.cause)
    await close_menu(request, press)

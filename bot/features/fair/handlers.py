"""Presses of an elder who cuts: at a place on a button, or at a place from a form."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.adapter.custom_ids import Press, Verb, encode_form
from bot.adapter.forms import submitted_text
from bot.adapter.registry import Needs, Routes, Stands
from bot.adapter.request import Request
from bot.features.fair.render import ASK, DEAL
from bot.tables import lookup
from bot.tables.actions import cut
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.fair import CUTS

ROUTES = Routes()

_TITLE, _DIGITS = 45, 2


@ROUTES.opens(Verb.CUT, needs=Needs.TABLE, argument=ASK)
async def cut_form(request: Request, press: Press) -> ui.Modal:
    """Returns the form, for the elder while the pack can be cut.

    Raises:
        Refused: it is too late, or the person is not the elder.
    """
    table = await lookup.table(request.app.tables, press.table)
    if table.to_cut is None:
        raise Refused(Problem.NO_CUT)
    if table.person(table.to_cut.elder).id != request.person.id:
        raise Refused(Problem.NOT_ELDER)
    about = request.words("fair.form.about", least=CUTS.start, most=CUTS.stop - 1)
    return ask_place(request.words, Press(Verb.CUT, press.table, press.decision), about)


def ask_place(words: Words, press: Press, about: str, *, required: bool = True) -> ui.Modal:
    """Returns a form that asks where to cut."""
    entry: ui.TextInput[Any] = ui.TextInput(custom_id="place", max_length=_DIGITS, placeholder="16", required=required)
    modal = ui.Modal(title=words("fair.form")[:_TITLE], custom_id=encode_form(press), timeout=900)
    modal.add_item(ui.Label(text=words("fair.form.place"), description=about, component=entry))
    return modal


def read_place(text: str) -> int:
    """Returns the place in a text. A text that is no number gives a place that the table refuses."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else 0


@ROUTES.form(Verb.CUT, needs=Needs.TABLE)
async def submit_cut(request: Request, press: Press) -> None:
    """Cuts at the place from the form.

    Raises:
        Refused: it cannot be done; nothing has changed.
    """
    await _cut_at(request, press, submitted_text(request.interaction).strip())


@ROUTES.press(Verb.CUT, needs=Needs.TABLE, stands=Stands.HAND)
async def act(request: Request, press: Press) -> None:
    """Cuts at the place on the button, or leaves the cut to the key.

    Raises:
        Refused: it cannot be done; nothing has changed.
    """
    await _cut_at(request, press, press.argument)


async def _cut_at(request: Request, press: Press, place: str) -> None:
    wanted = None if place == DEAL else read_place(place)
    await cut.cut(request.app.tables, press.table, request.person.id, press.decision, wanted, request.cause)

"""The presses with which the elder cuts the pack: a button for a place, or a form that asks for one."""

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
    """Returns the form that asks the elder where to cut the pack.

    Raises:
        Refused: the pack can no longer be cut, or the person who pressed is not the elder.
    """
    table = await lookup.table(request.app.tables, press.table)
    if table.to_cut is None:
        raise Refused(Problem.NO_CUT)
    if table.person(table.to_cut.elder).id != request.person.id:
        raise Refused(Problem.NOT_ELDER)
    about = request.words("fair.form.about", least=CUTS.start, most=CUTS.stop - 1)
    return ask_place(request.words, Press(Verb.CUT, press.table, press.decision), about)


def ask_place(words: Words, press: Press, about: str, *, required: bool = True) -> ui.Modal:
    """Returns a form that asks how many cards to cut off the pack.

    Args:
        press: the verb, the table and the decision, which the id of the form then holds.
        about: the text below the question.
        required: whether the form must have a number.
    """
    entry: ui.TextInput[Any] = ui.TextInput(custom_id="place", max_length=_DIGITS, placeholder="16", required=required)
    modal = ui.Modal(title=words("fair.form")[:_TITLE], custom_id=encode_form(press), timeout=900)
    modal.add_item(ui.Label(text=words("fair.form.place"), description=about, component=entry))
    return modal


def read_place(text: str) -> int:
    """Returns the place of a cut (how many cards are cut off) that a person has typed. If the text is no number,
    returns 0, which the table refuses.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else 0


@ROUTES.form(Verb.CUT, needs=Needs.TABLE)
async def submit_cut(request: Request, press: Press) -> None:
    """Cuts the pack at the place that the elder has typed into the form.

    Raises:
        Refused: the cut is not allowed. Nothing has changed.
    """
    await _cut_at(request, press, submitted_text(request.interaction).strip())


@ROUTES.press(Verb.CUT, needs=Needs.TABLE, stands=Stands.HAND)
async def act(request: Request, press: Press) -> None:
    """Cuts the pack at the place that the pressed button names.

    The button "Deal" names no place. Then the pack is cut where the elder has chosen for this game or, without such a
    choice, where the promised secret fixes it.

    Raises:
        Refused: the cut is not allowed. Nothing has changed.
    """
    await _cut_at(request, press, press.argument)


async def _cut_at(request: Request, press: Press, place: str) -> None:
    wanted = None if place == DEAL else read_place(place)
    await cut.cut(request.app.tables, press.table, request.person.id, press.decision, wanted, request.cause)

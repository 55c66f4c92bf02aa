"""The buttons of a challenge: accept, decline, cancel, and the form of its terms."""

from __future__ import annotations

from discord import ui

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import sentence_of
from bot.adapter.forms import submitted_choices
from bot.adapter.registry import Needs, Routes
from bot.adapter.request import Request
from bot.adapter.store import CHALLENGE
from bot.features.challenge import render, terms_form
from bot.features.challenge.commands import link_to
from bot.tables import lookup
from bot.tables.actions import seating
from bot.tables.problems import Contradiction

ROUTES = Routes()


@ROUTES.press(Verb.ACCEPT, needs=Needs.MEMBER)
async def accept(request: Request, press: Press) -> None:
    """Accepts a challenge: the person who pressed the button sits down at its table."""
    await _adopt(request, press.table)
    await seating.accept(request.app.tables, press.table, request.person, request.cause, press.decision or 0)


@ROUTES.press(Verb.DECLINE, needs=Needs.SEEN)
async def decline(request: Request, press: Press) -> None:
    """Declines a challenge that was made to the person who pressed the button."""
    await _adopt(request, press.table)
    await seating.decline(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.CANCEL, needs=Needs.SEEN)
async def cancel(request: Request, press: Press) -> None:
    """Takes back the challenge of the person who pressed the button. The button stands on their private
    confirmation.
    """
    await seating.cancel(request.app.tables, press.table, request.person.id, request.cause)
    await request.replace(request.words("challenge.cancelled.own"))


@ROUTES.opens(Verb.TERMS, needs=Needs.SEEN)
async def ask_terms(request: Request, press: Press) -> ui.Modal:
    """Returns the form of the terms. The present terms are chosen in it or, after a refused form, the refused choices.

    Raises:
        Refused: the challenge is another person's, or its terms are agreed.
    """
    table = await lookup.table(request.app.tables, press.table)
    seating.expect_own_terms(table, request.person.id)
    choices = press.argument or terms_form.choices_of(table.terms)
    waits, to_all = request.app.settings.cut_seconds > 0, table.challenged_person is None
    return terms_form.draw(request.words, table.id, choices, to_all=to_all, waits=waits)


@ROUTES.form(Verb.TERMS, needs=Needs.SEEN)
async def set_terms(request: Request, press: Press) -> None:
    """Changes the terms of a challenge. If the choices contradict each other, the answer says why, and its button opens
    the form with the same choices.

    Raises:
        Refused: the challenge is another person's, or its terms are agreed.
    """
    words, tables = request.words, request.app.tables
    table = await lookup.table(tables, press.table)
    choices = terms_form.choices_in(submitted_choices(request.interaction))
    wanted = terms_form.options_of(choices, table.terms)
    cut_ms = request.app.settings.cut_seconds * 1000
    try:
        table = await seating.change_terms(tables, table.id, request.person.id, wanted, cut_ms, request.cause)
    except Contradiction as contradiction:
        why = sentence_of(words, contradiction)
        await request.replace(render.draw_refused(words, table, why, choices))
        return
    place = "" if table.channel_id == request.interaction.channel_id else await link_to(request, table)
    await request.replace(render.draw_sent(words, table, place))


async def _adopt(request: Request, table_id: int) -> None:
    """Stores the message of the challenge, if a crash came between sending and storing it.

    Raises:
        Refused: there is no such table (any more).
    """
    await lookup.table(request.app.tables, table_id)
    message, messages = request.interaction.message, request.display.tables.messages
    if message is not None and CHALLENGE not in await messages.slots(table_id):
        await messages.adopt(table_id, CHALLENGE, message.channel.id, message.id, "")

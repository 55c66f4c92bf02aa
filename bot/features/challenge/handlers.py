"""The buttons of a challenge: accept, decline, cancel, and the form of its terms."""

from __future__ import annotations

from dataclasses import replace

from discord import ui

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.forms import submitted_choices
from bot.adapter.registry import Needs, Routes
from bot.adapter.request import Request
from bot.adapter.store import CHALLENGE
from bot.features.challenge import render, terms_form
from bot.features.challenge.commands import link_to
from bot.tables import lookup
from bot.tables.actions import seating
from bot.tables.terms import ChallengeOptions
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Manners, NextDeal

ROUTES = Routes()


@ROUTES.press(Verb.ACCEPT, needs=Needs.MEMBER)
async def accept(request: Request, press: Press) -> None:
    """Accepts a challenge: the person who pressed the button sits down at its table."""
    await _adopt(request, press.table)
    await seating.accept(request.app.tables, press.table, request.person, request.cause, press.decision or 0)


@ROUTES.press(Verb.DECLINE, needs=Needs.TABLE)
async def decline(request: Request, press: Press) -> None:
    """Declines a challenge that was made to the person who pressed the button."""
    await _adopt(request, press.table)
    await seating.decline(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.CANCEL, needs=Needs.TABLE)
async def cancel(request: Request, press: Press) -> None:
    """Takes back the challenge of the person who pressed the button. The button stands on their private
    confirmation.
    """
    await seating.cancel(request.app.tables, press.table, request.person.id, request.cause)
    await request.replace(request.words("challenge.cancelled.own"))


@ROUTES.opens(Verb.TERMS, needs=Needs.TABLE)
async def ask_terms(request: Request, press: Press) -> ui.Modal:
    """Returns the form of the terms, with the present terms chosen, or with the choices of a form that was refused.

    Raises:
        Refused: the challenge is another person's, or its terms are agreed.
    """
    table = await lookup.table(request.app.tables, press.table)
    seating.expect_own_terms(table, request.person.id)
    choices = press.argument or terms_form.choices_of(table.terms)
    waits, to_all = request.app.settings.cut_seconds > 0, table.challenged_person is None
    return terms_form.draw(request.words, table.id, choices, to_all=to_all, waits=waits)


@ROUTES.form(Verb.TERMS, needs=Needs.TABLE)
async def set_terms(request: Request, press: Press) -> None:
    """Changes the terms of a challenge. If the choices contradict each other, says why, and keeps them for another try.

    Raises:
        Refused: the challenge is another person's, or its terms are agreed.
    """
    words, tables = request.words, request.app.tables
    table = await lookup.table(tables, press.table)
    choices = terms_form.choices_in(submitted_choices(request.interaction))
    wanted = terms_form.options_of(choices, table.terms)
    if (refused := _contradiction(words, table, wanted)) is not None:
        seating.expect_own_terms(table, request.person.id)
        await request.replace(render.draw_refused(words, table, refused, choices))
        return
    cut_ms = request.app.settings.cut_seconds * 1000
    table = await seating.change_terms(tables, table.id, request.person.id, wanted, cut_ms, request.cause)
    place = "" if table.channel_id == request.interaction.channel_id else await link_to(request, table)
    await request.replace(render.draw_sent(words, table, place))


def _contradiction(words: Words, table: TableView, wanted: ChallengeOptions) -> str | None:
    """Returns why these options contradict each other, or None if they do not."""
    if wanted.pool is not None:
        # A pool is open to all, for a stake, on terms of its own.
        plain = ChallengeOptions(dialect=wanted.dialect, pool=wanted.pool)
        if replace(wanted, cut=wanted.cut or None) != plain or table.challenged_person is not None:
            return words("pool.alone")
        return None if table.terms.stake else words("pool.needs_stake")
    if wanted.next_deal is NextDeal.CUT_FOR_RUBBER and wanted.rubber == 1:
        return words("match.deal.no_rubber")
    if wanted.hints and wanted.manners is Manners.SALON:
        return words("hint.salon")
    return None


async def _adopt(request: Request, table_id: int) -> None:
    """Stores the message of the challenge, if a crash came between sending and storing it.

    Raises:
        Refused: there is no such table (any more).
    """
    await lookup.table(request.app.tables, table_id)
    message, messages = request.interaction.message, request.display.tables.messages
    if message is not None and CHALLENGE not in await messages.slots(table_id):
        await messages.adopt(table_id, CHALLENGE, message.channel.id, message.id, "")

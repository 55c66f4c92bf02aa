"""`/ecarte house [level]`: a game against the house, at once and for the honour.

It is a challenge like any other, which the house accepts as soon as its message stands.
"""

from __future__ import annotations

from dataclasses import replace

from bot.adapter.formatting import sentence_of
from bot.adapter.permissions import can_make_threads, objection
from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.clock import ClockKind
from bot.features.challenge import post
from bot.people.person import Level, Person
from bot.tables.actions import seating
from bot.tables.problems import Refused
from bot.tables.state.table import Status
from bot.tables.terms import ChallengeOptions, Terms, terms_for

__all__ = ["ROUTES"]

ROUTES = Routes()


@ROUTES.command("house", choices={"level": {f"command.house.level.{level.value}": level.value for level in Level}})
async def command(request: Request, level: str = Level.NOVICE.value) -> None:
    """`/ecarte house [level]`."""
    await _play(request, Person.of_house(Level(level)))


async def _play(request: Request, house: Person) -> None:
    """Seats the person and the house at a table; or says privately why it cannot be done."""
    words, choices = request.words, await request.server()
    refused = objection(words, request.interaction, choices)
    if refused is None:
        wanted = ChallengeOptions(kind=ClockKind.LIVE, stake=0)
        terms = terms_for(choices, request.language_of(choices), wanted).against_house
        in_thread = terms.in_thread and can_make_threads(request.interaction)
        terms = replace(terms, in_thread=in_thread, cut_ms=request.app.settings.cut_seconds * 1000)
        try:
            await _sit_down(request, house, terms)
        except Refused as problem:
            refused = sentence_of(words, problem)
    if refused is not None:
        await request.reply(refused)


async def _sit_down(request: Request, house: Person, terms: Terms) -> None:
    """Opens the table, and lets the house accept.

    Raises:
        Refused: the person plays elsewhere.
    """
    table = await post(request, house, terms)
    if table.status is not Status.CHALLENGE:
        # Delivered twice: they play already.
        return
    try:
        await seating.accept(request.app.tables, table.id, house)
    except Refused:
        await seating.cancel(request.app.tables, table.id, request.person.id)
        raise

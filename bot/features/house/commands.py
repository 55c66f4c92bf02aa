"""`/ecarte house [level]`: a game against the house that starts at once and is played without stakes.

The game is private, unless the person asks for a public table. A public game begins as a challenge like any other,
which the house accepts as soon as its message is sent.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import discord

from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import sentence_of
from bot.adapter.permissions import can_make_threads, objection
from bot.adapter.registry import First, Needs, Routes, Stands
from bot.adapter.request import Request
from bot.clock import ClockKind, Pace
from bot.features.challenge import post
from bot.features.duplicate import invite
from bot.features.house import render
from bot.features.house.shown import show
from bot.people.person import Person
from bot.people.quotas import CHALLENGES
from bot.people.standings import against_house
from bot.tables import lookup
from bot.tables.actions import cut, seating
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.terms import ChallengeOptions, Terms, terms_for
from bot.tables.views import TableView
from ecarte.ai import Level, fitting_level

ROUTES = Routes()


@ROUTES.command("house", choices={"level": {f"command.house.level.{level.value}": level.value for level in Level}})
async def command(
    request: Request,
    level: str | None = None,
    public: bool = False,
    clock: bool | None = None,
    partner: discord.User | None = None,
) -> None:
    """Answers `/ecarte house [level] [public] [clock] [partner]` with a game against the house.

    If no level is chosen, the person's earlier games against the house decide it. If the person plays a private game
    already and does not ask for a public one, the answer shows that game.

    With a partner, the answer invites to a duplicate match. The other options are then refused.
    """
    if partner is not None:
        if level is not None or public or clock is not None:
            await request.reply(request.words("duplicate.options"))
        else:
            await invite(request, partner)
        return
    if not public and (running := await _running_game(request)) is not None:
        await show(request, running)
        return
    chosen = Level(level) if level is not None else await _fitting(request)
    if public:
        await _play_in_public(request, Person.of_house(chosen), timed=clock is not False)
    elif not request.app.settings.cut_seconds and (await request.preferences()).tips is None:
        question = render.question(request.words, chosen, timed=bool(clock))
        await request.reply(question, private=not request.is_direct)
    else:
        await show(request, await _sit_down(request, Person.of_house(chosen), timed=bool(clock)))


async def _fitting(request: Request) -> Level:
    return fitting_level(await against_house(request.app.people, request.guild_id or None, request.person.id))


@ROUTES.press(Verb.HOUSE, needs=Needs.NOTHING, argument="open", first=First.ANSWER)
async def open_game(request: Request, _press: Press) -> None:
    """Opens a game against the house, from the button "Play the house" of another page."""
    await command(request)


@ROUTES.press(Verb.HOUSE, needs=Needs.NOTHING, argument="first", first=First.ANSWER)
async def first_game(request: Request, _press: Press) -> None:
    """Opens a person's first game, with tips, against the weakest house, from the button at the end of the lesson "the
    first deal".

    The cards are dealt at once. If the person has a game against the house already, that game is shown.
    """
    await _prefer(request, tips=True)
    table = await _sit_down(request, Person.of_house(Level.STARTER), timed=False)
    if table.waits_for_deal:
        # Another press may have dealt the cards already.
        with suppress(Refused):
            await cut.cut(request.app.tables, table.id, request.person.id, table.decision, None)
    await show(request, table, instead=True)


@ROUTES.press(Verb.HOUSE, needs=Needs.NOTHING, first=First.ANSWER)
async def answer(request: Request, press: Press) -> None:
    """Begins a person's first game against the house, with tips or without, as the person has chosen by the pressed
    button.

    Raises:
        Refused: the button was drawn by another version of the bot, or the person opens too many games in a short time.
    """
    level, timed, tips = _options_of(press)
    await _prefer(request, tips=tips)
    table = await _sit_down(request, Person.of_house(level), timed=timed)
    await show(request, table, instead=True)


@ROUTES.press(Verb.HOUSE, needs=Needs.TABLE, argument=render.TEACH, stands=Stands.HAND)
@ROUTES.press(Verb.HOUSE, needs=Needs.TABLE, argument=render.PLAY, stands=Stands.HAND)
async def answer_at_table(request: Request, press: Press) -> None:
    """Deals the cards of a first game against the house, once the player has chosen to play with tips or without. The
    message is redrawn.

    Raises:
        Refused: the deal has begun, or the person who pressed does not play this game.
    """
    await _prefer(request, tips=press.argument == render.TEACH)
    await cut.cut(request.app.tables, press.table, request.person.id, press.decision, None, request.cause)


async def _prefer(request: Request, *, tips: bool) -> None:
    """Stores whether the person wants tips. If they do, every kind of tip is shown once more."""
    preferences = await request.preferences()
    await request.app.people.profiles.prefer(
        request.person.id, replace(preferences, tips=tips, tipped=() if tips else preferences.tipped)
    )


def _options_of(press: Press) -> tuple[Level, bool, bool]:
    try:
        level, timed, tips = press.argument.split(".")
        return Level(level), timed == render.TIMED, tips == render.TEACH
    except ValueError:
        raise Refused(Problem.STALE) from None


async def _running_game(request: Request) -> TableView | None:
    """Returns the private game that the person is playing, or None."""
    table = await lookup.private_of(request.app.tables, request.person.id)
    return table if table is not None and table.status is Status.PLAYING else None


async def _sit_down(request: Request, house: Person, *, timed: bool) -> TableView:
    if not request.app.quotas.take(CHALLENGES, request.person.id):
        raise Refused(Problem.TOO_FAST)
    settings = await request.server()
    terms = terms_for(settings, request.words.language, ChallengeOptions(kind=ClockKind.LIVE, stake=0)).against_house
    pace = terms.pace if timed else Pace.without_clock()
    cut_ms = request.app.settings.cut_seconds * 1000
    terms = replace(terms, pace=pace, in_thread=False, cut_ms=cut_ms)
    return await seating.against_house(
        request.app.tables, request.guild_id, request.person, house, terms, request.cause
    )


async def _play_in_public(request: Request, house: Person, *, timed: bool) -> None:
    """Seats the person and the house at a table in the channel, or answers privately why that is impossible."""
    words = request.words
    if not request.guild_id:
        raise Refused(Problem.NEEDS_SERVER)
    settings = await request.server()
    refused = objection(words, request.interaction, settings)
    if refused is None:
        wanted = ChallengeOptions(kind=ClockKind.LIVE, stake=0)
        terms = terms_for(settings, request.language_of(settings), wanted).against_house
        in_thread = terms.in_thread and can_make_threads(request.interaction)
        pace = terms.pace if timed else Pace.without_clock()
        terms = replace(terms, in_thread=in_thread, pace=pace, cut_ms=request.app.settings.cut_seconds * 1000)
        try:
            await _challenge(request, house, terms)
        except Refused as problem:
            refused = sentence_of(words, problem)
    if refused is not None:
        await request.reply(refused)


async def _challenge(request: Request, house: Person, terms: Terms) -> None:
    """Opens the table, and lets the house accept.

    Raises:
        Refused: the challenge is impossible, for example because the person has reached the limit of games.
    """
    table = await post(request, house, terms)
    if table.status is not Status.CHALLENGE:
        # The command was delivered twice: the game has begun.
        return
    try:
        await seating.accept(request.app.tables, table.id, house)
    except Refused:
        await seating.cancel(request.app.tables, table.id, request.person.id)
        raise

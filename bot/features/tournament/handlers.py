"""Presses on the messages of tournaments: join, leave, start, be ready, and stop."""

from __future__ import annotations

from bot.adapter import formatting
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Display, Screen
from bot.adapter.permissions import manages
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.clock import ClockKind
from bot.features.tournament import render as tournament_render
from bot.features.tournament.render import ASK, SURE
from bot.tables import lookup
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from bot.tournaments import actions, service
from bot.tournaments.service import TournamentView
from bot.tournaments.tournament import READY_MS


def _screen(display: Display) -> Screen:
    return display.tournaments


ROUTES = Routes(_screen)


@ROUTES.press(Verb.TOURNAMENT_START, needs=Needs.TABLE, argument=ASK, first=First.ANSWER)
async def organise(request: Request, press: Press) -> None:
    """Shows the opener, or a manager, their actions on the tournament.

    Raises:
        Refused: the person is neither opener nor manager, or it is over.
    """
    tournament = await service.find(request.app.tournaments, press.table)
    actions.expect_organiser(tournament, request.person.id, manages=manages(request.interaction))
    await request.reply(tournament_render.organiser(request.words, tournament))


@ROUTES.press(Verb.TOURNAMENT_LEAVE, Verb.TOURNAMENT_STOP, needs=Needs.TABLE, argument=ASK, first=First.ANSWER)
async def confirm(request: Request, press: Press) -> None:
    """Asks whether the person is sure, since neither leaving nor calling off can be undone.

    Raises:
        Refused: only the opener or a manager may call it off, or it is over.
    """
    tournament = await service.find(request.app.tournaments, press.table)
    if press.verb is Verb.TOURNAMENT_STOP:
        actions.expect_organiser(tournament, request.person.id, manages=manages(request.interaction))
    await request.reply(tournament_render.sure(request.words, tournament, press.verb).view)


@ROUTES.press(Verb.TOURNAMENT_SHOW, needs=Needs.SEEN, first=First.ANSWER)
async def look(request: Request, press: Press) -> None:
    """Shows the reader's own matches, or all of them as a file.

    Raises:
        Refused: there is no such tournament, or it has not begun.
    """
    view = await service.view(request.app.tournaments, press.table)
    if view.tournament.rounds is None:
        raise Refused(Problem.TOURNAMENT_NOT_BEGUN)
    places = {number: (await lookup.table(request.app.tables, table)).place for number, table in view.tables.items()}
    shown = tournament_render.ShownTournament(view.tournament, places, request.app.now())
    if press.argument == "whole":
        await request.reply(tournament_render.files(request.words, shown))
    else:
        await request.reply(tournament_render.mine(request.words, shown, request.person.id))


@ROUTES.press(Verb.TOURNAMENT_JOIN, needs=Needs.MEMBER)
async def join(request: Request, press: Press) -> None:
    """Enters the person."""
    await actions.join(request.app.tournaments, press.table, request.person, request.cause)


@ROUTES.press(Verb.TOURNAMENT_LEAVE, needs=Needs.TABLE)
async def leave(request: Request, press: Press) -> None:
    """Leaves before the first round."""
    await actions.leave(request.app.tournaments, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.TOURNAMENT_LEAVE, needs=Needs.TABLE, argument=SURE)
async def withdraw(request: Request, press: Press) -> None:
    """Withdraws from a tournament under way."""
    await actions.withdraw(request.app.tournaments, press.table, request.person.id, request.cause)
    await request.replace(request.words("tournament.withdrawn"))


@ROUTES.press(Verb.TOURNAMENT_START, needs=Needs.MEMBER, argument=SURE)
async def start_from_page(request: Request, press: Press) -> None:
    """Begins the first round, from the organiser's page."""
    await start(request, press)
    await request.replace(request.words("tournament.started"))


@ROUTES.press(Verb.TOURNAMENT_START, needs=Needs.MEMBER)
async def start(request: Request, press: Press) -> None:
    """Begins the first round. Leaves out entrants who have left the server, and says so.

    Raises:
        Refused: the person is neither opener nor manager, it has begun, or too few have entered.
    """
    may = manages(request.interaction)
    absent = await actions.leave_out(request.app.tournaments, press.table, request.person.id, manages=may)
    if absent:
        words = await request.public_words()
        names = formatting.list_people(words, [formatting.safe(person.name) for person in absent])
        await request.reply(words("tournament.left_out", names=names), private=False)
    await actions.start(request.app.tournaments, press.table, request.person.id, manages=may, cause=request.cause)


@ROUTES.press(Verb.TOURNAMENT_STOP, needs=Needs.TABLE, argument=SURE)
async def stop(request: Request, press: Press) -> None:
    """Calls the tournament off."""
    may = manages(request.interaction)
    await actions.cancel(request.app.tournaments, press.table, request.person.id, manages=may, cause=request.cause)
    await request.replace(request.words("tournament.stopped"))


@ROUTES.press(Verb.TOURNAMENT_READY, needs=Needs.MEMBER)
async def ready(request: Request, press: Press) -> None:
    """Marks the person as ready for the game of this round. Answers with what follows."""
    view = await actions.mark_ready(request.app.tournaments, press.table, request.person.id, request.cause)
    await request.reply(_what_comes(request.words, view, request.person.id))


def _what_comes(words: Words, view: TournamentView, user_id: int) -> str:
    pairing = view.tournament.pairing_of(user_id)
    if pairing is not None and pairing[0] in view.tables:
        return words("tournament.at_table")
    if view.tournament.plan.terms.pace.kind is ClockKind.CORRESPONDENCE:
        return words("tournament.waiting.correspondence")
    return words("tournament.waiting.live", minutes=READY_MS // 60_000)

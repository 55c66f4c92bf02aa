"""The presses on the messages of tournaments: join, leave, start, be ready, and call off."""

from __future__ import annotations

from bot.adapter import formatting
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Display, Screen
from bot.adapter.permissions import manages
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.clock import ClockKind
from bot.features.tournament import arena_messages
from bot.features.tournament import render as tournament_render
from bot.features.tournament.tournament_items import ASK, SURE, ShownTournament
from bot.tables import lookup
from bot.tables.problems import Problem, Refused
from bot.tournaments import actions, service
from bot.tournaments.service import TournamentView
from bot.tournaments.tournament import READY_MS


def _screen(display: Display) -> Screen:
    return display.tournaments


ROUTES = Routes(_screen)


@ROUTES.press(Verb.TOURNAMENT_START, needs=Needs.TABLE, argument=ASK, first=First.ANSWER)
async def organise(request: Request, press: Press) -> None:
    """Shows the page with the actions on a tournament, to the person who opened it or to a manager of the server.

    Raises:
        Refused: the person who pressed is neither, or the tournament is over.
    """
    tournament = await service.find(request.app.tournaments, press.table)
    actions.expect_organiser(tournament, request.person.id, manages=manages(request.interaction))
    guild = request.interaction.guild if request.guild_id else None
    lacks_events = (
        tournament.starts_at is not None
        and guild is not None
        and (await request.server()).events
        and not guild.me.guild_permissions.create_events
    )
    await request.reply(tournament_render.organiser(request.words, tournament, lacks_events=lacks_events))


@ROUTES.press(Verb.TOURNAMENT_LEAVE, Verb.TOURNAMENT_STOP, needs=Needs.TABLE, argument=ASK, first=First.ANSWER)
async def confirm(request: Request, press: Press) -> None:
    """Asks whether the person is sure that they want to leave a tournament, or to call it off. Neither can be undone.

    Raises:
        Refused: there is no such tournament. Or the person wants to call it off, and it is over, or they are neither
            its opener nor a manager.
    """
    tournament = await service.find(request.app.tournaments, press.table)
    if press.verb is Verb.TOURNAMENT_STOP:
        actions.expect_organiser(tournament, request.person.id, manages=manages(request.interaction))
    await request.reply(tournament_render.sure(request.words, tournament, press.verb).view)


@ROUTES.press(Verb.TOURNAMENT_SHOW, needs=Needs.SEEN, first=First.ANSWER)
async def look(request: Request, press: Press) -> None:
    """Shows the reader's own matches in a tournament, or all matches as a file.

    Raises:
        Refused: there is no such tournament, or it has not begun.
    """
    view = await service.view(request.app.tournaments, press.table)
    if not view.tournament.has_begun:
        raise Refused(Problem.TOURNAMENT_NOT_BEGUN)
    places = {number: (await lookup.table(request.app.tables, table)).place for number, table in view.tables.items()}
    shown = ShownTournament(view.tournament, places, request.app.now())
    messages = tournament_render if view.tournament.arena is None else arena_messages
    if press.argument == "whole":
        await request.reply(messages.files(request.words, shown))
    else:
        await request.reply(messages.mine(request.words, shown, request.person.id))


@ROUTES.press(Verb.TOURNAMENT_JOIN, needs=Needs.MEMBER)
async def join(request: Request, press: Press) -> None:
    """Enters the person who pressed the button in the tournament."""
    await actions.join(request.app.tournaments, press.table, request.person, request.cause)


@ROUTES.press(Verb.TOURNAMENT_LEAVE, needs=Needs.TABLE)
async def leave(request: Request, press: Press) -> None:
    """Takes the person who pressed the button out of a tournament that has not begun."""
    await actions.leave(request.app.tournaments, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.TOURNAMENT_LEAVE, needs=Needs.TABLE, argument=SURE)
async def withdraw(request: Request, press: Press) -> None:
    """Takes the person who pressed the button out of a tournament that has begun."""
    tournament = await actions.withdraw(request.app.tournaments, press.table, request.person.id, request.cause)
    is_arena = tournament.arena is not None
    await request.replace(request.words("tournament.arena.left" if is_arena else "tournament.withdrawn"))


@ROUTES.press(Verb.TOURNAMENT_START, needs=Needs.MEMBER, argument=SURE)
async def start_from_page(request: Request, press: Press) -> None:
    """Begins the first round of a tournament, from the page of its organiser."""
    await start(request, press)
    await request.replace(request.words("tournament.started"))


@ROUTES.press(Verb.TOURNAMENT_START, needs=Needs.MEMBER)
async def start(request: Request, press: Press) -> None:
    """Begins the first round of a tournament. Entrants who have left the server are left out, and the answer says so.

    Raises:
        Refused: the person who pressed is neither opener nor manager, the tournament has begun, or too few have
            entered.
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
    """Calls the tournament off, from the page of its organiser."""
    may = manages(request.interaction)
    await actions.cancel(request.app.tournaments, press.table, request.person.id, manages=may, cause=request.cause)
    await request.replace(request.words("tournament.stopped"))


@ROUTES.press(Verb.TOURNAMENT_READY, needs=Needs.MEMBER)
async def ready(request: Request, press: Press) -> None:
    """Notes that the person who pressed the button is ready for their game of this round or, in an arena, wants an
    opponent. The answer says what happens next.
    """
    tournaments = request.app.tournaments
    if (await service.find(tournaments, press.table)).arena is not None:
        view = await actions.enter_arena(tournaments, press.table, request.person, request.cause)
    else:
        view = await actions.mark_ready(tournaments, press.table, request.person.id, request.cause)
    await request.reply(await _what_comes(request, view))


async def _what_comes(request: Request, view: TournamentView) -> str:
    words, pairing = request.words, view.tournament.pairing_of(request.person.id)
    table_id = None if pairing is None else view.tables.get(pairing[0])
    if view.tournament.arena is not None:
        if table_id is None:
            return words("tournament.arena.waiting")
        # The board of an arena has links to some of its tables only.
        table = await lookup.table(request.app.tables, table_id)
        return words("tournament.arena.at_table", place=f"<#{table.place}>")
    if table_id is not None:
        return words("tournament.at_table")
    if view.tournament.plan.terms.pace.kind is ClockKind.CORRESPONDENCE:
        return words("tournament.waiting.correspondence")
    return words("tournament.waiting.live", minutes=READY_MS // 60_000)

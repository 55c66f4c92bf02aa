"""`/ecarte tournament`: opens a tournament that all members may enter.

The public answer to the command is the invitation itself. A refusal is private.
"""

from __future__ import annotations

import logging
from dataclasses import replace

import discord
from discord import app_commands

from bot.adapter.answer import Unanswered
from bot.adapter.formatting import link, sentence_of
from bot.adapter.permissions import can_make_threads, objection
from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.clock import ClockKind
from bot.features.challenge import CLOCKS, DIALECTS
from bot.features.tournament import render as tournament_render
from bot.features.tournament.announcer import ANNOUNCEMENT
from bot.rows.slots import SlotKind
from bot.tables.problems import Problem, Refused
from bot.tables.terms import ChallengeOptions, terms_for
from bot.tournaments import actions, service
from bot.tournaments.tournament import ARENA, HOUR_MS, Plan, Tournament
from ecarte.game import Dialect
from ecarte.table.stakes import Style
from ecarte.tournament import Form

ROUTES = Routes()

_log = logging.getLogger(__name__)
_LONGEST_NAME, _MOST_HOURS = 60, 30 * 24
_LONGEST_WAIT, _QUARTER_MS = 14 * 24, 15 * 60_000
_ARENAS = {f"{ARENA}-{minutes}": minutes for minutes in (60, 90)}
_HOURS = {ClockKind.LIVE: 24, ClockKind.CORRESPONDENCE: 7 * 24}


@ROUTES.command(
    "tournament",
    choices={
        "form": {f"command.tournament.form.{form}": form for form in (*(form.value for form in Form), *_ARENAS)},
        "clock": CLOCKS,
        "rules": DIALECTS,
    },
    texts={"clock": "command.challenge.clock", "rules": "command.challenge.rules"},
)
async def command(
    request: Request,
    form: str = Form.KNOCK_OUT.value,
    name: app_commands.Range[str, 1, _LONGEST_NAME] | None = None,
    hours: app_commands.Range[int, 1, _MOST_HOURS] | None = None,
    starts: app_commands.Range[int, 1, _LONGEST_WAIT] | None = None,
    clock: str | None = None,
    rules: str | None = None,
) -> None:
    """Answers `/ecarte tournament [form] [name] [hours] [starts] [clock] [rules]` with the invitation to a new
    tournament.

    `starts` is the number of hours until it starts by itself. The start is put off to a full quarter of an hour.
    """
    words, choices = request.words, await request.server()
    refused = objection(words, request.interaction, choices)
    if refused is None and form in _ARENAS and (hours is not None or clock == ClockKind.CORRESPONDENCE.value):
        refused = words("tournament.arena.fixed")
    if refused is None:
        # A tournament has no bets and no rentrants: the bot opens the next round by itself.
        wanted = ChallengeOptions(
            kind=ClockKind.LIVE if form in _ARENAS else ClockKind(clock) if clock is not None else None,
            dialect=Dialect(rules) if rules is not None else None,
            stake=0,
            style=Style.ENGLISH,
        )
        terms = terms_for(choices, request.language_of(choices), wanted)
        # Each game decides about a place in the next round, so a player who gives up at the first card has lost it.
        rules_of_all = replace(terms.rules, for_stakes=True)
        in_thread = terms.in_thread and can_make_threads(request.interaction)
        terms = replace(terms, rules=rules_of_all, in_thread=in_thread)
        if form in _ARENAS:
            # In an arena a person without an opponent waits a moment. The house makes only rounds even.
            plan = Plan(form=None, terms=replace(terms, house=None), hours=0, minutes=_ARENAS[form])
        else:
            plan = Plan(Form(form), terms, hours=hours or _HOURS[terms.pace.kind])
        try:
            await _announce(request, name or "", plan, None if starts is None else _start(request.app.now(), starts))
        except Refused as problem:
            refused = sentence_of(words, problem)
            if problem.problem is Problem.TOURNAMENT_ON_HERE:
                refused = await _on_here(request, refused)
    if refused is not None:
        await request.reply(refused)


def _start(now: int, hours: int) -> int:
    """Returns the first full quarter of an hour that is at least this many hours from now (epoch milliseconds)."""
    return -(-(now + hours * HOUR_MS) // _QUARTER_MS) * _QUARTER_MS


async def _announce(request: Request, name: str, plan: Plan, starts_at: int | None) -> None:
    """Opens the tournament and answers with its invitation.

    Raises:
        Refused: this channel has a tournament already.
        HTTPException, Unanswered: the message could not be sent; the tournament is called off.
    """
    opener = request.person
    tournament = await actions.open_tournament(
        request.app.tournaments, request.guild_id, request.channel_id, opener, name, plan, request.cause, starts_at
    )
    try:
        await _show(request, tournament)
    except (discord.HTTPException, Unanswered) as error:
        _log.info("tournament %d could not be shown: %s", tournament.id, error)
        await actions.cancel(request.app.tournaments, tournament.id, opener.id, manages=False)
        raise


async def _show(request: Request, tournament: Tournament) -> None:
    drawing = tournament_render.announcement(request.app.texts(tournament.plan.terms.language), tournament)
    message_id = await request.reply(drawing, private=False)
    messages = request.display.tournaments.messages
    if message_id is not None and ANNOUNCEMENT not in await messages.slots(tournament.id):
        await messages.adopt(tournament.id, ANNOUNCEMENT, tournament.channel_id, message_id, drawing.digest)
    # An event at Discord is made once its invitation is there.
    if tournament.starts_at is not None:
        request.display.tournaments.wake(tournament.id)


async def _on_here(request: Request, refused: str) -> str | None:
    """Returns a link to this channel's current tournament. If its invitation was lost in a crash, shows it and returns
    None.
    """
    tournament_view = await service.tournament_at(request.app.tournaments, request.channel_id)
    if tournament_view is None:
        return refused
    slots = await request.display.tournaments.messages.slots(tournament_view.tournament.id)
    if not slots:
        await _show(request, tournament_view.tournament)
        return None
    public = [row for slot, row in slots.items() if slot.kind is SlotKind.TOURNAMENT]
    newest = max(public, key=lambda row: row.message_id, default=None)
    if newest is None:
        return refused
    return request.words(
        "tournament.on_here",
        place=f"{link(tournament_view.tournament.guild_id, newest.channel_id)}/{newest.message_id}",
    )

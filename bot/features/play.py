"""`/ecarte play`: finds an opponent among the members who wait in this server. If no one waits, posts an open
challenge.

While their challenge waits, the person may play a game against the house. That game waits while they play the opponent.
"""

from __future__ import annotations

from functools import partial

import discord

from bot.adapter import formatting, naming
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.permissions import lobby_of, may_see
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.clock import ClockKind
from bot.features.challenge import CLOCKS, invite, link_to
from bot.tables.actions import pairing
from bot.tables.terms import ChallengeOptions, terms_for
from bot.tables.views import TableView

__all__ = ["FEATURE"]

ROUTES = Routes()


@ROUTES.command("play", choices={"clock": CLOCKS}, texts={"clock": "command.challenge.clock"})
async def command(request: Request, clock: str | None = None) -> None:
    """Answers `/ecarte play [clock]`: finds an opponent, or posts an open challenge."""
    await _find(request, None if clock is None else ClockKind(clock))


@ROUTES.press(Verb.FIND_OPPONENT, needs=Needs.SERVER, first=First.ANSWER)
async def press(request: Request, _press: Press) -> None:
    """Does the same as `/ecarte play`, from the button "Find an opponent"."""
    # Few members look into the thread of a finished game, so the challenge is posted where all see it.
    await _find(request, None, lobby_of(request.interaction))


async def _find(request: Request, kind: ClockKind | None, lobby: discord.TextChannel | None = None) -> None:
    table = await _seated(request, kind)
    if table is None:
        own = await invite(request, None, ChallengeOptions(kind=kind), lobby)
        # Two people who press at the same instant do not see each other before both wait, so each looks once more.
        table = None if own is None else await _seated(request, kind, own)
    if table is not None:
        await _tell(request, table)
        request.wake(table.id)


async def _seated(request: Request, kind: ClockKind | None, own: TableView | None = None) -> TableView | None:
    """Sits down with a person who waits. With `own`, only with a person who has waited longer than `own`."""
    choices = await request.server()
    return await pairing.sit_down(
        request.app.tables,
        request.guild_id,
        request.person,
        terms_for(choices, request.language_of(choices), ChallengeOptions(kind=kind)),
        partial(may_see, request.interaction),
        request.cause if own is None else None,
        before=None if own is None else own.id,
    )


async def _tell(request: Request, table: TableView) -> None:
    words, view = request.words, naming.with_names(request.words, table)
    place = await link_to(request, table)
    await request.reply(words("play.found", who=formatting.safe(view.challenger.name), table=place))


FEATURE = Feature("play", (ROUTES,))

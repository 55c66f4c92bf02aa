"""Challenges, by `/ecarte challenge` with or without an opponent, or from Discord's menu of a member.

The public answer to the command is the message of the challenge itself. A refusal is private.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace

import discord

from bot.adapter import naming
from bot.adapter.answer import Unanswered
from bot.adapter.formatting import link, safe, sentence_of
from bot.adapter.forms import Amount, read_stake
from bot.adapter.message import Message
from bot.adapter.permissions import can_make_threads, objection
from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.adapter.store import CHALLENGE, Delivery
from bot.clock import ClockKind
from bot.features.challenge import render as challenge_render
from bot.features.challenge.options import CLOCKS
from bot.people.person import Person
from bot.people.quotas import CHALLENGES, MENTIONS
from bot.people.server import ServerSettings
from bot.tables.actions import seating
from bot.tables.problems import Problem, Refused
from bot.tables.terms import ChallengeOptions, Terms, terms_for
from bot.tables.views import TableView
from bot.texts import Words

ROUTES = Routes()

_log = logging.getLogger(__name__)


@ROUTES.command("challenge", choices={"clock": CLOCKS})
async def command(
    request: Request, member: discord.User | None = None, stake: Amount | None = None, clock: str | None = None
) -> None:
    """Answers `/ecarte challenge [member] [stake] [clock]`: challenges a member, or all members if none is named."""
    kind = None if clock is None else ClockKind(clock)
    wanted = ChallengeOptions(kind=kind, stake=None if stake is None else read_stake(stake))
    await invite(request, member, wanted)


@ROUTES.menu("command.menu.challenge")
async def challenge_member(request: Request, member: discord.User) -> None:
    """Challenges a member. This is the command "Challenge to écarté" in Discord's menu of a member."""
    await invite(request, member, ChallengeOptions())


async def invite(
    request: Request,
    member: discord.User | discord.Member | None,
    wanted: ChallengeOptions,
    lobby: discord.TextChannel | None = None,
) -> TableView | None:
    """Opens a challenge, or answers privately why it is impossible.

    Args:
        member: the member who is challenged. None for an open challenge.
        wanted: the clock and the stake that the challenger has chosen.
        lobby: the channel in which the challenge is posted. None for the channel of the interaction.

    Returns:
        The new table, or None if none was opened.
    """
    words, choices = request.words, await request.server()
    refused = why_not(request, member, choices)
    if refused is None:
        terms = terms_for(choices, request.language_of(choices), wanted)
        terms = replace(terms, in_thread=terms.in_thread and can_make_threads(request.interaction, lobby))
        try:
            challenged = naming.member(member) if member is not None else None
            return await post(request, challenged, terms, choices.ready_role, lobby)
        except Refused as problem:
            refused = sentence_of(words, problem)
    await request.reply(refused)
    return None


def why_not(request: Request, member: discord.User | discord.Member | None, choices: ServerSettings) -> str | None:
    """Returns why this person cannot be asked to play in this channel, or None if they can be.

    Args:
        member: the person. None for all members.
        choices: the settings of the server.
    """
    words = request.words
    return _unfit(request, member) or objection(words, request.interaction, choices) or _unseen(words, member)


def _unfit(request: Request, member: discord.User | discord.Member | None) -> str | None:
    """Returns why this person cannot be challenged, or None if they can be."""
    words = request.words
    if member is None:
        return None
    if member.id == request.person.id:
        return words("problem.self")
    bot = request.display.client.user
    if bot is not None and member.id == bot.id:
        return words("house.here")
    if member.bot:
        return words("problem.a_bot", name=safe(naming.called_name(member)))
    if not isinstance(member, discord.Member):
        return words("problem.not_a_member", name=safe(naming.called_name(member)))
    return None


def _unseen(words: Words, member: discord.User | discord.Member | None) -> str | None:
    """Returns that this person cannot see the channel, by the permissions in the interaction. None if they can."""
    allowed = member.resolved_permissions if isinstance(member, discord.Member) else None
    if member is None or allowed is None or allowed.view_channel:
        return None
    return words("problem.cannot_see", name=safe(naming.called_name(member)))


async def post(
    request: Request,
    challenged: Person | None,
    terms: Terms,
    called_role: int | None = None,
    lobby: discord.TextChannel | None = None,
) -> TableView:
    """Opens the table and answers with the message of its challenge. If Discord delivers the same command twice, the
    second delivery opens no second table.

    Args:
        challenged: the person who is challenged. None for an open challenge.
        called_role: the id of the server's ready role. An open challenge rings for it, at most once in ten minutes.
            None if the server has no ready role.
        lobby: the channel in which the challenge is posted. None for the channel of the interaction.

    Raises:
        Refused: the challenger opens too many challenges in a short time, one of the two or the server has reached a
            limit, the challenged person takes no challenges, one has blocked the other, a balance is too small, or
            `lobby` takes no message now.
        HTTPException, Unanswered: the message could not be sent. The challenge is taken back.
    """
    user, quotas = request.interaction.user, request.app.quotas
    if not quotas.take(CHALLENGES, user.id):
        raise Refused(Problem.TOO_FAST)
    table = await seating.challenge(
        request.app.tables,
        request.guild_id,
        request.channel_id if lobby is None else lobby.id,
        request.person,
        challenged,
        terms,
        request.cause,
        called_role,
    )
    drawing = challenge_render.draw(request.app.texts(terms.language), table)
    if challenged is not None and not quotas.take(MENTIONS, (user.id, challenged.id)):
        # The mention stays in the text, and does not ring again.
        drawing = replace(drawing, mentions=())
    role = table.called_role
    if role is not None and await request.app.people.servers.may_call(request.guild_id, request.app.now()):
        # Only the first message rings. If the challenge is sent again, it does not.
        drawing = replace(drawing, role_mentions=(role,))
    try:
        await (_answer(request, table, drawing) if lobby is None else _show(request, table, drawing, lobby))
    except (discord.HTTPException, Unanswered, Refused) as error:
        _log.info("challenge %d could not be shown: %s", table.id, error)
        await seating.cancel(request.app.tables, table.id, user.id)
        raise
    if challenged is None or challenged.level is None:
        with suppress(discord.HTTPException, Unanswered):
            place = "" if lobby is None else await link_to(request, table)
            sent = await request.reply(challenge_render.draw_sent(request.words, table, place))
            if sent is not None:
                request.display.followups.keep(table.id, request.interaction, sent)
    # The challenge may have been answered or replaced before its message was stored.
    request.wake(table.id)
    return table


async def link_to(request: Request, table: TableView) -> str:
    """Returns a link to the message of the challenge of a table. If no such message is known, returns a link to the
    table's channel.
    """
    row = (await request.display.tables.messages.slots(table.id)).get(CHALLENGE)
    return link(table.guild_id, table.channel_id, None if row is None else row.message_id)


async def _answer(request: Request, table: TableView, drawing: Message) -> None:
    """Answers with the challenge."""
    message_id = await request.reply(drawing, private=False)
    messages = request.display.tables.messages
    if message_id is not None and CHALLENGE not in await messages.slots(table.id):
        await messages.adopt(table.id, CHALLENGE, request.channel_id, message_id, drawing.digest)


async def _show(request: Request, table: TableView, drawing: Message, lobby: discord.TextChannel) -> None:
    """Posts the challenge in another channel.

    Raises:
        Refused: Discord does not take it.
    """
    shown = await request.display.tables.messages.show_in(table.id, CHALLENGE, lobby.id, drawing)
    if shown is not Delivery.SHOWN:
        raise Refused(Problem.BUSY)

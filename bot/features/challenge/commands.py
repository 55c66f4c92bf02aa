"""A challenge: by the slash command, with or without an adversary, or from the menu of a member.

The public answer of the command is the message of the challenge itself; every refusal is a private one.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.amount_option import MOST_NAMED
from bot.adapter.answers import answer_privately, sentence_of
from bot.adapter.components import safe
from bot.adapter.languages import server_language
from bot.adapter.permissions import can_make_threads, objection
from bot.adapter.store import CHALLENGE
from bot.adapter.wording import Wording
from bot.clock import ClockKind
from bot.features.challenge import render as challenge_render
from bot.features.challenge.options import clocks, dialects
from bot.tables.events.table import Person
from bot.tables.problems import Refused
from bot.tables.terms import ChallengeOptions, Terms, terms_for
from bot.tables.views import TableSight
from bot.texts import Words
from ecarte.game import Dialect, Manners, NextDeal, Stakes
from ecarte.table.stakes import Style

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command", "context_menu", "invite", "post"]

_log = logging.getLogger(__name__)
_ANSWERED_BEFORE = 40060


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """`/ecarte challenge [member] [stake] [style] [count] [clock] [rules] [manners] [rubber] [deal] [hints]`."""

    @app_commands.command(name="challenge", description=said("command.challenge"))
    @app_commands.describe(
        member=said("command.challenge.member"),
        stake=said("command.challenge.stake"),
        style=said("command.challenge.style"),
        count=said("command.challenge.count"),
        clock=said("command.challenge.clock"),
        rules=said("command.challenge.rules"),
        manners=said("command.challenge.manners"),
        rubber=said("command.challenge.rubber"),
        deal=said("command.challenge.deal"),
        hints=said("command.challenge.hints"),
    )
    @app_commands.choices(
        style=[
            app_commands.Choice(name=said("command.challenge.style.french"), value=Style.FRENCH.value),
            app_commands.Choice(name=said("command.challenge.style.english"), value=Style.ENGLISH.value),
        ],
        count=[
            app_commands.Choice(name=said("command.challenge.count.single"), value=Stakes.SINGLE_ONLY.value),
            app_commands.Choice(name=said("command.challenge.count.treble"), value=Stakes.SINGLE_DOUBLE_TREBLE.value),
        ],
        clock=clocks(said),
        rules=dialects(said),
        manners=[
            app_commands.Choice(name=said("command.challenge.manners.guided"), value=Manners.GUIDED.value),
            app_commands.Choice(name=said("command.challenge.manners.salon"), value=Manners.SALON.value),
        ],
        deal=[
            app_commands.Choice(name=said("command.challenge.deal.alternates"), value=NextDeal.ALTERNATES.value),
            app_commands.Choice(name=said("command.challenge.deal.game"), value=NextDeal.FRESH_CUT.value),
            app_commands.Choice(name=said("command.challenge.deal.rubber"), value=NextDeal.CUT_FOR_RUBBER.value),
        ],
    )
    @app_commands.choices(
        rubber=[
            app_commands.Choice(name=said("command.challenge.rubber.1"), value=1),
            app_commands.Choice(name=said("command.challenge.rubber.3"), value=3),
            app_commands.Choice(name=said("command.challenge.rubber.5"), value=5),
            app_commands.Choice(name=said("command.challenge.rubber.7"), value=7),
            app_commands.Choice(name=said("command.challenge.rubber.11"), value=11),
        ],
    )
    async def challenge(
        interaction: discord.Interaction[Any],
        member: discord.User | None = None,
        stake: app_commands.Range[int, 0, MOST_NAMED] | None = None,
        style: str = Style.FRENCH.value,
        count: str = Stakes.SINGLE_ONLY.value,
        clock: str | None = None,
        rules: str | None = None,
        manners: str = Manners.GUIDED.value,
        rubber: int = 1,
        deal: str | None = None,
        hints: bool = False,
    ) -> None:
        wanted = ChallengeOptions(
            kind=ClockKind(clock) if clock is not None else None,
            dialect=Dialect(rules) if rules is not None else None,
            stake=stake,
            style=Style(style),
            stakes=Stakes(count),
            manners=Manners(manners),
            rubber=rubber,
            next_deal=NextDeal(deal) if deal is not None else None,
            hints=hints,
        )
        await invite(room, interaction, member, wanted)

    return challenge


def context_menu(room: CardRoom, said: Wording) -> app_commands.ContextMenu:
    """The entry "Challenge to écarté" in the menu of a member."""

    @app_commands.context_menu(name=said("command.menu.challenge"))
    async def challenge(interaction: discord.Interaction[Any], member: discord.User) -> None:
        await invite(room, interaction, member, ChallengeOptions())

    return challenge


async def invite(
    room: CardRoom,
    interaction: discord.Interaction[Any],
    member: discord.User | discord.Member | None,
    wanted: ChallengeOptions,
) -> None:
    """Makes the challenge, or opens a pool; or says privately why it cannot be done."""
    assert interaction.guild_id is not None
    words, choices = await room.words_for(interaction), await room.choices(interaction.guild_id)
    refused = _unfit(words, interaction.user, member, room.user) or _pointless(words, wanted)
    refused = refused or objection(words, interaction, choices)
    if refused is None:
        terms = terms_for(choices, server_language(room, interaction, choices), wanted)
        in_thread = terms.in_thread and can_make_threads(interaction)
        terms = replace(terms, in_thread=in_thread, cut_ms=room.settings.cut_seconds * 1000)
        try:
            challenged = Person(member.id, member.display_name) if member is not None else None
            await post(room, interaction, challenged, terms)
        except Refused as problem:
            refused = sentence_of(words, problem)
    if refused is not None:
        await answer_privately(interaction, refused)


def _unfit(
    words: Words,
    user: discord.User | discord.Member,
    member: discord.User | discord.Member | None,
    ourselves: discord.ClientUser | None,
) -> str | None:
    """Why nobody can play against this person; None: he can be asked."""
    if member is None:
        return None
    if member.id == user.id:
        return words("problem.self")
    if ourselves is not None and member.id == ourselves.id:
        return words("house.here")
    if member.bot:
        return words("problem.a_bot", name=safe(member.display_name))
    if not isinstance(member, discord.Member):
        return words("problem.not_a_member", name=safe(member.display_name))
    return None


def _pointless(words: Words, wanted: ChallengeOptions) -> str | None:
    """Why what is wanted makes no sense together; None: it does."""
    if wanted.next_deal is NextDeal.CUT_FOR_RUBBER and wanted.rubber == 1:
        return words("match.deal.no_rubber")
    if wanted.hints and wanted.manners is Manners.SALON:
        return words("hint.salon")
    return None


async def post(
    room: CardRoom, interaction: discord.Interaction[Any], challenged: Person | None, terms: Terms
) -> TableSight | None:
    """Opens the table and answers with the message of its challenge.

    Returns:
        The table; None if the same interaction has been answered before.

    Raises:
        Refused: somebody sits already, or the same challenge stands.
        HTTPException: the message could not be sent; the challenge is taken back.
    """
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    user = interaction.user
    sight = await room.tables.challenge(
        interaction.guild_id,
        interaction.channel_id,
        Person(user.id, user.display_name),
        challenged,
        terms,
        interaction.id,
    )
    drawing = challenge_render.draw(room.texts(terms.language), sight)
    try:
        answer = await interaction.response.send_message(
            view=drawing.view, files=drawing.files(), allowed_mentions=drawing.allowed()
        )
    except discord.HTTPException as error:
        if error.code == _ANSWERED_BEFORE:
            # The same interaction, delivered twice: the first delivery has sent the message.
            return None
        _log.info("challenge %d could not be shown: Discord answered %d", sight.id, error.code)
        await room.tables.cancel(sight.id, user.id)
        raise
    assert answer.message_id is not None
    await room.courier.adopt(sight.id, CHALLENGE, interaction.channel_id, answer.message_id, drawing.digest)
    return sight

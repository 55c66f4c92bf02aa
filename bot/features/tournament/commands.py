"""`/ecarte tournament`: a knock-out or a round robin, open to whoever joins.

The public answer of the command is the invitation itself; every refusal is a private one.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answers import answer_privately, sentence_of
from bot.adapter.formatting import link
from bot.adapter.languages import server_language
from bot.adapter.permissions import can_make_threads, objection
from bot.adapter.wording import Wording
from bot.clock import ClockKind
from bot.features.challenge.options import clocks, dialects
from bot.features.tournament import render as tournament_render
from bot.features.tournament.announcer import ANNOUNCEMENT
from bot.tables.events.table import Person
from bot.tables.problems import Problem, Refused
from bot.tables.terms import ChallengeOptions, terms_for
from bot.texts import Words
from bot.tournaments.tournament import Cup, Plan
from ecarte.game import Dialect
from ecarte.table.stakes import Style
from ecarte.tournament import Form

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]

_log = logging.getLogger(__name__)
_ANSWERED_BEFORE = 40060
_LONGEST_NAME, _MOST_HOURS = 60, 30 * 24
_HOURS = {ClockKind.LIVE: 24, ClockKind.CORRESPONDENCE: 7 * 24}


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """`/ecarte tournament [form] [name] [hours] [clock] [rules]`."""

    @app_commands.command(name="tournament", description=said("command.tournament"))
    @app_commands.describe(
        form=said("command.tournament.form"),
        name=said("command.tournament.name"),
        hours=said("command.tournament.hours"),
        clock=said("command.challenge.clock"),
        rules=said("command.challenge.rules"),
    )
    @app_commands.choices(
        form=[
            app_commands.Choice(name=said("command.tournament.form.knock-out"), value=Form.KNOCK_OUT.value),
            app_commands.Choice(name=said("command.tournament.form.round-robin"), value=Form.ROUND_ROBIN.value),
        ],
        clock=clocks(said),
        rules=dialects(said),
    )
    async def tournament(
        interaction: discord.Interaction[Any],
        form: str = Form.KNOCK_OUT.value,
        name: app_commands.Range[str, 1, _LONGEST_NAME] | None = None,
        hours: app_commands.Range[int, 1, _MOST_HOURS] | None = None,
        clock: str | None = None,
        rules: str | None = None,
    ) -> None:
        assert interaction.guild_id is not None
        words, choices = await room.words_for(interaction), await room.choices(interaction.guild_id)
        refused = objection(words, interaction, choices)
        if refused is None:
            # Nobody bets and nobody takes the loser's chair: the next round is drawn, not asked for.
            wanted = ChallengeOptions(
                kind=ClockKind(clock) if clock is not None else None,
                dialect=Dialect(rules) if rules is not None else None,
                stake=0,
                style=Style.ENGLISH,
            )
            terms = terms_for(choices, server_language(room, interaction, choices), wanted)
            # A place in the next round lies on every game: who gives it up at the first card has lost it.
            rules_of_all = replace(terms.rules, for_stakes=True)
            in_thread = terms.in_thread and can_make_threads(interaction)
            cut_ms = room.settings.cut_seconds * 1000
            terms = replace(terms, rules=rules_of_all, in_thread=in_thread, cut_ms=cut_ms)
            plan = Plan(Form(form), terms, hours or _HOURS[terms.pace.kind])
            try:
                await _announce(room, interaction, name or "", plan)
            except Refused as problem:
                refused = sentence_of(words, problem)
                if problem.problem is Problem.CUP_ON_HERE:
                    refused = await _on_here(room, interaction, words) or refused
        if refused is not None and not interaction.response.is_done():
            await answer_privately(interaction, refused)

    return tournament


async def _announce(room: CardRoom, interaction: discord.Interaction[Any], name: str, plan: Plan) -> None:
    """Opens the tournament and answers with its invitation.

    Raises:
        Refused: another one is on in this channel.
        HTTPException: the message could not be sent; the tournament is called off.
    """
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    user = interaction.user
    opener = Person(user.id, user.display_name)
    cup = await room.tournaments.open(interaction.guild_id, interaction.channel_id, opener, name, plan, interaction.id)
    try:
        await _show(room, interaction, cup)
    except discord.HTTPException as error:
        if error.code == _ANSWERED_BEFORE:
            # The same interaction, delivered twice: the first delivery has sent the message.
            return
        _log.info("tournament %d could not be shown: Discord answered %d", cup.id, error.code)
        await room.tournaments.cancel(cup.id, user.id, manages=False)
        raise


async def _show(room: CardRoom, interaction: discord.Interaction[Any], cup: Cup) -> None:
    drawing = tournament_render.announcement(room.texts(cup.plan.terms.language), cup)
    answer = await interaction.response.send_message(view=drawing.view, allowed_mentions=drawing.allowed())
    assert answer.message_id is not None
    await room.herald.courier.adopt(cup.id, ANNOUNCEMENT, cup.channel_id, answer.message_id, drawing.digest)


async def _on_here(room: CardRoom, interaction: discord.Interaction[Any], words: Words) -> str | None:
    """Where the one is that is on here. One whose invitation was lost in a crash is shown now instead: None."""
    assert interaction.channel_id is not None
    sight = await room.tournaments.at(interaction.channel_id)
    if sight is None:
        return None
    slots = await room.herald.courier.slots(sight.cup.id)
    if not slots:
        await _show(room, interaction, sight.cup)
        return None
    public = [row for slot, row in slots.items() if slot.startswith(ANNOUNCEMENT)]
    newest = max(public, key=lambda row: row.message_id, default=None)
    if newest is None:
        return None
    return words("cup.on_here", place=f"{link(sight.cup.guild_id, newest.channel_id)}/{newest.message_id}")

"""`/ecarte house [level]`: a game against the house, at once and for the honour.

It is a challenge like any other, which the house accepts as soon as its message stands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answers import answer_privately, sentence_of
from bot.adapter.languages import server_language
from bot.adapter.permissions import can_make_threads, objection
from bot.adapter.wording import Wording
from bot.clock import ClockKind
from bot.features.challenge.commands import post
from bot.people.person import Level, Person
from bot.tables.problems import Refused
from bot.tables.terms import ChallengeOptions, Terms, terms_for

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """`/ecarte house [level]`."""

    @app_commands.command(name="house", description=said("command.house"))
    @app_commands.describe(level=said("command.house.level"))
    @app_commands.choices(
        level=[
            app_commands.Choice(name=said("command.house.level.novice"), value=Level.NOVICE.value),
            app_commands.Choice(name=said("command.house.level.salon"), value=Level.SALON.value),
            app_commands.Choice(name=said("command.house.level.maitre"), value=Level.MAITRE.value),
        ]
    )
    async def house(interaction: discord.Interaction[Any], level: str = Level.NOVICE.value) -> None:
        await _play(room, interaction, Person.of_house(Level(level)))

    return house


async def _play(room: CardRoom, interaction: discord.Interaction[Any], house: Person) -> None:
    """Seats whoever asks and the house at a table; or says privately why it cannot be done."""
    assert interaction.guild_id is not None
    words, choices = await room.words_for(interaction), await room.choices(interaction.guild_id)
    refused = objection(words, interaction, choices)
    if refused is None:
        wanted = ChallengeOptions(kind=ClockKind.LIVE, stake=0)
        terms = terms_for(choices, server_language(room, interaction, choices), wanted).against_house
        in_thread = terms.in_thread and can_make_threads(interaction)
        terms = replace(terms, in_thread=in_thread, cut_ms=room.settings.cut_seconds * 1000)
        try:
            await _sit_down(room, interaction, house, terms)
        except Refused as problem:
            refused = sentence_of(words, problem)
    if refused is not None:
        await answer_privately(interaction, refused)


async def _sit_down(room: CardRoom, interaction: discord.Interaction[Any], house: Person, terms: Terms) -> None:
    """Opens the table, and lets the house accept.

    Raises:
        Refused: whoever asks plays elsewhere.
    """
    sight = await post(room, interaction, house, terms)
    if sight is None:
        return
    try:
        await room.tables.accept(sight.id, house)
    except Refused:
        await room.tables.cancel(sight.id, interaction.user.id)
        raise

"""Presses on the messages of tournaments: coming and going, beginning, being ready, and the end before its time.

Acknowledged at once; what cannot be undone is asked for first. Drawing is the herald's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.adapter.answers import note
from bot.adapter.custom_ids import Press, Verb
from bot.clock import ClockKind
from bot.features.settings.page import manages
from bot.features.tournament import render as tournament_render
from bot.features.tournament.announcer import ANNOUNCEMENT
from bot.features.tournament.render import ASK, SURE
from bot.tables.events.table import Person
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from bot.tournaments.service import CupSight
from bot.tournaments.tournament import READY_MS

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["VERBS", "press"]

VERBS = frozenset({Verb.CUP_JOIN, Verb.CUP_LEAVE, Verb.CUP_START, Verb.CUP_READY, Verb.CUP_STOP})
"""What is answered here."""


async def press(room: CardRoom, interaction: discord.Interaction[Any], press: Press) -> None:
    """Does what a press asks for.

    Raises:
        Refused: it cannot be done; nothing has changed.
    """
    if press.argument == ASK:
        words = await room.words_for(interaction)
        cup = await room.tournaments.cup(press.table)
        asked = tournament_render.sure(words, cup, press.verb)
        await interaction.response.send_message(view=asked.view, ephemeral=True)
        return
    await interaction.response.defer()
    words = await room.words_for(interaction)
    await _remember(room, interaction, press)
    try:
        await _act(room, interaction, words, press)
    except Refused:
        # What was pressed may be older than what we think it shows.
        room.herald.wake(press.table)
        raise


async def _act(room: CardRoom, interaction: discord.Interaction[Any], words: Words, press: Press) -> None:
    cups, user, cause = room.tournaments, interaction.user, interaction.id
    match press.verb:
        case Verb.CUP_JOIN:
            await cups.join(press.table, Person(user.id, user.display_name), cause)
        case Verb.CUP_LEAVE if press.argument == SURE:
            await cups.withdraw(press.table, user.id, cause)
            await interaction.edit_original_response(view=note(words("cup.withdrawn")))
        case Verb.CUP_LEAVE:
            await cups.leave(press.table, user.id, cause)
        case Verb.CUP_START:
            await cups.start(press.table, user.id, manages=manages(interaction), cause=cause)
        case Verb.CUP_STOP if press.argument == SURE:
            await cups.cancel(press.table, user.id, manages=manages(interaction), cause=cause)
            await interaction.edit_original_response(view=note(words("cup.stopped")))
        case Verb.CUP_READY:
            sight = await cups.ready(press.table, user.id, cause)
            told = _what_comes(words, sight, user.id)
            await interaction.followup.send(view=note(told), ephemeral=True)
        case _:
            raise Refused(Problem.STALE)


def _what_comes(words: Words, sight: CupSight, user_id: int) -> str:
    """What comes of it that somebody is ready: his table, or waiting for the other."""
    found = sight.cup.pairing_of(user_id)
    if found is not None and found[0] in sight.tables:
        return words("cup.at_table")
    if sight.cup.plan.terms.pace.kind is ClockKind.CORRESPONDENCE:
        return words("cup.waiting.correspondence")
    return words("cup.waiting.live", minutes=READY_MS // 60_000)


async def _remember(room: CardRoom, interaction: discord.Interaction[Any], press: Press) -> None:
    """Keeps the token of a press on a message of all; takes the invitation in, should a crash have kept it unknown."""
    message, courier = interaction.message, room.herald.courier
    if message is None or message.flags.ephemeral:
        return
    courier.remember(interaction)
    if press.verb in (Verb.CUP_JOIN, Verb.CUP_START) and ANNOUNCEMENT not in await courier.slots(press.table):
        await courier.adopt(press.table, ANNOUNCEMENT, message.channel.id, message.id, "")

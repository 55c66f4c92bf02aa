"""Presses of the elder hand who cuts: at a place that a button names, or that a form asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.adapter.custom_ids import Press, Verb, encode_form
from bot.adapter.forms import written
from bot.features.fair.render import ASK
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.fair import CUTS

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["act", "is_asked", "opened", "sent"]

_TITLE, _DIGITS = 45, 2


def is_asked(press: Press) -> bool:
    """Whether a press opens the form that asks where to cut."""
    return press.verb is Verb.CUT and press.argument == ASK


async def opened(room: CardRoom, interaction: discord.Interaction[Any], words: Words, press: Press) -> None:
    """Opens the form, for the elder hand while he may cut.

    Raises:
        Refused: it is too late, or he is not the elder hand.
    """
    sight = await room.tables.sight(press.table)
    if sight.to_cut is None:
        raise Refused(Problem.NO_CUT)
    if sight.person(sight.to_cut.elder).id != interaction.user.id:
        raise Refused(Problem.NOT_ELDER)
    entry: ui.TextInput[Any] = ui.TextInput(custom_id="place", max_length=_DIGITS, placeholder="16")
    modal = ui.Modal(
        title=words("fair.form")[:_TITLE],
        custom_id=encode_form(Press(Verb.CUT, press.table, press.decision)),
        timeout=900,
    )
    about = words("fair.form.about", least=CUTS.start, most=CUTS.stop - 1)
    modal.add_item(ui.Label(text=words("fair.form.place"), description=about, component=entry))
    await interaction.response.send_modal(modal)


async def sent(room: CardRoom, interaction: discord.Interaction[Any], press: Press) -> None:
    """The form was sent: cuts there.

    Raises:
        Refused: it cannot be done; nothing has changed.
    """
    await interaction.response.defer()
    await room.words_for(interaction)
    await _cut(room, interaction, press, written(interaction).strip())


async def act(room: CardRoom, interaction: discord.Interaction[Any], press: Press) -> None:
    """Cuts at the place that the button names; the interaction is acknowledged already.

    Raises:
        Refused: it cannot be done; nothing has changed.
    """
    await _cut(room, interaction, press, press.argument)


async def _cut(room: CardRoom, interaction: discord.Interaction[Any], press: Press, place: str) -> None:
    # What is no number is no place: the table says which there are.
    number = int(place) if place.isascii() and place.isdecimal() and len(place) <= _DIGITS else 0
    await room.tables.cut(press.table, interaction.user.id, press.decision, number, interaction.id)

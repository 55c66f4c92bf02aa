"""A select of channels, for the settings: the ids of channels are what was chosen."""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import ui

from bot.adapter.custom_ids import SELECT, Press, Verb, decode, encode

__all__ = ["KINDS", "MOST_CHANNELS", "PressChannelSelect", "channel_select"]

MOST_CHANNELS = 25
"""More defaults than this Discord does not take."""
KINDS = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice, discord.ChannelType.forum]
"""Where a table can be: in a channel itself, or (forum) in its threads."""
# discord.py tells dynamic items apart by their pattern: two classes must not share one.
_SELECT, _CHANNELS = "ecs:", "ecc:"
_TEMPLATE = re.compile(SELECT.pattern.replace(_SELECT, _CHANNELS, 1))


class PressChannelSelect(ui.DynamicItem[ui.ChannelSelect[Any]], template=_TEMPLATE):
    """A select of channels whose `custom_id` says all but the choice."""

    def __init__(self, item: ui.ChannelSelect[Any], press: Press | None) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> PressChannelSelect:
        """The item that was used."""
        assert isinstance(item, ui.ChannelSelect)
        return cls(item, decode(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hands the choice on."""
        await interaction.client.pressed(interaction, self.press, [str(channel.id) for channel in self.item.values])


def channel_select(verb: Verb, argument: str, chosen: list[int], placeholder: str) -> PressChannelSelect:
    """A select of any number of channels, none included; `chosen` stand in it already."""
    press = Press(verb, argument=argument)
    item: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=encode(press, select=True).replace(_SELECT, _CHANNELS, 1),
        channel_types=KINDS,
        placeholder=placeholder,
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in chosen[:MOST_CHANNELS]
        ],
    )
    return PressChannelSelect(item, press)

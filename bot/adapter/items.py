"""Makes the items that a person can press: buttons and selects.

An item holds all its state in its `custom_id` and none in memory. So it works after a restart, on an old message, and
in any process. The router reads the press from the interaction itself. The callbacks of discord.py are not used,
because discord.py would rebuild the view of the whole message at each press.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.adapter.custom_ids import Press, Verb, encode

MOST_CHANNELS = 25
"""The most channels that Discord accepts as preselected in a select."""
_KINDS = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice, discord.ChannelType.forum]
"""The kinds of channel where a table can be: in the channel itself, or for a forum in its threads."""
_WRITTEN = [discord.ChannelType.text, discord.ChannelType.news]
"""The kinds of channel where the bot posts for the whole server."""
_SELECT, _CHANNELS, _ROLES, _USERS = "ecs:", "ecc:", "ecr:", "ecu:"


PressButton: TypeAlias = ui.Button[Any]
"""A button whose `custom_id` holds the press, or that opens an address."""
PressSelect: TypeAlias = ui.Select[Any]
"""A select whose `custom_id` holds the press, except the choice."""


def button(
    verb: Verb,
    label: str | None,
    *,
    table: int = 0,
    decision: int | None = None,
    argument: str = "",
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> PressButton:
    """Returns a button. Its `custom_id` holds the fields of `Press`."""
    press = Press(verb, table, decision, argument)
    return ui.Button(label=label, style=style, emoji=emoji, disabled=disabled, custom_id=encode(press))


def link_button(label: str, url: str, *, emoji: str | None = None) -> PressButton:
    """Returns a button that opens an address. The bot hears of no press."""
    return ui.Button(label=label, url=url, emoji=emoji)


def select(
    verb: Verb,
    options: list[discord.SelectOption],
    *,
    placeholder: str,
    table: int = 0,
    decision: int | None = None,
    argument: str = "",
    least: int = 1,
    most: int = 1,
) -> PressSelect:
    """Returns a select of strings. Its `custom_id` holds the fields of `Press`."""
    press = Press(verb, table, decision, argument)
    return ui.Select(
        custom_id=encode(press, select=True),
        options=options,
        placeholder=placeholder,
        min_values=least,
        max_values=most,
    )


def channel_select(verb: Verb, argument: str, chosen: list[int], placeholder: str) -> ui.ChannelSelect[Any]:
    """Returns a select in which a person chooses any number of channels, or none.

    The channels in `chosen` are preselected.
    """
    press = Press(verb, argument=argument)
    return ui.ChannelSelect(
        custom_id=encode(press, select=True).replace(_SELECT, _CHANNELS, 1),
        channel_types=_KINDS,
        placeholder=placeholder,
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=_chosen(discord.SelectDefaultValueType.channel, chosen[:MOST_CHANNELS]),
    )


def one_channel_select(verb: Verb, argument: str, chosen: int | None, placeholder: str) -> ui.ChannelSelect[Any]:
    """Returns a select in which a person chooses one text channel, or none. `chosen` is the channel preselected."""
    press = Press(verb, argument=argument)
    return ui.ChannelSelect(
        custom_id=encode(press, select=True).replace(_SELECT, _CHANNELS, 1),
        channel_types=_WRITTEN,
        placeholder=placeholder,
        min_values=0,
        max_values=1,
        default_values=_chosen(discord.SelectDefaultValueType.channel, [chosen]),
    )


def role_select(verb: Verb, argument: str, chosen: int | None, placeholder: str) -> ui.RoleSelect[Any]:
    """Returns a select in which a person chooses one role, or none. `chosen` is the role preselected."""
    press = Press(verb, argument=argument)
    return ui.RoleSelect(
        custom_id=encode(press, select=True).replace(_SELECT, _ROLES, 1),
        placeholder=placeholder,
        min_values=0,
        max_values=1,
        default_values=_chosen(discord.SelectDefaultValueType.role, [chosen]),
    )


def _chosen(kind: discord.SelectDefaultValueType, ids: Sequence[int | None]) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=each, type=kind) for each in ids if each is not None]


def user_select(verb: Verb, argument: str, placeholder: str) -> ui.UserSelect[Any]:
    """Returns a select in which a person chooses one user of Discord."""
    press = Press(verb, argument=argument)
    custom_id = encode(press, select=True).replace(_SELECT, _USERS, 1)
    return ui.UserSelect(custom_id=custom_id, placeholder=placeholder)

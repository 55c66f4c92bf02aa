"""The kinds of item that a person can press.

An item carries its state in its `custom_id` and none in memory, so it works after a restart, on an old message, and in
any process. The router reads the press from the interaction: discord.py never looks for an item, for which it would
make a view of the whole message at each press.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.adapter.custom_ids import Press, Verb, encode

MOST_CHANNELS = 25
"""More defaults than this Discord does not take."""
_KINDS = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice, discord.ChannelType.forum]
"""Where a table can be: in a channel itself, or (forum) in its threads."""
_WRITTEN = [discord.ChannelType.text, discord.ChannelType.news]
"""Where the bot posts what is for the whole server."""
_SELECT, _CHANNELS, _ROLES, _USERS = "ecs:", "ecc:", "ecr:", "ecu:"


PressButton: TypeAlias = ui.Button[Any]
"""A button whose `custom_id` says all."""
PressSelect: TypeAlias = ui.Select[Any]
"""A select whose `custom_id` says all but the choice."""


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
    """A button; see `Press` for what it carries."""
    press = Press(verb, table, decision, argument)
    return ui.Button(label=label, style=style, emoji=emoji, disabled=disabled, custom_id=encode(press))


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
    """A select of strings; see `Press` for what it carries besides the choice."""
    press = Press(verb, table, decision, argument)
    return ui.Select(
        custom_id=encode(press, select=True),
        options=options,
        placeholder=placeholder,
        min_values=least,
        max_values=most,
    )


def channel_select(verb: Verb, argument: str, chosen: list[int], placeholder: str) -> ui.ChannelSelect[Any]:
    """A select of any number of channels, none included; `chosen` stand in it already."""
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
    """A select of one text channel, or none; `chosen` stands in it already."""
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
    """A select of one role, or none; `chosen` stands in it already."""
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
    """A select of one person."""
    press = Press(verb, argument=argument)
    custom_id = encode(press, select=True).replace(_SELECT, _USERS, 1)
    return ui.UserSelect(custom_id=custom_id, placeholder=placeholder)

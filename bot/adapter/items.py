"""The kinds of item that a person can press, on one base.

An item carries its state in its `custom_id` and none in memory, so it works after a restart, on an old message, and in
any process. discord.py swallows what a dynamic item raises: so the client answers every error of a press.
"""

from __future__ import annotations

import re
from typing import Any, Self, TypeVar, cast

import discord
from discord import ui

from bot.adapter.custom_ids import BUTTON, SELECT, Press, Verb, decode, encode

_Item = TypeVar("_Item", bound=ui.Item[Any])
MOST_CHANNELS = 25
"""More defaults than this Discord does not take."""
_KINDS = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice, discord.ChannelType.forum]
"""Where a table can be: in a channel itself, or (forum) in its threads."""
# discord.py tells dynamic items apart by their pattern: two classes must not share one.
_SELECT, _CHANNELS, _ROLES, _USERS = "ecs:", "ecc:", "ecr:", "ecu:"
_TEMPLATE = re.compile(SELECT.pattern.replace(_SELECT, _CHANNELS, 1))
_USER_TEMPLATE = re.compile(SELECT.pattern.replace(_SELECT, _USERS, 1))
_ROLE_TEMPLATE = re.compile(SELECT.pattern.replace(_SELECT, _ROLES, 1))


class _Carrier(ui.DynamicItem[_Item], template=r"(?!)"):
    """An item that carries its press. Its own pattern matches nothing: each kind has another."""

    def __init__(self, item: _Item, press: Press | None) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The item that was pressed."""
        return cls(cast(_Item, item), decode(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hands the press on, with what was chosen."""
        chosen = [str(getattr(value, "id", value)) for value in getattr(self.item, "values", ())]
        await interaction.client.pressed(interaction, self.press, chosen)


class PressButton(_Carrier[ui.Button[Any]], template=BUTTON):
    """A button whose `custom_id` says all."""


class PressSelect(_Carrier[ui.Select[Any]], template=SELECT):
    """A select whose `custom_id` says all but the choice."""


class PressChannelSelect(_Carrier[ui.ChannelSelect[Any]], template=_TEMPLATE):
    """A select of channels whose `custom_id` says all but the choice."""


class PressRoleSelect(_Carrier[ui.RoleSelect[Any]], template=_ROLE_TEMPLATE):
    """A select of roles whose `custom_id` says all but the choice."""


class PressUserSelect(_Carrier[ui.UserSelect[Any]], template=_USER_TEMPLATE):
    """A select of people whose `custom_id` says all but the choice."""


ITEMS = (PressButton, PressSelect, PressChannelSelect, PressRoleSelect, PressUserSelect)


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
    item: ui.Button[Any] = ui.Button(label=label, style=style, emoji=emoji, disabled=disabled, custom_id=encode(press))
    return PressButton(item, press)


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
    item: ui.Select[Any] = ui.Select(
        custom_id=encode(press, select=True),
        options=options,
        placeholder=placeholder,
        min_values=least,
        max_values=most,
    )
    return PressSelect(item, press)


def channel_select(verb: Verb, argument: str, chosen: list[int], placeholder: str) -> PressChannelSelect:
    """A select of any number of channels, none included; `chosen` stand in it already."""
    press = Press(verb, argument=argument)
    item: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=encode(press, select=True).replace(_SELECT, _CHANNELS, 1),
        channel_types=_KINDS,
        placeholder=placeholder,
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in chosen[:MOST_CHANNELS]
        ],
    )
    return PressChannelSelect(item, press)


def role_select(verb: Verb, argument: str, chosen: int | None, placeholder: str) -> PressRoleSelect:
    """A select of one role, or none; `chosen` stands in it already."""
    press = Press(verb, argument=argument)
    roles = [] if chosen is None else [chosen]
    item: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=encode(press, select=True).replace(_SELECT, _ROLES, 1),
        placeholder=placeholder,
        min_values=0,
        max_values=1,
        default_values=[discord.SelectDefaultValue(id=it, type=discord.SelectDefaultValueType.role) for it in roles],
    )
    return PressRoleSelect(item, press)


def user_select(verb: Verb, argument: str, placeholder: str) -> PressUserSelect:
    """A select of one person."""
    press = Press(verb, argument=argument)
    custom_id = encode(press, select=True).replace(_SELECT, _USERS, 1)
    return PressUserSelect(ui.UserSelect(custom_id=custom_id, placeholder=placeholder), press)

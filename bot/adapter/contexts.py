"""The kinds of places that interactions come from.

A member who has installed the bot for themselves may use it where the bot is not: in a server without it, and in the
direct messages of other people. In such a place the bot has no rights. It can answer the person alone, and edit its
answers only by the tokens of the person's own presses. The bot asks Discord nothing about such a server. It handles an
interaction there like one in direct messages.
"""

from __future__ import annotations

from collections.abc import Set
from enum import Enum
from typing import Any, Final, TypeAlias

import discord

from bot.adapter.discord_internals import authorized_by_server


class Context(Enum):
    """The kind of place where a person uses a command or presses a button."""

    SERVER = "server"
    """A server that has the bot."""
    OTHER_SERVER = "other server"
    """A server that does not have the bot."""
    DIRECT = "direct"
    """The person's direct messages with the bot."""
    OTHER_MESSAGES = "other messages"
    """Direct messages that the bot is not in: between the person and another person, or in a group."""


Contexts: TypeAlias = Set[Context]
ANYWHERE: Final[Contexts] = frozenset(Context)
IN_SERVERS: Final[Contexts] = frozenset({Context.SERVER})
_WITHOUT_BOT: Final = frozenset({Context.OTHER_SERVER, Context.OTHER_MESSAGES})


def context_of(interaction: discord.Interaction[Any]) -> Context:
    """Returns the kind of place that an interaction comes from."""
    if interaction.guild_id is None:
        return Context.OTHER_MESSAGES if interaction.context.private_channel else Context.DIRECT
    return Context.SERVER if authorized_by_server(interaction) else Context.OTHER_SERVER


def server_of(interaction: discord.Interaction[Any]) -> int | None:
    """Returns the id of the server that has the bot, in which the person acts. None in any other place."""
    return interaction.guild_id if context_of(interaction) is Context.SERVER else None


def bot_is_absent(interaction: discord.Interaction[Any]) -> bool:
    """Returns whether the bot is not in the place of an interaction, so that it can answer only the person who acts."""
    return context_of(interaction) in _WITHOUT_BOT

"""Where a game may be played: in the channels that the server allows, where the bot may do what a table needs.

Reads what an interaction says of its channel, and of what the bot may do there; asks Discord nothing.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.people.server import ServerSettings
from bot.texts import Words

__all__ = ["NEEDED", "can_make_threads", "manages", "missing_permissions", "objection"]

NEEDED = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files")
"""Every permission that may be found missing, by Discord's names."""
_FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
_MOST_NAMED = 10


def objection(words: Words, interaction: discord.Interaction[Any], choices: ServerSettings) -> str | None:
    """Returns why no game can be played in this channel, as a sentence; None: it can."""
    channel = interaction.channel
    here = {interaction.channel_id, getattr(channel, "parent_id", None)}
    if choices.channels and not here & set(choices.channels):
        guild = interaction.guild
        allowed = [it for it in choices.channels if guild is not None and guild.get_channel_or_thread(it) is not None]
        if not allowed:
            return words("problem.no_channel")
        return words("problem.not_here", channels=words.joined([f"<#{it}>" for it in allowed[:_MOST_NAMED]]))
    missing = missing_permissions(interaction)
    if missing:
        named = [f"**{words(f'pages.permission.{name}')}**" for name in missing]
        return words("problem.bot_permissions", permissions=words.joined(named))
    return None


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """What the bot may not do in this channel and would have to, by Discord's names, in Discord's order."""
    sending = "send_messages_in_threads" if isinstance(interaction.channel, discord.Thread) else "send_messages"
    granted = interaction.app_permissions
    return [name for name in ("view_channel", sending, "attach_files") if not getattr(granted, name)]


def can_make_threads(interaction: discord.Interaction[Any]) -> bool:
    """Whether a table that begins in this channel can get a thread of its own."""
    channel, granted = interaction.channel, interaction.app_permissions
    return isinstance(channel, discord.TextChannel) and all(getattr(granted, name) for name in _FOR_THREADS)


def manages(interaction: discord.Interaction[Any]) -> bool:
    """Whether the person manages the server: asked again at every press."""
    return interaction.permissions.manage_guild

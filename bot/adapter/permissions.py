"""Says where a game may be played: in channels that the server allows, where the bot has the permissions for a table.

This module reads the channel and the permissions in an interaction. It sends no request to Discord.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.adapter.contexts import bot_is_absent, server_of
from bot.adapter.formatting import relative
from bot.people.server import ServerSettings
from bot.texts import Words

NEEDED = ("view_channel", "send_messages", "attach_files", "create_public_threads", "send_messages_in_threads")
"""Every permission that the bot needs, by Discord's names."""
_FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
_MOST_NAMED = 10


def objection(words: Words, interaction: discord.Interaction[Any], choices: ServerSettings) -> str | None:
    """Returns a sentence that says why no game can be played in this channel. None if one can."""
    if closed_to_games(interaction, choices):
        guild = interaction.guild
        allowed = [
            channel_id
            for channel_id in choices.channels
            if guild is not None and guild.get_channel_or_thread(channel_id) is not None
        ]
        if not allowed:
            return words("problem.no_channel")
        channels = words.join([f"<#{channel_id}>" for channel_id in allowed[:_MOST_NAMED]])
        return words("problem.not_here", channels=channels)
    return lacks(words, interaction)


def closed_to_games(interaction: discord.Interaction[Any], choices: ServerSettings) -> bool:
    """Returns whether the server's settings forbid games here: they name some channels, and this is neither one of them
    nor a thread in one.
    """
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    return bool(choices.channels) and not here & set(choices.channels)


def lacks(words: Words, interaction: discord.Interaction[Any]) -> str | None:
    """Returns a sentence that names the permissions that the bot lacks in this channel. None if it lacks none.

    Returns None also where the bot is not, because no one can grant permissions there. If a moderator has timed the bot
    out, Discord reports permissions as missing that the server has granted. Then the sentence says until when the bot
    is timed out.
    """
    if bot_is_absent(interaction):
        return None
    if (timed_out := timed_out_line(words, interaction.guild)) is not None:
        return timed_out
    missing = missing_permissions(interaction)
    return words("problem.bot_permissions", permissions=boxes(words, missing)) if missing else None


def timed_out_line(words: Words, guild: discord.Guild | None) -> str | None:
    """Returns a sentence that says until when a moderator has timed the bot out. None if the bot is not timed out."""
    # In a server that this process does not know, discord.py has no member for the bot.
    me: discord.Member | None = None if guild is None else guild.me
    if me is None or me.timed_out_until is None or not me.is_timed_out():
        return None
    return words("problem.bot_timed_out", when=relative(round(me.timed_out_until.timestamp() * 1000)))


def may_see(interaction: discord.Interaction[Any], channel_id: int) -> bool:
    """Returns whether the person who acts can see a channel of the server.

    Returns False for private threads, whose members the bot does not know, and for archived threads, which it does not
    know at all.
    """
    guild, member = interaction.guild, interaction.user
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if channel is None or not isinstance(member, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return False
    return channel.permissions_for(member).view_channel


def boxes(words: Words, missing: list[str]) -> str:
    """Returns a text that lists permissions, one a line, for a person who has to grant them.

    The names are those in Discord's settings of a channel.
    """
    return "\n".join(f"☐ **{words(f'pages.permission.{name}')}**" for name in missing)


def missing_permissions(interaction: discord.Interaction[Any], *, threads: bool = False) -> list[str]:
    """Returns the permissions that the bot lacks in this channel, by Discord's names, in Discord's order.

    Args:
        threads: whether to include the permissions to open threads. Without them tables stand in the channel itself.
    """
    inside = isinstance(interaction.channel, discord.Thread)
    return missing_names(interaction.app_permissions, inside=inside, threads=threads)


def missing_names(granted: discord.Permissions, *, inside: bool = False, threads: bool = False) -> list[str]:
    """Returns the permissions absent from `granted`, by Discord's names, in Discord's order.

    Args:
        inside: whether the bot is to write in a thread, which needs another permission than a channel.
        threads: whether to include the permissions to open threads.
    """
    wanted = ["view_channel", "send_messages_in_threads" if inside else "send_messages", "attach_files"]
    if threads and not inside:
        wanted += _FOR_THREADS
    return [name for name in wanted if not getattr(granted, name)]


def missing_to_post(guild: discord.Guild, channel_id: int) -> list[str] | None:
    """Returns the permissions that the bot lacks to post text in a channel. None if the server has no such channel."""
    channel = guild.get_channel(channel_id)
    if channel is None:
        return None
    granted = channel.permissions_for(guild.me)
    return [name for name in ("view_channel", "send_messages") if not getattr(granted, name)]


def lobby_of(interaction: discord.Interaction[Any]) -> discord.TextChannel | None:
    """Returns the channel that this thread belongs to, where all members see a challenge.

    Returns None if this is no thread, if the person does not see that channel, or if the bot cannot post a table there.
    """
    thread = interaction.channel
    lobby = thread.parent if isinstance(thread, discord.Thread) else None
    if not isinstance(lobby, discord.TextChannel) or not may_see(interaction, lobby.id):
        return None
    return None if missing_names(lobby.permissions_for(lobby.guild.me)) else lobby


def can_make_threads(interaction: discord.Interaction[Any], lobby: discord.TextChannel | None = None) -> bool:
    """Returns whether the bot can open a thread for a table that begins in this channel, or in `lobby` if that is
    given.
    """
    channel, granted = interaction.channel, interaction.app_permissions
    if lobby is not None:
        channel, granted = lobby, lobby.permissions_for(lobby.guild.me)
    return isinstance(channel, discord.TextChannel) and all(getattr(granted, name) for name in _FOR_THREADS)


def manages(interaction: discord.Interaction[Any]) -> bool:
    """Returns whether the person may manage the server, by the permissions that Discord sends with each press.

    Returns False where the bot is not: the person may manage that server, but no tournament or setting belongs to it.
    """
    return server_of(interaction) is not None and interaction.permissions.manage_guild

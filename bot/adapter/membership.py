"""Asks Discord whether a person is a member of a server, or reads it from a press that was made there."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import discord

from bot.adapter.answer import NETWORK
from bot.adapter.contexts import server_of
from bot.people.members import CannotAsk, Membership

_log = logging.getLogger(__name__)
_PATIENCE_S: Final = 3.0
"""How long an answer is awaited. discord.py would try again for much longer than a person waits after a press."""


async def ask_member(client: discord.Client, guild_id: int, user_id: int) -> Membership | None:
    """Asks Discord for a person's membership in a server. Returns None if the person or the bot is not in the server.

    Raises:
        CannotAsk: Discord does not answer.
    """
    try:
        async with asyncio.timeout(_PATIENCE_S):
            # Only another process may have the server in memory.
            guild = client.get_guild(guild_id) or await client.fetch_guild(guild_id, with_counts=False)
            return member_of(await guild.fetch_member(user_id))
    except (discord.NotFound, discord.Forbidden):
        return None
    except (discord.HTTPException, *NETWORK) as error:
        _log.info("Discord does not say who is a member: %s", error)
        raise CannotAsk from None


def present_member(interaction: discord.Interaction[Any]) -> Membership | None:
    """Returns the membership of the person who acts, in the server in which they act.

    None if they act in direct messages or in a server without the bot.
    """
    user = interaction.user
    return member_of(user) if isinstance(user, discord.Member) and server_of(interaction) is not None else None


def member_of(member: discord.Member) -> Membership:
    """Reads the membership (time of joining, roles) from Discord's data about a member."""
    joined = member.joined_at
    return Membership(
        None if joined is None else round(joined.timestamp() * 1000), frozenset(role.id for role in member.roles)
    )

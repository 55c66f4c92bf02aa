"""Asks Discord whether a person is a member of a server; reads the same from a press that was made there."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import discord

from bot.adapter.answer import NETWORK
from bot.people.members import CannotAsk, Membership

_log = logging.getLogger(__name__)
_PATIENCE_S: Final = 3.0
"""discord.py tries again by itself for much longer than the person who pressed waits."""


async def ask_member(client: discord.Client, guild_id: int, user_id: int) -> Membership | None:
    """Asks Discord for a member; None: the person is not in the server, or the bot is not.

    Raises:
        CannotAsk: Discord does not say.
    """
    try:
        async with asyncio.timeout(_PATIENCE_S):
            # The server may be known to another process alone.
            guild = client.get_guild(guild_id) or await client.fetch_guild(guild_id, with_counts=False)
            return member_of(await guild.fetch_member(user_id))
    except (discord.NotFound, discord.Forbidden):
        return None
    except (discord.HTTPException, *NETWORK) as error:
        _log.info("Discord does not say who is a member: %s", error)
        raise CannotAsk from None


def present_member(interaction: discord.Interaction[Any]) -> Membership | None:
    """Returns who acts as a member of the server in which they act; None: in direct messages."""
    return member_of(interaction.user) if isinstance(interaction.user, discord.Member) else None


def member_of(member: discord.Member) -> Membership:
    """Returns what Discord has sent of a member."""
    joined = member.joined_at
    return Membership(
        None if joined is None else round(joined.timestamp() * 1000), frozenset(role.id for role in member.roles)
    )

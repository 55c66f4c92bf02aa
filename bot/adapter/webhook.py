"""Writes messages to the channel of a webhook."""

from __future__ import annotations

import aiohttp
import discord

_TIMEOUT = aiohttp.ClientTimeout(total=10.0)


async def write_to_webhook(address: str, text: str) -> None:
    """Sends a message that rings for no one.

    Args:
        address: the address of the webhook, as Discord shows it.
        text: the text, at most 2,000 characters.

    Raises:
        Undelivered: Discord refused the message, or was not reached.
    """
    try:
        # Messages are rare, so no connection is kept between them.
        async with aiohttp.ClientSession(timeout=_TIMEOUT) as session:
            webhook = discord.Webhook.from_url(address, session=session)
            await webhook.send(text, allowed_mentions=discord.AllowedMentions.none())
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Undelivered(type(error).__name__) from None


class Undelivered(Exception):
    """A message did not reach the channel of the webhook. The text of the exception is the kind of the error."""

"""The greeting when the bot joins a server: once, where it may write."""

from __future__ import annotations

import logging

import discord

from bot.adapter.components import buttons, framed, text
from bot.adapter.message import Message, layout
from bot.adapter.permissions import boxes, lacking
from bot.app import App
from bot.features.help.page import house, opponent
from bot.features.rules import opener, sample
from bot.texts import Language, Words

_log = logging.getLogger(__name__)


def draw(words: Words, missing: list[str]) -> Message:
    """Returns the greeting, with what the bot lacks in its channel."""
    picture = None if "attach_files" in missing else sample(words)
    return Message(
        layout(
            framed(
                text(f"## {words('help.greeting')}"),
                None if picture is None else picture.gallery(words("pages.rules.aim.alt")),
                text(words("help.greeting.about")),
                text(f"{words('help.missing')}\n{boxes(words, missing)}") if missing else None,
                buttons(house(words), opponent(words), opener(words)),
                text(f"-# {words('help.greeting.small')}"),
            )
        ),
        () if picture is None else (picture,),
    )


async def greet(app: App, guild: discord.Guild) -> None:
    """Greets a server, unless it was greeted before, or the bot may write nowhere in it."""
    channel = _where(guild)
    # Remembered first: a greeting that is lost is better than one said twice.
    if channel is None or not await app.people.servers.greet(guild.id):
        return
    words = app.texts(Language.near(str(guild.preferred_locale)) or app.settings.language)
    message = draw(words, lacking(channel.permissions_for(guild.me), threads=True))
    try:
        await channel.send(view=message.view, files=await message.files(), allowed_mentions=message.allowed())
    except discord.HTTPException as error:
        _log.info("server %d could not be greeted: %s", guild.id, error)


def _where(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for the server's own notices, else the first one, in which the bot may write."""
    first = [] if guild.system_channel is None else [guild.system_channel]
    for channel in (*first, *guild.text_channels):
        granted = channel.permissions_for(guild.me)
        if granted.view_channel and granted.send_messages:
            return channel
    return None

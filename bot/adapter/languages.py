"""In which language a server is spoken to in public: the one that it chose, else its own, else the house's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.people.server import ServerSettings
from bot.texts import Language, Words

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["public_words", "server_language"]


def server_language(room: CardRoom, interaction: discord.Interaction[Any], choices: ServerSettings) -> Language:
    """The language of public messages in the server in which somebody acts."""
    if choices.language is not None:
        return choices.language
    return Language.near(str(interaction.guild_locale or "")) or room.settings.language


async def public_words(room: CardRoom, interaction: discord.Interaction[Any]) -> Words:
    """The words for public messages in the server in which somebody acts."""
    assert interaction.guild_id is not None
    return room.texts(server_language(room, interaction, await room.choices(interaction.guild_id)))

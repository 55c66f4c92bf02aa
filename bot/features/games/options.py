"""Which finished game is meant: by the completion of an option; where none is named, by the place and the person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.components import cut
from bot.features.games.finished import game_label, people_of
from bot.tables import archive, lookup
from bot.tables.archive import GameKey
from bot.tables.state.table import Status
from bot.texts import Words

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["last_game", "of_a_game", "offered"]

_OFFERED, _LOOKED_AT, _LABEL = 25, 100, 100


async def offered(
    room: CardRoom, interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[str]]:
    """One's own last games that fit what is written so far, by adversary, day and score."""
    assert interaction.guild_id is not None
    words, user_id = room.texts(str(interaction.locale)), interaction.user.id
    games = (await archive.history(room.tables, interaction.guild_id, user_id, limit=_LOOKED_AT)).rows
    names = await room.people.profiles.names(people_of(games))
    labels = [(cut(game_label(words, it, user_id, names), _LABEL), str(GameKey.of(it))) for it in games]
    fitting = [(label, key) for label, key in labels if current.casefold() in label.casefold()]
    return [app_commands.Choice(name=label, value=key) for label, key in fitting[:_OFFERED]]


async def last_game(room: CardRoom, interaction: discord.Interaction[Any]) -> GameKey | None:
    """The last finished game of the table whose thread this is; elsewhere, of whoever asks; None: there is none."""
    assert interaction.guild_id is not None
    for row in await lookup.tables_at(room.tables, interaction.channel_id or 0):
        if row.thread_id == interaction.channel_id:
            sight = await room.tables.sight(row.id)
            finished = sight.game_no - (sight.status is Status.PLAYING)
            if finished:
                return GameKey(row.id, finished)
    played = (await archive.history(room.tables, interaction.guild_id, interaction.user.id, limit=1)).rows
    return GameKey.of(played[0]) if played else None


def of_a_game(
    room: CardRoom,
    name: str,
    about: app_commands.locale_str,
    about_game: app_commands.locale_str,
    answer: Callable[[CardRoom, discord.Interaction[Any], Words, GameKey | None], Awaitable[None]],
) -> app_commands.Command[Any, ..., None]:
    """The command `/ecarte name [game]` that shows something of a finished game, with its completion.

    Args:
        about, about_game: what Discord says of the command, and of its option.
        answer: shows it; it gets None where there is no such game.
    """

    @app_commands.command(name=name, description=about)
    @app_commands.describe(game=about_game)
    async def shows(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        words = await room.words_for(interaction)
        key = await last_game(room, interaction) if game is None else GameKey.read(game)
        await answer(room, interaction, words, key)

    @shows.autocomplete("game")
    async def _games(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await offered(room, interaction, current)

    return shows

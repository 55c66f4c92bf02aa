"""Notes the addresses of people's photographs (their avatars) at Discord, and loads photographs.

In a server a person is shown with the photograph that they have chosen for this server, or else with that of their
account. The default picture that Discord gives to an account without a photograph is never used.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.adapter.answer import NETWORK
from bot.adapter.contexts import server_of
from bot.adapter.discord_internals import read_photograph
from bot.app import App
from bot.people.photographs import CannotLoad, Photographs
from bot.tables.views import TableView

_log = logging.getLogger(__name__)
PIXELS: Final = 128
_PATIENCE_S: Final = 10.0


def note_photographs(photographs: Photographs, interaction: discord.Interaction[Any], *, wanted: bool) -> None:
    """Notes the addresses of the photographs of the person who acts.

    Args:
        wanted: whether the person wants their face in pictures. If not, their photographs are forgotten.
    """
    user = interaction.user
    if not wanted:
        photographs.forget(user.id)
        return
    server = server_of(interaction)
    here = user.guild_avatar if server is not None and isinstance(user, discord.Member) else None
    photographs.note(user.id, server, everywhere=_address(user.avatar), here=_address(here))


async def photographs_at(app: App, table: TableView) -> Mapping[int, bytes]:
    """Returns the photographs of players and backers that may be shown in pictures of a table."""
    seats = [*(table.seats or ()), *(person for over in table.finished for person in over.seats)]
    people = {*table.galerie.names, *(person.id for person in seats)}
    return await app.people.photographs.of(table.guild_id or None, people)


async def load_photograph(client: discord.Client, address: str) -> bytes | None:
    """Loads a photograph. Returns None if the address has no photograph any more.

    Raises:
        CannotLoad: Discord does not answer.
    """
    try:
        async with asyncio.timeout(_PATIENCE_S):
            return await read_photograph(client, address)
    except discord.NotFound:
        return None
    except (discord.HTTPException, *NETWORK) as error:
        _log.info("a photograph could not be loaded: %s", type(error).__name__)
        raise CannotLoad from None


def _address(asset: discord.Asset | None) -> str | None:
    """Returns the address of a still picture of 128 pixels."""
    return None if asset is None else asset.replace(size=PIXELS, format="webp", static_format="webp").url

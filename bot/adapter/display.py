"""What Discord shows: the screens that features keep in step with tables and tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import discord

from bot.adapter.custom_ids import Press
from bot.adapter.store import MessageStore

__all__ = ["Display", "Screen"]


class Screen(Protocol):
    """Draws the messages of all tables, or of all tournaments, after every change."""

    @property
    def courier(self) -> MessageStore:
        """Where the messages are kept."""

    def wake(self, owner_id: int, /) -> None:
        """Draws the messages of one table or tournament again, soon."""

    async def remember(self, interaction: discord.Interaction[Any], press: Press, /) -> None:
        """Keeps the token of an acknowledged press, with which its message can be edited."""

    async def stop(self, grace_s: float, /) -> None:
        """Finishes what is being drawn, within `grace_s`."""


@dataclass(frozen=True, slots=True)
class Display:
    """The client and its screens."""

    client: discord.Client
    tables: Screen
    tournaments: Screen

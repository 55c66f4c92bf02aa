"""The tree of commands: one group, one entry in the menu of members, one place where errors end.

It belongs to servers alone: nothing here is offered in direct messages or to people who install the bot for themselves.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.commands import (
    bet,
    challenge,
    daily,
    hint,
    history,
    house,
    jeux,
    law,
    leaderboard,
    lesson,
    odds,
    pool,
    preferences,
    profile,
    purse,
    record,
    replay,
    review,
    rules,
    seed,
    settings,
    tables,
    tournament,
    verify,
)
from bot.commands.wording import Translator, Wording
from bot.ui.answers import answer_privately

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["Translator", "Tree", "build"]

_log = logging.getLogger(__name__)
_COMMANDS = (
    *(challenge, house, hint, pool, tournament, bet, purse, leaderboard, profile, history),
    *(record, replay, review, verify, seed, rules, law, lesson, jeux, daily, odds, tables, preferences, settings),
)


class Tree(app_commands.CommandTree["CardRoom"]):
    """Hands every error to the client."""

    async def interaction_check(self, interaction: discord.Interaction[CardRoom], /) -> bool:
        """Whether a command is taken up at all: not while the house closes."""
        return self.client.take_up(asyncio.current_task())

    async def on_error(
        self, interaction: discord.Interaction[CardRoom], error: app_commands.AppCommandError, /
    ) -> None:
        """Answers what Discord still offers and we no longer know; all else is the client's."""
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            _log.warning("a command came in a form that is no longer ours: Discord has not taken up the new one yet")
            words = self.client.texts(str(interaction.locale))
            await answer_privately(interaction, words("problem.command_changed"))
        else:
            await self.client.failed(interaction, error)


def build(room: CardRoom) -> Tree:
    """All commands, not yet registered with Discord."""
    tree, said = Tree(room), Wording(room.texts)
    where: dict[str, Any] = {
        "allowed_contexts": app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        "allowed_installs": app_commands.AppInstallationType(guild=True, user=False),
    }
    group = app_commands.Group(name="ecarte", description=said("command.ecarte"), **where)
    for module in _COMMANDS:
        group.add_command(module.command(room, said))
    tree.add_command(group)
    menu = challenge.context_menu(room, said)
    menu.allowed_contexts, menu.allowed_installs = where["allowed_contexts"], where["allowed_installs"]
    tree.add_command(menu)
    return tree

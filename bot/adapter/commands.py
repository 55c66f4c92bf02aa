"""The tree of commands: one group, one entry in the menu of members, one place where errors end.

It belongs to servers alone: nothing here is offered in direct messages or to people who install the bot for themselves.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answers import answer_privately
from bot.adapter.wording import Translator, Wording
from bot.features.betting import commands as betting_commands
from bot.features.challenge import commands as challenge_commands
from bot.features.daily import commands as daily_commands
from bot.features.fair import seed_command as fair_seed_command
from bot.features.fair import verify_command as fair_verify_command
from bot.features.house import commands as house_commands
from bot.features.jeux import commands as jeux_commands
from bot.features.law import commands as law_commands
from bot.features.leaderboard import commands as leaderboard_commands
from bot.features.lesson import commands as lesson_commands
from bot.features.lobby import commands as lobby_commands
from bot.features.odds import commands as odds_commands
from bot.features.pool import commands as pool_commands
from bot.features.preferences import commands as preferences_commands
from bot.features.profile import commands as profile_commands
from bot.features.profile import history_command as profile_history_command
from bot.features.purse import commands as purse_commands
from bot.features.record import commands as record_commands
from bot.features.replay import commands as replay_commands
from bot.features.review import commands as review_commands
from bot.features.review import hint as review_hint
from bot.features.rules import commands as rules_commands
from bot.features.settings import commands as settings_commands
from bot.features.tournament import commands as tournament_commands

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["Translator", "Tree", "build"]

_log = logging.getLogger(__name__)
_COMMANDS = (
    *(
        challenge_commands,
        house_commands,
        review_hint,
        pool_commands,
        tournament_commands,
        betting_commands,
        purse_commands,
        leaderboard_commands,
        profile_commands,
        profile_history_command,
    ),
    *(
        record_commands,
        replay_commands,
        review_commands,
        fair_verify_command,
        fair_seed_command,
        rules_commands,
        law_commands,
        lesson_commands,
        jeux_commands,
        daily_commands,
        odds_commands,
        lobby_commands,
        preferences_commands,
        settings_commands,
    ),
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
    menu = challenge_commands.context_menu(room, said)
    menu.allowed_contexts, menu.allowed_installs = where["allowed_contexts"], where["allowed_installs"]
    tree.add_command(menu)
    return tree

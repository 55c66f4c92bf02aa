"""`/ecarte pool stake [form]`: a pool of three, open to whoever joins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.amount_option import MOST_NAMED
from bot.adapter.wording import Wording
from bot.features.challenge.commands import invite
from bot.tables.terms import ChallengeOptions
from ecarte.table import PoolForm

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="pool", description=said("command.pool"))
    @app_commands.describe(stake=said("command.pool.stake"), form=said("command.pool.form"))
    @app_commands.choices(
        form=[
            app_commands.Choice(name=said("command.pool.form.all"), value=PoolForm.ALL.value),
            app_commands.Choice(name=said("command.pool.form.engaged"), value=PoolForm.ENGAGED.value),
        ]
    )
    async def pool(
        interaction: discord.Interaction[Any],
        stake: app_commands.Range[int, 1, MOST_NAMED],
        form: str = PoolForm.ALL.value,
    ) -> None:
        await invite(room, interaction, None, ChallengeOptions(stake=stake, pool=PoolForm(form)))

    return pool

"""`/ecarte pool stake [form]`: a pool of three, open to all members."""

from __future__ import annotations

from discord import app_commands

from bot.adapter.forms import MOST_NAMED
from bot.adapter.registry import Routes
from bot.adapter.request import Request
from bot.features.challenge import invite
from bot.tables.terms import ChallengeOptions
from ecarte.table import PoolForm

__all__ = ["ROUTES"]

ROUTES = Routes()


@ROUTES.command(
    "pool",
    choices={
        "form": {"command.pool.form.all": PoolForm.ALL.value, "command.pool.form.engaged": PoolForm.ENGAGED.value}
    },
)
async def command(
    request: Request, stake: app_commands.Range[int, 1, MOST_NAMED], form: str = PoolForm.ALL.value
) -> None:
    """Opens a pool."""
    await invite(request, None, ChallengeOptions(stake=stake, pool=PoolForm(form)))

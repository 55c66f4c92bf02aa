"""What several commands offer to choose from: the clock, and whose laws."""

from __future__ import annotations

from discord import app_commands

from bot.adapter.wording import Wording
from bot.clock import ClockKind
from ecarte.game import DIALECTS

__all__ = ["clocks", "dialects"]


def clocks(said: Wording) -> list[app_commands.Choice[str]]:
    """Live, or by correspondence."""
    return [
        app_commands.Choice(name=said("command.challenge.clock.live"), value=ClockKind.LIVE.value),
        app_commands.Choice(name=said("command.challenge.clock.correspondence"), value=ClockKind.CORRESPONDENCE.value),
    ]


def dialects(said: Wording) -> list[app_commands.Choice[str]]:
    """The dialects of the laws."""
    return [
        app_commands.Choice(name=said(f"command.challenge.rules.{dialect.value}"), value=dialect.value)
        for dialect in DIALECTS
    ]

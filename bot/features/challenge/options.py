"""Choices that several commands offer: the clock, and the dialect of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.clock import ClockKind
from ecarte import game

__all__ = ["CLOCKS", "DIALECTS"]

CLOCKS: Final[Mapping[str, str]] = {f"command.challenge.clock.{kind.value}": kind.value for kind in ClockKind}
"""Live, or by correspondence."""
DIALECTS: Final[Mapping[str, str]] = {
    f"command.challenge.rules.{dialect.value}": dialect.value for dialect in game.DIALECTS
}
"""The dialects of the laws."""

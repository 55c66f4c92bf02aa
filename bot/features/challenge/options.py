"""The choices that `/ecarte challenge` shares with other commands: clocks and dialects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.clock import ClockKind
from ecarte import game

CLOCKS: Final[Mapping[str, str]] = {f"command.challenge.clock.{kind.value}": kind.value for kind in ClockKind}
"""The choices of the option for the clock (live or by correspondence): the value of each choice, by the key of its
label.
"""
DIALECTS: Final[Mapping[str, str]] = {
    f"command.challenge.rules.{dialect.value}": dialect.value for dialect in game.DIALECTS
}
"""The choices of the option for the rules (the dialects of the laws): the value of each choice, by the key of its
label.
"""

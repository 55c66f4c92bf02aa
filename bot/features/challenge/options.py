"""The options of `/ecarte challenge`. Each entry maps one option of the command to a field of `ChallengeOptions`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from bot.adapter.forms import Amount, read_stake
from bot.adapter.registry import Option
from bot.clock import ClockKind
from bot.tables.terms import ChallengeOptions
from ecarte import game
from ecarte.game import Dialect, Manners, NextDeal, Stakes
from ecarte.table import PoolForm
from ecarte.table.rubber import LENGTHS
from ecarte.table.stakes import Style


@dataclass(frozen=True, slots=True)
class ChallengeOption(Option):
    """An option of `/ecarte challenge`.

    Attributes:
        field: the name of the field of `ChallengeOptions`.
        read: converts the value that Discord gives to the value of the field.
    """

    field: str
    read: Callable[[Any], Any]


def _one_of(name: str, field: str, **members: Enum) -> ChallengeOption:
    """Returns an option with one choice for each member. Its text is `command.challenge.NAME.KEY`."""
    kind = type(next(iter(members.values())))
    return ChallengeOption(
        name, str, {f"command.challenge.{name}.{key}": member.value for key, member in members.items()}, field, kind
    )


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
OPTIONS: Final = (
    ChallengeOption("stake", Amount, {}, "stake", read_stake),
    _one_of("style", "style", french=Style.FRENCH, english=Style.ENGLISH),
    _one_of("count", "stakes", single=Stakes.SINGLE_ONLY, treble=Stakes.SINGLE_DOUBLE_TREBLE),
    ChallengeOption("clock", str, CLOCKS, "kind", ClockKind),
    ChallengeOption("rules", str, DIALECTS, "dialect", Dialect),
    _one_of("manners", "manners", guided=Manners.GUIDED, salon=Manners.SALON),
    ChallengeOption("rubber", int, {f"command.challenge.rubber.{games}": games for games in LENGTHS}, "rubber", int),
    _one_of(
        "deal",
        "next_deal",
        alternates=NextDeal.ALTERNATES,
        game=NextDeal.FRESH_CUT,
        rubber=NextDeal.CUT_FOR_RUBBER,
    ),
    ChallengeOption("hints", bool, {}, "hints", bool),
    ChallengeOption("cut", bool, {}, "cut", bool),
    _one_of("pool", "pool", all=PoolForm.ALL, engaged=PoolForm.ENGAGED),
)
"""All options of the command `/ecarte challenge`, in the order in which Discord shows them."""


def options_of(given: Mapping[str, Any]) -> ChallengeOptions:
    """Returns the challenge's options, read from the values that Discord sends. An option that was not chosen is
    None.
    """
    fields: dict[str, Any] = {
        option.field: option.read(given[option.name]) for option in OPTIONS if given[option.name] is not None
    }
    return ChallengeOptions(**fields)

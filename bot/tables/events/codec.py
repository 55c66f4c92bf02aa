"""Converts the events of tables to their stored form and back.

Each class of events is registered where it is defined.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar, dataclass_transform

from bot.clock import Pace
from ecarte.notation import CODEC, Codec

_T = TypeVar("_T")
_Step: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
EVENTS: Final = Codec(CODEC)
"""All classes of events that the log of a table can contain, by name."""
EVENTS.scalar(Pace, Pace.to_json, Pace.from_json)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def register_event(name: str, *, stored: tuple[_Step, _Step] | None = None) -> Callable[[type[_T]], type[_T]]:
    """A class decorator: makes the class an event of tables, a frozen value that logs store under this name.

    For the arguments see `Codec.register`.
    """

    def register(cls: type[_T]) -> type[_T]:
        return EVENTS.register(name, stored=stored)(dataclass(frozen=True, slots=True)(cls))

    return register

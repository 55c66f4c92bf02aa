"""Events as plain values that JSON can hold, and back.

    to_dict(CardPlayed(Seat.NORTH, card))  ->  {"type": "CardPlayed", "v": 1, "seat": "N", "card": "KS"}

`type` is the name of the event's class and `v` its version: what was written once can be read for ever, so a
class that changes its meaning gets a new version and keeps a reader for the old one. Reading is strict: an
unknown type or version, a missing or a further field, a value of the wrong kind, each raises `UnknownEvent`.
This module knows the events' fields only, not whether a log makes sense; `ecarte.game.engine.replay` does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from ecarte.game import (
    Card,
    Distribution,
    Ending,
    Event,
    Fault,
    Goal,
    IllegalMove,
    KingFrom,
    Reason,
    Remedy,
    Rules,
    Scope,
    Seat,
    Suit,
    UnknownEvent,
    parse_cards,
)

__all__ = ["from_dict", "to_dict"]


class _Kind(NamedTuple):
    write: Callable[[Any], object]
    read: Callable[[Any], object]


def _text(value: object) -> str:
    if type(value) is not str:
        raise TypeError("text expected")
    return value


def _cards(value: object) -> tuple[Card, ...]:
    return parse_cards(_text(value))


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError("a whole number expected")
    return value


def _truth(value: object) -> bool:
    if type(value) is not bool:
        raise TypeError("true or false expected")
    return value


def _pair(value: object) -> tuple[int, int]:
    if type(value) is not list and type(value) is not tuple:
        raise TypeError("two whole numbers expected")
    first, second = value
    return _whole(first), _whole(second)


def _rules(value: object) -> Rules:
    if not isinstance(value, Mapping):
        raise TypeError("rules expected")
    return Rules.from_dict(value)


def _enum(kind: type[Enum]) -> _Kind:
    return _Kind(lambda member: member.value, lambda value: kind(_text(value)))


def _optional(kind: _Kind) -> _Kind:
    return _Kind(
        lambda value: None if value is None else kind.write(value),
        lambda value: None if value is None else kind.read(value),
    )


_KINDS: Final[dict[object, _Kind]] = {
    Card: _Kind(str, lambda value: Card.parse(_text(value))),
    tuple[Card, ...]: _Kind(lambda cards: " ".join(map(str, cards)), _cards),
    tuple[int, int]: _Kind(list, _pair),
    int: _Kind(int, _whole),
    bool: _Kind(bool, _truth),
    Rules: _Kind(Rules.to_dict, _rules),
    Seat | None: _optional(_enum(Seat)),
    **{kind: _enum(kind) for kind in (Seat, Distribution, Ending, KingFrom, Goal, Scope, Reason, Suit, Fault, Remedy)},
}


def _fields_of(event_type: type[Event]) -> dict[str, _Kind]:
    hints = get_type_hints(event_type)
    return {field.name: _KINDS[hints[field.name]] for field in fields(event_type)}


_TYPES: Final[dict[str, type[Event]]] = {event_type.__name__: event_type for event_type in get_args(Event)}
_FIELDS: Final[dict[str, dict[str, _Kind]]] = {name: _fields_of(event_type) for name, event_type in _TYPES.items()}


def to_dict(event: Event) -> dict[str, object]:
    """The event as a new dictionary of strings, whole numbers, truth values, None, lists and dictionaries.

    Raises `UnknownEvent` for what is no event.
    """
    name = type(event).__name__
    if _TYPES.get(name) is not type(event):
        raise UnknownEvent(name, None, "not an event of écarté")
    written = {field: kind.write(getattr(event, field)) for field, kind in _FIELDS[name].items()}
    return {"type": name, "v": event.version, **written}


def from_dict(data: Mapping[str, object]) -> Event:
    """The event that `to_dict` wrote. Raises `UnknownEvent` for anything else."""
    name, version = data.get("type"), data.get("v")
    if not isinstance(name, str) or name not in _TYPES:
        raise UnknownEvent(name, version, "no such type")
    event_type, kinds = _TYPES[name], _FIELDS[name]
    if type(version) is not int or version != event_type.version:
        raise UnknownEvent(name, version, "no such version")
    if data.keys() != {"type", "v", *kinds}:
        raise UnknownEvent(name, version, "fields missing, or too many")
    try:
        return event_type(**{field: kind.read(data[field]) for field, kind in kinds.items()})  # type: ignore[arg-type]  # by name
    except (TypeError, ValueError, IllegalMove) as problem:
        raise UnknownEvent(name, version, type(problem).__name__) from problem

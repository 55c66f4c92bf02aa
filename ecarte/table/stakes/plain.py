"""Books, side bets, queues and pools as plain values that JSON can hold, and back, exactly.

`write(value)` gives a mapping of strings, integers, lists and None; `read(kind, plain)` gives an equal value back, or
refuses what is not of the shape of `kind`: nothing is guessed, no field may lack and none be left over. It reads the
shape from the classes themselves, so a field is told once. That the numbers make sense together is for whoever made
the value; what was written can be trusted as far as the place where it was kept.

This module knows no single kind of stake, and neither files nor databases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Final, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from ecarte.game import EcarteError

__all__ = ["Plain", "PlainError", "read", "write"]

Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | int | None"
T = TypeVar("T")

_VERSION: Final = 1


class PlainError(EcarteError, ValueError):
    """What lies at `.path` is not of the shape that is read: `.reason` in a few words. It shows no value."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


def write(value: object) -> dict[str, Plain]:
    """A frozen value of the stakes, the chairs or the pool as plain values, with the version of this form (`v`).

    Sets are written in order, so equal values are written alike. Raises `TypeError` for what is no such value.
    """
    if not is_dataclass(value):
        raise TypeError(f"{type(value).__name__} is not written here")
    written = _write(value)
    assert isinstance(written, dict), "a dataclass is written as a mapping"
    return {"v": _VERSION, **written}


def read(kind: type[T], plain: object) -> T:
    """The value of class `kind` that `write` has written. Raises `PlainError`."""
    name = kind.__name__
    if not isinstance(plain, Mapping):
        raise PlainError(name, "is no mapping")
    rest = dict(plain)
    version = rest.pop("v", None)
    if type(version) is not int or version != _VERSION:
        raise PlainError(f"{name}.v", "is not a version that this code knows")
    found = _read(kind, rest, name)
    assert isinstance(found, kind), "a class is read as itself"
    return found


def _write(value: object) -> Plain:
    match value:
        case None | str():
            return value
        case Enum():
            return _write(value.value)
        case bool() | int():
            return value
        case tuple():
            return [_write(it) for it in value]
        case frozenset():
            return sorted((_write(it) for it in value), key=str)
        case _ if is_dataclass(value):
            return {it.name: _write(getattr(value, it.name)) for it in fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} is not written here")


def _read(kind: object, plain: object, path: str) -> object:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:
        if plain is None and NoneType in inner:
            return None
        (kind,) = (it for it in inner if it is not NoneType)
        return _read(kind, plain, path)
    if origin in (tuple, frozenset):
        return _read_many(origin is tuple, inner, plain, path)
    if kind in (int, bool, str):
        if type(plain) is not kind:
            raise PlainError(path, "is of another type")
        return plain
    assert isinstance(kind, type), f"{path} has a type that is not read here"
    if issubclass(kind, Enum):
        for member in kind:
            if member.value == plain and type(member.value) is type(plain):
                return member
        raise PlainError(path, f"is no {kind.__name__}")
    return _read_fields(kind, plain, path)


def _read_many(is_tuple: bool, inner: tuple[object, ...], plain: object, path: str) -> object:
    if not isinstance(plain, list):
        raise PlainError(path, "is no list")
    kinds = inner
    if not is_tuple or inner[1:] == (...,):
        kinds = (inner[0],) * len(plain)
    if len(kinds) != len(plain):
        raise PlainError(path, "is of another length")
    found = [_read(kind, it, f"{path}[{index}]") for index, (kind, it) in enumerate(zip(kinds, plain, strict=True))]
    if is_tuple:
        return tuple(found)
    if len(set(found)) != len(found):
        raise PlainError(path, "names something twice")
    return frozenset(found)


def _read_fields(kind: type, plain: object, path: str) -> object:
    if not isinstance(plain, Mapping):
        raise PlainError(path, "is no mapping")
    kinds = _kinds(kind)
    if plain.keys() != kinds.keys():
        raise PlainError(path, "has not the fields that it should have")
    return kind(**{name: _read(it, plain[name], f"{path}.{name}") for name, it in kinds.items()})


@cache
def _kinds(kind: type) -> dict[str, object]:
    hints = get_type_hints(kind)
    return {it.name: hints[it.name] for it in fields(kind)}

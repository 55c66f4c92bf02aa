"""A member of a server as a table knows him."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Person"]


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a server as a table knows him: his id and the name that he bore when he came."""

    id: int
    name: str

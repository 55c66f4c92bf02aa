"""The guard of hand-made values: after it is made, an object of a `Frozen` class cannot be changed.

Dataclasses guard themselves; cards, moves and states are made by hand, for speed or to be one object each.
This module knows nothing of the game.
"""

from __future__ import annotations

from typing import NoReturn

__all__ = ["Frozen"]


class Frozen:
    """Refuses to set or delete attributes. A maker writes them with `object.__setattr__`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted")

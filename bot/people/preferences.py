"""What one person prefers, in every server: a value with its stored form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ecarte.game import Distribution
from ecarte.notation import CODEC

__all__ = ["Preferences"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """What one person prefers.

    Attributes:
        four_colours: whether diamonds are blue and clubs green in pictures that only this person sees.
        distribution: how this person deals, by three and two or by two and three (Law 8).
        seed: their share in the packs of fair deals; empty: the bot draws one. Secret until the deal is over.
    """

    four_colours: bool = False
    distribution: Distribution = Distribution.THREE_TWO
    seed: str = field(default="", repr=False)

    def to_json(self) -> dict[str, Any]:
        """The preferences as plain data."""
        return CODEC.write_fields(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Preferences:
        """The preferences from the data of `to_json`; a missing key takes its default, another key is ignored."""
        return CODEC.read_fields(cls, {field.name: data[field.name] for field in fields(cls) if field.name in data})

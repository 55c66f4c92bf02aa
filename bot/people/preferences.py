"""The preferences of one person, in every server: a value with its stored form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from bot.texts import Language
from ecarte.game import Distribution
from ecarte.notation import CODEC

LONGEST_SEED = 64
"""The most characters of a seed."""


class HandOrder(Enum):
    """The order of a hand as its player sees it."""

    SORTED = "sorted"
    """Trumps first, then by suit, each from its highest card down."""
    DEALT = "dealt"


class FeltChoice(Enum):
    """The cloth in pictures that one person alone sees."""

    GREEN = "green"
    BLUE = "blue"
    DARK = "dark"


class GuestChoice(Enum):
    """Who may sit behind a player without a bet."""

    ASK = "ask"
    """The player is asked about each guest."""
    ALWAYS = "always"
    """Members may. The player is asked about those whose account is new."""
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of one person.

    Attributes:
        four_colours: whether diamonds are blue and clubs green in pictures that only this person sees.
        distribution: how this person deals, by three and two or by two and three (Law 8).
        seed: their share in the packs of fair deals. Empty if the bot draws one. Secret until the deal is over.
        order: the order of their own hand.
        felt: the cloth in pictures that only this person sees.
        text_only: whether private messages come as lines, without pictures.
        reminders: whether a message rings when their time runs out.
        tips: whether a line explains the first decisions of each kind. None if never asked, which means yes.
        tipped: the kinds of decisions that were explained. A kind is listed once for each explanation.
        speaks: the language of private messages. None for that of their Discord.
        challenges: whether others may challenge this person.
        faces: whether pictures show the photograph of their account.
        guests: who may sit behind this person.
        puzzles: whether finished games of this person may give puzzles.
    """

    four_colours: bool = False
    distribution: Distribution = Distribution.THREE_TWO
    seed: str = field(default="", repr=False)
    order: HandOrder = HandOrder.SORTED
    felt: FeltChoice = FeltChoice.GREEN
    text_only: bool = False
    reminders: bool = True
    tips: bool | None = None
    tipped: tuple[str, ...] = ()
    speaks: Language | None = None
    challenges: bool = True
    faces: bool = True
    guests: GuestChoice = GuestChoice.ASK
    puzzles: bool = True

    def to_json(self) -> dict[str, Any]:
        """Returns the preferences as plain data."""
        return CODEC.write_fields(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Preferences:
        """Returns the preferences from the data of `to_json`. A missing key takes its default, another key is ignored.

        Raises:
            Exception: a value cannot be read. The kind may be any.
        """
        return CODEC.read_fields(cls, {field.name: data[field.name] for field in fields(cls) if field.name in data})

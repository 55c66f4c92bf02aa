"""The preferences of one person, which apply in every server, and how they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from bot.texts import Language
from ecarte.game import Distribution
from ecarte.notation import CODEC

LONGEST_SEED = 64
"""The most characters of a seed, the text that a player adds to the chance of their fair deals."""


class HandOrder(Enum):
    """The order in which a player sees the cards of their hand."""

    SORTED = "sorted"
    """Trumps first, then the other suits, the cards of each suit from the highest down."""
    DEALT = "dealt"


class FeltChoice(Enum):
    """The colour of the cloth in pictures that only one person sees."""

    GREEN = "green"
    BLUE = "blue"
    DARK = "dark"


class GuestChoice(Enum):
    """Who may sit behind a player as a guest, that is, without a bet."""

    ASK = "ask"
    """The player is asked about each guest."""
    ALWAYS = "always"
    """Every member of the server may. If a member has a new account or has joined lately, the player is asked first."""
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of one person.

    Attributes:
        four_colours: whether diamonds are blue and clubs green in pictures that only this person sees.
        distribution: how this person deals, by three and two or by two and three (Law 8).
        seed: the text that this person adds to the chance of their fair deals. Empty to have the bot draw one. Secret
            until the deal is over.
        order: the order of their own hand.
        felt: the cloth in pictures that only this person sees.
        text_only: whether this person's private messages are text, without pictures.
        reminders: whether this person gets a time warning: a message shortly before their time for a decision is over.
        tips: whether a line explains the person's first decisions of each kind. None if they have not chosen, which
            means yes.
        tipped: the kinds of decisions that were explained to this person. A kind is listed once for each explanation.
        speaks: the language of private messages. None for the language in which this person uses Discord.
        challenges: whether others may challenge this person.
        faces: whether pictures show this person's photograph (avatar).
        guests: who may sit behind this person.
        puzzles: whether finished games of this person may give puzzles.
        boxes: whether this person picks the cards to discard by checkboxes in a form, not by buttons.
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
    boxes: bool = False

    def to_json(self) -> dict[str, Any]:
        """Returns the preferences as plain data, ready for JSON."""
        return CODEC.write_fields(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Preferences:
        """Reads preferences from the data that `to_json` returns.

        A missing key takes its default, an unknown key is ignored.

        Raises:
            Exception: a value cannot be read. Damaged data may raise an exception of any class.
        """
        return CODEC.read_fields(cls, {field.name: data[field.name] for field in fields(cls) if field.name in data})

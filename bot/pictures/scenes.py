"""The contents of pictures, as plain values: everything that is drawn, and nothing else.

A card that a reader may not know has no field here; a hand seen from behind is a number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ecarte.game import Card, Suit

PLACES = 5


class Deck(Enum):
    """How the suits are coloured."""

    TWO_COLOURS = "two"
    FOUR_COLOURS = "four"


class Indices(Enum):
    """The letters in the corners of king, queen and knave."""

    ENGLISH = "english", ("K", "Q", "J")
    FRENCH = "french", ("R", "D", "V")

    letters: tuple[str, str, str]

    def __new__(cls, name: str, letters: tuple[str, str, str]) -> Indices:
        indices = object.__new__(cls)
        indices._value_ = name
        indices.letters = letters
        return indices


class Back(Enum):
    """The pack in play: two of these lie on a table, and new cards bring the next two."""

    BURGUNDY = "burgundy"
    ROYAL = "royal"
    FOREST = "forest"
    OCHRE = "ochre"
    PLUM = "plum"
    SLATE = "slate"


class Felt(Enum):
    """The cloth."""

    GREEN = "green"
    BLUE = "blue"
    DARK = "dark"


class Side(Enum):
    """A player's side in the picture of the table."""

    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Style:
    """The faces of the cards and the cloth chosen by the reader, or by the table."""

    deck: Deck = Deck.TWO_COLOURS
    indices: Indices = Indices.ENGLISH
    felt: Felt = Felt.GREEN


@dataclass(frozen=True, slots=True)
class HandPlace:
    """A place of a hand: its card or none, and whether that is dimmed or chosen for discard.

    `number`: of the place in the deal, under the card; None: it is not shown.
    """

    card: Card | None = None
    dimmed: bool = False
    chosen: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A card of the trick on the table, and the side that played it."""

    card: Card
    side: Side


@dataclass(frozen=True, slots=True)
class HandScene:
    """A hand as its holder sees it, and what lies on the table above it. Raises `ValueError` for more than five places.

    `trick`: the lead, then the reply, of the holder (BOTTOM) and the
    opponent (TOP), None: no card can be played yet; `winner`: the side that took it; `names`: the opponent's and the
    holder's.
    """

    places: tuple[HandPlace, ...]
    trump: Suit | None = None
    turn_up: Card | None = None
    style: Style = Style()
    trick: tuple[TrickCard, ...] | None = None
    winner: Side | None = None
    names: tuple[str, str] = ("", "")

    def __post_init__(self) -> None:
        if len(self.places) > PLACES:
            raise ValueError(f"a hand has at most {PLACES} places, not {len(self.places)}")


@dataclass(frozen=True, slots=True)
class PlayerPanel:
    """The public facts of a player: `score` in points, `hand` and `tricks` in cards held and tricks taken (0 to 5).

    Raises `ValueError` for a number out of range.
    """

    name: str
    score: int = 0
    hand: int = 0
    tricks: int = 0
    dealer: bool = False
    to_act: bool = False
    king: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.hand <= PLACES or not 0 <= self.tricks <= PLACES:
            raise ValueError(f"a player has 0 to {PLACES} cards and tricks, not {self.hand} and {self.tricks}")
        if not 0 <= self.score <= 99:
            raise ValueError(f"a score of {self.score} cannot be shown")


@dataclass(frozen=True, slots=True)
class TableScene:
    """The table as all see it.

    `talon`: the cards left in it, None before the deal; `trick`: the lead, then the reply; `winner`: the side that took
    the trick shown; `back`: of the pack. Raises `ValueError` for more than two cards in a trick, or two of one side.
    """

    top: PlayerPanel
    bottom: PlayerPanel
    trump: Suit | None = None
    turn_up: Card | None = None
    talon: int | None = None
    trick: tuple[TrickCard, ...] = ()
    winner: Side | None = None
    banner: str | None = None
    style: Style = Style()
    back: Back = Back.BURGUNDY

    def __post_init__(self) -> None:
        if len({played.side for played in self.trick}) != len(self.trick):
            raise ValueError("each side plays one card to a trick")
        if self.talon is not None and not 0 <= self.talon <= 32:
            raise ValueError(f"a talon has no {self.talon} cards")


@dataclass(frozen=True, slots=True)
class StakePanel:
    """The chips on one player before the first card: `chips` in all, and the backers with their parts.

    `chips` are 0 in a game for the honour.
    """

    name: str
    chips: int = 0
    backers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class StakesScene:
    """The table before the first card.

    `stake` and `terms`: a line each, what each player plays for and how far; `pack`: it lies there, to be cut.
    """

    top: StakePanel
    bottom: StakePanel
    stake: str
    terms: str
    pack: bool = False
    style: Style = Style()


@dataclass(frozen=True, slots=True)
class OpenTableScene:
    """A table with open hands: five places for each side (None: empty), or None for a hand that shows its backs.

    Raises `ValueError` unless an open hand has five places.
    """

    table: TableScene
    top_hand: tuple[Card | None, ...] | None = None
    bottom_hand: tuple[Card | None, ...] | None = None

    def __post_init__(self) -> None:
        for hand in (self.top_hand, self.bottom_hand):
            if hand is not None and len(hand) != PLACES:
                raise ValueError(f"a hand has {PLACES} places, not {len(hand)}")


@dataclass(frozen=True, slots=True)
class SampleTrick:
    """A trick on the page of the rules, with a caption of a few words."""

    lead: Card
    reply: Card
    reply_wins: bool
    caption: str


@dataclass(frozen=True, slots=True)
class RulesScene:
    """The picture beside the rules: the order of the cards of `suit`, then one to three tricks with `trump` as trumps.

    Raises `ValueError` for another number of tricks.
    """

    order_caption: str
    order: tuple[Card, ...]
    trump: Suit
    trump_caption: str
    tricks: tuple[SampleTrick, ...]
    style: Style = Style()

    def __post_init__(self) -> None:
        if not 1 <= len(self.tricks) <= 3:
            raise ValueError(f"one to three tricks can be shown, not {len(self.tricks)}")

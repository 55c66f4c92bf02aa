"""The contents of pictures, as plain values: everything that is drawn, and nothing else.

No field can hold a card that a reader may not know. A hand seen from behind is a number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.pictures.faces import Face
from ecarte.game import Card, Suit

PLACES = 5
SEATS = 4
"""The most faces of backers on a side. If there are more backers, the last face is replaced by their number."""


class Deck(Enum):
    """The colours of the suits."""

    TWO_COLOURS = "two"
    FOUR_COLOURS = "four"


class Indices(Enum):
    """The letters in the corners of king, queen and jack."""

    ENGLISH = "english", ("K", "Q", "J")
    FRENCH = "french", ("R", "D", "V")

    letters: tuple[str, str, str]

    def __new__(cls, name: str, letters: tuple[str, str, str]) -> Indices:
        indices = object.__new__(cls)
        indices._value_ = name
        indices.letters = letters
        return indices


class Back(Enum):
    """The pack in play. Two of these are at a table, and new cards bring the next two."""

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
    """A player's side of the table."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Style:
    """The faces of the cards and the cloth: the reader's choice, or the table's."""

    deck: Deck = Deck.TWO_COLOURS
    indices: Indices = Indices.ENGLISH
    felt: Felt = Felt.GREEN


@dataclass(frozen=True, slots=True)
class HandPlace:
    """A place of a hand: its card or none, and the marks on it.

    Attributes:
        dimmed: whether the card may not be played.
        chosen: whether it is chosen for discard.
        number: the number under the card. None if it is not shown.
        advisers: how many backers point at it.
    """

    card: Card | None = None
    dimmed: bool = False
    chosen: bool = False
    number: int | None = None
    advisers: int = 0


@dataclass(frozen=True, slots=True)
class HandPlayer:
    """The data about a player in the picture of a hand: the face, and the score. None for a score that is not shown."""

    face: Face
    score: int | None = 0


@dataclass(frozen=True, slots=True)
class HandScene:
    """A hand as its holder sees it, and the cards on the table above it.

    Raises `ValueError` for more than five places, or two cards of one player in a trick.

    Attributes:
        turn_up: the card that made trumps. None if it is not shown, while `trump` is known.
        talon: how many cards are left in the pack. None if that is not shown.
        lead, reply: the current trick or the last one: each card, and whether the holder played it.
        won: whether the holder took the trick. None while it is being played.
        opponent, holder: both players. None if they are not shown. The opponent's face is next to their card too.
        bare: whether nothing is above the cards, since a picture of the table is above this one.
        back: the back of the pack.
    """

    places: tuple[HandPlace, ...]
    trump: Suit | None = None
    turn_up: Card | None = None
    style: Style = Style()
    talon: int | None = None
    lead: tuple[Card, bool] | None = None
    reply: tuple[Card, bool] | None = None
    won: bool | None = None
    opponent: HandPlayer | None = None
    holder: HandPlayer | None = None
    bare: bool = False
    back: Back = Back.BURGUNDY

    def __post_init__(self) -> None:
        if len(self.places) > PLACES:
            raise ValueError(f"a hand has at most {PLACES} places, not {len(self.places)}")
        if self.reply is not None and (self.lead is None or self.lead[1] is self.reply[1]):
            raise ValueError("each player plays one card to a trick")


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A card of the trick on the table, and the side that played it."""

    card: Card
    side: Side


@dataclass(frozen=True, slots=True)
class PlayerPanel:
    """The public facts of a player. Raises `ValueError` for a number out of range.

    Attributes:
        score: in points. None if it is not shown.
        tricks: the card that took each trick.
        discarded: how many cards the player has discarded in this deal.
        won: whether the player won the game. None if it is not over, or was void.
        chips: the chips on this side, as its reader writes them ("1,250"), or at the end the gain ("+50"). Empty
            without stakes.
        backers: the faces of the player's backers. The first are shown first.
    """

    name: str
    face: Face
    score: int | None = 0
    tricks: tuple[Card, ...] = ()
    discarded: int = 0
    dealer: bool = False
    to_play: bool = False
    king: bool = False
    won: bool | None = None
    chips: str = ""
    backers: tuple[Face, ...] = ()

    def __post_init__(self) -> None:
        if len(self.tricks) > PLACES:
            raise ValueError(f"a player takes 0 to {PLACES} tricks, not {len(self.tricks)}")
        if self.score is not None and not 0 <= self.score <= 99:
            raise ValueError(f"a score of {self.score} cannot be shown")
        if not 0 <= self.discarded <= 32:
            raise ValueError(f"a player discards 0 to 32 cards, not {self.discarded}")


@dataclass(frozen=True, slots=True)
class TableScene:
    """The table as all see it. Raises `ValueError` for two cards of one side in a trick.

    Attributes:
        trump: the suit of trumps, if the card that made it is not shown.
        turn_up: the card that made trumps.
        talon: how many cards are left in the pack. None if that is not shown.
        trick: the lead, then the reply. Empty before the first card.
        winner: the side that took the trick.
        pill: the one word under the face of the player to play.
        points: how many points win the game. Each has a counter.
        has_begun: whether a card was played in this deal, so that the pack is at the side.
        backed: whether chairs and amounts matter most, since bets are open.
        back: the back of the pack.
    """

    left: PlayerPanel
    right: PlayerPanel
    trump: Suit | None = None
    turn_up: Card | None = None
    talon: int | None = None
    trick: tuple[TrickCard, ...] = ()
    winner: Side | None = None
    pill: str = ""
    points: int = 5
    has_begun: bool = True
    backed: bool = False
    style: Style = Style()
    back: Back = Back.BURGUNDY

    def __post_init__(self) -> None:
        if len({played.side for played in self.trick}) != len(self.trick):
            raise ValueError("each side plays one card to a trick")
        if self.talon is not None and not 0 <= self.talon <= 32:
            raise ValueError(f"a talon has no {self.talon} cards")


@dataclass(frozen=True, slots=True)
class OpenTableScene:
    """A table with open hands.

    Each side has five places (None: empty), or None for a hand that stays closed. Raises `ValueError` unless an open
    hand has five places.
    """

    table: TableScene
    left_hand: tuple[Card | None, ...] | None = None
    right_hand: tuple[Card | None, ...] | None = None

    def __post_init__(self) -> None:
        for hand in (self.left_hand, self.right_hand):
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
    """The picture on the pages of the rules: the order of the cards, then one to three tricks with `trump` as trumps.

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

"""The contents of pictures, as plain values: everything that is drawn, and nothing else.

No field can hold a card that a reader may not know. A hand that is seen from behind is only a number of cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.pictures.faces import Face
from ecarte.game import Card, Suit

PLACES = 5
SEATS = 4
"""The most faces of backers that are shown on a side. If there are more backers, a number replaces the last face."""


class Deck(Enum):
    """The colours in which the suits are printed."""

    TWO_COLOURS = "two"
    FOUR_COLOURS = "four"


class Indices(Enum):
    """The language of the letters in the corners of king, queen and jack."""

    ENGLISH = "english", ("K", "Q", "J")
    FRENCH = "french", ("R", "D", "V")

    letters: tuple[str, str, str]

    def __new__(cls, name: str, letters: tuple[str, str, str]) -> Indices:
        indices = object.__new__(cls)
        indices._value_ = name
        indices.letters = letters
        return indices


class Back(Enum):
    """The colour of a pack's backs. A table has packs of two colours; new cards bring packs of the next two."""

    BURGUNDY = "burgundy"
    ROYAL = "royal"
    FOREST = "forest"
    OCHRE = "ochre"
    PLUM = "plum"
    SLATE = "slate"


class Felt(Enum):
    """The colour of the cloth."""

    GREEN = "green"
    BLUE = "blue"
    DARK = "dark"


class Side(Enum):
    """A player's side of the picture."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Style:
    """The look of cards and cloth. In a private picture it follows the reader's preferences."""

    deck: Deck = Deck.TWO_COLOURS
    indices: Indices = Indices.ENGLISH
    felt: Felt = Felt.GREEN


@dataclass(frozen=True, slots=True)
class HandPlace:
    """One of the five places of a hand: its card, or None if it is empty, and the marks on it.

    Attributes:
        dimmed: whether the card is drawn dark, because it may not be played.
        chosen: whether the card is chosen for discard.
        number: the number under the card. None if it is not shown.
        advisers: how many backers point at the card.
    """

    card: Card | None = None
    dimmed: bool = False
    chosen: bool = False
    number: int | None = None
    advisers: int = 0


@dataclass(frozen=True, slots=True)
class HandPlayer:
    """A player in the picture of a hand: the face, and the score. The score is None if it is not shown."""

    face: Face
    score: int | None = 0


@dataclass(frozen=True, slots=True)
class HandScene:
    """The content of the picture of a hand, as its holder sees it, and the cards on the table above it.

    Raises `ValueError` for more than five places, or two cards of one player in a trick.

    Attributes:
        turn_up: the card that made trumps. None if it is not shown; then `trump` names the suit.
        talon: how many cards are left in the pack. None if that is not shown.
        lead, reply: the two cards of the current or the last trick. Each is a card, and whether the holder of the hand
            played it.
        won: whether the holder took the trick. None while the trick is being played.
        opponent, holder: the two players. None if they are not shown. The opponent's face also stands next to the card
            that the opponent played.
        bare: whether nothing is drawn above the cards, because the message has a picture of the table above this one.
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
    """What everyone sees of a player at the table. Raises `ValueError` for a number out of range.

    Attributes:
        score: in points. None if it is not shown.
        tricks: for each trick that the player took, the card that won it.
        discarded: how many cards the player has discarded in this deal.
        won: whether the player won the game. None if the game is not over, or is void.
        chips: the chips staked on this side ("1,250"), and at the end of the game the gain ("+50"). Empty if the game
            is played without stakes.
        backers: the faces of the player's backers, in the order in which they are shown.
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
    """The content of the picture of the table, as everyone sees it. Raises `ValueError` for two cards of one side in a
    trick.

    Attributes:
        trump: the trump suit, which the picture shows if `turn_up` is None. None if there are no trumps yet.
        turn_up: the card that made trumps. None if it is not shown.
        talon: how many cards are left in the pack. None if that is not shown.
        trick: the first card and the second card of the current trick. Empty before the first card.
        winner: the side that took the trick. None if no side has taken it yet.
        pill: the one word under the face of the player whose turn it is. Empty for none.
        points: how many points win the game. Each point has a counter.
        has_begun: whether a card was played in this deal. Then the pack lies at the side.
        backed: whether seats of backers and chips are drawn large, because bets are open.
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
    """The content of the picture of a table with one hand or both open.

    Raises `ValueError` unless an open hand has five places.

    Attributes:
        left_hand, right_hand: the five places of an open hand. A place is a card, or None if it is empty. If the hand
            stays closed, the attribute is None.
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
    """A sample trick on a page of the rules, with a caption of a few words."""

    lead: Card
    reply: Card
    reply_wins: bool
    caption: str


@dataclass(frozen=True, slots=True)
class RulesScene:
    """The content of the picture on a page of the rules: the order of the cards, then one to three sample tricks in
    which `trump` is the trump suit.

    Raises `ValueError` unless there are one to three tricks.
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

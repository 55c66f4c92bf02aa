"""The jeux de règle: hands that the books play without proposing, by their number in Cavendish (pp. 48-54).

They are for the elder at love-all. They depend on the number of trumps, not on their ranks, and on the plain cards. The
books give the weakest hand of each kind. A hand that is at least as strong, card by card, is of the same kind; if
several kinds fit, the lowest number counts. A card is guarded if the hand has another card of its suit. Hands between
No. 3 and No. 4 (p. 50) are listed with No. 4. In the scan used here a card is missing in "knave … of one suit, and nine
or eight of another"; the encyclopaedia of 1878 has the ace.
"""

from __future__ import annotations

from enum import Enum, unique
from typing import Final

from ecarte.game import Card, Rank, cards_of
from ecarte.odds.hands import Holding, Role


@unique
class Jeu(Enum):
    """The ten kinds of hands that Cavendish plays without proposing, by the number that the book gives them.

    Attributes:
        page: the page in Cavendish.
        gist: the kind in a few words.
    """

    THREE_TRUMPS = 1, 48, "three trumps or more"
    TWO_TRUMPS_AND_THREE_OF_A_SUIT = 2, 48, "two trumps, three cards of a plain suit"
    TWO_TRUMPS_AND_GUARDED_QUEEN = 3, 49, "two trumps, a guarded queen or king"
    TWO_TRUMPS_A_PAIR_AND_A_HIGH_CARD = 4, 50, "two trumps, two cards of a suit, a fifth that makes up for them"
    TWO_TRUMPS_AND_THREE_SUITS = 5, 51, "two trumps, three plain suits as good as king, jack and a small card"
    ONE_TRUMP_AND_TIERCE = 6, 51, "one trump, a tierce major or as good"
    ONE_TRUMP_AND_FOUR_TO_THE_KING = 7, 52, "one trump, four cards of a suit to the king"
    ONE_TRUMP_AND_TWO_QUEENS = 8, 52, "one trump, two queens with two guards between them"
    FOUR_COURT_CARDS = 9, 53, "four court cards, not all jacks"
    NO_THIRD_CARD_TO_DISCARD = 10, 53, "only two cards to discard beside kings and trumps, or three queens"

    page: int
    gist: str

    def __new__(cls, number: int, page: int = 0, gist: str = "") -> Jeu:
        jeu = object.__new__(cls)
        jeu._value_ = number
        jeu.page = page
        jeu.gist = gist
        return jeu


# The weakest hands of each kind. For No. 4: two cards of a suit, and one card of another suit.
_PAIRS: Final = ("JA 8", "AT T", "T9 J", "98 Q", "87 K")
# For No. 5: three cards of three suits.
_SINGLES: Final = ("KJ7", "KA9", "KTT", "QQ7", "QJA", "JJJ")
# For No. 6: three of a suit and a card of another.
_TIERCES: Final = ("KQJ 7", "KQA 8", "KQT T", "KQ7 J")


def jeu_of(holding: Holding) -> Jeu | None:
    """Returns which jeu de règle an elder's hand is. Returns None for all other hands, and for a dealer's hand."""
    if holding.role is Role.DEALER:
        return None
    trumps = (holding.hand & holding.trump.mask).bit_count()
    suits = sorted((_ranks(holding.hand & suit.mask) for suit in holding.plain_suits), key=len, reverse=True)
    match trumps, [len(suit) for suit in suits]:
        case 3 | 4 | 5, _:
            return Jeu.THREE_TRUMPS
        case 2, [3, 0, 0]:
            return Jeu.TWO_TRUMPS_AND_THREE_OF_A_SUIT
        case 2, [2, 1, 0] if suits[0][0] <= Rank.QUEEN.index:
            return Jeu.TWO_TRUMPS_AND_GUARDED_QUEEN
        case 2, [2, 1, 0] if _reach(suits[0] + suits[1], _PAIRS):
            return Jeu.TWO_TRUMPS_A_PAIR_AND_A_HIGH_CARD
        case 2, [1, 1, 1] if _reach(sorted(suits[0] + suits[1] + suits[2]), _SINGLES):
            return Jeu.TWO_TRUMPS_AND_THREE_SUITS
        case 1, [3, 1, 0] if _reach(suits[0] + suits[1], _TIERCES):
            return Jeu.ONE_TRUMP_AND_TIERCE
        case 1, [4, 0, 0] if suits[0][0] == Rank.KING.index:
            return Jeu.ONE_TRUMP_AND_FOUR_TO_THE_KING
        case 1, [3, 1, 0] | [2, 2, 0] if max(suits[0][0], suits[1][0]) <= Rank.QUEEN.index:
            return Jeu.ONE_TRUMP_AND_TWO_QUEENS
        case _:
            return _by_court_cards(holding.cards, trumps, suits)


def _by_court_cards(cards: tuple[Card, ...], trumps: int, suits: list[list[int]]) -> Jeu | None:
    courts = [card.rank for card in cards if card.rank in (Rank.KING, Rank.QUEEN, Rank.JACK)]
    if len(courts) >= 4 and set(courts) != {Rank.JACK}:
        return Jeu.FOUR_COURT_CARDS
    kings = sum(Rank.KING.index in suit for suit in suits)
    guarded = sum(suit[0] <= Rank.QUEEN.index for suit in suits if suit)
    return Jeu.NO_THIRD_CARD_TO_DISCARD if trumps + kings >= 3 or guarded >= 3 else None


def _ranks(mask: int) -> list[int]:
    """Returns the ranks of the cards, the highest first. A king is 0."""
    return [card.rank.index for card in cards_of(mask)]


def _reach(ranks: list[int], weakest: tuple[str, ...]) -> bool:
    """Returns whether plain cards are, compared one by one in order, at least as high as those of a weakest hand.

    Args:
        ranks: the ranks of the cards, as `_ranks` returns them.
        weakest: the weakest hands of a kind. Each has the characters of its ranks, in the same order.
    """
    floors = ([Rank(character).index for character in hand.replace(" ", "")] for hand in weakest)
    return any(all(rank <= floor for rank, floor in zip(ranks, hand, strict=True)) for hand in floors)

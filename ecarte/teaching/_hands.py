"""The fourteen illustrative hands of Cavendish, for a learner to play.

The pictures of the cards are missing in the scan of the book. Each hand is reconstructed from the text, and its page
says where the text leaves a choice. The opponent's cards are ours, except in hand XII. We chose them so that the lesson
of the hand decides the deal. Source: Cavendish, *The Laws of Écarté*, 1886, pp. 58-71.
"""

from __future__ import annotations

from typing import Final

from ecarte.teaching.illustrative import IllustrativeHand
from ecarte.teaching.position import ME, Setup

HANDS: Final = (
    IllustrativeHand(
        1,
        58,
        Setup(
            mine="JS KH AD 9D 7C",
            theirs="8S QD TD 9H 8C",
            turn_up="7S",
            talon="TS KC TC QS 8D",
            moves=("propose", "accept", "discard AD 9D 7C", "discard 9H 8C"),
        ),
        goal=3,
        book=("KH", "TS", "KC"),
        others=(
            Setup(
                mine="JS KH AD 9D 7C",
                theirs="8S QC 9C 9H 7D",
                turn_up="7S",
                talon="TS KC TC QS 8C",
                moves=("propose", "accept", "discard AD 9D 7C", "discard 9H 7D"),
            ),
        ),
    ),
    IllustrativeHand(
        2, 59, Setup(mine="QS KD 9D 8D 7D", theirs="QD JD KH QH KC", turn_up="8S", score=(0, 4)), goal=3, book=("KD",)
    ),
    IllustrativeHand(
        3,
        60,
        Setup(mine="KC QC TC KD 7S", theirs="JC AC 9C 7C QS", turn_up="8C", score=(3, 0), moves=("king",)),
        goal=3,
        book=("7S",),
    ),
    IllustrativeHand(
        4, 62, Setup(mine="QC 9C KD TS 8S", theirs="KS QS JD JC 8C", turn_up="7C"), goal=3, book=("KD", "TS")
    ),
    IllustrativeHand(
        5,
        63,
        Setup(mine="KD QS TS 9H 8C", theirs="9D KH QH KC JC", turn_up="7D", moves=("propose", "refuse", "king")),
        goal=3,
        book=("KD", "QS", "TS"),
    ),
    IllustrativeHand(
        6,
        63,
        Setup(mine="QD TD KS JH 9C", theirs="9S QH JD 9D 8D", turn_up="7D"),
        goal=3,
        book=("JH", "KS", "9C"),
        others=(Setup(mine="QD TD KS JH 9C", theirs="KH QH AH JD KC", turn_up="7D"),),
    ),
    IllustrativeHand(
        7,
        64,
        Setup(mine="7S KC JC AH 9H", theirs="KD KS QH QC TC", turn_up="8S", dealer=ME, moves=("KD", "7S")),
        goal=3,
        book=("AH",),
    ),
    IllustrativeHand(
        8,
        65,
        Setup(mine="QC TC KS 7S TD", theirs="TS KC AC 9C 8D", turn_up="8C", moves=("KS", "king", "TS")),
        goal=3,
        book=("TD",),
    ),
    IllustrativeHand(
        9,
        66,
        Setup(mine="JH 9H JC AC 9D", theirs="7C KH TH 8H 8D", turn_up="7H", moves=("JC", "king", "7C")),
        goal=3,
        book=("9D",),
    ),
    IllustrativeHand(
        10,
        67,
        Setup(
            mine="KC QC 9C TS TD",
            theirs="9H 8H TC 8C 9S",
            turn_up="7H",
            moves=("propose", "refuse", "KC", "8C", "QC", "TC"),
        ),
        goal=3,
        book=("TS",),
        replies=(("KC 8C QC TC 9C 8H", "9H"),),
        others=(
            Setup(
                mine="KC QC 9C TS TD",
                theirs="9H 8H TC 8C 9D",
                turn_up="7H",
                moves=("propose", "refuse", "KC", "8C", "QC", "TC"),
            ),
        ),
    ),
    IllustrativeHand(
        11,
        67,
        Setup(mine="QD KS JS TH TC", theirs="AD 9D 8D 8S 9H", turn_up="7D", dealer=ME, moves=("AD", "QD", "KS", "8S")),
        goal=3,
        book=("TH",),
        replies=(("AD QD KS 8S JS 8D", "9D"),),
        others=(
            Setup(
                mine="QD KS JS TH TC",
                theirs="AD 9D 8D 8S 9C",
                turn_up="7D",
                dealer=ME,
                moves=("AD", "QD", "KS", "8S"),
            ),
        ),
    ),
    IllustrativeHand(
        12,
        68,
        Setup(mine="KS 9S JC 9C 7H", theirs="8S 7S QH QC QD", turn_up="8H", dealer=ME, moves=("7S",)),
        goal=3,
        book=("KS", "JC", "7H", "9S", "9C"),
        replies=(
            ("7S KS JC QC", "QH"),
            ("7S KS JC QC QH 7H", "8S"),
            ("7S 9S JC QC", "QH"),
            ("7S 9S JC QC QH 7H", "QD"),
        ),
    ),
    IllustrativeHand(
        13,
        70,
        Setup(mine="QH JH 7H KC QC", theirs="KH AH TH JS JD", turn_up="8H", dealer=ME, moves=("king", "KH")),
        goal=3,
        book=("QH", "JH", "KC"),
        replies=(("KH QH", "AH"), ("KH JH", "JS"), ("KH 7H", "JS")),
    ),
    IllustrativeHand(
        14,
        71,
        Setup(mine="9S TH 8H 8D 7C", theirs="8S KC QC KD QD", turn_up="7S", score=(4, 4), moves=("propose", "refuse")),
        goal=3,
        book=("9S", "TH", "8H"),
    ),
)
"""All fourteen illustrative hands, in the book's order."""

"""What the book plays and proposes on, its exceptions with the king of trumps, and fair questions for the quiz."""

from __future__ import annotations

import random

import pytest

from ecarte.game import Card, HandError, parse_cards
from ecarte.odds import Jeu
from ecarte.teaching import question, questions, ruling
from ecarte.teaching.verdicts import standing

TURN_UP = Card.parse("8S")


@pytest.mark.parametrize(
    ("cards", "jeu", "plays"),
    [
        ("9S JS QS 7H 7D", 1, True),
        ("9S 7S TH 8H 7H", 2, True),
        ("9S 7S QD 8D 7C", 3, True),
        ("9S 7S 8D 7D KC", 4, True),
        ("9S 7S KD JH 7C", 5, True),
        ("7S KD QD JD 7C", 6, True),
        ("7S KD 9D 8D 7D", 7, True),
        ("7S QD 9D 8D QC", 8, True),
        ("KH QH JC QD 7C", 9, True),
        ("7S KH KD 9C 8C", 10, True),
        ("7S QH 9H TD 8C", None, False),
        ("9S 7S TD 8D 9C", None, False),
        # With the king of trumps one asks for cards (pp. 48-52), but not where the queen is well guarded (p. 49).
        ("KS 9S 7S 7H 7D", 1, False),
        ("KS 7S TH 8H 7H", 2, False),
        ("KS 7S QD 8D 7C", 3, False),
        ("KS 7S QD TD 7C", 3, True),
        ("KS 7S QD 8D JC", 3, True),
        ("KS 7S 8D 7D KC", 4, False),
        ("KS KD QD JD 7C", 6, True),
        ("KS KD 9D 8D 7D", 7, False),
    ],
)
def test_the_book_says_play_or_propose(cards: str, jeu: int | None, plays: bool) -> None:
    told = ruling(parse_cards(cards), TURN_UP)
    assert (None if told.jeu is None else told.jeu.value) == jeu
    assert told.plays is plays
    assert told.king is ("KS" in cards)


@pytest.mark.parametrize("cards", ["9S 7S AD 9D TC", "KS 7S KD JH 7C", "KS QS JS KD QD", "7S QD 9D QC 8C"])
def test_what_the_book_leaves_open_is_doubtful(cards: str) -> None:
    assert ruling(parse_cards(cards), TURN_UP).doubtful


def test_a_king_turned_up_makes_it_doubtful() -> None:
    turned = Card.parse("KS")
    assert ruling(parse_cards("9S JS QS 7H 7D"), turned).plays is False
    assert ruling(parse_cards("9S JS QS 7H 7D"), turned).doubtful


def test_six_cards_or_a_card_twice_are_no_hand() -> None:
    for cards in ("9S JS QS 7H 7D KD", "9S 9S QS 7H 7D", "8S JS QS 7H 7D"):
        with pytest.raises(HandError):
            ruling(parse_cards(cards), TURN_UP)


def test_questions_are_fair_and_of_both_kinds() -> None:
    chance = random.Random(9)
    jeux: set[Jeu | None] = set()
    for number in range(300):
        asked = question(chance.randrange, plays=number % 2 == 0)
        told = asked.ruling()
        assert told.plays is (number % 2 == 0)
        assert not told.doubtful
        assert len({*asked.cards, asked.turn_up}) == 6
        jeux.add(told.jeu)
        if told.jeu is None:
            strong = [card for card in asked.cards if card.suit is asked.turn_up.suit or card.rank.strength >= 6]
            assert len(strong) >= 2, "a hand without anything is no question"
    assert len(jeux) >= 9


def test_no_quiz_asks_the_same_hand_twice() -> None:
    for seed in range(20):
        asked = questions(random.Random(seed).randrange, 10)
        assert len({standing(one.cards, one.turn_up) for one in asked}) == 10


def test_a_quiz_asks_every_hand_there_is_and_refuses_to_ask_more() -> None:
    with pytest.raises(ValueError, match=r"1000 hands are requested, but there are only (\d+)") as refused:
        questions(random.Random(1).randrange, 1000)
    most = int(str(refused.value).rpartition(" ")[2])
    assert len(questions(random.Random(1).randrange, most)) == most > 100


def test_the_same_chance_asks_the_same() -> None:
    first, again = (question(random.Random(4).randrange, plays=True) for _ in range(2))
    assert first == again

"""The jeux de règle are recognized by Cavendish's numbers (pp. 48-54)."""

from __future__ import annotations

import pytest

from ecarte.game import Card, parse_cards
from ecarte.odds import Holding, Jeu, Role, jeu_of


def holding(cards: str, turn_up: str = "TS", role: Role = Role.ELDER) -> Holding:
    """Returns the knowledge of this hand; spades are trumps, as in the book."""
    return Holding.of(parse_cards(cards), Card.parse(turn_up), role)


@pytest.mark.parametrize(
    ("cards", "number"),
    [
        ("9S 8S 7S 7H 7C", 1),
        ("KS QS JS AS KH", 1),
        ("9S 8S 9H 8H 7H", 2),
        ("8S 7S QH 7H 7C", 3),
        ("8S 7S KH 7H 7C", 3),
        ("8S 7S 8H 7H KC", 4),
        ("8S 7S JH AH 8C", 4),
        ("8S 7S AH TH TC", 4),
        ("8S 7S TH 9H JC", 4),
        ("8S 7S 9H 8H QC", 4),
        ("8S 7S JH 7H KC", 4),
        ("8S 7S KH JD 7C", 5),
        ("8S 7S KH AD 9C", 5),
        ("8S 7S KH TD TC", 5),
        ("8S 7S QH QD 7C", 5),
        ("8S 7S QH JD AC", 5),
        ("8S 7S JH JD JC", 5),
        ("7S KH QH JH 7D", 6),
        ("7S KH QH AH 8D", 6),
        ("7S KH QH TH TD", 6),
        ("7S KH QH 7H JD", 6),
        ("7S KH 9H 8H 7H", 7),
        ("7S QH 8H 7H QD", 8),
        ("7S QH 7H QD 7D", 8),
        ("KH QH JH 7D QD", 9),
        ("JS JH QD JC 7C", 9),
        ("8S 7S KH AD 8C", 10),
        ("7S KH 7H KD 7C", 10),
        ("QH 7H QD 7D QC", 10),
    ],
)
def test_the_weakest_hand_of_each_kind_is_a_jeu_de_regle(cards: str, number: int) -> None:
    assert jeu_of(holding(cards)) is Jeu(number)


@pytest.mark.parametrize(
    "cards",
    [
        "8S 7S JH AH 7C",
        "8S 7S AH TH 9C",
        "8S 7S TH 9H AC",
        "8S 7S 9H 8H JC",
        "8S 7S JH JD AC",
        "8S 7S QH JD TC",
        "7S KH QH AH 7D",
        "7S KH QH 9H TD",
        "7S QH 9H 8H 7H",
        "7S QH 8H 7H JD",
        "7S QH QD 7D 7C",
        "JS JH JD JC 7C",
        "QH 7H QD 7D JC",
        "7S 8H 7H 8D 7D",
    ],
)
def test_a_card_less_is_none(cards: str) -> None:
    assert jeu_of(holding(cards)) is None


def test_the_value_of_the_trumps_does_not_count_and_the_dealer_has_none() -> None:
    assert jeu_of(holding("KS QS JH AH 7C")) is None
    assert jeu_of(holding("9S 8S 7S 7H 7C", role=Role.DEALER)) is None

"""`python -m ecarte odds`: what it prints for people and for programs, and what it says of cards that make no hand."""

from __future__ import annotations

import json

import pytest

from ecarte.ai import certified_interval
from ecarte.cli import main
from ecarte.game import parse_cards
from ecarte.odds import Holding, Role

HAND = "9S 8S 7S 7H 7C"


def test_it_prints_every_figure_with_the_opponent_for_whom_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", HAND, "--turn", "TS"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "9S 8S 7S 7H 7C, turn-up TS, elder"
    assert lines[1].startswith("opposing hands: 65,780; every opposing hand counts alike")
    assert lines[2].startswith("with open hands, of the opposing hands:")
    assert lines[3].split() == ["best", "play", "37,310", "56"]
    assert [line.split()[1] for line in lines[4:9]] == HAND.split()
    assert lines[9] == "  counts, not chances: both sides see all cards, which no opponent does"
    assert lines[10].startswith("with hidden hands, both playing the cards dealt, the point: 56.7")
    assert "against every opponent, even with a sight of this hand" in lines[11]
    assert "the best play makes against the reference, which sees its own cards only" in lines[12]
    assert lines[13] == "king of trumps: in 12,650 of the opposing hands (19.23%)"
    assert lines[14] == "jeu de règle no. 1: three trumps or more (Cavendish, p. 48)"
    assert err == ""


def test_json_has_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", HAND, "--turn", "TS", "--role", "elder", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    ends = certified_interval(Holding.of(parse_cards(HAND), parse_cards("TS")[0]))
    assert (told["hands"], told["open_point"], told["open_vole"]) == (65_780, 37_310, 56)
    assert told["leads"]["7H"] == {"open_point": 37_310, "open_vole": 56}
    assert (told["point"]["lower"], told["point"]["upper"]) == (ends.lower, ends.upper)
    assert "every opponent" in told["point"]["lower_is"]
    assert "not chances" in told["open_is"]
    assert "counts alike" in told["hands_are"]
    assert "the reference" in told["point"]["upper_is"]
    assert told["king"] == {"held": False, "turned_up": False, "opposing_hands": 12_650}
    assert told["jeu_de_regle"]["number"] == 1


def test_the_dealer_does_not_lead_and_has_no_jeu_de_regle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", HAND, "--turn", "KS", "--role", "dealer", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    ends = certified_interval(Holding.of(parse_cards(HAND), parse_cards("KS")[0], Role.DEALER))
    assert (told["leads"], told["jeu_de_regle"]) == ({}, None)
    assert told["point"]["lower"] == ends.lower
    assert told["king"] == {"held": False, "turned_up": True, "opposing_hands": 0}
    assert main(["odds", HAND, "--turn", "KS", "--role", "dealer"]) == 0
    out = capsys.readouterr().out
    assert "king of trumps: turned up" in out
    assert "jeu" not in out


def test_a_king_in_hand_is_named_and_so_is_a_hand_that_is_no_jeu(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "KS 7H 8D 7C 8C", "--turn", "TS"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["king of trumps: in this hand", "no jeu de règle"]


@pytest.mark.parametrize(
    ("hand", "turn", "says"),
    [
        ("9S 8S 7S 7H 7H", "TS", "7H is there twice"),
        ("9S 8S 7S 7H 7C 7D", "TS", "a hand is 5 cards, not 6"),
        ("9S 8S 7S 7H", "TS", "a hand is 5 cards, not 4"),
        ("", "TS", "a hand is 5 cards, not 0"),
        ("TS 8S 7S 7H 7C", "TS", "TS is in the hand and the turn-up"),
        ("9S 8S 7S 7H 6C", "TS", "'6C' is not a card"),
        (HAND, "11S", "'11S' is not a card"),
        ("9S 8S 7S 7H 7\n", "TS", "'7' is not a card"),
        ("9S 8S 7S 7H \x1b[1m", "TS", "'\\x1b[1m' is not a card"),
    ],
)
def test_what_is_no_hand_is_refused_in_one_line(
    hand: str, turn: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", hand, "--turn", turn]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"ecarte: {says}\n")


@pytest.mark.parametrize(
    ("hand", "turn_up", "number"),
    [("JS TS 8S 8H 7D", "KS", 1), ("7S QH 8H QD 8D", "9S", 8), ("KS 9S 8H QH 7C", "8S", 3)],
)
def test_pp_48_to_53_a_jeu_de_regle_with_which_the_book_asks_for_cards_says_so(
    hand: str, turn_up: str, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", hand, "--turn", turn_up]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"jeu de règle no. {number}: ")
    assert last.endswith("; but with these cards the book asks for others")
    assert main(["odds", hand, "--turn", turn_up, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["jeu_de_regle"]["asks_for_cards"] is True

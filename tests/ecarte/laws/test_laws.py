"""The fifty-five laws as data: all there, a test behind each, and how they are listed."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from ecarte import laws
from ecarte.cli import main
from ecarte.game import Rule
from ecarte.laws import LAWS, Keeping, law
from ecarte.table.stakes import GalerieRule
from tests.support.laws import laws_named_by, laws_with_tests

TESTS = Path(__file__).parents[2]


def test_there_are_fifty_five_in_their_order() -> None:
    assert [one.number for one in LAWS] == list(range(1, 56))
    assert [law(number) for number in range(1, 56)] == list(LAWS)
    for number in (0, 56, -1):
        with pytest.raises(LookupError):
            law(number)


def test_every_law_has_a_test_that_is_named_after_it() -> None:
    named = {number for number, test in laws_with_tests(TESTS) if number in laws_named_by(test)}
    assert named == set(range(1, 56))


def test_a_mark_puts_a_test_behind_a_law_that_its_name_does_not_tell() -> None:
    test = "test_law_22_a_king_turned_up_is_marked_at_once_by_the_dealer"
    assert {number for number, name in laws_with_tests(TESTS) if name == test} == {22, 47}


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_law_9_every_deal_of_5_cards", (9,)),
        ("test_laws_1_and_2_no_move", (1, 2)),
        ("test_laws_29_and_31_to_33_each", (29, 31, 32, 33)),
        ("test_the_two_of_law_9", ()),
    ],
)
def test_the_name_of_a_test_says_which_laws_it_holds(name: str, numbers: tuple[int, ...]) -> None:
    assert laws_named_by(name) == numbers


def test_every_law_by_which_a_move_is_refused_is_one_of_them() -> None:
    for rule in (*Rule, *GalerieRule):
        if rule.law is not None:
            assert law(rule.law).number == rule.law


def test_every_law_names_its_pages_in_the_order_of_the_book() -> None:
    spans = [tuple(map(int, one.pages.split("-"))) for one in LAWS]
    assert (spans[0], spans[-1]) == ((7,), (15,))
    assert [law(number).pages for number in (25, 38, 43, 49)] == ["10-11", "12-13", "13-14", "14-15"]
    for before, after in pairwise(spans):
        assert after[0] - before[-1] in (0, 1)


def test_six_laws_give_rights_that_a_player_may_leave_alone() -> None:
    assert {one.number for one in LAWS if one.keeping is Keeping.OFFERED} == {1, 23, 24, 42, 44, 54}


def test_the_laws_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert [line.split(".")[0] for line in out.splitlines()] == [str(number) for number in range(1, 56)]
    assert main(["laws", "43"]) == 0
    assert capsys.readouterr().out == "43. playing: enforced, at a salon table offered\n"
    assert main(["laws", "44"]) == 0
    assert capsys.readouterr().out == "44. cards: offered\n"


def test_the_laws_are_listed_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["number"] for one in listed] == list(range(1, 56))
    assert all(one["keeping"] in {kind.value for kind in Keeping} for one in listed)
    assert main(["laws", "--json", "43"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "number": 43,
            "chapter": "playing",
            "pages": "13-14",
            "keeping": "enforced",
            "salon": "offered",
            "differs": ["modern", "short"],
        }
    ]


@pytest.mark.parametrize("number", ["56", "0"])
def test_a_law_that_is_not_there_is_refused_in_a_line(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", number]) == 2
    assert capsys.readouterr() == ("", f"ecarte: there is no law {number}\n")


def test_the_package_says_what_it_offers() -> None:
    assert all(hasattr(laws, name) for name in laws.__all__)
    assert sorted(laws.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name)) == laws.__all__

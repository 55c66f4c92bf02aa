"""The fifty-five laws as data: all there, in two languages, and a test behind each; how they are found and printed.

That a test behind a law holds it is for whoever reads the test; here it must exist, under the name that the law gives.
"""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecarte import laws
from ecarte.cli import main
from ecarte.game import Rule
from ecarte.laws import LANGUAGES, LAWS, Keeping, Law, Text, find, law, nearest
from ecarte.table.stakes import GalerieRule

ROOT = Path(__file__).parents[3]
NUMBERS = re.compile(r"test_laws?_(\d+(?:_(?:and|to)_\d+)*)")
TEST = re.compile(r"tests/[\w/]+\.py::test_\w+")


@cache
def names_in(path: str) -> frozenset[str]:
    """The names of the tests in a file; none where there is no such file."""
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(node.name for node in found if node.name.startswith("test_"))


def laws_named_by(test: str) -> set[int]:
    """The laws after which a test is named: `test_laws_29_and_31_to_33_…` holds four."""
    found = NUMBERS.match(test.rpartition("::")[2])
    numbers: set[int] = set()
    for span in found[1].split("_and_") if found else ():
        first, _, last = span.partition("_to_")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers


def texts_of(one: Law) -> list[Text]:
    """Everything that a law says."""
    texts = (one.heading, one.gist, one.how, one.differs, one.salon_how, one.chapter.title)
    return [text for text in texts if text is not None]


def test_there_are_fifty_five_in_their_order() -> None:
    assert [one.number for one in LAWS] == list(range(1, 56))
    assert [law(number) for number in range(1, 56)] == list(LAWS)
    for number in (0, 56, -1):
        with pytest.raises(LookupError):
            law(number)


@pytest.mark.parametrize("one", LAWS, ids=lambda one: str(one.number))
def test_behind_every_law_stands_a_test_that_exists(one: Law) -> None:
    assert one.tests
    assert len(set(one.tests)) == len(one.tests)
    for test in one.tests:
        assert TEST.fullmatch(test), test
        path, _, name = test.partition("::")
        assert name in names_in(path), f"law {one.number} names {test}, which does not exist"


@pytest.mark.parametrize("one", LAWS, ids=lambda one: str(one.number))
def test_among_them_is_one_that_is_named_after_the_law(one: Law) -> None:
    assert any(one.number in laws_named_by(test) for test in one.tests)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("x.py::test_law_9_every_deal_of_5_cards", {9}),
        ("x.py::test_laws_1_and_2_no_move", {1, 2}),
        ("x.py::test_laws_29_and_31_to_33_each", {29, 31, 32, 33}),
        ("x.py::test_the_two_of_law_9", set()),
    ],
)
def test_the_name_of_a_test_says_which_laws_it_holds(name: str, numbers: set[int]) -> None:
    assert laws_named_by(name) == numbers


def test_the_search_for_tests_finds_what_is_there_and_nothing_else() -> None:
    own = "tests/ecarte/laws/test_laws.py"
    assert "test_there_are_fifty_five_in_their_order" in names_in(own)
    assert "test_there_are_fifty_six" not in names_in(own)
    assert names_in("tests/ecarte/test_no_such_file.py") == frozenset()


@pytest.mark.parametrize("one", LAWS, ids=lambda one: str(one.number))
def test_every_law_is_said_in_both_languages(one: Law) -> None:
    for text in texts_of(one):
        assert text.said_in("en") == text.en
        assert text.said_in("fr") == text.fr
        for said in (text.en, text.fr):
            assert said
            assert said == said.strip()
            assert "'" not in said, "a straight apostrophe"
            assert "  " not in said
        assert not re.search(r"[^\u202f][;:!?»]", text.fr), "a thin space is wanted"
        assert not re.search(r"«[^\u202f]", text.fr), "a thin space is wanted"
    for text in (one.gist, one.how):
        assert text.en.endswith(".")
        assert text.fr.endswith(".")
        assert max(len(text.en), len(text.fr)) <= 330, "short, for a phone"
    assert max(len(one.heading.en), len(one.heading.fr)) <= 60


def test_a_salon_table_says_how_wherever_it_keeps_a_law_otherwise() -> None:
    assert all((one.salon is None) == (one.salon_how is None) for one in LAWS)


def test_a_language_that_is_not_spoken_is_refused() -> None:
    with pytest.raises(ValueError, match="de"):
        LAWS[0].heading.said_in("de")
    assert LANGUAGES == ("en", "fr")


def test_every_law_by_which_a_move_is_refused_is_one_of_them() -> None:
    for rule in (*Rule, *GalerieRule):
        if rule.law is not None:
            assert law(rule.law).number == rule.law


def test_six_laws_give_rights_that_a_player_may_leave_alone() -> None:
    assert {one.number for one in LAWS if one.keeping is Keeping.OFFERED} == {1, 23, 24, 42, 44, 54}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("one", LAWS, ids=lambda one: str(one.number))
def test_a_law_is_found_by_its_number_and_by_its_heading(one: Law, language: str) -> None:
    for written in (str(one.number), f"law {one.number}", f"Loi n° {one.number}", f" 0{one.number} "):
        assert find(written, language)[0] is one
    assert find(one.heading.said_in(language), language)[0] is one
    assert one in find(one.heading.said_in(language).upper(), language)


@pytest.mark.parametrize(
    ("wanted", "language", "first"),
    [
        ("vole", "en", 48),
        ("revoke", "en", 43),
        ("follow suit", "en", 43),
        ("TALON", "en", 38),
        ("abandonné", "fr", 42),
        ("abandonne", "fr", 42),
        ("roi main", "fr", 23),
        ("renonce", "fr", 43),
    ],
)
def test_words_find_the_law_that_speaks_of_them(wanted: str, language: str, first: int) -> None:
    assert first in [one.number for one in find(wanted, language)][:3]


def test_all_words_must_stand_and_a_heading_goes_before_a_gist() -> None:
    found = find("king", "en")
    in_heading = ["king" in one.heading.en.lower() for one in found]
    assert in_heading == sorted(in_heading, reverse=True)
    assert not find("king advise pointing", "en")
    assert find("", "en") == find("law", "en") == ()
    assert find("roi", "en") == ()


def test_a_number_finds_those_that_begin_with_it_after_its_own() -> None:
    assert [one.number for one in find("5", "en")] == [5, 50, 51, 52, 53, 54, 55]
    assert find("56", "en") == find("0", "en") == ()


def test_what_finds_nothing_has_something_near() -> None:
    assert [one.number for one in nearest("99", "en")] == [55, 54, 53]
    assert 43 in [one.number for one in nearest("revok", "en")]
    assert 38 in [one.number for one in nearest("tallon", "fr")]
    assert len(nearest("¿?", "en")) == 3


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.sampled_from(LANGUAGES))
def test_whatever_is_asked_is_answered(wanted: str, language: str) -> None:
    assert set(find(wanted, language)) <= set(LAWS)
    assert len(nearest(wanted, language)) == 3


def test_the_laws_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert all(f"{one.number}. {one.heading.en} [{one.keeping.value}]" in out.splitlines() for one in LAWS)
    assert main(["laws", "--lang", "fr", "43"]) == 0
    out, _ = capsys.readouterr()
    assert out.splitlines()[0] == f"43. {law(43).heading.fr} [{law(43).keeping.value}]"
    assert law(43).gist.fr in out
    assert len(out.splitlines()) == 5


def test_the_laws_are_printed_for_programs_with_their_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["number"] for one in told] == list(range(1, 56))
    assert all(one["tests"] and one["keeping"] in {kind.value for kind in Keeping} for one in told)
    assert told[42]["heading"] == {"en": law(43).heading.en, "fr": law(43).heading.fr}
    assert main(["laws", "--json", "vole"]) == 0
    assert [one["number"] for one in json.loads(capsys.readouterr().out)] == [it.number for it in find("vole", "en")]


@pytest.mark.parametrize("wanted", ["56", "xyzzy", "0"])
def test_a_law_that_is_not_there_is_told_in_a_line_with_what_is_near(
    wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["laws", wanted]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"ecarte: no law answers to {wanted!r}; nearest: ")
    assert err.count("\n") == 1


def test_the_package_says_what_it_offers() -> None:
    assert all(hasattr(laws, name) for name in laws.__all__)
    assert sorted(laws.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name)) == laws.__all__

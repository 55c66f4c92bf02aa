"""The laws found by number and by words, in the sentences of each language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.law import index_of, title_of
from bot.texts import Language, Texts, Words
from ecarte.laws import LAWS, Law, law
from tests.support.properties import examples

TEXTS = Texts.load()


@pytest.mark.parametrize("one", LAWS, ids=lambda one: str(one.number))
def test_a_law_is_found_by_its_number_and_by_its_heading(one: Law, words: Words) -> None:
    find = index_of(words).find
    for written in (str(one.number), f"law {one.number}", f"Loi n° {one.number}", f" 0{one.number} "):
        assert find(written)[0] == one.number
    assert find(title_of(words, one))[0] == one.number
    assert one.number in find(title_of(words, one).upper())


@pytest.mark.parametrize(
    ("wanted", "language", "first"),
    [
        ("vole", Language("en"), 48),
        ("revoke", Language("en"), 43),
        ("follow suit", Language("en"), 43),
        ("TALON", Language("en"), 38),
        ("abandonné", Language("fr"), 42),
        ("abandonne", Language("fr"), 42),
        ("roi main", Language("fr"), 23),
        ("renonce", Language("fr"), 43),
    ],
)
def test_words_find_the_law_that_speaks_of_them(wanted: str, language: Language, first: int) -> None:
    assert first in index_of(TEXTS(language)).find(wanted)[:3]


def test_all_words_must_stand_and_a_heading_goes_before_a_gist(english: Words) -> None:
    find = index_of(english).find
    in_heading = ["king" in title_of(english, law(number)).lower() for number in find("king")]
    assert in_heading == sorted(in_heading, reverse=True)
    assert not find("king advise pointing")
    assert find("") == find("law") == ()
    assert find("roi") == ()


def test_a_number_finds_those_that_begin_with_it_after_its_own(english: Words) -> None:
    assert index_of(english).find("5") == (5, 50, 51, 52, 53, 54, 55)
    assert index_of(english).find("56") == index_of(english).find("0") == ()


def test_what_finds_nothing_has_something_near(english: Words, french: Words) -> None:
    assert index_of(english).nearest("99") == (55, 54, 53)
    assert 43 in index_of(english).nearest("revok")
    assert 38 in index_of(french).nearest("tallon")
    assert len(index_of(english).nearest("¿?")) == 3


@examples(60)
@given(st.text(max_size=200), st.sampled_from(list(Language)))
def test_any_question_is_answered(wanted: str, language: Language) -> None:
    searched = index_of(TEXTS(language))
    assert set(searched.find(wanted)) <= {one.number for one in LAWS}
    assert len(searched.nearest(wanted)) == 3

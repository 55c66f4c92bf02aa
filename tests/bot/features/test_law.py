"""The laws as they are read: the page of each in both languages, and the command by clicks.

Not proved here: which law applies where (the core's own tests), and that the gists are true to their source.
"""

from __future__ import annotations

import pytest

from bot.features.law import (
    answer,
    chapter_title,
    differences,
    draw,
    find_laws,
    gist,
    how_kept,
    kept_at_salon,
    label,
    title_of,
)
from bot.texts import Words
from ecarte.laws import LAWS, Keeping, Law, law
from tests.bot.features.playing import Hall
from tests.bot.features.reading import read

# ---------------------------------------------------------------- the pages as drawn


@pytest.mark.parametrize("one", LAWS, ids=lambda one: str(one.number))
def test_the_page_of_a_law_says_what_it_is_and_how_it_is_kept(words: Words, one: Law) -> None:
    reading, differs, salon = read(draw(words, one.number)), differences(words, one), kept_at_salon(words, one)
    title = title_of(words, one), chapter_title(words, one.chapter)
    for text in (*title, gist(words, one), how_kept(words, one)):
        assert text in reading.text
    assert words(f"law.kept.{one.keeping.value}") in reading.text
    assert (words("law.differs") in reading.text) == (differs is not None) == bool(one.differs)
    assert differs is None or differs in reading.text
    assert (words("law.salon") in reading.text) == (salon is not None)
    assert "{" not in reading.text
    assert len(reading.text.split()) < 190, "it is read on a phone"


@pytest.mark.parametrize("one", LAWS, ids=lambda one: str(one.number))
def test_the_sentences_of_a_law_are_short_enough_for_a_phone(words: Words, one: Law) -> None:
    for text in (gist(words, one), how_kept(words, one)):
        assert text.endswith(".")
        assert len(text) <= 330
    assert len(title_of(words, one)) <= 60


def test_other_sources_are_quoted_in_their_order(english: Words) -> None:
    told = differences(english, law(24))
    assert told is not None
    assert told.startswith("Short code: ")
    assert " Modern description: " in told
    assert differences(english, law(2)) is None


def test_every_way_of_keeping_a_law_has_its_own_words(words: Words) -> None:
    assert len({words(f"law.kept.{kind.value}") for kind in Keeping}) == len(Keeping)


def test_the_pages_follow_one_another_by_number_and_end_where_the_laws_do(english: Words) -> None:
    assert read(draw(english, 1)).dead == {"Previous"}
    assert read(draw(english, 55)).dead == {"Next"}
    assert read(draw(english, 30)).dead == set()
    chapters = read(draw(english, 30)).select("0..s")["options"]
    assert [option["value"] for option in chapters] == ["1", "8", "22", "26", "28", "39", "44", "46", "52"]


def test_some_laws_are_turned_among_themselves(english: Words) -> None:
    reading = read(draw(english, 49, (26, 49, 23)))
    assert "Result 2 of 3" in reading.text
    assert [option["value"] for option in reading.selects[0]["options"]] == ["26", "49", "23"]
    assert reading.chosen("0.26,49,23") == label(english, law(49))
    assert reading.buttons["Previous"].endswith(":26.26,49,23.b")
    assert reading.buttons["Next"].endswith(":23.26,49,23.f")


def test_what_answers_to_words_is_opened_and_the_rest_can_be_chosen(english: Words) -> None:
    reading = read(answer(english, "king in hand"))
    assert "## 23. " in reading.text
    assert len(reading.selects[0]["options"]) > 1
    assert "## 5. " in read(answer(english, "5")).text
    assert "that may answer" not in read(answer(english, " 5 ")).text
    assert "## 1. " in read(answer(english, "  ")).text


@pytest.mark.parametrize("wanted", ["xyzzy", "56", "¿?", "**@everyone**\n# x", "z" * 6000])
def test_what_answers_to_nothing_is_said_with_what_is_near_and_is_harmless(words: Words, wanted: str) -> None:
    reading = read(answer(words, wanted))
    assert words("problem.no_law", wanted="|").split("|")[1] in reading.text
    assert len(reading.select("0.")["options"]) == 3
    assert "@everyone" not in reading.text.replace("\\@", "")
    assert "\n#" not in reading.text


def test_typing_offers_the_laws_that_match_so_far(words: Words) -> None:
    assert tuple(find_laws(words, "")) == LAWS
    assert [offer.number for offer in find_laws(words, "4")][:3] == [4, 40, 41]
    assert 48 in [offer.number for offer in find_laws(words, "vol")][:5]
    assert find_laws(words, "xyzzy")
    assert all(len(label(words, each)) <= 100 for each in LAWS)


# ---------------------------------------------------------------- by clicks


async def test_the_command_shows_a_law_privately_and_its_pages_turn_in_place(hall: Hall) -> None:
    alice = hall.world.alice
    shown = await hall.ask(alice, "learn", topic="laws", find="43")
    assert shown.private
    assert "## 43. Follow suit, and win if you can" in shown.text
    after = await hall.click(alice, shown, "Next")
    assert after.message.id == shown.message.id
    assert "## 44. New cards" in after.text
    back = await hall.click(alice, await hall.click(alice, after, "Previous"), "Previous")
    assert "## 42. " in back.text
    chapter = await hall.choose(alice, back, "0..s", "52")
    assert "## 52. " in chapter.text


async def test_a_law_is_shown_in_the_language_of_its_reader(hall: Hall) -> None:
    bruno = hall.world.bruno
    hall.world.speaks(bruno, "fr")
    shown = await hall.ask(bruno, "learn", topic="laws", find="réclamation")
    assert "## 42. La main abandonnée, la réclamation" in shown.text
    assert "Ici, par un bouton" in shown.text
    assert "Suivant" in {*shown.reading.buttons, *shown.reading.dead}
    nothing = await hall.ask(bruno, "learn", topic="laws", find="xyzzy")
    assert nothing.private
    assert "Aucune loi ne correspond à «\u202fxyzzy\u202f»" in nothing.text


async def test_typing_is_completed_in_the_language_of_the_member(hall: Hall) -> None:
    channel, alice, bruno = hall.world.channel, hall.world.alice, hall.world.bruno
    hall.world.speaks(bruno, "fr")
    assert len(await alice.autocomplete(channel, "ecarte learn", "find", "")) == 25
    (choice,) = await alice.autocomplete(channel, "ecarte learn", "find", "43")
    assert (choice["name"], choice["value"]) == ("Law 43 · Follow suit, and win if you can", "43")
    french = await bruno.autocomplete(channel, "ecarte learn", "find", "retourne")
    assert "Loi 10 · La retourne fait l’atout" in [choice["name"] for choice in french]
    assert len(await alice.autocomplete(channel, "ecarte learn", "find", "xyzzy")) == 3


async def test_a_word_that_finds_nothing_leads_to_what_is_near(hall: Hall) -> None:
    alice = hall.world.alice
    nothing = await hall.ask(alice, "learn", topic="laws", find="revok")
    assert nothing.private
    assert "No law" not in nothing.text, "what begins a word finds it"
    nothing = await hall.ask(alice, "learn", topic="laws", find="xyzzy")
    assert "No law matches “xyzzy”." in nothing.text
    number = nothing.reading.select("0.")["options"][0]["value"]
    opened = await hall.choose(alice, nothing, "0.", number)
    assert f"## {number}. " in opened.text
    assert opened.message.id == nothing.message.id

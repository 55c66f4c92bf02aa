"""The first deal as a person who has never played reads and presses it: every page in both languages, and by clicks.

People judge whether a page is pleasant. tests/ecarte/teaching/test_first_deal.py shows that the deal is lawful, and
tests/bot/e2e/test_first_deal.py the way from a page for newcomers to a real game.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.adapter.message import Message
from bot.features.deal import position as deal_position
from bot.features.lesson.first_deal import FirstAsk
from bot.features.lesson.page import draw
from bot.people.preferences import Preferences
from bot.texts import Words
from ecarte.teaching import FIRST_DEAL, ME, OPPONENT, after, step_view
from tests.bot.features.playing import Hall
from tests.bot.features.reading import read

GLOSSARY = Path(__file__).parents[3] / "docs" / "glossary.md"
READER = 1_234_567_890_123_456_789
MOST_WORDS = 30
STEPS = FIRST_DEAL.steps
RIGHT = [next(place for place, answer in enumerate(step.answers) if answer.right) for step in STEPS]
TAPS = [FirstAsk(step) for step in range(len(STEPS))]
END = FirstAsk(len(STEPS) - 1, RIGHT[-1])
WRONG = [
    FirstAsk(number, place)
    for number, step in enumerate(STEPS)
    for place, answer in enumerate(step.answers)
    if not answer.right
]
PAGES = [*TAPS, *WRONG, END]
NEW = {
    "en": ("exchange", "trump", "king", "follow suit", "trick", "lead", "point"),
    "fr": ("échange", "atout", "roi", "fournir", "levée", "entamer", "point"),
}
"""The new word of each decision."""
KING = {"en": ("king",), "fr": ("roi", "rois")}
"""A card with this name is shown before the king of trumps is explained."""
EXPLAINED = {
    "en": {"accept": 1, "refuse": 1, "game": 8, "rules": 8, "tip": 8},
    "fr": {"accepter": 1, "refuser": 1, "marquer": 3, "partie": 8, "règles": 8, "astuce": 8},
}
"""Other terms of the glossary, with the page on which they explain themselves. The end is page 8."""
PLAIN = {
    "en": (),
    # « Joue » and « répondre » are used of any card.
    "fr": ("joue", "les cartes", "répondre"),
}


@pytest.fixture
def words(whole: Words) -> Words:
    """The words of each language whose new words are listed here."""
    return whole


def draws(words: Words, ask: FirstAsk, *, text_only: bool = False) -> Message:
    """A page as drawn."""
    return draw(words, ask, Preferences(text_only=text_only), READER)


def said(words: Words, ask: FirstAsk, *, text_only: bool = False) -> str:
    """Returns everything that a page says: texts, buttons, descriptions of pictures."""
    reading = read(draws(words, ask, text_only=text_only))
    return "\n".join([reading.text, *labels(words, ask), reading.described])


def labels(words: Words, ask: FirstAsk) -> list[str]:
    """What the buttons of a page say."""
    return [part["label"] for part in read(draws(words, ask)).kind(2)]


def page_of(ask: FirstAsk) -> int:
    """Returns the number of a page: that of its decision, or the one after them for the end."""
    return len(STEPS) + 1 if ask == END else ask.step + 1


def word_count(text: str) -> int:
    """Counts the words of a text, each of which ends with a space or an elision. A card is a word, a sign is not."""
    return len(re.findall(r"[^\W_]+’?(?:-[^\W_]+)*", text))


def terms(words: Words) -> list[str]:
    """The terms of art of the glossary in a language."""
    column = {"en": 1, "fr": 2}[words.language.value]
    rows = GLOSSARY.read_text("utf-8").partition("## To players")[2].splitlines()
    cells = [row.strip("|").split("|")[column] for row in rows if row.startswith("|") and "---" not in row][1:]
    found = [
        re.sub(r"[*\"«»]|\(.*?\)|.*: |♣|.*opponent’s card", "", term)
        for cell in cells
        for term in re.split("[;,]", cell)
    ]
    cleaned = [term.strip().replace("trumps for its cards", "trumps").lower() for term in found]
    return [term for term in cleaned if re.fullmatch(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*", term)]


def stands(term: str, text: str) -> bool:
    """Whether a text has a term in any of its forms."""
    verb = re.fullmatch(r"(.{3,}?)(?:er|re)", term)
    forms = rf"{verb[1]}(?:er|re|es?|ez|ent|s|ing|ed)" if verb else rf"{re.escape(term)}(?:s|x|es|d|ed|ing)?"
    return re.search(rf"(?<!\w){forms}(?!\w)", text.lower()) is not None


def without_name(text: str) -> str:
    """A text without the name of the game."""
    return re.sub(r"(?i)(?:l’)?écarté", "", text)


# ---------------------------------------------------------------- the words


@pytest.mark.parametrize("text_only", [False, True], ids=["picture", "text"])
def test_at_most_thirty_words_stand_before_the_first_decision(words: Words, text_only: bool) -> None:
    reading = read(draws(words, TAPS[0], text_only=text_only))
    before = "\n".join([reading.text, *labels(words, TAPS[0])])
    held = len(STEPS[0].deal.mine.split()) if text_only else 0
    assert word_count(before) - held <= MOST_WORDS, before


def test_every_decision_has_one_new_word_and_it_stands_on_no_page_before(words: Words) -> None:
    new = NEW[words.language.value]
    assert len(new) == len(STEPS) == 7
    for number, (word, ask) in enumerate(zip(new, TAPS, strict=True)):
        assert re.findall(r"\*\*(.+?)\*\*", read(draws(words, ask)).text) == [word]
        earlier = [said(words, page) for page in PAGES if page_of(page) <= number]
        if word not in KING[words.language.value]:
            assert not any(stands(word, without_name(text)) for text in earlier), word


def test_no_term_of_the_glossary_stands_on_a_page_before_it_is_explained(words: Words) -> None:
    language = words.language.value
    known = {word: number for number, word in enumerate(NEW[language], 1)} | EXPLAINED[language]
    found = terms(words)
    assert {"en": "elder", "fr": "retourne"}[language] in found, "the glossary was read"
    pages = [(ask, without_name(said(words, ask, text_only=text_only))) for ask in PAGES for text_only in (False, True)]
    faults = {
        f"page {page_of(ask)}: {term}"
        for ask, text in pages
        for term in found
        if term not in PLAIN[language]
        and stands(term, text)
        and not any(stands(word, term) and page_of(ask) >= page for word, page in known.items())
    }
    assert not faults


def test_an_explained_term_is_on_a_page(words: Words) -> None:
    everything = "\n".join(said(words, ask) for ask in PAGES)
    assert all(stands(term, everything) for term in EXPLAINED[words.language.value])


def test_a_page_is_read_in_a_few_seconds(words: Words) -> None:
    for ask in PAGES:
        assert word_count(read(draws(words, ask)).text) <= 60, ask


def test_the_first_page_says_that_the_cards_are_laid(english: Words, french: Words) -> None:
    assert "prearranged cards" in read(draws(english, TAPS[0])).text
    assert "cartes préparées" in read(draws(french, TAPS[0])).text


# ---------------------------------------------------------------- the pages


def shown_cards(text: str, words: Words) -> set[str]:
    """Returns the cards that a text names by sign, in the form of the core."""
    letters = {words(f"index.{rank}"): rank for rank in ("K", "Q", "J", "A", "T", "9", "8", "7")}
    suits = dict(zip("♠♥♦♣", "SHDC", strict=True))
    named = re.findall(rf"({'|'.join(letters)})([♠♥♦♣])", text)
    return {letters[rank] + suits[suit] for rank, suit in named}


def test_a_page_names_no_card_that_its_reader_does_not_see(words: Words) -> None:
    for ask in PAGES:
        answer = STEPS[ask.step].answers[RIGHT[-1]] if ask == END else None
        view = step_view(STEPS[ask.step], None if answer is None else answer.option)
        played = [card for trick in view.public.tricks for card in (trick.lead, trick.reply)]
        seen = {str(card) for card in (*view.places, *view.discarded, *played) if card is not None}
        for text_only in (False, True):
            assert shown_cards(said(words, ask, text_only=text_only), words) <= seen


def test_nothing_of_the_opponents_hand_or_the_talon_is_on_a_page(words: Words) -> None:
    for ask in PAGES:
        drawing = draws(words, ask)
        state = after(STEPS[ask.step])
        hidden = set(map(str, state.cards(OPPONENT))) | set(STEPS[0].deal.talon.split()) - set(
            map(str, (*state.cards(ME), *state.played))
        )
        if ask == END:
            hidden -= {"QD", "TH", "7D", "KD"}
        (picture,) = drawing.pictures
        assert not hidden & set(re.findall(r"Card\.parse\('(..)'\)", repr(picture.scene)))
        assert re.fullmatch(r"(?:hand|table)\.png", picture.name)
        for part in read(drawing).kind(2):
            assert re.fullmatch(
                rf"ecb:(?:lesson:0::f\.\d\.\d\.\.{READER}|lesson:0::|rules:0::|house:0::first)", part["custom_id"]
            )


def test_a_wrong_answer_keeps_the_decision_and_says_why(words: Words) -> None:
    for ask in WRONG:
        step, plain, reading = STEPS[ask.step], read(draws(words, TAPS[ask.step])), read(draws(words, ask))
        assert ask.given is not None
        pressed = deal_position.label(words, step.answers[ask.given].option)
        assert words("first.not", pressed=pressed, why=words(f"first.{ask.step + 1}.wrong")) in reading.text
        assert plain.text in reading.text.replace(
            reading.text.partition("\n💡")[1] + reading.text.partition("\n💡")[2], ""
        )
        pressable = [part["custom_id"] for part in reading.kind(2) if not part.get("disabled")]
        offered = [part["custom_id"] for part in plain.kind(2)]
        assert pressable == [one for one in offered if f".{ask.given}.." not in one]


def test_a_right_answer_shows_the_next_decision(words: Words) -> None:
    for step, right in enumerate(RIGHT[:-1]):
        assert read(draws(words, FirstAsk(step, right))).parts[1:] == read(draws(words, FirstAsk(step + 1))).parts[1:]
    assert words("first.end.says") in read(draws(words, END)).text


def test_a_reader_without_pictures_reads_the_cards(words: Words) -> None:
    for ask in PAGES:
        drawing = draws(words, ask, text_only=True)
        assert not drawing.pictures
        view = step_view(STEPS[ask.step])
        if ask != END:
            assert shown_cards(read(drawing).text, words) >= {str(card) for card in view.places if card is not None}


def test_of_the_trump_nothing_is_seen_before_the_word(words: Words) -> None:
    (before,), (afterwards,) = draws(words, TAPS[0]).pictures, draws(words, TAPS[1]).pictures
    assert "trump=None" in repr(before.scene)
    assert "trump=<Suit.HEARTS" in repr(afterwards.scene)


# ---------------------------------------------------------------- by clicks


async def test_a_wrong_press_costs_nothing_and_a_restart_loses_nothing(hall: Hall) -> None:
    alice = hall.world.alice
    page = await hall.ask(alice, "learn", topic="first")
    refused = await hall.click(alice, page, "Refuse")
    assert "💡 Not **Refuse**: with cards this weak you would probably lose." in refused.text
    await hall.world.restart()
    accepted = await hall.click(alice, refused, "Accept")
    assert "2 / 7" in accepted.text
    assert "💡" not in accepted.text
    await hall.world.restart(crash=True)
    assert "3 / 7" in (await hall.click(alice, accepted, "10♣ 9♣ 7♣")).text


async def test_in_french_it_is_the_same_deal(hall: Hall, french: Words) -> None:
    bruno = hall.world.bruno
    hall.world.speaks(bruno, "fr")
    page = await hall.open(bruno, "learn", french("learn.first"))
    asked = await hall.click(bruno, page, "J’accepte")
    wrong = await hall.click(bruno, asked, "R♦ 9♣ 7♣")
    assert french("first.2.wrong") in wrong.text

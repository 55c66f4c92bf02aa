"""The lessons as they are read and pressed: every page in both languages, and whole lessons by clicks.

Not proved here: that what a lesson teaches is right (the core's own tests).
"""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
import simcord

from bot.adapter import formatting
from bot.features.lesson import text as lesson_text
from bot.features.lesson.page import Ask, HandAsk, StepAsk, draw, find_lessons
from bot.people.preferences import Preferences
from bot.pictures.scenes import HandScene, OpenTableScene
from bot.tables.problems import Refused
from bot.texts import Words
from ecarte.game import Card
from ecarte.teaching import (
    COURSE,
    HANDS,
    ME,
    advised_card,
    after,
    choices,
    is_accepted,
    is_over,
    play_out,
    tricks_made,
    view_after,
)
from tests.bot.features.playing import Answer, Hall
from tests.bot.features.reading import Reading, read

READER = 1_234_567_890_123_456_789
EACH = pytest.mark.parametrize(
    "asks",
    [
        [
            StepAsk(number, step, given)
            for step, question in enumerate(lesson.steps)
            for given in (None, *range(len(question.answers)))
        ]
        for number, lesson in enumerate(COURSE)
    ],
    ids=[lesson.name for lesson in COURSE],
)
"""One test for all pages of a lesson: each step, and each answer to it."""


def page(words: Words, ask: Ask) -> Reading:
    """A page, read as its reader would."""
    return read(draw(words, ask, Preferences(), READER))


def pressable(reading: Reading) -> list[str]:
    """The ids of the buttons that can be pressed."""
    return [part["custom_id"] for part in reading.kind(2) if not part.get("disabled")]


# ---------------------------------------------------------------- the pages as drawn


@EACH
def test_every_step_and_every_answer_to_it_is_a_short_page(words: Words, asks: list[StepAsk]) -> None:
    for ask in asks:
        lesson = COURSE[ask.lesson]
        reading = page(words, ask)
        assert lesson_text.step_says(words, lesson, ask.step) in reading.text
        assert len(reading.kind(2)) <= 5 + 1, "five answers, and the hint"
        assert len(reading.text) < 1100, "it is read on a phone"
        assert "{" not in reading.text
        assert words("lesson.contents") == reading.select("go")["placeholder"]
        if ask.given is not None:
            answer = lesson.steps[ask.step].answers[ask.given]
            accepted = is_accepted(lesson, ask.step, answer)
            assert lesson_text.answer(words, lesson, ask.step, ask.given) in reading.text
            assert ("✅" in reading.text, "❌" in reading.text) == (accepted, not accepted)
            assert (words("lesson.again") in reading.text) is not accepted
            verdict = lesson_text.step_verdict_line(words, lesson, ask.step)
            assert verdict is None or (verdict in reading.text) is accepted, "it stands beside each answer that counts"


def test_every_sentence_of_a_lesson_is_short(words: Words) -> None:
    for lesson in COURSE:
        assert len(lesson_text.title(words, lesson)) <= 40
        for place, step in enumerate(lesson.steps):
            answers = [lesson_text.answer(words, lesson, place, given) for given in range(len(step.answers))]
            assert max(map(len, (lesson_text.step_says(words, lesson, place), *answers))) <= 340


def test_every_sentence_of_a_hand_is_short(words: Words) -> None:
    for hand in HANDS:
        assert len(lesson_text.hand_says(words, hand)) <= 240
        assert len(lesson_text.hand_reason(words, hand)) <= 620
        assert len(lesson_text.hand_open(words, hand)) <= 300


def test_every_hint_is_one_short_sentence(words: Words) -> None:
    hints = [lesson_text.hand_hint(words, hand) for hand in HANDS]
    for lesson in COURSE:
        asking = [place for place, step in enumerate(lesson.steps) if step.answers]
        hints += [lesson_text.step_hint(words, lesson, place) for place in asking]
    for hint in hints:
        assert len(hint) <= 120, hint
        assert re.fullmatch(r"[^.!?]+\.", hint), hint


def test_where_deals_played_out_refute_the_book_the_page_says_so_and_both_answers_count(words: Words) -> None:
    """Finding M1: three trumps, always."""
    against = words("lesson.verdict.against")
    for given in (0, 1):
        text = page(words, StepAsk(6, 0, given)).text
        assert "✅" in text
        assert against in text
    book = page(words, StepAsk(6, 4, 0)).text
    assert "✅" in book
    assert against not in book
    assert words("lesson.verdict.play", deals="#", more="#", error="#").split("#")[1] in book


@EACH
def test_every_page_has_one_picture_with_words_for_those_who_listen(words: Words, asks: list[StepAsk]) -> None:
    for ask in asks:
        drawing = draw(words, ask, Preferences(), READER)
        (picture,) = drawing.pictures
        assert isinstance(picture.scene, HandScene | OpenTableScene)
        (gallery,) = read(drawing).kind(12)
        assert len(gallery["items"]) == 1


@EACH
def test_no_page_shows_what_the_opponent_holds(words: Words, asks: list[StepAsk]) -> None:
    for ask in asks:
        step = COURSE[ask.lesson].steps[ask.step]
        answer = None if ask.given is None else step.answers[ask.given]
        state = after(step, answer.option if answer is not None and answer.right else None)
        (picture,) = draw(words, ask, Preferences(), READER).pictures
        hidden = set(map(str, state.cards(ME.other)))
        shown = set(re.findall(r"Card\.parse\('(..)'\)", repr(picture.scene)))
        assert not shown & hidden
        assert shown


@EACH
def test_no_id_names_a_card_or_reveals_which_answer_is_right(english: Words, asks: list[StepAsk]) -> None:
    for ask in asks:
        ids = [part["custom_id"] for part in page(english, ask).parts if "custom_id" in part]
        for custom_id in ids:
            assert re.fullmatch(
                rf"ec[bs]:lesson:0::(l\.\d+\.\d+\.\d*t?|h\.\d+\.\d*\.t?|go\.\.\.)\.{READER}", custom_id
            ), custom_id


def test_the_pages_lead_through_all_lessons_to_the_hands(english: Words) -> None:
    ask: Ask = StepAsk()
    seen: list[str] = []
    while isinstance(ask, StepAsk):
        seen.append(f"{ask.lesson}.{ask.step}")
        answers = COURSE[ask.lesson].steps[ask.step].answers
        right = next((place for place, answer in enumerate(answers) if answer.right), None)
        solved = page(english, StepAsk(ask.lesson, ask.step, right))
        *_, onward = [part["custom_id"] for part in solved.kind(2)]
        kind, first, second, *_ = onward.split(":")[-1].split(".")
        ask = StepAsk(int(first), int(second)) if kind == "l" else HandAsk(int(first))
    assert len(seen) == len(set(seen)) == sum(len(lesson.steps) for lesson in COURSE)
    assert ask == HandAsk()


def test_every_hand_can_be_played_on_its_pages_to_its_reason(words: Words) -> None:
    for number, hand in enumerate(HANDS):
        places: tuple[int, ...] = ()
        while not is_over(view := view_after(hand, places)):
            reading = page(words, HandAsk(number, places))
            assert lesson_text.hand_says(words, hand) in reading.text
            assert lesson_text.hand_reason(words, hand) not in reading.text, "the reason comes afterwards"
            choice = len(choices(view)) > 1
            assert len(pressable(reading)) == len(choices(view)) + choice, "the cards, and the hint"
            assert (words("lesson.hint.ask") in reading.buttons) is choice
            (picture,) = draw(words, HandAsk(number, places), Preferences(), READER).pictures
            hidden = set(map(str, play_out(hand, places).cards(ME.other)))
            assert not hidden & set(re.findall(r"Card\.parse\('(..)'\)", repr(picture.scene)))
            places = (*places, view.places.index(choices(view)[-1]))
        reading = page(words, HandAsk(number, places))
        assert lesson_text.hand_reason(words, hand) in reading.text
        assert lesson_text.hand_open(words, hand) in reading.text
        assert len(reading.text) < 2200


@EACH
def test_a_hint_says_what_and_why_and_leaves_the_question_open(words: Words, asks: list[StepAsk]) -> None:
    for ask in asks:
        label = words("lesson.hint.ask")
        step = COURSE[ask.lesson].steps[ask.step]
        plain, hinted = page(words, ask), page(words, replace(ask, hint=True))
        lesson = COURSE[ask.lesson]
        solved = ask.given is not None and is_accepted(lesson, ask.step, step.answers[ask.given])
        open_question = bool(step.answers) and not solved
        assert (label in plain.buttons) is open_question
        if not open_question:
            assert hinted.text == plain.text, "there is nothing to hint at"
            continue
        hint = lesson_text.step_hint(words, COURSE[ask.lesson], ask.step)
        assert hint in hinted.text
        assert hint not in plain.text
        assert "✅" not in hinted.text
        assert label in hinted.dead
        # The buttons from before can be pressed after it, with the same ids: nothing has ended.
        assert set(pressable(plain)) - {plain.buttons[label]} == set(pressable(hinted))


def test_a_learner_who_follows_the_hints_of_a_hand_reaches_its_goal(words: Words) -> None:
    for number, hand in enumerate(HANDS):
        places: tuple[int, ...] = ()
        while not is_over(view := view_after(hand, places)):
            plain, hinted = page(words, HandAsk(number, places)), page(words, HandAsk(number, places, hint=True))
            card = advised_card(hand, places)
            if card is None:
                assert hinted.text == plain.text
                card = choices(view)[0]
            else:
                told = lesson_text.hand_hint(words, hand) if not places else formatting.card(words, card)
                assert f"💡 {told}" in hinted.text
                assert f"💡 {told}" not in plain.text
            places = (*places, view.places.index(card))
        assert tricks_made(view) >= hand.goal


@pytest.mark.parametrize("places", [(4, 4), (0, 1, 2, 3, 4, 0)])
def test_places_that_cannot_have_been_played_are_refused(english: Words, places: tuple[int, ...]) -> None:
    with pytest.raises(Refused):
        draw(english, HandAsk(0, places), Preferences(), READER)


def test_typing_offers_lessons_and_hands(words: Words) -> None:
    assert len(find_lessons(words, "")) == 24
    assert [value for value, _ in find_lessons(words, "xiii")] == ["h12"]
    title = lesson_text.title(words, COURSE[3])
    assert ("l3", f"4 · {title}") in find_lessons(words, title.upper())
    assert find_lessons(words, "xyzzy") == []


# ---------------------------------------------------------------- by clicks


async def test_a_lesson_is_taken_by_clicks_and_a_wrong_answer_may_be_mended(hall: Hall) -> None:
    alice = hall.world.alice
    first = await hall.ask(alice, "learn", topic="lessons")
    assert first.private
    assert "## 1. The cards" in first.text
    asked = await hall.click(alice, first, "Next")
    assert asked.message.id == first.message.id
    wrong = await hall.click(alice, asked, "10♥")
    assert "❌ **10♥** – Not quite" in wrong.text
    assert wrong.reading.dead == {"10♥"}
    right = await hall.click(alice, wrong, "J♥")
    assert "✅ Yes: the jack is just above the ace." in right.text
    back = await hall.click(alice, right, "Previous")
    assert "Step 1 of 4" in back.text
    assert "Step 2 of 4" in (await hall.click(alice, back, "Next")).text


async def test_a_hint_is_asked_for_by_a_button_and_the_answer_is_still_ones_own(hall: Hall) -> None:
    alice = hall.world.alice
    first = await hall.ask(alice, "learn", topic="lessons")
    asked = await hall.click(alice, first, "Next")
    wrong = await hall.click(alice, asked, "10♥")
    before = len(hall.world.requests("POST"))
    hinted = await hall.click(alice, wrong, "Hint")
    assert len(hall.world.requests("POST")) == before + 1, "one edit, as the answer to the press"
    assert hinted.message.id == asked.message.id
    assert "💡 The jack of hearts: the jack ranks just above the ace." in hinted.text
    assert hinted.reading.dead == {"10♥", "Hint"}
    await hall.world.restart()
    right = await hall.click(alice, hinted, "J♥")
    assert "✅ Yes: the jack is just above the ace." in right.text
    assert "Hint" not in right.reading.buttons


async def test_in_a_hand_too_in_french(hall: Hall, french: Words) -> None:
    bruno = hall.world.bruno
    hall.world.speaks(bruno, "fr")
    hinted = await hall.click(bruno, await hall.ask(bruno, "learn", topic="lessons", find="h2"), "Indice")
    assert f"💡 {lesson_text.hand_hint(french, HANDS[2])}" in hinted.text
    played_on = hall.answer(await bruno.click(hinted.message, custom_id=pressable(hinted.reading)[-1]), hinted)
    assert "💡" not in played_on.text
    later = await hall.click(bruno, played_on, "Indice")
    assert "vous pouvez encore faire" in later.text


async def test_a_lesson_goes_on_after_a_restart_in_french_too(hall: Hall) -> None:
    bruno = hall.world.bruno
    hall.world.speaks(bruno, "fr")
    first = await hall.ask(bruno, "learn", topic="lessons", find="l1")
    assert "## 2. Fournir, forcer, couper" in first.text
    await hall.world.restart()
    wrong = await hall.click(bruno, first, "R♥")
    assert "❌ **R♥** – Pas tant que vous tenez un trèfle" in wrong.text
    await hall.world.restart(crash=True)
    right = await hall.click(bruno, wrong, "8♣")
    assert "✅ Oui. Vous avez un trèfle" in right.text
    assert "Étape 2 sur 4" in (await hall.click(bruno, right, "Suivant")).text


async def test_any_lesson_or_hand_is_opened_from_the_list(hall: Hall) -> None:
    alice = hall.world.alice
    first = await hall.ask(alice, "learn", topic="lessons", find="king")
    assert "## 4. The king" in first.text
    hand = await hall.choose(alice, first, "go", "h4")
    assert "## Hand V" in hand.text
    assert hand.reading.chosen("go") == "Hand V · Cavendish, p. 63"
    lesson = await hall.choose(alice, hand, "go", "l0")
    assert "## 1. The cards" in lesson.text
    assert "## 1. The cards" in (await hall.ask(alice, "learn", topic="lessons", find="xyzzy")).text


async def test_a_hand_is_played_against_the_best_reply_and_then_explained(hall: Hall) -> None:
    alice = hall.world.alice
    shown = await hall.ask(alice, "learn", topic="lessons", find="h2")
    lost = await play(hall, shown, "KD", "QC", "KC")
    assert "❌ **You have made 2 tricks.**" in lost.text
    assert "Only the seven of spades is safe" in lost.text
    again = await hall.click(alice, lost, "Play again")
    assert "❌" not in again.text
    won = await play(hall, again, "7S", "KC", "KD", "QC", "TC")
    assert "✅ **You have made 3 tricks.**" in won.text
    assert "## Hand IV" in (await hall.click(alice, won, "Hand IV")).text


async def play(hall: Hall, answer: Answer, *cards: str) -> Answer:
    """Plays these cards as Alice where possible, and otherwise any lawful card, to the end of Hand III."""
    wanted = list(cards)
    while "Play again" not in answer.reading.buttons:
        *_, so_far, _, _ = pressable(answer.reading)[0].split(".")
        view = view_after(HANDS[2], tuple(map(int, so_far[:-1])))
        lawful = choices(view)
        card = next((wish for text in wanted if (wish := Card.parse(text)) in lawful), lawful[0])
        ending = f".{so_far[:-1]}{view.places.index(card)}..{hall.world.alice.id}"
        (custom_id,) = [pressable_id for pressable_id in pressable(answer.reading) if pressable_id.endswith(ending)]
        answer = hall.answer(await hall.world.alice.click(answer.message, custom_id=custom_id), answer)
    return answer


async def test_the_same_button_pressed_twice_leads_to_the_same_page(hall: Hall) -> None:
    alice = hall.world.alice
    first = await hall.ask(alice, "learn", topic="lessons", find="l2")
    custom_id = first.reading.buttons["My opponent"]

    async def press() -> simcord.InteractionResult:
        return await alice.click(first.message, custom_id=custom_id)

    for result in await hall.world.at_once(press, press):
        assert "❌ **My opponent**" in hall.answer(result, first).text


async def test_a_press_on_the_page_of_another_reader_opens_a_page_of_its_own(hall: Hall) -> None:
    # Discord shows a private page to no other person. Here a button of it is pressed as if it did.
    alice, bruno = hall.world.alice, hall.world.bruno
    hers = await hall.ask(alice, "learn", topic="lessons")
    rules = await hall.ask(bruno, "learn", topic="lessons")
    stored = hall.world.env.backend.get_message(rules.message.channel.id, rules.message.id)
    copied = hall.world.env.backend.get_message(hers.message.channel.id, hers.message.id)
    stored.components[:] = copied.components
    result = await bruno.click(rules.message, custom_id=hers.reading.buttons["Next"])
    own = hall.answer(result, rules)
    assert own.private
    assert own.message.id != rules.message.id
    assert str(bruno.id) in own.reading.buttons["J♥"]
    assert "Step 1 of 4" in hall.again(hers).text


async def test_the_rules_lead_to_the_lessons(hall: Hall) -> None:
    alice = hall.world.alice
    rules = await hall.ask(alice, "learn", topic="rules")
    opened = await hall.click(alice, rules, "Lessons")
    assert opened.private
    assert "## 1. The cards" in opened.text


async def test_titles_are_completed_in_the_language_of_the_member(hall: Hall) -> None:
    channel, bruno = hall.world.channel, hall.world.bruno
    hall.world.speaks(bruno, "fr")
    found = await bruno.autocomplete(channel, "ecarte learn", "find", "roi")
    assert (found[0]["name"], found[0]["value"]) == ("4 · Le roi", "lesson l3")
    opened = await hall.ask(bruno, "learn", find=found[0]["value"])
    assert "## 4. Le roi" in opened.text


@pytest.mark.parametrize(
    "argument",
    [
        *(
            "l.99.0..1",
            "l.0.99..1",
            "l.0.1.9.1",
            "h.14...1",
            "h.0.012345..1",
            "x.0.0..1",
            "l",
            "l.0.1.x.1",
            "h.0..0t.1",
        ),
        # Of the first deal.
        *("f.7...1", "f.0.2..1", "f.x...1", "f.0.0.t.1", "f.0.0.1.1"),
    ],
)
async def test_a_button_of_another_version_is_refused_kindly(hall: Hall, argument: str) -> None:
    alice = hall.world.alice
    page = await hall.ask(alice, "learn", topic="lessons")
    stored = hall.world.env.backend.get_message(page.message.channel.id, page.message.id)
    text = json.dumps(stored.components).replace(page.reading.buttons["Next"], f"ecb:lesson:0::{argument}")
    stored.components[:] = json.loads(text)
    told = hall.answer(await alice.click(page.message, custom_id=f"ecb:lesson:0::{argument}"), page)
    assert told.private
    assert hall.room.texts("en")("problem.stale") in told.text

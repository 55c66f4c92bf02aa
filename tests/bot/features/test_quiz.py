"""The quiz on the jeux de règle by clicks: ten hands against the clock, one answer each, a record of one's own.

Not proved here: that the book's answers are right (the core's own tests).
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import simcord

from bot.features.lesson import verdict_line
from bot.features.quiz import HANDS, draw, draw_start
from bot.people.preferences import Preferences
from bot.rows.member_rows import Quiz
from bot.texts import Language, Words
from ecarte.game import parse_cards
from ecarte.odds import Jeu
from ecarte.teaching import Question
from ecarte.teaching.verdicts import hand_verdicts
from tests.bot.features.playing import Answer, Hall
from tests.bot.features.reading import read
from tests.support.erasing import erase_person

LABELS = {Language.ENGLISH: ("Play", "Propose"), Language("fr"): ("Jouer", "Je propose")}
# The turn-up and a hand: each of the ten jeux de règle in its order.
EVERY = (
    "8S 9S JS QS 7H 7D",
    "8S 9S 7S TH 8H 7H",
    "8S 9S 7S QD 8D 7C",
    "8S 9S 7S 8D 7D KC",
    "8S 9S 7S KD JH 7C",
    "8S 7S KD QD JD 7C",
    "8S 7S KD 9D 8D 7D",
    "8S 7S QD 9D 8D QC",
    "8S KH QH JC QD 7C",
    "8S 7S KH KD 9C 8C",
)


async def quiz_of(hall: Hall, person: simcord.MemberActor) -> Quiz:
    """The stored quiz of a person."""
    quiz = await hall.room.database.quizzes.of(person.id)
    assert quiz is not None
    return quiz


async def book(hall: Hall, person: simcord.MemberActor) -> bool:
    """Whether the book plays the hand of the current question."""
    quiz = await quiz_of(hall, person)
    turn_up, *cards = parse_cards(quiz.asked[len(quiz.answers)])
    return Question(tuple(cards), turn_up).ruling().plays


async def answers(
    hall: Hall, person: simcord.MemberActor, asked: Answer, *, wrong: int = 0, language: Language = Language.ENGLISH
) -> Answer:
    """Answers to the end as a person, with a second for each answer, the first few of them wrong."""
    play, propose = LABELS[language]
    while play in asked.reading.buttons:
        await hall.world.pass_time(1)
        right = await book(hall, person)
        if wrong:
            right, wrong = not right, wrong - 1
        asked = await hall.click(person, asked, play if right else propose)
    return asked


async def test_ten_hands_are_asked_against_the_clock_and_the_record_is_kept(hall: Hall) -> None:
    alice = hall.world.alice
    start = await hall.ask(alice, "learn", topic="quiz")
    assert start.private
    assert "You have no record yet" in start.text
    asked = await hall.click(alice, start, "Start")
    assert asked.message.id == start.message.id
    assert "1 of 10" in asked.text
    ended = await answers(hall, alice, asked, wrong=2)
    assert "## 8 of 10 in 10 s" in ended.text
    assert "Your best so far" in ended.text
    assert ended.text.count("✅") == 8
    assert ended.text.count("❌") == 2
    assert "Your record: 8 of 10 in 10 s. Finished once." in ended.text
    better = await answers(hall, alice, await hall.click(alice, ended, "Try again"))
    assert "Your record: 10 of 10 in 10 s. Finished 2 times." in better.text
    worse = await answers(hall, alice, await hall.click(alice, better, "Try again"), wrong=1)
    assert "## 9 of 10" in worse.text
    assert "Your best so far" not in worse.text
    assert "Your record: 10 of 10 in 10 s" in (await hall.ask(alice, "learn", topic="quiz")).text


async def test_after_each_answer_the_book_is_quoted_and_a_restart_changes_nothing(hall: Hall) -> None:
    bruno = hall.world.bruno
    hall.world.speaks(bruno, "fr")
    start = await hall.ask(bruno, "learn", topic="quiz")
    asked = await hall.click(bruno, start, "Commencer")
    await hall.world.restart()
    right = await book(hall, bruno)
    second = await hall.click(bruno, asked, "Jouer" if right else "Je propose")
    assert "2 sur 10" in second.text
    assert ("✅ On joue. Jeu de règle" if right else "✅ ") in second.text
    await hall.world.restart(crash=True)
    ended = await answers(hall, bruno, second, language=Language("fr"))
    # The time that a start takes counts too, and is not always the same.
    assert re.search(r"## 10 sur 10 en \d+ s", ended.text)


async def test_an_answer_counts_once_however_often_it_is_pressed(hall: Hall) -> None:
    alice = hall.world.alice
    asked = await hall.click(alice, await hall.ask(alice, "learn", topic="quiz"), "Start")

    async def play() -> simcord.InteractionResult:
        return await alice.click(asked.message, custom_id=asked.reading.buttons["Play"])

    async def propose() -> simcord.InteractionResult:
        return await alice.click(asked.message, custom_id=asked.reading.buttons["Propose"])

    await hall.world.at_once(play, propose, play)
    assert len((await quiz_of(hall, alice)).answers) == 1
    assert "2 of 10" in hall.again(asked).text


async def test_pages_of_an_older_run_lead_to_the_one_under_way(hall: Hall) -> None:
    alice = hall.world.alice
    old = await hall.click(alice, await hall.ask(alice, "learn", topic="quiz"), "Start")
    new = await hall.click(alice, await hall.ask(alice, "learn", topic="quiz"), "Start")
    second = await hall.click(alice, new, "Play")
    assert "2 of 10" in second.text
    assert "2 of 10" in (await hall.click(alice, old, "Propose")).text
    assert (await quiz_of(hall, alice)).answers == "p"


async def test_a_press_on_the_page_of_another_reader_opens_a_page_of_its_own_and_answers_nothing(hall: Hall) -> None:
    # Discord shows a private page to no other person. Here a button of it is pressed as if it did.
    alice, bruno = hall.world.alice, hall.world.bruno
    hers = await hall.click(alice, await hall.ask(alice, "learn", topic="quiz"), "Start")
    his = await hall.ask(bruno, "learn", topic="quiz")
    get = hall.world.env.backend.get_message
    get(his.message.channel.id, his.message.id).components[:] = get(hers.message.channel.id, hers.message.id).components
    own = hall.answer(await bruno.click(his.message, custom_id=hers.reading.buttons["Play"]), his)
    assert own.private
    assert "Start" in own.reading.buttons
    assert (await quiz_of(hall, alice)).answers == ""
    assert await hall.room.database.quizzes.of(bruno.id) is None


async def test_a_person_erased_meanwhile_begins_anew(hall: Hall) -> None:
    alice = hall.world.alice
    asked = await hall.click(alice, await hall.ask(alice, "learn", topic="quiz"), "Start")
    await erase_person(hall.room.database, alice.id)
    start = await hall.click(alice, asked, "Play")
    assert "You have no record yet" in start.text


async def test_no_id_reveals_the_answer(hall: Hall) -> None:
    alice = hall.world.alice
    asked = await hall.click(alice, await hall.ask(alice, "learn", topic="quiz"), "Start")
    ids: list[str] = [part["custom_id"] for part in asked.reading.parts if "custom_id" in part]
    assert sorted(ids) == [f"ecb:jeux:0::a.1.0.{choice}.{alice.id}" for choice in "px"]
    assert not [part for part in asked.reading.kind(2) if part.get("disabled")]


# ---------------------------------------------------------------- the pages as drawn


def quiz(given: str, asked: tuple[str, ...] = EVERY, **values: Any) -> Quiz:
    """A quiz that a person takes."""
    over = 42_000 if len(given) == len(asked) else None
    known = {"run": 3, "started_at": 1000, "ended_at": over, "best_right": None, "best_ms": None, "finished": 0}
    return Quiz(user_id=7, asked=asked, answers=given, **{**known, **values})


def test_every_question_and_every_ending_is_a_page(words: Words) -> None:
    for given in ("p" * count for count in range(HANDS + 1)):
        reading = read(draw(words, quiz(given), Preferences()))
        assert "{" not in reading.text
        assert len(reading.kind(2)) == (2 if len(given) < HANDS else 1)
    assert len(read(draw_start(words, None, 7)).kind(2)) == 2


def test_each_jeu_is_named_with_its_number_and_page(words: Words) -> None:
    text = read(draw(words, quiz("p" * HANDS), Preferences())).text
    lines = [line for line in text.split("\n") if re.match(r"\d+\. ", line)]
    assert len(lines) == HANDS
    for line, jeu in zip(lines, Jeu, strict=True):
        assert words("quiz.why.plays", number=jeu.value, kind=words(f"quiz.kind.{jeu.value}"), page=jeu.page) in line


def test_the_king_and_no_jeu_have_their_own_words(words: Words) -> None:
    asked = ("8S KS 7S TH 8H 7H", "8S 7S QH 9H TD 8C")
    text = read(draw(words, quiz("xp", asked), Preferences())).text
    kind = words("quiz.kind.2")
    assert f"{words('quiz.why.king', number=2, kind=kind, page=48)}" in text
    assert words("quiz.why.none") in text
    assert (text.count("✅"), text.count("❌")) == (1, 1)


def test_the_verdict_of_deals_played_out_stands_beside_each_answer(words: Words) -> None:
    asked = tuple(hand_verdicts())[:HANDS]
    text = read(draw(words, quiz("p" * HANDS, asked), Preferences())).text
    for written in asked:
        turn_up, *cards = parse_cards(written)
        one = Question(tuple(cards), turn_up)
        assert one.verdict is not None
        assert f"-# {verdict_line(words, one.verdict, stays=one.ruling().plays)}" in text


def test_a_question_of_before_on_which_deals_refute_the_book_counts_for_either_answer(words: Words) -> None:
    refuted = next(
        written
        for written, verdict in hand_verdicts().items()
        if verdict.refutes(Question(parse_cards(written)[1:], parse_cards(written)[0]).ruling().plays)
    )
    for given in "px":
        text = read(draw(words, quiz(given, (refuted,)), Preferences())).text
        assert "✅" in text
        assert words("lesson.verdict.against") in text


@pytest.mark.parametrize("argument", ["a.1.0.q.{}", "a.1.10.p.{}", "a.1.p.{}", "a.x.0.p.{}"])
async def test_a_button_of_another_version_is_refused_kindly(hall: Hall, argument: str) -> None:
    alice = hall.world.alice
    asked = await hall.click(alice, await hall.ask(alice, "learn", topic="quiz"), "Start")
    custom_id = f"ecb:jeux:0::{argument.format(alice.id)}"
    stored = hall.world.env.backend.get_message(asked.message.channel.id, asked.message.id)
    text = json.dumps(stored.components).replace(asked.reading.buttons["Play"], custom_id)
    stored.components[:] = json.loads(text)
    told = hall.answer(await alice.click(asked.message, custom_id=custom_id), asked)
    assert told.private
    assert hall.room.texts("en")("problem.stale") in told.text

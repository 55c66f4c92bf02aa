"""The quiz on the jeux de règle (hands to play without proposing): for each of ten hands, the reader says whether to
play or to propose, as fast as they can. Only the player sees it.

The database holds the hands, and the reader's answers. A button names the run, the question and a choice, and nothing
that would give the answer away. Only the next question can be answered, once, even from older pages. `ecarte.teaching`
says which answer is right.
"""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.adapter import formatting
from bot.adapter.components import buttons, fields, number, page_frame, text, timestamp
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import style_of
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.features.lesson import verdict_line
from bot.people.preferences import Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace, HandScene
from bot.rows.member_rows import Quiz
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.game import parse_cards
from ecarte.teaching import Question, questions

__all__ = ["FEATURE", "open_quiz"]

ROUTES = Routes()

HANDS = 10
_PLAY, _PROPOSE = "p", "x"
_SUCCESS, _PRIMARY = discord.ButtonStyle.success, discord.ButtonStyle.primary


def draw_start(words: Words, quiz: Quiz | None, reader: int) -> Message:
    """Returns the first page of the quiz: the task, and the best result of the reader so far.

    Args:
        quiz: the stored state of the reader's quizzes. None if the reader has never begun one.
        reader: the id of the reader.
    """
    return Message(
        layout(
            page_frame(
                text(f"## {words('learn.quiz')}"),
                text(words("quiz.about", hands=HANDS)),
                text(_record(words, quiz)),
                buttons(
                    _start(words, "quiz.start", reader),
                    button(Verb.LESSON, words("quiz.lesson"), argument=f"l.6.0..{reader}"),
                ),
            )
        )
    )


def draw(words: Words, quiz: Quiz, preferences: Preferences) -> Message:
    """Returns the next question of the quiz, below the verdict on the last answer. After the last question, returns the
    result.
    """
    return _draw_result(words, quiz) if quiz.ended_at is not None else _draw_question(words, quiz, preferences)


def _draw_question(words: Words, quiz: Quiz, preferences: Preferences) -> Message:
    place = len(quiz.answers)
    asked = _parse_question(quiz.asked[place])
    trump = asked.turn_up.suit
    places = tuple(HandPlace(card) for card in asked.cards)
    scene = HandScene(places, trump, asked.turn_up, style_of(words, preferences))
    picture = Picture("quiz.png", scene, lambda: hand_picture(scene).data)
    names = words.join([formatting.card_name(words, card) for card in asked.cards])
    alt = words(
        "quiz.alt",
        cards=names,
        suit=formatting.suit_name(words, trump),
        card=formatting.card_name(words, asked.turn_up),
    )
    hand = words("quiz.hand", cards=formatting.cards(words, asked.cards), trump=formatting.suit(words, trump))
    clock = words("quiz.clock", place=place + 1, of=len(quiz.asked), when=timestamp(quiz.started_at))
    return Message(
        layout(
            page_frame(
                text(f"## {words('learn.quiz')}\n-# {clock}"),
                text(words("quiz.last", verdict=_verdict(words, quiz, place - 1))) if place else None,
                text(hand) if preferences.text_only else picture.gallery(alt),
                buttons(*_choices(words, quiz, place)),
            )
        ),
        () if preferences.text_only else (picture,),
    )


def _choices(words: Words, quiz: Quiz, place: int) -> Iterator[PressButton]:
    for choice, label, style in ((_PLAY, words("lesson.stand"), _SUCCESS), (_PROPOSE, words("hand.propose"), _PRIMARY)):
        argument = f"a.{quiz.run}.{place}.{choice}.{quiz.user_id}"
        yield button(Verb.QUIZ, label, argument=argument, style=style)


def _draw_result(words: Words, quiz: Quiz) -> Message:
    assert quiz.ended_at is not None
    result = words("quiz.result", right=_right(quiz), of=len(quiz.asked), seconds=_seconds(words, _duration_ms(quiz)))
    lines = [f"{place + 1}. {_verdict(words, quiz, place, cards=True)}" for place in range(len(quiz.asked))]
    best = quiz.best_right == _right(quiz) and quiz.best_ms == _duration_ms(quiz)
    return Message(
        layout(
            page_frame(
                text(f"## {result}"),
                text(words("quiz.best")) if best else None,
                text("\n".join(lines)),
                text(_record(words, quiz)),
                buttons(_start(words, "quiz.again", quiz.user_id)),
            )
        )
    )


def _verdict(words: Words, quiz: Quiz, place: int, *, cards: bool = False) -> str:
    """Returns whether an answer was right, and the book's rule for that hand."""
    asked = _parse_question(quiz.asked[place])
    ruling = asked.ruling()
    sign = "✅" if _is_right(asked, quiz.answers[place]) else "❌"
    verdict = "" if asked.verdict is None else f"\n-# {verdict_line(words, asked.verdict, stays=ruling.plays)}"
    if ruling.jeu is None:
        why = words("quiz.why.none")
    else:
        kind = words(f"quiz.kind.{ruling.jeu.value}")
        values = {"number": ruling.jeu.value, "kind": kind, "page": ruling.jeu.page}
        why = words("quiz.why.plays" if ruling.plays else "quiz.why.king", **values)
    if cards:
        trump = formatting.suit_name(words, asked.turn_up.suit)
        why = words("quiz.line", cards=formatting.cards(words, asked.cards), trump=trump, why=why)
    return f"{sign} {why}{verdict}"


def _record(words: Words, quiz: Quiz | None) -> str:
    if quiz is None or quiz.best_right is None or quiz.best_ms is None:
        return words("quiz.record.none")
    seconds = _seconds(words, quiz.best_ms)
    return words.count("quiz.record", quiz.finished, right=quiz.best_right, of=HANDS, seconds=seconds)


def _seconds(words: Words, ms: int) -> str:
    return words.number(round(ms / 1000))


def _duration_ms(quiz: Quiz) -> int:
    assert quiz.ended_at is not None
    return quiz.ended_at - quiz.started_at


def _start(words: Words, key: str, reader: int) -> PressButton:
    return button(Verb.QUIZ, words(key), argument=f"start.{reader}", emoji="⏱️", style=_PRIMARY)


def _parse_question(written: str) -> Question:
    """Parses a stored question: the turn-up, then the hand."""
    turn_up, *cards = parse_cards(written)
    return Question(tuple(cards), turn_up)


def _is_right(asked: Question, answer: str) -> bool:
    return (answer == _PLAY) in asked.plays


def _right(quiz: Quiz) -> int:
    return sum(
        _is_right(_parse_question(written), answer) for written, answer in zip(quiz.asked, quiz.answers, strict=True)
    )


async def open_quiz(request: Request) -> None:
    """Opens the first page of the quiz."""
    quiz = await request.app.people.quizzes.of(request.person.id)
    await request.reply(draw_start(request.words, quiz, request.person.id))


@ROUTES.press(Verb.QUIZ, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the first page of the quiz, begins the quiz, or takes an answer. A press on another person's page opens the
    first page for the person who pressed.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    user = request.person.id
    what, _, rest = press.argument.partition(".")
    owner = rest.rpartition(".")[2]
    if what not in ("start", "a") or number(owner) != user:
        await open_quiz(request)
        return
    if what == "start":
        quiz = await request.app.people.quizzes.begin(user, _questions(request), request.app.now())
    else:
        run, place, choice = fields(rest, 4)[:3]
        if choice not in (_PLAY, _PROPOSE):
            raise Refused(Problem.STALE)
        answered = await _answer(request, user, number(run), number(place, 0, HANDS - 1), choice)
        if answered is None:
            await open_quiz(request)
            return
        quiz = answered
    await request.replace(draw(request.words, quiz, (await request.app.people.profiles.profile(user)).preferences))


async def _answer(request: Request, user: int, run: int, place: int, choice: str) -> Quiz | None:
    """Returns the quiz after an answer, or unchanged if the answer was not to the next question.

    Returns None if no quiz of the person is stored, such as after their erasure.
    """
    quiz = await request.app.people.quizzes.of(user)
    if quiz is None:
        return None
    right = None
    if quiz.run == run and place == len(quiz.asked) - 1 == len(quiz.answers):
        given = zip(quiz.asked, quiz.answers + choice, strict=True)
        right = sum(_is_right(_parse_question(written), answer) for written, answer in given)
    return await request.app.people.quizzes.answer(user, run, place, choice, request.app.now(), right)


def _questions(request: Request) -> list[str]:
    """Draws ten hands at random. Hands to play and hands to propose on are equally likely."""
    drawn = questions(request.app.rng.randrange, HANDS)
    return [" ".join(map(str, (asked.turn_up, *asked.cards))) for asked in drawn]


FEATURE = Feature("quiz", (ROUTES,))

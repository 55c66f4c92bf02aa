"""The pages of the first deal, of the lessons (one page for each step), and of Cavendish's illustrative hands, which
are played to their end. Only the reader sees them.

Every button names the page to which it leads: a lesson, a step and the answer that was given, or a hand and the places
that were played. Nothing is stored between two presses. So a lesson goes on after a restart, and a second press or a
press on an old page does no harm. No id holds a card: questions, right answers and hints come from `ecarte.teaching`.
The button "Hint" leads to the same page with one more sentence.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, assert_never

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import buttons, fields, join_facts, number, page_frame, shorten, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import PressButton, button, select
from bot.adapter.message import Message, layout
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.deal import position as deal_position
from bot.features.lesson import first_deal
from bot.features.lesson import text as lesson_text
from bot.features.lesson.first_deal import FirstAsk
from bot.people.preferences import Preferences
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.game import IllegalMove, PlayerView
from ecarte.teaching import (
    COURSE,
    FIRST_DEAL,
    HANDS,
    Answer,
    advised_card,
    choices,
    is_accepted,
    is_over,
    step_view,
    tricks_made,
    view_after,
    within_reach,
)

ROUTES = Routes()

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV")
_LABEL = 100
_HINT = "t"
"""Marks an id that asks for a hint."""
_SUCCESS, _PRIMARY = discord.ButtonStyle.success, discord.ButtonStyle.primary


@dataclass(frozen=True, slots=True)
class StepAsk:
    """A page of a lesson: the number of the lesson and of its step, both from 0.

    Attributes:
        given: the number of the answer that the reader has just given. None before they have given one.
        hint: whether the reader has asked for a hint.
    """

    lesson: int = 0
    step: int = 0
    given: int | None = None
    hint: bool = False

    def __str__(self) -> str:
        return f"l.{self.lesson}.{self.step}.{'' if self.given is None else self.given}{_HINT * self.hint}"


@dataclass(frozen=True, slots=True)
class HandAsk:
    """A page of an illustrative hand: the number of the hand, from 0, and what the reader has played.

    Attributes:
        places: the cards that the reader has played so far, in order, each by its place in the hand (0 to 4).
        hint: whether the reader has asked for a hint.
    """

    hand: int = 0
    places: tuple[int, ...] = ()
    hint: bool = False

    def __str__(self) -> str:
        return f"h.{self.hand}.{''.join(map(str, self.places))}.{_HINT * self.hint}"


Ask: TypeAlias = StepAsk | HandAsk


def _parse(kind: str, first: str, second: str, third: str) -> Ask | FirstAsk:
    """Reads the fields of a button.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    hint, third = third.endswith(_HINT), third.removesuffix(_HINT)
    if kind == "l":
        lesson = number(first, 0, len(COURSE) - 1)
        step = number(second, 0, len(COURSE[lesson].steps) - 1)
        answers = COURSE[lesson].steps[step].answers
        return StepAsk(lesson, step, number(third, 0, len(answers) - 1) if third else None, hint)
    if kind == "h" and not third and len(second) <= 5:
        return HandAsk(number(first, 0, len(HANDS) - 1), tuple(number(place, 0, 4) for place in second), hint)
    if kind == "f" and not third and not hint:
        step = number(first, 0, len(FIRST_DEAL.steps) - 1)
        last = len(FIRST_DEAL.steps[step].answers) - 1
        return FirstAsk(step, number(second, 0, last) if second else None)
    raise Refused(Problem.STALE)


def draw(words: Words, ask: Ask | FirstAsk, preferences: Preferences, reader: int = 0) -> Message:
    """Returns a page of the first deal, of a lesson or of an illustrative hand.

    Args:
        reader: the id of the person to whom the page belongs. The buttons of the page hold this id.

    Raises:
        Refused: the cards cannot have been played in the order that the button names.
    """
    match ask:
        case StepAsk():
            return _step(words, ask, preferences, reader)
        case HandAsk():
            return _hand(words, ask, preferences, reader)
        case FirstAsk():
            return first_deal.draw(words, ask, preferences, reader)
        case _:
            assert_never(ask)


def _step(words: Words, ask: StepAsk, preferences: Preferences, reader: int) -> Message:
    lesson = COURSE[ask.lesson]
    step = lesson.steps[ask.step]
    given = None if ask.given is None else step.answers[ask.given]
    solved = given is not None and is_accepted(lesson, ask.step, given)
    view = step_view(step, given.option if given is not None and solved else None)
    picture = deal_position.picture(words, view, preferences)
    place = words("lesson.step", step=ask.step + 1, of=len(lesson.steps))
    title = f"## {ask.lesson + 1}. {lesson_text.title(words, lesson)}\n-# {place}"
    asking = bool(step.answers) and not solved
    comment = None if ask.given is None else _verdict(words, ask, ask.given)
    if ask.hint and asking:
        # The hint replaces the comment on a wrong answer, so that the page keeps its height.
        comment = words("lesson.hint", hint=lesson_text.step_hint(words, lesson, ask.step))
    return Message(
        layout(
            page_frame(
                text(title),
                text(lesson_text.step_says(words, lesson, ask.step)),
                picture.gallery(deal_position.alt(words, view)),
                None if comment is None else text(comment),
                buttons(*(_answers(words, ask, step.answers, reader) if asking else _onward(words, ask, reader))),
                _hint_row(words, ask, reader) if asking else None,
                _contents(words, ask, reader),
            )
        ),
        (picture,),
    )


def _verdict(words: Words, ask: StepAsk, place: int) -> str:
    lesson = COURSE[ask.lesson]
    given, said = lesson.steps[ask.step].answers[place], lesson_text.answer(words, lesson, ask.step, place)
    line = lesson_text.step_verdict_line(words, lesson, ask.step)
    if is_accepted(lesson, ask.step, given):
        by_book = said if given.right else words("lesson.book_says", said=said)
        return f"✅ {by_book}" if line is None else f"✅ {by_book}\n-# {line}"
    return f"❌ **{deal_position.label(words, given.option)}** – {said}\n-# {words('lesson.again')}"


def _answers(words: Words, ask: StepAsk, answers: Sequence[Answer], reader: int) -> Iterator[PressButton]:
    for place, answer in enumerate(answers):
        label, picture = deal_position.on_button(words, answer.option)
        argument = _argument(replace(ask, given=place, hint=False), reader)
        yield button(Verb.LESSON, label, argument=argument, emoji=picture, disabled=place == ask.given)


def _hint_row(words: Words, ask: Ask, reader: int) -> ui.ActionRow[Any] | None:
    """Returns the button that shows the answer. It stays in its place after the press, so that nothing moves."""
    argument = _argument(replace(ask, hint=True), reader)
    return buttons(button(Verb.LESSON, words("lesson.hint.ask"), argument=argument, emoji="💡", disabled=ask.hint))


def _onward(words: Words, ask: StepAsk, reader: int) -> Iterator[PressButton]:
    """Yields the buttons back and on: to the next step, the next lesson, or the first illustrative hand."""
    steps = len(COURSE[ask.lesson].steps)
    if ask.step or ask.lesson:
        back = StepAsk(ask.lesson, ask.step - 1) if ask.step else StepAsk(ask.lesson - 1, _last_step(ask.lesson - 1))
        yield button(Verb.LESSON, words("pages.previous"), argument=_argument(back, reader), emoji="◀️")
    if ask.step + 1 < steps:
        label, on = words("pages.next"), _argument(StepAsk(ask.lesson, ask.step + 1), reader)
    elif ask.lesson + 1 < len(COURSE):
        following = lesson_text.title(words, COURSE[ask.lesson + 1])
        label, on = following, _argument(StepAsk(ask.lesson + 1), reader)
    else:
        label, on = words("lesson.hands"), _argument(HandAsk(), reader)
    yield button(Verb.LESSON, label, argument=on, emoji="▶️", style=_PRIMARY)


def _last_step(lesson: int) -> int:
    return len(COURSE[lesson].steps) - 1


def _hand(words: Words, ask: HandAsk, preferences: Preferences, reader: int) -> Message:
    hand = HANDS[ask.hand]
    try:
        view = view_after(hand, ask.places)
    except IllegalMove as error:
        raise Refused(Problem.STALE) from error
    picture = deal_position.picture(words, view, preferences)
    head = join_facts(words("lesson.book", page=hand.page), words.count("lesson.wanted", hand.goal))
    tricks = "\n".join(f"-# {line}" for line in deal_position.tricks(words, view))
    over = is_over(view)
    asking = not over and len(choices(view)) > 1
    return Message(
        layout(
            page_frame(
                text(f"## {words('lesson.hand', number=_ROMAN[ask.hand])}\n-# {head}"),
                text(lesson_text.hand_says(words, hand)),
                picture.gallery(deal_position.alt(words, view)),
                text(tricks) if tricks else None,
                text(_result(words, ask, view)) if over else None,
                text(f"-# {lesson_text.hand_open(words, hand)}") if over else None,
                text(_hand_hint(words, ask)) if ask.hint and asking else None,
                buttons(*(_after(words, ask, reader) if over else _cards(words, ask, view, reader))),
                _hint_row(words, ask, reader) if asking else None,
                _contents(words, ask, reader),
            )
        ),
        (picture,),
    )


def _hand_hint(words: Words, ask: HandAsk) -> str:
    """Returns the book's first card and the reason. At later cards, the card that keeps the most
    tricks within reach.
    """
    hand = HANDS[ask.hand]
    if not ask.places:
        return words("lesson.hint", hint=lesson_text.hand_hint(words, hand))
    card = advised_card(hand, ask.places)
    assert card is not None
    return words.count("lesson.hint.most", within_reach(hand, ask.places), card=formatting.card(words, card))


def _result(words: Words, ask: HandAsk, view: PlayerView) -> str:
    """Returns how the hand ended, and why the book plays as it does."""
    hand, tricks = HANDS[ask.hand], tricks_made(view)
    sign = "✅" if tricks >= hand.goal else "❌"
    score = words.count("lesson.hand.made", tricks)
    return f"{sign} **{score}**\n{lesson_text.hand_reason(words, hand)}"


def _cards(words: Words, ask: HandAsk, view: PlayerView, reader: int) -> Iterator[PressButton]:
    """Yields the cards in their places. Only lawful ones can be pressed."""
    lawful, held = choices(view), [(place, card) for place, card in enumerate(view.places) if card is not None]
    for place, card in held:
        label, picture = formatting.on_button(words, card)
        argument = _argument(replace(ask, places=(*ask.places, place), hint=False), reader)
        yield button(Verb.LESSON, label, argument=argument, emoji=picture, disabled=card not in lawful)


def _after(words: Words, ask: HandAsk, reader: int) -> Iterator[PressButton]:
    yield button(Verb.LESSON, words("lesson.hand.again"), argument=_argument(HandAsk(ask.hand), reader), emoji="🔁")
    if ask.hand + 1 < len(HANDS):
        name = words("lesson.hand", number=_ROMAN[ask.hand + 1])
        yield button(Verb.LESSON, name, argument=_argument(HandAsk(ask.hand + 1), reader), emoji="▶️", style=_PRIMARY)
    else:
        yield button(Verb.QUIZ, words("learn.quiz"), argument="open", emoji="⏱️", style=_SUCCESS)


def _contents(words: Words, ask: Ask, reader: int) -> ui.ActionRow[Any]:
    """Returns the menu that opens any lesson or hand."""
    options = [
        discord.SelectOption(label=name, value=value, default=value == _name(ask)) for value, name in _titles(words)
    ]
    return ui.ActionRow(select(Verb.LESSON, options, placeholder=words("lesson.contents"), argument=f"go....{reader}"))


def _titles(words: Words) -> Iterator[tuple[str, str]]:
    for place, lesson in enumerate(COURSE):
        yield f"l{place}", shorten(f"{place + 1} · {lesson_text.title(words, lesson)}", _LABEL)
    for place, hand in enumerate(HANDS):
        name = words("lesson.hand", number=_ROMAN[place])
        yield f"h{place}", shorten(f"{name} · {words('lesson.book', page=hand.page)}", _LABEL)


def _name(ask: Ask) -> str:
    return f"l{ask.lesson}" if isinstance(ask, StepAsk) else f"h{ask.hand}"


def _first_page(name: str) -> Ask | None:
    """Returns the first page of a lesson or a hand, or None if there is none of that name."""
    pages: dict[str, Ask] = {f"l{place}": StepAsk(place) for place in range(len(COURSE))}
    pages |= {f"h{place}": HandAsk(place) for place in range(len(HANDS))}
    return pages.get(name)


def _argument(ask: Ask, reader: int) -> str:
    return f"{ask}.{reader}"


def find_lessons(words: Words, current: str) -> list[tuple[str, str]]:
    """Returns the value and the title of each lesson and illustrative hand that contains the typed words."""
    wanted = current.casefold().strip()
    return [(value, title) for value, title in _titles(words) if wanted in title.casefold()]


async def open_page(request: Request, which: str = "") -> None:
    """Opens a lesson or an illustrative hand.

    Args:
        which: a value that `find_lessons` returns, or words of a title. If nothing matches, the first lesson opens.
    """
    lessons = find_lessons(request.words, which)
    ask = _first_page(which) or (_first_page(lessons[0][0]) if which.strip() and lessons else None) or StepAsk()
    await request.reply(await _page(request, ask))


async def open_first(request: Request) -> None:
    """Opens the lesson "the first deal"."""
    await request.reply(await _page(request, FirstAsk()))


@ROUTES.press(Verb.LESSON, needs=Needs.NOTHING, argument="first", first=First.ANSWER)
async def begin(request: Request, _press: Press) -> None:
    """Opens the lesson "the first deal", from the button "Learn by playing" of another page."""
    await open_first(request)


@ROUTES.press(Verb.LESSON, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the first lesson if the button has no argument. Otherwise turns the page in place. A press on another
    person's page opens a page for the person who pressed.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    if not press.argument:
        await open_page(request)
        return
    kind, first, second, third, owner = fields(press.argument, 5)
    ask: Ask | FirstAsk | None = (
        _first_page(request.values[0] if request.values else "") if kind == "go" else _parse(kind, first, second, third)
    )
    if ask is None:
        raise Refused(Problem.STALE)
    drawing = await _page(request, ask)
    await (request.replace if number(owner) == request.person.id else request.reply)(drawing)


async def _page(request: Request, ask: Ask | FirstAsk) -> Message:
    preferences = await request.preferences()
    # The best reply needs a table that is built once, which takes half a second.
    return await asyncio.to_thread(draw, request.words, ask, preferences, request.person.id)

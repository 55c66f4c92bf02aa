"""`/ecarte learn`: one private page from which the first deal, the rules, the lessons, the quiz, the laws and the
chances open.
"""

from __future__ import annotations

from enum import Enum

import discord
from discord import app_commands

from bot.adapter.components import buttons, first_deal, page_frame, shorten, text
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, layout
from bot.adapter.registry import Feature, Routes
from bot.adapter.request import Request
from bot.features.law import answer as law_of
from bot.features.law import find_laws
from bot.features.law import label as label_of
from bot.features.lesson import find_lessons, open_first
from bot.features.lesson import open_page as open_lesson
from bot.features.odds import open_page as open_odds
from bot.features.quiz import open_quiz
from bot.features.review import give_hint
from bot.features.rules import open_page as open_rules
from bot.texts import Words

__all__ = ["FEATURE"]

ROUTES = Routes()

_OFFERED, _LABEL = 25, 100
_LESSON = "lesson "
"""Marks a lesson among the completions. A law is marked by its number."""


class Topic(Enum):
    """A topic that `/ecarte learn` opens directly. The value is part of the key of its name in the texts."""

    FIRST = "first"
    RULES = "rules"
    LESSONS = "lessons"
    QUIZ = "quiz"
    LAWS = "laws"
    ODDS = "odds"
    HINT = "hint"


def draw(words: Words) -> Message:
    """Returns the page of all topics."""
    return Message(
        layout(
            page_frame(
                text(f"## {words('learn.title')}\n{words('learn.about')}"),
                buttons(
                    first_deal(words, discord.ButtonStyle.primary),
                    button(Verb.RULES, words("learn.rules"), emoji="📖"),
                ),
                buttons(
                    button(Verb.LESSON, words("learn.lessons"), emoji="🎓"),
                    button(Verb.QUIZ, words("learn.quiz"), argument="open", emoji="⏱️"),
                ),
                buttons(
                    button(Verb.LAW, words("learn.laws"), argument="open", emoji="⚖️"),
                    button(Verb.ODDS, words("learn.odds"), emoji="🎲"),
                ),
            )
        )
    )


def find_topics(words: Words, current: str) -> list[tuple[str, str]]:
    """Returns the lessons whose titles contain the typed words, at most ten, and the laws that `find_laws` returns for
    these words. Each has a value and a title.
    """
    lessons = [(f"{_LESSON}{value}", title) for value, title in find_lessons(words, current)]
    laws = [
        (str(one.number), shorten(words("learn.law", law=label_of(words, one)), _LABEL))
        for one in find_laws(words, current)
    ]
    return [*lessons[:10], *laws] if current.strip() else [*lessons[:10], *laws[: _OFFERED - 10]]


async def _complete(request: Request, current: str) -> list[app_commands.Choice[str]]:
    topics = find_topics(request.words, current)[:_OFFERED]
    return [app_commands.Choice(name=title, value=value) for value, title in topics]


@ROUTES.command(
    "learn",
    choices={"topic": {f"learn.{topic.value}": topic.value for topic in Topic}},
    complete={"find": _complete},
)
async def command(request: Request, topic: str | None = None, find: str = "") -> None:
    """Answers `/ecarte learn [topic] [find]` with a topic, or with the lesson or law that matches the words in `find`.
    Without both, with the page of all topics.
    """
    wanted = find.removeprefix(_LESSON)
    if topic == Topic.LESSONS.value or wanted != find:
        await open_lesson(request, wanted)
    elif topic == Topic.LAWS.value or (find and topic is None):
        await request.reply(law_of(request.words, find))
    elif topic == Topic.FIRST.value:
        await open_first(request)
    elif topic == Topic.RULES.value:
        await open_rules(request)
    elif topic == Topic.QUIZ.value:
        await open_quiz(request)
    elif topic == Topic.ODDS.value:
        await open_odds(request)
    elif topic == Topic.HINT.value:
        await give_hint(request)
    else:
        await request.reply(draw(request.words))


FEATURE = Feature("learn", (ROUTES,))

"""The lesson "the first deal", for a person who has never played: a page for each of its seven decisions, and one for
its end.

Only the reader sees it. The cards are fixed (`ecarte.teaching.FIRST_DEAL`). A right answer leads on at once, a wrong
one is explained in a sentence. A button names the decision and the answer. It names no card, and does not show which
answer is right. Nothing is stored between two presses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from discord import ui

from bot.adapter import formatting
from bot.adapter.components import buttons, first_game, page_frame, text
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.adapter.naming import Players
from bot.features.deal import position as deal_position
from bot.features.deal import scene as deal_scene
from bot.features.hand import picture as hand_picture
from bot.features.rules import opener
from bot.people.preferences import HandOrder, Preferences
from bot.pictures import table_picture
from bot.texts import Words
from ecarte.game import PlayerView
from ecarte.teaching import FIRST_DEAL, ME, OPPONENT, step_view

_STEPS = FIRST_DEAL.steps


@dataclass(frozen=True, slots=True)
class FirstAsk:
    """A page of the first deal: the number of the decision, from 0, and the number of the answer that the reader has
    just given. The answer is None before the reader has given one.
    """

    step: int = 0
    given: int | None = None

    def __str__(self) -> str:
        return f"f.{self.step}.{'' if self.given is None else self.given}."


def draw(words: Words, ask: FirstAsk, preferences: Preferences, reader: int) -> Message:
    """Returns a page of the first deal. After a right answer, the page shows the next decision, or the end.

    Args:
        reader: the id of the person to whom the page belongs.
    """
    step = _STEPS[ask.step]
    given = None if ask.given is None else step.answers[ask.given]
    if given is None or not given.right:
        return _decision(words, ask, preferences, reader)
    if ask.step + 1 < len(_STEPS):
        return _decision(words, FirstAsk(ask.step + 1), preferences, reader)
    return _end(words, step_view(step, given.option), preferences)


def _decision(words: Words, ask: FirstAsk, preferences: Preferences, reader: int) -> Message:
    number, step = ask.step + 1, _STEPS[ask.step]
    view, who = _explained(step_view(step), ask.step), _players(words)
    # The cards lie in the order of their buttons.
    preferences = replace(preferences, order=HandOrder.DEALT)
    picture = hand_picture.picture(words, who, view, preferences, frozenset(), explained=False)
    wrong = None
    if ask.given is not None:
        pressed = deal_position.label(words, step.answers[ask.given].option)
        wrong = text(words("first.not", pressed=pressed, why=words(f"first.{number}.wrong")))
    return _page(
        preferences,
        picture,
        hand_picture.alt(words, who, view, preferences, frozenset(), explained=False),
        hand_picture.text(words, who, view, preferences, frozenset()),
        [text(f"## {words('first.title')}\n-# {number} / {len(_STEPS)}\n{words(f'first.{number}.says')}")],
        [wrong, buttons(*_answers(words, ask, reader))],
    )


def _explained(view: PlayerView, step: int) -> PlayerView:
    """Returns the view without the terms that are not explained yet.

    It also leaves out whose turn it is, so that no forbidden card is grey.
    """
    game = view.public
    return replace(view, public=replace(game, turn=None, turn_up=None, trump=game.trump if step else None))


def _answers(words: Words, ask: FirstAsk, reader: int) -> Iterator[PressButton]:
    for place, answer in enumerate(_STEPS[ask.step].answers):
        label, emoji = deal_position.on_button(words, answer.option)
        argument = f"{replace(ask, given=place)}.{reader}"
        yield button(Verb.LESSON, label, argument=argument, emoji=emoji, disabled=place == ask.given)


def _end(words: Words, view: PlayerView, preferences: Preferences) -> Message:
    game = view.public
    table = deal_scene.scene(words, _players(words), game)
    # Leaves out the signs of the dealer, the talon and the turn-up, which were not explained.
    table = replace(
        table,
        left=replace(table.left, dealer=False),
        right=replace(table.right, dealer=False),
        turn_up=None,
        talon=None,
        trick=(),
        style=formatting.style_of(words, preferences),
    )
    result = words(
        "first.end.result",
        points=game.score[ME.index],
        theirs=game.score[OPPONENT.index],
        tricks=game.taken[ME.index],
        lost=game.taken[OPPONENT.index],
    )
    return _page(
        preferences,
        Picture("table.png", table, lambda: table_picture(table).data),
        " ".join([result, *_taken(words, view)]),
        result,
        [text(f"## {words('first.end.title')}\n{words('first.end.says')}")],
        [buttons(first_game(words), opener(words), button(Verb.LESSON, words("learn.lessons"), emoji="🎓"))],
    )


def _taken(words: Words, view: PlayerView) -> Iterator[str]:
    """Returns the cards with which each player took tricks, in words."""
    who = _players(words)
    for seat in (ME, OPPONENT):
        cards = [formatting.card_name(words, card) for card in deal_scene.taken(view.public, seat)]
        if cards:
            yield words("table.alt.took", who=who.person(seat).name, cards=words.join(cards))


def _page(
    preferences: Preferences,
    picture: Picture,
    alt: str,
    plain: str,
    above: list[ui.Item[Any]],
    below: list[ui.Item[Any] | None],
) -> Message:
    """Returns a page with the picture, or with the text `plain` for readers who want no pictures."""
    if preferences.text_only:
        return Message(layout(page_frame(*above, text(plain), *below)))
    return Message(layout(page_frame(*above, picture.gallery(alt), *below)), (picture,))


def _players(words: Words) -> Players:
    return Players((words("first.computer"), words("hand.you")), ())

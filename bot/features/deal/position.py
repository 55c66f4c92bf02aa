"""A position of a lesson or a review as its reader sees it: the picture, its description in words, and the labels of
the answers.

It is drawn from the reader's own view, so the opponent's cards cannot get onto a page. It knows no rule of the game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple, assert_never

from discord import ui

from bot.adapter import formatting
from bot.adapter.components import text
from bot.adapter.formatting import style_of
from bot.adapter.message import Picture
from bot.adapter.naming import Players
from bot.features.deal import scene as deal_scene
from bot.features.deal import text as deal_text
from bot.features.deal.hand_scene import hand_scene
from bot.features.deal.turn import call
from bot.people.preferences import Preferences
from bot.pictures import hand_picture, open_table_picture
from bot.pictures.scenes import HandPlace, OpenTableScene
from bot.texts import Words
from ecarte.game import Discard, Move, Play, PlayerView, Seat
from ecarte.teaching import ME, Do, Marks, Option, Stand, Takes, Turn


class ShownPosition(NamedTuple):
    """A position on a page.

    Attributes:
        item: the picture or the text. None if the page shows neither.
        pictures: the files of the message: the picture, or none.
    """

    item: ui.Item[Any] | None
    pictures: tuple[Picture, ...]


def draw_position(
    words: Words,
    view: PlayerView,
    preferences: Preferences,
    who: Players | None = None,
    name: str = "lesson.png",
    draft: frozenset[int] = frozenset(),
    *,
    instead: str,
) -> ShownPosition:
    """Returns a position as its reader prefers: a picture with its description, or text alone.

    Args:
        who: the players. None for those of a lesson: an opponent and the reader.
        name: the name of the file.
        draft: the places (0 to 4) of the cards that are picked for discarding.
        instead: the text in place of the picture. Empty for none.
    """
    if preferences.text_only:
        return ShownPosition(text(instead) if instead else None, ())
    drawn = picture(words, view, preferences, who, name, draft)
    return ShownPosition(drawn.gallery(alt(words, view, who, draft=draft)), (drawn,))


def hand_text(words: Words, view: PlayerView) -> str:
    """Returns the reader's hand in words."""
    return words("hand.cards", cards=formatting.cards(words, list(view.hand)))


def picture(
    words: Words,
    view: PlayerView,
    preferences: Preferences,
    who: Players | None = None,
    name: str = "lesson.png",
    draft: frozenset[int] = frozenset(),
) -> Picture:
    """Returns the picture of a position. Until a card is played, it shows the reader's hand; later it shows the table
    with that hand open.

    Args:
        who: the players. None for those of a lesson: an opponent and the reader.
        name: the name of the file.
        draft: the places (0 to 4) of the cards that are picked for discarding.
    """
    game, style = view.public, style_of(words, preferences)
    if not game.tricks:
        places = tuple(HandPlace(card, chosen=place in draft) for place, card in enumerate(view.places))
        hand = hand_scene(who or players(words), game, view.seat, places, style)
        return Picture(name, hand, lambda: hand_picture(hand).data)
    table = deal_scene.scene(words, who or players(words), game)
    above = view.seat is Seat.NORTH
    hands = (view.places, None) if above else (None, view.places)
    scene = OpenTableScene(replace(table, style=style), *hands)
    return Picture(name, scene, lambda: open_table_picture(scene).data)


def alt(
    words: Words,
    view: PlayerView,
    who: Players | None = None,
    whose: str = "lesson.alt",
    draft: frozenset[int] = frozenset(),
) -> str:
    """Returns the description of the picture of a position.

    Args:
        who: the players. None for those of a lesson: an opponent and the reader.
        whose: the key of the text that says whose hand it is.
        draft: the places (0 to 4) of the cards that are picked for discarding.
    """
    held = [formatting.card_name(words, card) for card in view.hand]
    hand = words(whose, cards=words.join(held)) if held else words("lesson.alt.empty")
    chosen = [card for place, card in enumerate(view.places) if place in draft and card is not None]
    if chosen:
        names = words.join([formatting.card_name(words, card) for card in chosen])
        hand = f"{hand} {words('hand.alt.picked', cards=names)}"
    return f"{hand} {deal_text.alt(words, who or players(words), view.public)}"[:1024]


def tricks(words: Words, view: PlayerView) -> list[str]:
    """Returns every trick so far, one in a line."""
    return deal_text.tricks(words, players(words), view.public)


def label(words: Words, option: Option) -> str:
    """Returns the words for one of the possible answers, to be put into a sentence."""
    match option:
        case Do():
            return _move_text(words, option.move)
        case Stand():
            return words("lesson.stand")
        case Takes(seat) | Turn(seat):
            return words("lesson.me" if seat is ME else "lesson.opponent")
        case Marks(seat, points):
            return words.count("lesson.marks.me" if seat is ME else "lesson.marks.opponent", points)
        case _:
            assert_never(option)


def on_button(words: Words, option: Option) -> tuple[str | None, str | None]:
    """Returns the label and the emoji of the button for one of the possible answers. Either of the two may be None."""
    move = option.move if isinstance(option, Do) else None
    return formatting.on_button(words, move.card) if isinstance(move, Play) else (label(words, option), None)


def _move_text(words: Words, move: Move) -> str:
    match move:
        case Play(card=card):
            return formatting.card(words, card)
        case Discard(cards):
            return formatting.plain_cards(words, cards)
        case _:
            return call(words, move)


def players(words: Words) -> Players:
    """Returns the two players of a lesson: the opponent, who sits North, and the reader."""
    return Players((words("pages.rules.other"), words("pages.rules.own")), ())

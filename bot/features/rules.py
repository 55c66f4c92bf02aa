"""The rules in six short private pages with pictures. After the first five, which take two minutes, a reader can play a
hand. The last one is about the galerie, the people who bet and advise.

The sentences are in `bot.texts`. This module has only the cards of the examples. They follow the usual laws
(Cavendish's treatise; Laws 43, 47-49 of the clubs). No rule is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, assert_never

import discord

from bot.adapter import formatting
from bot.adapter.components import buttons, number, page_frame, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import Group, MenuEntry, MenuReader
from bot.adapter.faces import monogram
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.people.preferences import Preferences
from bot.pictures import Face, hand_picture, rules_picture, table_picture
from bot.pictures.scenes import (
    HandPlace,
    HandScene,
    PlayerPanel,
    RulesScene,
    SampleTrick,
    Side,
    Style,
    TableScene,
    TrickCard,
)
from bot.texts import Words
from ecarte.game import Card, Suit

__all__ = ["FEATURE", "open_page", "opener", "sample"]

ROUTES = Routes()


class Chapter(Enum):
    """A page of the rules. Its value is part of its keys in the texts."""

    AIM = "aim"
    CARDS = "cards"
    EXCHANGE = "exchange"
    PLAY = "play"
    MARKS = "marks"
    GALERIE = "galerie"


_ORDER = list(Chapter)
_OTHER = Face("", court="QH")
"""The opponent of the examples looks like the house."""


def entries(words: Words, _reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entry of the menu More that opens the rules."""
    yield MenuEntry(Group.RULES, button(Verb.RULES, words("table.rules"), emoji="❔"))


def draw(words: Words, chapter: Chapter, preferences: Preferences) -> Message:
    """Returns a page of the rules."""
    place = _ORDER.index(chapter)
    picture = _picture(words, chapter, formatting.style_of(words, preferences))
    before = _ORDER[place - 1] if place else None
    after = _ORDER[place + 1] if place + 1 < len(_ORDER) else None
    title = words(f"pages.rules.{chapter.value}.title")
    said = {"propose": words("hand.propose"), "king": words("hand.king.announce"), "hand": words("table.hand")}
    note = words("pages.page", page=place + 1, pages=len(_ORDER))
    return Message(
        layout(
            page_frame(
                text(f"## {title}"),
                picture.gallery(words(f"pages.rules.{chapter.value}.alt")),
                text(words(f"pages.rules.{chapter.value}.text", **said)),
                text(f"-# {note}"),
                buttons(
                    button(Verb.RULES, words("pages.previous"), argument=str(place - 1), emoji="◀️") if before else None,
                    _onward(words, after) if after else None,
                    button(Verb.LESSON, words("lesson.open"), emoji="🎓"),
                ),
            )
        ),
        (picture,),
    )


def _onward(words: Words, chapter: Chapter) -> Any:
    label = words(f"pages.rules.{chapter.value}.title")
    style = discord.ButtonStyle.primary
    return button(Verb.RULES, label, argument=str(_ORDER.index(chapter)), emoji="▶️", style=style)


@ROUTES.press(Verb.RULES, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the first page of the rules if the button has no argument. Otherwise turns to another page in place.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    if not press.argument:
        await open_page(request)
    else:
        chapter = _ORDER[number(press.argument, 0, len(_ORDER) - 1)]
        await request.replace(draw(request.words, chapter, await request.preferences()))


def _picture(words: Words, chapter: Chapter, style: Style) -> Picture:
    scene: object
    paint: Callable[[], bytes]
    match chapter:
        case Chapter.AIM | Chapter.MARKS:
            table = _table(words, style) if chapter is Chapter.AIM else _point_scene(words, style)
            scene, paint = table, lambda: table_picture(table).data
        case Chapter.CARDS | Chapter.PLAY:
            rules = _cards(words, style) if chapter is Chapter.CARDS else _tricks(words, style)
            scene, paint = rules, lambda: rules_picture(rules).data
        case Chapter.EXCHANGE:
            hand = _exchange(style)
            scene, paint = hand, lambda: hand_picture(hand).data
        case Chapter.GALERIE:
            backed = _backer_scene(style)
            scene, paint = backed, lambda: hand_picture(backed).data
        case _:
            assert_never(chapter)
    return Picture(f"rules-{chapter.value}.png", scene, paint)


def _cards_of(written: str) -> tuple[Card, ...]:
    return tuple(Card.parse(card) for card in written.split())


def _trick(written: str, caption: str, *, reply_wins: bool = True) -> SampleTrick:
    lead, reply = _cards_of(written)
    return SampleTrick(lead, reply, reply_wins, caption)


def _own_face(words: Words) -> Face:
    return Face(monogram(words("pages.rules.own")), 2)


def _table(words: Words, style: Style) -> TableScene:
    """Returns a table just after the deal."""
    other, own = words("pages.rules.other"), words("pages.rules.own")
    return TableScene(
        left=PlayerPanel(other, _OTHER, score=2, dealer=True),
        right=PlayerPanel(own, _own_face(words), score=3, to_play=True),
        trump=Suit.HEARTS,
        turn_up=Card.parse("9H"),
        talon=21,
        has_begun=False,
        pill=words("table.picture.turn"),
        style=style,
    )


def _point_scene(words: Words, style: Style) -> TableScene:
    """Returns a table where the reader has three tricks of five, and scores the point."""
    other, own = words("pages.rules.other"), words("pages.rules.own")
    return TableScene(
        left=PlayerPanel(other, _OTHER, score=2, tricks=_cards_of("AS KC"), dealer=True),
        right=PlayerPanel(own, _own_face(words), score=4, tricks=_cards_of("KD 9H QH")),
        trump=Suit.HEARTS,
        turn_up=Card.parse("9H"),
        talon=21,
        trick=(TrickCard(Card.parse("QH"), Side.RIGHT), TrickCard(Card.parse("8H"), Side.LEFT)),
        winner=Side.RIGHT,
        style=style,
    )


def _exchange(style: Style) -> HandScene:
    """Returns a hand with three cards to keep and two to discard."""
    cards = _cards_of("KH 7S AH 8D QC")
    places = tuple(HandPlace(card, chosen=str(card) in {"7S", "8D"}) for card in cards)
    return HandScene(places, trump=Suit.HEARTS, turn_up=Card.parse("9H"), talon=21, style=style)


def _backer_scene(style: Style) -> HandScene:
    """Returns the hand of a player, as a backer sees it."""
    places = tuple(HandPlace(card, number=place) for place, card in enumerate(_cards_of("KH 9H AS QC 7C"), 1))
    return HandScene(places, trump=Suit.HEARTS, turn_up=Card.parse("8H"), talon=21, style=style)


def _cards(words: Words, style: Style) -> RulesScene:
    """Returns the order of the cards, and the two ways to take a trick."""
    return RulesScene(
        order_caption=words("pages.rules.cards.order"),
        order=_cards_of("KS QS JS AS TS 9S 8S 7S"),
        trump=Suit.HEARTS,
        trump_caption=words("pages.rules.trump"),
        tricks=(
            _trick("QS KS", words("pages.rules.cards.higher")),
            _trick("KS 7H", words("pages.rules.cards.trumped")),
        ),
        style=style,
    )


def _tricks(words: Words, style: Style) -> RulesScene:
    """Returns three tricks: the second player follows suit, ruffs, discards."""
    return RulesScene(
        order_caption=words("pages.rules.cards.order"),
        order=_cards_of("KD QD JD AD TD 9D 8D 7D"),
        trump=Suit.HEARTS,
        trump_caption=words("pages.rules.trump"),
        tricks=(
            _trick("JD QD", words("pages.rules.play.follow")),
            _trick("JD 8H", words("pages.rules.play.ruff")),
            _trick("JD KC", words("pages.rules.play.throw"), reply_wins=False),
        ),
        style=style,
    )


def sample(words: Words) -> Picture:
    """Returns the picture of the first page of the rules: a table just after the deal."""
    return _picture(words, Chapter.AIM, formatting.style_of(words, Preferences()))


def opener(words: Words) -> PressButton:
    """Returns the button that opens the rules."""
    return button(Verb.RULES, words("learn.rules"), emoji="📖")


async def open_page(request: Request) -> None:
    """Opens the first page of the rules."""
    await request.reply(draw(request.words, Chapter.AIM, await request.preferences()))


FEATURE = Feature("rules", (ROUTES,), more=entries)

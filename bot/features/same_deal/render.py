"""A deal with which a player challenges a channel: the post, the page of each player, and the list.

While a deal is on, a page is drawn from the reader's own view alone. The list is for those who have played, until the
challenge is over. Knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from bot.adapter import formatting, naming
from bot.adapter.components import buttons, find_opponent, page_frame, text, timestamp
from bot.adapter.formatting import safe
from bot.adapter.items import PressButton
from bot.adapter.message import Message, layout
from bot.features.daily import DailyBoard, board_lines
from bot.features.deal import SameDealRef, solo
from bot.people.preferences import Preferences
from bot.rows.member_rows import Daily
from bot.texts import Words
from ecarte.ai import Level
from ecarte.game import Card, PlayerView
from ecarte.teaching.solo import Result

_SUCCESS, _PRIMARY = discord.ButtonStyle.success, discord.ButtonStyle.primary


@dataclass(frozen=True, slots=True)
class Challenged:
    """A deal with which a player challenges a channel.

    Attributes:
        name: the name of the player who had the cards in the game, as plain text.
        score: the points before the deal, that player's own first.
        result: how the deal ended for that player in the game.
    """

    deal: SameDealRef
    name: str
    score: tuple[int, int]
    result: Result


@dataclass(frozen=True, slots=True)
class SameDealReader:
    """The person who reads a page: their id, name, and preferences for cards."""

    id: int
    name: str
    preferences: Preferences


@dataclass(frozen=True, slots=True)
class SameDealList:
    """The results of all who have played the deal of a challenge.

    Attributes:
        par: the points that the house's best player (the maître) makes with the same cards.
    """

    board: DailyBoard
    par: int


def draw_offer(words: Words, about: Challenged) -> Message:
    """Returns the private question to a player: challenge the channel with this deal?"""
    points = formatting.with_sign(about.result.points)
    values = {"deal": about.deal.number, "score": _score(about), "house": _house(words), "points": points}
    post = about.deal.button(words("souvenir.post"), "post", style=_PRIMARY)
    return Message(
        layout(page_frame(text(f"## {words('same.offer')}\n{words('same.offer.about', **values)}"), buttons(post)))
    )


def draw_offered(words: Words) -> Message:
    """Returns the page that replaces the question of `draw_offer` once the challenge is posted."""
    return Message(layout(page_frame(text(f"## {words('same.offer')}\n{words('souvenir.posted')}"))))


def draw_post(words: Words, about: Challenged, closes_at: int) -> Message:
    """Returns the public message of a challenge. It shows the score before the deal, and no card."""
    name = f"**{safe(about.name)}**"
    until = words("same.until", moment=timestamp(closes_at, "f"))
    lines = [words("same.about", name=name, score=_score(about), house=_house(words)), f"-# {until}"]
    row = buttons(
        about.deal.button(words("daily.post.play"), "begin", style=_PRIMARY, emoji="🃏"),
        about.deal.button(words("same.list"), "list", emoji="🏅"),
        about.deal.button(words("same.close"), "close"),
    )
    return Message(layout(page_frame(text("\n".join([_title(words, about), *lines])), row)))


def draw_list(words: Words, about: Challenged, results: SameDealList, reader: int = 0, *, end: str = "") -> Message:
    """Returns the list of results: for a reader who has played the deal or, once the challenge is over, for everyone.

    Args:
        reader: the id of the reader. Their own line is added if it is not among the first lines. 0 for everyone.
        end: a sentence that says why the challenge is over. Empty while the challenge is open.
    """
    lines = [*_list_lines(words, about, results, reader), *([f"-# {end}"] if end else [])]
    last = buttons(find_opponent(words)) if end else None
    return Message(layout(page_frame(text("\n".join([_title(words, about), *lines])), last)))


def draw_try(
    words: Words, about: Challenged, row: Daily, view: PlayerView, reader: SameDealReader, draft: frozenset[int]
) -> Message:
    """Returns the page on which the reader has to make a move.

    Args:
        row: the reader's try as it is stored.
        draft: the places (0 to 4) of the cards that are picked for discarding and not confirmed.
    """
    make = partial(_move_button, about.deal, len(row.moves))
    who = solo.players(words, view.seat, reader.name)
    return solo.draw_decision(words, _title(words, about), view, who, reader.preferences, make, draft)


def draw_end(
    words: Words,
    about: Challenged,
    view: PlayerView,
    ended: Result,
    gained: tuple[int, int],
    dealt: Sequence[Card],
    results: SameDealList,
    reader: SameDealReader,
    *,
    late: bool,
) -> Message:
    """Returns the page after the deal, with the list of results.

    Args:
        ended: the reader's result.
        gained: the points that the reader and the house have made in the deal, the reader's first.
        dealt: the cards that the house was dealt.
        late: whether the deal ended after the challenge was over.
    """
    who = solo.players(words, view.seat, reader.name)
    made, points = words.count("table.tricks", ended.made), formatting.with_sign(ended.points)
    lines = [
        words("daily.result", mine=gained[0], theirs=gained[1], points=points, tricks=made),
        *_list_lines(words, about, results, reader.id),
        *([f"-# {words('same.late')}"] if late else []),
        f"-# {words('daily.dealt', cards=formatting.cards(words, list(dealt)))}",
    ]
    return solo.draw_page(
        words, _title(words, about), view, who, reader.preferences, lines, buttons(find_opponent(words))
    )


def _list_lines(words: Words, about: Challenged, results: SameDealList, reader: int) -> list[str]:
    """Par, the result of the game, and the results of all players."""
    first = words("same.first", name=safe(about.name), points=formatting.with_sign(about.result.points))
    par = words("same.par", points=formatting.with_sign(results.par))
    return [first, par, board_lines(words, results.board, reader)]


def _move_button(deal: SameDealRef, after: int, label: str | None, what: str, detail: str, **more: Any) -> PressButton:
    return deal.button(label, what, after, detail, **more)


def _title(words: Words, about: Challenged) -> str:
    return f"## {words('same.title', name=safe(about.name))}"


def _score(about: Challenged) -> str:
    return f"{about.score[0]}–{about.score[1]}"


def _house(words: Words) -> str:
    return naming.name(words, Level.MAITRE)

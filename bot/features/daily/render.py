"""The pages of the deal of the day: before the deal, during play, and after it, with the results of the server's
members.

During play a page is drawn from the reader's own view alone (`ecarte.teaching.daily.seen`), so the house's cards cannot
get onto it. A button names the day, how many moves there were, and a place, never a card. The shared result says who
took which trick, and the points. Knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

import discord
from discord import ui

from bot.adapter import formatting, naming
from bot.adapter.components import (
    buttons,
    find_opponent,
    join_facts,
    known_name,
    page_frame,
    remind,
    text,
    timestamp,
)
from bot.adapter.custom_ids import Verb
from bot.adapter.faces import NO_PHOTOS, Photos, face_of
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, Picture, layout
from bot.features.deal import solo
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.pictures import DailyScene, daily_picture
from bot.rows.member_rows import Daily, DailySum, Reminder
from bot.texts import Words
from ecarte.ai import Level
from ecarte.game import Card, PlayerView
from ecarte.teaching import ME, OPPONENT, daily

_MADE, _LOST = "🟩", "⬜"
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_ROWS = 10
_BEST_NAMED = 3
_Row = TypeVar("_Row", Daily, DailySum)
_DAY_MS = 86_400_000
_SUCCESS, _PRIMARY = discord.ButtonStyle.success, discord.ButtonStyle.primary


@dataclass(frozen=True, slots=True)
class DailyReader:
    """The person who reads a page: their id, name, and preferences for cards.

    Attributes:
        in_server: whether the page is in a server. In direct messages there is no board of results.
        reminder: the daily reminder that the reader has chosen. None if they never chose one.
    """

    id: int
    name: str
    preferences: Preferences
    in_server: bool = True
    reminder: Reminder | None = None


@dataclass(frozen=True, slots=True)
class DailyLife:
    """The figures with which the page after the deal compares the reader's result.

    Attributes:
        streak: how many days in a row the reader has finished the deal. A single missed day does not end the streak.
        par: the points that the house's best player (the maître) makes with the reader's cards. None if that is not
            known.
    """

    streak: int = 0
    par: int | None = None


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """The results of the deal of a day in one server, the best first, and the names of the players by id."""

    rows: Sequence[Daily]
    names: Mapping[int, str]


def draw_start(
    words: Words, day: str, reader: DailyReader, before: DailyBoard, finished: int, left: str | None, streak: int = 0
) -> Message:
    """Returns the page before the reader begins the deal of the day, which can be tried once.

    Args:
        streak: how many days in a row the reader has finished the deal, up to yesterday.
        before: yesterday's results in this server. Today's results would give away which results are possible.
        finished: how many members of this server have finished today's deal.
        left: the name of an earlier day whose deal the reader has left unfinished. None if there is none.
    """
    deals = words("daily.deals.you" if daily.dealer(day) is ME else "daily.deals.house")
    return Message(
        layout(
            page_frame(
                text(_title(words, day)),
                text(words("daily.about", house=naming.name(words, Level.MAITRE), deals=deals)),
                text(words.count("daily.streak.goes_on", streak)) if streak > 1 else None,
                text(f"-# {words.count('daily.finished', finished)}") if finished else None,
                text(f"**{words('daily.yesterday')}**\n{board_lines(words, before, reader.id)}")
                if before.rows
                else None,
                _refused(words, reader),
                buttons(
                    _button(
                        words("daily.begin"),
                        "begin",
                        day,
                        0,
                        reader,
                        style=_PRIMARY,
                        emoji=formatting.mark(words, "back"),
                    ),
                    None if left is None else _button(words("daily.left"), "open", left, 0, reader),
                ),
            )
        )
    )


def draw_play(
    words: Words, day: str, view: PlayerView, after: int, reader: DailyReader, draft: frozenset[int] = frozenset()
) -> Message:
    """Returns the page during play, on which the reader has to make a move.

    Args:
        after: how many moves were made before this page was drawn.
        draft: the places (0 to 4) of the cards that are picked for discarding and not confirmed.
    """
    make = partial(_move_button, day, after, reader)
    who = solo.players(words, ME, reader.name)
    return solo.draw_decision(words, _title(words, day), view, who, reader.preferences, make, draft)


def draw_end(
    words: Words,
    played: Daily,
    view: PlayerView,
    dealt: Sequence[Card],
    reader: DailyReader,
    board: DailyBoard,
    life: DailyLife,
) -> Message:
    """Returns the page after the deal: how the deal ended, a comparison with par and the server's average, the house's
    hand, the results in this server, and a line to share.

    Args:
        dealt: the cards that the house was dealt.
        board: the results in this server.
    """
    who = solo.players(words, ME, reader.name)
    mine, theirs = view.public.score[ME.index], view.public.score[OPPONENT.index]
    result = daily.result(view)
    tricks = words.count("table.tricks", result.made)
    midnight = _start(played.day) + _DAY_MS
    lines = [
        words("daily.result", mine=mine, theirs=theirs, points=formatting.with_sign(result.points), tricks=tricks),
        *_comparison_lines(words, board, life),
        f"-# {words('daily.dealt', cards=formatting.cards(words, dealt))}",
        f"-# {words('daily.next', when=timestamp(midnight))}",
    ]
    week = _button(words("daily.week"), "week", played.day, len(played.moves), reader, emoji="📅")
    share = _button(words("daily.share"), "share", played.day, len(played.moves), reader, emoji="📣", style=_SUCCESS)
    here = () if not reader.in_server else (None if played.shared_at else share, week, find_opponent(words))
    is_reminded = reader.reminder is not None and reader.reminder.is_on
    return solo.draw_page(
        words,
        _title(words, played.day),
        view,
        who,
        reader.preferences,
        lines,
        text(f"**{words('daily.board')}**\n{board_lines(words, board, reader.id)}") if board.rows else None,
        text(f"{words('daily.to_share')}\n```\n{share_line(words, played.day, result)}\n```"),
        _refused(words, reader),
        buttons(*here, None if is_reminded else remind(words)),
    )


def _refused(words: Words, reader: DailyReader) -> ui.TextDisplay[Any] | None:
    """Returns the line that says why the reminder is off, until its reader has read it."""
    is_refused = reader.reminder is not None and reader.reminder.refused
    return text(f"-# ⚠️ {words('reminder.refused')}") if is_refused else None


def play_button(words: Words, day: str) -> PressButton:
    """Returns the button that opens the deal of the present day. Each person who presses it gets their own page."""
    return button(Verb.DAILY, words("daily.post.play"), argument=f"open.{day}.0..0", style=_PRIMARY, emoji="🃏")


def draw_post(words: Words, day: str, before: DailyBoard, par: int | None) -> Message:
    """Returns the public message that announces the deal of a day in a server. It gives away nothing about that deal.

    Args:
        before: the results of the deal of the day before, in this server.
        par: the points that the house's best player (the maître) makes in the deal of the day before. None if they are
            not known.
    """
    return Message(
        layout(
            page_frame(
                text(_title(words, day)),
                text(words("daily.post.about", house=naming.name(words, Level.MAITRE))),
                text(f"-# {_day_before(words, before, par)}") if before.rows else None,
                buttons(play_button(words, day)),
            )
        )
    )


def _day_before(words: Words, board: DailyBoard, par: int | None) -> str:
    """Returns the best results of a day, the average and par, in one line."""
    best = [row for row in board.rows if _worth(row) == _worth(board.rows[0])]
    names = [known_name(words, board.names, row.user_id) for row in best[:_BEST_NAMED]]
    if more := len(best) - len(names):
        names.append(words.count("daily.post.more", more))
    return join_facts(
        words("daily.post.best", names=words.join(names), points=formatting.with_sign(_worth(best[0])[0])),
        words("daily.post.average", n=len(board.rows), points=_average(words, board)) if len(board.rows) > 1 else "",
        "" if par is None else words("daily.post.par", points=formatting.with_sign(par)),
    )


def draw_week(
    words: Words, day: str, sums: Sequence[DailySum], names: Mapping[int, str], reader: DailyReader
) -> Message:
    """Returns the page of a week in a server: the points of its members, summed over the deals from Monday to Sunday.

    Args:
        day: a day of that week.
    """

    def line(place: int, row: DailySum) -> str:
        deals, points = words.count("daily.week.deals", row.deals), formatting.with_sign(row.points)
        return f"**{place}.** {join_facts(known_name(words, names, row.user_id), points, deals)}"

    lines = _ranked(sums, lambda row: row.points, line, reader.id)
    back = _button(words("daily.week.back"), "open", day, 0, reader, emoji="◀️")
    about = words("daily.week.about")
    return Message(layout(page_frame(text(f"## {words('daily.week')}"), text(lines or about), buttons(back))))


def draw_shared(
    words: Words,
    day: str,
    person: Person,
    result: daily.Result,
    place: tuple[int, int] | None = None,
    photos: Photos = NO_PHOTOS,
) -> Message:
    """Returns the public message with which a person shares their result: a picture and a line.

    Args:
        person: the player of the deal.
        place: the player's place among the results of the server, and the number of results. None if no one else has
            finished.
        photos: the photograph of that person, if it is in memory.
    """
    tricks = words.count("table.tricks", result.made)
    reached = join_facts(tricks, "" if place is None else words("daily.shared.place", place=place[0], n=place[1]))
    start, points = _start(day), formatting.with_sign(result.points)
    scene = DailyScene(
        words.month(start).upper(),
        datetime.fromtimestamp(start / 1000, UTC).day,
        words("daily.shared.caption"),
        result.tricks,
        person.name,
        face_of(person, photos),
        reached,
        points,
    )
    picture = Picture("daily.png", scene, lambda: daily_picture(scene).data)
    numbers = [words.number(number) for number, was_made in enumerate(result.tricks, 1) if was_made]
    alt = [words("daily.shared.alt", who=person.name, date=_date(words, day), points=points, reached=reached)]
    if numbers:
        alt.append(words("daily.shared.tricks", numbers=words.join(numbers)))
    return Message(layout(picture.gallery(" ".join(alt))), (picture,))


def place_of(board: DailyBoard, user_id: int) -> tuple[int, int] | None:
    """Returns a person's place among the results of a server, and the number of results. Equal results share a place.
    None if the person has no result, or is the only one with a result.
    """
    own = next((row for row in board.rows if row.user_id == user_id), None)
    if own is None or len(board.rows) < 2:
        return None
    return 1 + sum(_worth(row) > _worth(own) for row in board.rows), len(board.rows)


def share_line(words: Words, day: str, result: daily.Result) -> str:
    """Returns a result in one line that gives no card away: which player took each trick, and the points."""
    signs = "".join(_MADE if is_own else _LOST for is_own in result.tricks)
    return words("daily.line", date=_date(words, day), signs=signs, points=formatting.with_sign(result.points))


def day_title(words: Words, day: str) -> str:
    """Returns the title of the deal of a day, which has the date."""
    return words("daily.title", date=_date(words, day))


def _title(words: Words, day: str) -> str:
    return f"## {day_title(words, day)}"


def _date(words: Words, day: str) -> str:
    return words.date(_start(day))


def _start(day: str) -> int:
    """Returns the moment when a day begins, in epoch milliseconds."""
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) * 1000


def _button(
    label: str | None, what: str, day: str, after: int, reader: DailyReader, detail: str = "", **more: Any
) -> PressButton:
    return button(Verb.DAILY, label, argument=f"{what}.{day}.{after}.{detail}.{reader.id}", **more)


def _move_button(
    day: str, after: int, reader: DailyReader, label: str | None, what: str, detail: str, **more: Any
) -> PressButton:
    """Returns the button of a move."""
    return _button(label, what, day, after, reader, detail, **more)


def _comparison_lines(words: Words, board: DailyBoard, life: DailyLife) -> list[str]:
    """Returns par, the server's average, and the streak."""
    lines = [] if life.par is None else [words("daily.par", points=formatting.with_sign(life.par))]
    if len(board.rows) > 1:
        lines.append(words("daily.average", n=len(board.rows), points=_average(words, board)))
    if life.streak > 1:
        lines.append(words.count("daily.streak", life.streak))
    return lines


def _average(words: Words, board: DailyBoard) -> str:
    mean = round(sum(row.points or 0 for row in board.rows) / len(board.rows), 1)
    return f"{formatting.sign_of(mean)}{words.number(abs(mean))}"


def board_lines(words: Words, board: DailyBoard, reader: int) -> str:
    """Returns the first places among the results of a server, and the reader's own place."""
    return _ranked(board.rows, _worth, lambda place, row: _line(words, place, row, board.names), reader)


def _ranked(
    rows: Sequence[_Row], worth: Callable[[_Row], object], line: Callable[[int, _Row], str], reader: int
) -> str:
    """Returns the first places, and the reader's own if it is a later one. Equal results share a place.

    Args:
        rows: best first.
    """
    lines: list[str] = []
    own: list[str] = []
    place = 0
    for number, row in enumerate(rows, 1):
        if number == 1 or worth(row) != worth(rows[number - 2]):
            place = number
        if number <= _ROWS:
            lines.append(line(place, row))
        elif row.user_id == reader:
            own = ["⋯", line(place, row)]
    return "\n".join([*lines, *own])


def _line(words: Words, place: int, row: Daily, names: Mapping[int, str]) -> str:
    points, tricks = _worth(row)
    count = words.count("table.tricks", tricks)
    # A medal is only for results that beat the house.
    mark = _MEDALS.get(place) if points > 0 else None
    facts = join_facts(known_name(words, names, row.user_id), formatting.with_sign(points), count)
    return f"{mark or f'**{place}.**'} {facts}"


def _worth(row: Daily) -> tuple[int, int]:
    assert row.points is not None
    assert row.tricks is not None
    return row.points, row.tricks

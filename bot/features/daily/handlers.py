"""The deal of the day, played by clicks. Private, but for a result that its owner shares.

The try lies in the database with all its moves; a button names the day and after how many moves it was drawn, so that a
second press, or one on an old page, changes nothing, and a restart loses nothing. The day is that of UTC, by the
bot's clock; a try that was begun on its day may be ended later. What is lawful, and what the maître answers, is for
`ecarte.teaching.daily` to say; thinking does not hold up the loop, and after a fault the house plays on as it does at
its tables (`bot.house`).
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial

from bot.adapter import naming
from bot.adapter.components import fields, number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.message import Message
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.daily.render import (
    SAID,
    DailyBoard,
    DailyLife,
    DailyReader,
    draw_end,
    draw_play,
    draw_shared,
    draw_start,
    draw_week,
    place_of,
)
from bot.people import daily_deals
from bot.people.members import CannotAsk
from bot.rows.member_rows import Daily
from bot.rows.storage_errors import TriedBefore
from bot.tables.problems import Problem, Refused
from ecarte.ai import Level
from ecarte.game import Card, Discard, Move, Play, PlayerView
from ecarte.teaching import daily

ROUTES = Routes()


def today(now: int, days_ago: int = 0) -> str:
    """The day of a moment (epoch milliseconds), or one before it, as the deals are named: 2026-11-21."""
    return (datetime.fromtimestamp(now / 1000, UTC).date() - timedelta(days=days_ago)).isoformat()


async def open_page(request: Request) -> None:
    """Opens today's deal where its reader has come to: before it, in the middle, or at the end."""
    await request.reply(await _page(request))


@ROUTES.press(Verb.DAILY, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Begins, makes a move, picks a discard or shares the result; on another person's page, opens one's own.

    Raises:
        Refused: the item was drawn by another version, or the move is not lawful.
    """
    what, day, after, detail, owner = fields(press.argument, 5)
    if number(owner) != request.person.id:
        await open_page(request)
        return
    if what == "week":
        await request.replace(await _week(request, day))
        return
    draft: frozenset[int] = frozenset()
    if what == "begin":
        kept = await _begin(request, day)
    else:
        kept = await request.app.people.daily.of(request.person.id, day)
    if what == "share":
        if kept is not None:
            await _share(request, kept)
        return
    if kept is not None and kept.ended_at is None and number(after) == len(kept.moves):
        if what == "pick":
            # An older version drew a menu.
            places = request.values or filter(None, detail.split(","))
            draft = frozenset(number(place, 0, 4) for place in places)
        elif what not in ("begin", "open"):
            kept = await _apply_move(request, kept, what, detail)
    await request.replace(await _page(request, kept, draft))


async def _begin(request: Request, day: str) -> Daily | None:
    """The one try, begun if it was not; None where the day is over: only its own day begins a deal.

    Raises:
        Refused: the person began it, and has deleted their data since.
    """
    if day != today(request.app.now()):
        return None
    log = await asyncio.to_thread(daily.open_log, day, _maitre(request, day))
    try:
        return await request.app.people.daily.begin(
            request.person.id, day, await _server_of(request), log, request.app.now()
        )
    except TriedBefore:
        raise Refused(Problem.DAY_TRIED) from None


async def _server_of(request: Request) -> int:
    """The server on whose board a try stands: this one or, in direct messages, that of the last try; 0: none.

    A person who has left that server is not shown there.
    """
    if request.guild_id:
        return request.guild_id
    user_id = request.person.id
    last = await request.app.people.daily.server_of(user_id)
    try:
        return last if last and await request.app.people.members.of(last, user_id) else 0
    except CannotAsk:
        return 0


async def _apply_move(request: Request, kept: Daily, what: str, detail: str) -> Daily | None:
    """The try after a move, and what the maître answers; as it was where another press was faster."""
    view = daily.view_of(kept.day, kept.moves)
    move = _move(view, what, detail)
    if move not in view.legal_moves:
        raise Refused(Problem.NOT_LAWFUL)
    log = await asyncio.to_thread(daily.answer, kept.day, kept.moves, move, _maitre(request, kept.day))
    after = daily.view_of(kept.day, log)
    ended = None
    if daily.is_over(after):
        result = daily.result(after)
        ended = result.points, result.made
    return await request.app.people.daily.play(kept.user_id, kept.day, len(kept.moves), log, request.app.now(), ended)


def _maitre(request: Request, day: str) -> daily.Decide:
    """Returns the house as it plays at tables, faults included."""
    return partial(request.app.house.decision, f"deal of {day}", Level.MAITRE)


def _move(view: PlayerView, what: str, detail: str) -> Move:
    """The move that a button stands for.

    Raises:
        Refused: the item was drawn by another version.
    """
    if what in SAID:
        return SAID[what]
    if what == "play":
        return Play(_card(view, detail))
    if what == "discard":
        return Discard(_card(view, place) for place in detail.split(",") if place not in ("", "-"))
    raise Refused(Problem.STALE)


def _card(view: PlayerView, place: str) -> Card:
    card = view.places[number(place, 0, 4)]
    if card is None:
        raise Refused(Problem.STALE)
    return card


async def _share(request: Request, kept: Daily) -> None:
    """Shows a result in public, once; a second press only draws the page again."""
    if not await request.app.people.daily.share(kept.user_id, kept.day, request.app.now()):
        await request.replace(await _page(request, kept))
        return
    result = daily.result(daily.view_of(kept.day, kept.moves))
    place = place_of(await _board(request, kept.day), request.person.id)
    words = await request.public_words()
    photos = await request.photographs([request.person.id])
    await request.reply(draw_shared(words, kept.day, request.person, result, place, photos), private=False)


async def _page(
    request: Request,
    kept: Daily | None = None,
    draft: frozenset[int] = frozenset(),
) -> Message:
    """The page of a try, or of today where none is given."""
    user, now = request.interaction.user, request.app.now()
    reader = await _reader(request)
    kept = kept or await request.app.people.daily.of(user.id, today(now))
    if kept is None:
        before = today(now, 1)
        left = await request.app.people.daily.of(user.id, before)
        board = await _board(request, before)
        finished = len((await _board(request, today(now))).rows)
        unfinished = left.day if left is not None and left.ended_at is None else None
        streak = await daily_deals.streak_of(request.app.people, user.id, today(now))
        await _note_read(request, reader)
        return draw_start(request.words, today(now), reader, board, finished, unfinished, streak)
    view = await asyncio.to_thread(daily.view_of, kept.day, kept.moves)
    if kept.ended_at is None:
        return draw_play(request.words, kept.day, view, len(kept.moves), reader, draft)
    dealt = daily.shown_at_end(kept.day, kept.moves)
    streak = await daily_deals.streak_of(request.app.people, user.id, today(now))
    life = DailyLife(streak, (await asyncio.to_thread(daily.par, kept.day)).points)
    await _note_read(request, reader)
    # A look has it loaded, for the picture that may be shared from this page.
    (await request.photographs([user.id])).get(user.id)
    return draw_end(request.words, kept, view, dealt, reader, await _board(request, kept.day), life)


async def _week(request: Request, day: str) -> Message:
    """The week of a day in this server.

    Raises:
        Refused: the item was drawn by another version, or there is no server here.
    """
    if not request.guild_id:
        raise Refused(Problem.NEEDS_SERVER)
    try:
        sums = await daily_deals.best_of_week(request.app.people, request.guild_id, day)
    except ValueError:
        raise Refused(Problem.STALE) from None
    names = await request.app.people.profiles.names({row.user_id for row in sums})
    return draw_week(request.words, day, sums, names, await _reader(request))


async def _reader(request: Request) -> DailyReader:
    user = request.interaction.user
    reminder = await request.app.people.reminders.of(user.id)
    return DailyReader(user.id, naming.called_name(user), await request.preferences(), bool(request.guild_id), reminder)


async def _note_read(request: Request, reader: DailyReader) -> None:
    if reader.reminder is not None and reader.reminder.refused:
        await request.app.people.reminders.note_read(reader.id)


async def _board(request: Request, day: str) -> DailyBoard:
    """Returns who has finished the deal of a day in this server; in direct messages: no one."""
    if not request.guild_id:
        return DailyBoard((), {})
    rows = await daily_deals.best_of_day(request.app.people, request.guild_id, day)
    return DailyBoard(rows, await request.app.people.profiles.names({row.user_id for row in rows}))


@ROUTES.command("daily")
async def command(request: Request) -> None:
    """`/ecarte daily`: the deal of the day."""
    await open_page(request)

"""The deal of the day, played with buttons. Its pages are private, except for a result that its player shares.

The database holds the try with all its moves. A button names the day, and after how many moves it was drawn. So a
second press, or a press on an old page, changes nothing, and a restart loses nothing. Days are in UTC, by the bot's
clock. A try that began on its day may be ended later. `ecarte.teaching.daily` says which moves are lawful and what the
maître answers. Thinking does not block the event loop. If the house's computation fails, it plays on in the way it does
at tables (`bot.house`).
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial

from bot.adapter.components import fields, number
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.message import Message
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.daily.render import (
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
from bot.features.deal import solo
from bot.people import daily_deals
from bot.people.members import CannotAsk
from bot.rows.member_rows import Daily
from bot.rows.storage_errors import TriedBefore
from bot.tables.problems import Problem, Refused
from ecarte.ai import Level
from ecarte.teaching import daily

ROUTES = Routes()


def today(now: int, days_ago: int = 0) -> str:
    """Returns the name of the deal of a day, which is its date in UTC: "2026-11-21".

    Args:
        now: the present time, in epoch milliseconds.
        days_ago: how many days before the present one.
    """
    return (datetime.fromtimestamp(now / 1000, UTC).date() - timedelta(days=days_ago)).isoformat()


async def open_page(request: Request) -> None:
    """Opens today's deal at the point that the reader has reached: before the first move, during play, or at the
    end.
    """
    await request.reply(await _page(request))


@ROUTES.press(Verb.DAILY, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Begins the deal, makes a move, picks a card for discarding or shares the result. If the page belongs to another
    person, opens a page for the person who pressed the button.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or the move is not lawful.
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
        row = await _begin(request, day)
    else:
        row = await request.app.people.daily.of(request.person.id, day)
    if what == "share":
        if row is not None:
            await _share(request, row)
        return
    if row is not None and row.ended_at is None and number(after) == len(row.moves):
        if what == "pick":
            # An older version drew a menu instead of buttons.
            draft = solo.picked(request.values or detail.split(","))
        elif what not in ("begin", "open"):
            row = await _apply_move(request, row, what, detail)
    await request.replace(await _page(request, row, draft))


async def _begin(request: Request, day: str) -> Daily | None:
    """Returns the person's one try, which begins now if it had not begun. Returns None if the day is over.

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
    """Returns the server on whose board a try stands: this one or, in direct messages, that of the last try. 0 for
    none.

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


async def _apply_move(request: Request, row: Daily, what: str, detail: str) -> Daily | None:
    """Returns the try after a move and the maître's answers, or unchanged if another press was faster."""
    move = solo.move_of(daily.view_of(row.day, row.moves), what, detail)
    log = await asyncio.to_thread(daily.answer, row.day, row.moves, move, _maitre(request, row.day))
    after = daily.view_of(row.day, log)
    ended = None
    if daily.is_over(after):
        result = daily.result(after)
        ended = result.points, result.made
    return await request.app.people.daily.play(row.user_id, row.day, len(row.moves), log, request.app.now(), ended)


def _maitre(request: Request, day: str) -> daily.Decide:
    """Returns the house as it plays at tables, with its handling of faults."""
    return partial(request.app.house.decision, f"deal of {day}", Level.MAITRE)


async def _share(request: Request, row: Daily) -> None:
    """Shows a result in public, once. A second press only draws the page again."""
    if not await request.app.people.daily.share(row.user_id, row.day, request.app.now()):
        await request.replace(await _page(request, row))
        return
    result = daily.result(daily.view_of(row.day, row.moves))
    place = place_of(await _board(request, row.day), request.person.id)
    words = await request.public_words()
    photos = await request.photographs([request.person.id])
    await request.reply(draw_shared(words, row.day, request.person, result, place, photos), private=False)


async def _page(
    request: Request,
    row: Daily | None = None,
    draft: frozenset[int] = frozenset(),
) -> Message:
    """Returns the page of a try, or of today if no try is given."""
    user, now = request.interaction.user, request.app.now()
    reader = await _reader(request)
    row = row or await request.app.people.daily.of(user.id, today(now))
    if row is None:
        before = today(now, 1)
        left = await request.app.people.daily.of(user.id, before)
        board = await _board(request, before)
        finished = len((await _board(request, today(now))).rows)
        unfinished = left.day if left is not None and left.ended_at is None else None
        streak = await daily_deals.streak_of(request.app.people, user.id, today(now))
        await _note_read(request, reader)
        return draw_start(request.words, today(now), reader, board, finished, unfinished, streak)
    view = await asyncio.to_thread(daily.view_of, row.day, row.moves)
    if row.ended_at is None:
        return draw_play(request.words, row.day, view, len(row.moves), reader, draft)
    dealt = daily.shown_at_end(row.day, row.moves)
    streak = await daily_deals.streak_of(request.app.people, user.id, today(now))
    life = DailyLife(streak, (await asyncio.to_thread(daily.par, row.day)).points)
    await _note_read(request, reader)
    # This loads the photograph, for the picture that may be shared from this page.
    (await request.photographs([user.id])).get(user.id)
    return draw_end(request.words, row, view, dealt, reader, await _board(request, row.day), life)


async def _week(request: Request, day: str) -> Message:
    """Returns the page of the week of a day in this server.

    Raises:
        Refused: the button or menu was drawn by another version of the bot, or the reader is in no server.
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
    person = request.person
    reminder = await request.app.people.reminders.of(person.id)
    return DailyReader(person.id, person.name, await request.preferences(), bool(request.guild_id), reminder)


async def _note_read(request: Request, reader: DailyReader) -> None:
    if reader.reminder is not None and reader.reminder.refused:
        await request.app.people.reminders.note_read(reader.id)


async def _board(request: Request, day: str) -> DailyBoard:
    """Returns the results of a day's deal in this server. Empty in direct messages."""
    if not request.guild_id:
        return DailyBoard((), {})
    rows = await daily_deals.best_of_day(request.app.people, request.guild_id, day)
    return DailyBoard(rows, await request.app.people.profiles.names({row.user_id for row in rows}))


@ROUTES.command("daily")
async def command(request: Request) -> None:
    """Answers `/ecarte daily` with the deal of the day."""
    await open_page(request)

"""The deal of the day, played by clicks. Private, but for a result that its owner shares.

The try lies in the database with all its moves; a button names the day and after how many moves it was drawn, so that a
second press, or one on an old page, changes nothing, and a restart loses nothing. The day is that of UTC, by the
house's clock; a try that was begun on its day may be ended later. What is lawful, and what the maître answers, is for
`ecarte.teaching.daily` to say; his thinking does not hold up the loop, and where he fails the house plays on as it does
at its tables (`bot.house`).
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.adapter.answering import show, show_all, turn
from bot.adapter.components import fields, number
from bot.adapter.custom_ids import Press
from bot.adapter.languages import public_words
from bot.adapter.message import Drawing
from bot.features.daily.render import SAID, Board, Reader, draw_end, draw_play, draw_start, share_line, shared
from bot.people import daily_deals
from bot.people.daily_deals import Daily
from bot.people.person import Level
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.game import Card, Discard, Move, Play, PlayerView
from ecarte.teaching import daily

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["open_page", "press", "today"]


def today(now: int, days_ago: int = 0) -> str:
    """The day of a moment (epoch milliseconds), or one before it, as the deals are named: 2026-11-21."""
    return (datetime.fromtimestamp(now / 1000, UTC).date() - timedelta(days=days_ago)).isoformat()


async def open_page(room: CardRoom, interaction: discord.Interaction[Any], words: Words) -> None:
    """Opens today's deal where its reader has come to: before it, in the middle, or at the end."""
    await show(interaction, await _drawn(room, interaction, words))


async def press(
    room: CardRoom, interaction: discord.Interaction[Any], words: Words, press: Press, values: list[str]
) -> None:
    """Begin, a move, a discard picked, the result shared; whoever presses on another's page gets his own.

    Raises:
        Refused: the item was drawn by another version, or the move is not lawful.
    """
    what, day, after, detail, owner = fields(press.argument, 5)
    if number(owner) != interaction.user.id:
        await open_page(room, interaction, words)
        return
    draft: frozenset[int] = frozenset()
    kept = await _begun(room, interaction, day) if what == "begin" else await _kept(room, interaction, day)
    if what == "share":
        if kept is not None:
            await _share(room, interaction, words, kept)
        return
    if kept is not None and kept.ended_at is None and number(after) == len(kept.moves):
        if what == "pick":
            draft = frozenset(number(place, 0, 4) for place in values)
        elif what not in ("begin", "open"):
            kept = await _moved(room, kept, what, detail)
    await turn(interaction, await _drawn(room, interaction, words, kept, draft))


async def _kept(room: CardRoom, interaction: discord.Interaction[Any], day: str) -> Daily | None:
    return await daily_deals.try_of(room.people, interaction.user.id, day)


async def _begun(room: CardRoom, interaction: discord.Interaction[Any], day: str) -> Daily | None:
    """The one try, begun if it was not; None where the day is over: only its own day begins a deal."""
    assert interaction.guild_id is not None
    if day != today(room.now):
        return None
    log = await asyncio.to_thread(daily.begun, day, _maitre(room, day))
    return await daily_deals.begin(room.people, interaction.user.id, day, interaction.guild_id, log)


async def _moved(room: CardRoom, kept: Daily, what: str, detail: str) -> Daily | None:
    """The try after a move, and what the maître answers; as it was where another press was faster."""
    view = daily.seen(kept.day, kept.moves)
    move = _move(view, what, detail)
    if move not in view.legal_moves:
        raise Refused(Problem.NOT_LAWFUL)
    log = await asyncio.to_thread(daily.answered, kept.day, kept.moves, move, _maitre(room, kept.day))
    after = daily.seen(kept.day, log)
    ended = None
    if daily.is_over(after):
        result = daily.result(after)
        ended = result.points, result.made
    return await daily_deals.play(room.people, kept, log, ended)


def _maitre(room: CardRoom, day: str) -> daily.Decide:
    """The adversary, as he sits at tables: the same player, and the same answer where he fails."""
    return partial(room.opponents.decision, f"deal of {day}", Level.MAITRE)


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
        return Discard(_card(view, place) for place in detail.split(",") if place)
    raise Refused(Problem.STALE)


def _card(view: PlayerView, place: str) -> Card:
    card = view.places[number(place, 0, 4)]
    if card is None:
        raise Refused(Problem.STALE)
    return card


async def _share(room: CardRoom, interaction: discord.Interaction[Any], words: Words, kept: Daily) -> None:
    """Shows a result to everybody, once; a second press only draws the page again."""
    if not await daily_deals.share(room.people, kept.user_id, kept.day):
        await turn(interaction, await _drawn(room, interaction, words, kept))
        return
    line = share_line(await public_words(room, interaction), kept.day, daily.result(daily.seen(kept.day, kept.moves)))
    await show_all(interaction, shared(interaction.user.display_name, line))


async def _drawn(
    room: CardRoom,
    interaction: discord.Interaction[Any],
    words: Words,
    kept: Daily | None = None,
    draft: frozenset[int] = frozenset(),
) -> Drawing:
    """The page of a try, or of today where none is given."""
    user, now = interaction.user, room.now
    reader = Reader(user.id, user.display_name, (await room.profile(user.id)).preferences)
    kept = kept or await daily_deals.try_of(room.people, user.id, today(now))
    if kept is None:
        before = today(now, 1)
        left = await daily_deals.try_of(room.people, user.id, before)
        board = await _board(room, interaction, before)
        finished = len((await _board(room, interaction, today(now))).rows)
        unfinished = left.day if left is not None and left.ended_at is None else None
        return draw_start(words, today(now), reader, board, finished, unfinished)
    view = await asyncio.to_thread(daily.seen, kept.day, kept.moves)
    if kept.ended_at is None:
        return draw_play(words, kept.day, view, len(kept.moves), reader, draft)
    dealt = daily.shown_at_end(kept.day, kept.moves)
    return draw_end(words, kept, view, dealt, reader, await _board(room, interaction, kept.day))


async def _board(room: CardRoom, interaction: discord.Interaction[Any], day: str) -> Board:
    """Who has finished the deal of a day in the server in which somebody asks."""
    assert interaction.guild_id is not None
    rows = await daily_deals.best_of_day(room.people, interaction.guild_id, day)
    return Board(rows, await room.people.profiles.names({row.user_id for row in rows}))

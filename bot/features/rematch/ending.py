"""The private end of a game: who has the chair, and what a player can do next."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import more
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.adapter.naming import participant
from bot.features.rematch import text as rematch_text
from bot.people.person import level_of
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat
from ecarte.table import chairs


def lines(words: Words, view: TableView, user_id: int) -> list[str]:
    """Returns what a player has to know before the next game; nothing at a closed table."""
    if view.status is not Status.BETWEEN:
        return []
    queue, taker = view.around.queue, _taker(view)
    if queue is not None and taker is not None and queue.seat_of(user_id) is None:
        told = [words("galerie.chair.taken", who=participant(words, view, taker))]
        if user_id in queue.waiting:
            told.append(words("galerie.queue.in", place=chairs.order(queue).index(user_id) + 1))
        return told
    if taker is not None and user_id not in view.asked:
        return [words("galerie.chair.next", who=participant(words, view, taker))]
    others = [seat for seat in Seat if view.person(seat).id != user_id]
    if user_id in view.asked and taker is None and view.around.pool is None:
        return [words("match.waits", who=formatting.who(view, others[0]))]
    return rematch_text.asked(words, view)


def row(words: Words, view: TableView, user_id: int) -> ui.ActionRow[Any]:
    """Returns the buttons for a player: another game, or the line for a chair; the review; More."""
    items: list[ui.Item[Any]] = []
    if (first := _first(words, view, user_id)) is not None:
        items.append(first)
    if view.game is not None and view.game.outcome is not None:
        items.append(button(Verb.REVIEW, words("review.open"), argument=f"{view.id}.{view.game_no}"))
    return ui.ActionRow(*items, more(words, view.id))


def _first(words: Words, view: TableView, user_id: int) -> PressButton | None:
    queue, pool = view.around.queue, view.around.pool
    if view.status is not Status.BETWEEN or user_id in view.asked:
        return None
    if queue is not None and _taker(view) is not None and queue.seat_of(user_id) is None:
        if user_id in queue.waiting:
            return None
        return button(Verb.ENTER, words("galerie.enter"), table=view.id, style=discord.ButtonStyle.success)
    if pool is not None and user_id == pool.out and pool.winner is None:
        return None
    return button(Verb.REMATCH, rematch_text.again(words, view), table=view.id, style=discord.ButtonStyle.success)


def _taker(view: TableView) -> int | None:
    """The member who has, or may take, the chair of a player who has just lost it; None: the chair waits for none."""
    queue = view.around.queue
    if queue is None:
        return None
    played = {person.id for person in view.seats or ()}
    come = [person for person in queue.seats if person is not None and person not in played]
    taker = next(iter(come), chairs.called(queue))
    return None if taker is None or level_of(taker) is not None else taker

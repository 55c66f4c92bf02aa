"""The private end of a game: who has the chair, and what a player can do next."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter.components import more
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.adapter.naming import participant
from bot.features.rematch import text as rematch_text
from bot.people.person import level_of
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.table import Queue, chairs


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
    if queue is not None and user_id in view.asked and taker is None and view.around.pool is None:
        return [words("match.waits", who=participant(words, view, _opponent(view, queue, user_id)))]
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
    if queue is not None and queue.seat_of(user_id) is None and (_taker(view) is not None or not _sat(view, user_id)):
        if user_id in queue.waiting:
            return None
        return button(Verb.ENTER, words("galerie.enter"), table=view.id, style=discord.ButtonStyle.success)
    if pool is not None and user_id == pool.out and pool.winner is None:
        return None
    return button(Verb.REMATCH, rematch_text.again(words, view), table=view.id, style=discord.ButtonStyle.success)


def _sat(view: TableView, user_id: int) -> bool:
    """Whether a person sat down to the last game, and so may have another one, as who played it out may not."""
    return any(person.id == user_id for person in view.sat or ())


def _opponent(view: TableView, queue: Queue, user_id: int) -> int:
    """Against whom a person who waits would play: who has the other chair, else the last opponent."""
    sitting = [person for person in queue.seats if person not in (None, user_id)]
    played = [person.id for person in (view.sat if _sat(view, user_id) else view.seats) or ()]
    return next(person for person in (*sitting, *played) if person is not None and person != user_id)


def _taker(view: TableView) -> int | None:
    """The member who has, or may take, the chair of a player who has just lost it; None: the chair waits for none."""
    queue = view.around.queue
    if queue is None:
        return None
    played = {person.id for person in (*(view.seats or ()), *(view.sat or ()))}
    come = [person for person in queue.seats if person is not None and person not in played]
    taker = next(iter(come), chairs.called(queue))
    return None if taker is None or level_of(taker) is not None else taker

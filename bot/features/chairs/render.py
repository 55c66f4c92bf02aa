"""Chairs as people see them: who waits, who is called, and what they may press."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import question
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, layout
from bot.adapter.naming import participant as name
from bot.features.rematch import text as rematch_text
from bot.people.person import level_of
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.table import chairs
from ecarte.table.stakes import Style

_SUCCESS = discord.ButtonStyle.success


def lines(words: Words, view: TableView) -> list[str]:
    """Returns who is called to a chair, or has to say whether they go on, and who waits."""
    queue, awaited = view.around.queue, view.around.awaited
    if queue is None or view.status is Status.CLOSED:
        return []
    lines = []
    if awaited is not None and level_of(awaited) is not None:
        # The house is not rung for, and presses nothing.
        lines.append(words("house.coming", who=name(words, view, awaited)))
    elif awaited is not None:
        key = "galerie.chair.stay" if queue.seat_of(awaited) is not None else "galerie.chair.called"
        when = formatting.relative(view.around.awaited_until or 0)
        press = {"press": rematch_text.again(words, view)} if key == "galerie.chair.stay" else {}
        lines.append(words(key, who=f"<@{awaited}>", when=when, **press))
    waiting = [name(words, view, person) for person in chairs.order(queue) if person != awaited]
    if waiting:
        lines.append(words("galerie.chair.waiting", people=formatting.listed(words, waiting)))
    return lines


def rows(words: Words, view: TableView) -> list[ui.Item[Any]]:
    """Returns the row by which the member who is called takes the chair or declines it."""
    if view.status is not Status.BETWEEN:
        return []
    queue, awaited = view.around.queue, view.around.awaited
    if queue is None or awaited is None or queue.seat_of(awaited) is not None or not _member(awaited):
        return []
    sit = button(Verb.SIT, words("galerie.chair.sit"), table=view.id, style=_SUCCESS, emoji="🪑")
    return [ui.ActionRow(sit, button(Verb.DECLINE_CHAIR, words("galerie.chair.decline"), table=view.id))]


def rentrer(words: Words, view: TableView) -> PressButton | None:
    """Returns the button that asks for a chair; None at a table where chairs do not change."""
    queue = view.around.queue
    if queue is None or queue.style is Style.ENGLISH:
        return None
    return button(Verb.ENTER, words("galerie.enter"), table=view.id, emoji="🪑")


def house(words: Words, view: TableView) -> PressButton | None:
    """Returns the button that asks the house to take the empty chair; None where it cannot come."""
    queue, level = view.around.queue, view.terms.house_enters
    if queue is None or level is None or view.status is not Status.BETWEEN:
        return None
    if not queue.empty_chairs or view.around.awaited is not None or not any(map(_member, queue.seats)):
        return None
    return button(Verb.ASK_HOUSE, words("house.ask"), table=view.id, emoji="🏠")


def queued(words: Words, view: TableView, place: int) -> Message:
    """To a person who waits for a chair: the place in the queue, and the way out."""
    leave = button(Verb.LEAVE_QUEUE, words("galerie.queue.leave"), table=view.id)
    text: ui.TextDisplay[Any] = ui.TextDisplay(words("galerie.queue.in", place=place))
    return Message(layout(ui.Container(text, ui.ActionRow(leave))))


def call(words: Words, view: TableView) -> Message:
    """To the person who is called to a chair, or who sits and has to say whether they go on."""
    queue, awaited = view.around.queue, view.around.awaited
    assert queue is not None
    assert awaited is not None
    when, table = formatting.relative(view.around.awaited_until or 0), formatting.link(view.guild_id, view.place)
    if queue.seat_of(awaited) is not None:
        again = button(Verb.REMATCH, rematch_text.again(words, view), table=view.id, style=_SUCCESS)
        leave = button(Verb.CLOSE, words("table.close"), table=view.id)
        return question(words("notice.stay", when=when, table=table), again, leave)
    stake = words("notice.chair.stake", amount=formatting.chips(words, view.terms.stake)) if view.terms.stake else ""
    sit = button(Verb.SIT, words("galerie.chair.sit"), table=view.id, style=_SUCCESS, emoji="🪑")
    later = button(Verb.DECLINE_CHAIR, words("galerie.chair.decline"), table=view.id)
    return question(words("notice.chair", when=when, table=table, stake=stake), sit, later)


def _member(person: int | None) -> bool:
    return person is not None and level_of(person) is None

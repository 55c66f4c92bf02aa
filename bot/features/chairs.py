"""The two chairs of a table: the queue for a chair, the call to the next person in the queue, their answer, and the
request that the house takes an empty chair.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.adapter import formatting
from bot.adapter.components import question
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.display import (
    Group,
    MenuEntry,
    MenuReader,
    PlacementFor,
    Ring,
    ShownTable,
    draw_with,
    question_deletions,
)
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, layout
from bot.adapter.naming import participant as name
from bot.adapter.registry import Feature, Needs, Routes
from bot.adapter.request import Request
from bot.features.rematch import rematch_label
from bot.people.person import level_of
from bot.rows.slots import Slot, SlotKind
from bot.tables.actions import chairs as chairs_actions
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.table import chairs
from ecarte.table.stakes import Style

__all__ = ["FEATURE", "chair_lines", "chair_rows", "house_button"]

ROUTES = Routes()

_SUCCESS = discord.ButtonStyle.success


@ROUTES.press(Verb.ENTER, needs=Needs.MEMBER)
async def enter(request: Request, press: Press) -> None:
    """Puts the person who pressed the button into the queue for a chair. Answers with their place in the queue, or that
    a chair is free.
    """
    person, words = request.person, request.words
    table = await chairs_actions.enter(request.app.tables, press.table, person, request.cause)
    queue = table.galerie.queue
    if table.galerie.awaited == person.id:
        await request.reply(words("galerie.queue.called"))
    elif queue is not None and person.id in queue.waiting:
        place = chairs.order(queue).index(person.id) + 1
        await request.reply(draw_queued(words, table, place).view)


@ROUTES.press(Verb.LEAVE_QUEUE, needs=Needs.TABLE)
async def leave_queue(request: Request, press: Press) -> None:
    """Takes the person who pressed the button out of the queue for a chair."""
    await chairs_actions.leave_queue(request.app.tables, press.table, request.person.id, request.cause)
    await request.replace(request.words("galerie.queue.left"))


@ROUTES.press(Verb.SIT, needs=Needs.MEMBER)
async def sit(request: Request, press: Press) -> None:
    """Seats the person who was called to the free chair and pressed the button. If the table still waits for another
    person, the answer names that person.
    """
    table = await chairs_actions.sit(request.app.tables, press.table, request.person.id, request.cause)
    if table.galerie.awaited is not None:
        awaited = name(request.words, table, table.galerie.awaited)
        await request.reply(request.words("galerie.chair.sitting", who=awaited))


@ROUTES.press(Verb.DECLINE_CHAIR, needs=Needs.TABLE)
async def decline(request: Request, press: Press) -> None:
    """Declines the free chair, for the person who was called to it and pressed the button. The next person in the queue
    is called.
    """
    await chairs_actions.decline_chair(request.app.tables, press.table, request.person.id, request.cause)


@ROUTES.press(Verb.ASK_HOUSE, needs=Needs.MEMBER)
async def ask_house(request: Request, press: Press) -> None:
    """Asks the house (the computer player) to take the empty chair."""
    await chairs_actions.ask_house(request.app.tables, press.table, request.person.id, request.cause)


def entries(words: Words, reader: MenuReader) -> Iterator[MenuEntry]:
    """Yields the entries of the menu More about chairs, for one reader. Yields none for a challenge or a closed
    table.
    """
    view = reader.table
    queue, seated = view.galerie.queue, view.seat_of(reader.id) is not None
    if view.status not in (Status.PLAYING, Status.BETWEEN):
        return
    for line in chair_lines(words, view):
        yield MenuEntry(Group.CHAIRS, line=line)
    if queue is not None and reader.id in queue.waiting:
        yield MenuEntry(Group.CHAIRS, button(Verb.LEAVE_QUEUE, words("galerie.queue.leave"), table=view.id))
    elif not (seated and view.status is Status.PLAYING) and (enter := rentrer(words, view)) is not None:
        yield MenuEntry(Group.CHAIRS, enter, words("galerie.enter.about"))
    # A person who only played a game out for one of them may not close the table.
    may_leave = any(person.id == reader.id for person in view.sat or ())
    may_leave |= queue is not None and queue.seat_of(reader.id) is not None
    if may_leave and view.status is Status.BETWEEN:
        yield MenuEntry(Group.CHAIRS, button(Verb.CLOSE, words("table.close"), table=view.id))


def placements_at(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields the message that calls a person to a free chair, or asks a player whether they stay."""
    table, waiting = shown.table, shown.table.waits.get(WaitKind.CHAIR)
    called: dict[int, Slot] = {}
    if waiting is not None:
        called = {person: Slot(SlotKind.CHAIR, table.game_no, waiting.until, reader=person) for person in waiting.who}
    yield from question_deletions(shown, SlotKind.CHAIR, *called.values())
    for person, slot in called.items():
        yield person, Ring(slot, draw_with(call, table))


def chair_lines(words: Words, view: TableView) -> list[str]:
    """Returns the public lines about the chairs.

    They name the person called to a chair, the player who has to say whether they stay, and the queue.
    """
    queue, awaited = view.galerie.queue, view.galerie.awaited
    if queue is None or view.status is Status.CLOSED:
        return []
    lines = []
    if awaited is not None and level_of(awaited) is not None:
        # The house gets no call, and presses no button.
        lines.append(words("house.coming", who=name(words, view, awaited)))
    elif awaited is not None:
        key = "galerie.chair.stay" if queue.seat_of(awaited) is not None else "galerie.chair.called"
        until = formatting.until(words, view.terms, view.waits[WaitKind.CHAIR].until)
        lines.append(words(key, who=f"<@{awaited}>", until=until))
    waiting = [name(words, view, person) for person in chairs.order(queue) if person != awaited]
    if waiting:
        lines.append(words("galerie.chair.waiting", people=formatting.list_people(words, waiting)))
    return lines


def chair_rows(words: Words, view: TableView) -> list[ui.Item[Any]]:
    """Returns the row of buttons by which the person who is called takes the chair or declines it. Empty if no person
    is called.
    """
    if view.status is not Status.BETWEEN:
        return []
    queue, awaited = view.galerie.queue, view.galerie.awaited
    if queue is None or awaited is None or queue.seat_of(awaited) is not None or not _member(awaited):
        return []
    sit = button(Verb.SIT, words("galerie.chair.sit"), table=view.id, style=_SUCCESS, emoji="🪑")
    return [ui.ActionRow(sit, button(Verb.DECLINE_CHAIR, words("galerie.chair.decline"), table=view.id))]


def rentrer(words: Words, view: TableView) -> PressButton | None:
    """Returns the button "Rentrer", which joins the queue for a chair. None at a table where chairs do not change."""
    queue = view.galerie.queue
    if queue is None or queue.style is Style.ENGLISH:
        return None
    return button(Verb.ENTER, words("galerie.enter"), table=view.id, emoji="🪑")


def house_button(words: Words, view: TableView) -> PressButton | None:
    """Returns the button that asks the house (the computer player) to take the empty chair. None if no chair is empty,
    if a person is called to it, or if the house cannot play at this table.
    """
    queue, level = view.galerie.queue, view.terms.house_enters
    if queue is None or level is None or view.status is not Status.BETWEEN:
        return None
    if not queue.empty_chairs or view.galerie.awaited is not None or not any(map(_member, queue.seats)):
        return None
    return button(Verb.ASK_HOUSE, words("house.ask"), table=view.id, emoji="🏠")


def draw_queued(words: Words, view: TableView, place: int) -> Message:
    """Returns the message to a person in the queue: their place in it, and the button that leaves the queue."""
    leave = button(Verb.LEAVE_QUEUE, words("galerie.queue.leave"), table=view.id)
    text: ui.TextDisplay[Any] = ui.TextDisplay(words("galerie.queue.in", place=place))
    return Message(layout(ui.Container(text, ui.ActionRow(leave))))


def call(words: Words, view: TableView) -> Message:
    """Returns the message to a person who is called to a free chair, or to a player who has to say whether they
    stay.
    """
    queue, awaited = view.galerie.queue, view.galerie.awaited
    assert queue is not None
    assert awaited is not None
    until, table = (
        formatting.until(words, view.terms, view.waits[WaitKind.CHAIR].until),
        formatting.link(view.guild_id, view.place),
    )
    if queue.seat_of(awaited) is not None:
        again = button(Verb.REMATCH, rematch_label(words, view), table=view.id, style=_SUCCESS)
        leave = button(Verb.CLOSE, words("table.close"), table=view.id)
        return question(words("notice.stay", until=until, table=table), again, leave)
    stake = words("notice.chair.stake", amount=formatting.chips(words, view.terms.stake)) if view.terms.stake else ""
    sit = button(Verb.SIT, words("galerie.chair.sit"), table=view.id, style=_SUCCESS, emoji="🪑")
    later = button(Verb.DECLINE_CHAIR, words("galerie.chair.decline"), table=view.id)
    return question(words("notice.chair", until=until, table=table, stake=stake), sit, later)


def _member(person: int | None) -> bool:
    return person is not None and level_of(person) is None


FEATURE = Feature("chairs", (ROUTES,), placements=placements_at, more=entries)

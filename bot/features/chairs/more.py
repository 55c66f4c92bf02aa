"""Chairs in the menu More: who waits, the queue, and the way out between games."""

from __future__ import annotations

from collections.abc import Iterator

from bot.adapter.custom_ids import Verb
from bot.adapter.display import Entry, Group, Reader
from bot.adapter.items import button
from bot.features.chairs import render
from bot.tables.state.table import Status
from bot.texts import Words


def entries(words: Words, reader: Reader) -> Iterator[Entry]:
    """Returns the entries for one reader; a closed table has none."""
    view = reader.table
    queue, seated = view.around.queue, view.seat_of(reader.id) is not None
    if view.status not in (Status.PLAYING, Status.BETWEEN):
        return
    for line in render.lines(words, view):
        yield Entry(Group.CHAIRS, line=line)
    if queue is not None and reader.id in queue.waiting:
        yield Entry(Group.CHAIRS, button(Verb.LEAVE_QUEUE, words("galerie.queue.leave"), table=view.id))
    elif not (seated and view.status is Status.PLAYING) and (enter := render.rentrer(words, view)) is not None:
        yield Entry(Group.CHAIRS, enter, words("galerie.enter.about"))
    # Not who has only played a game out for one of them.
    may_leave = any(person.id == reader.id for person in view.sat or ())
    may_leave |= queue is not None and queue.seat_of(reader.id) is not None
    if may_leave and view.status is Status.BETWEEN:
        yield Entry(Group.CHAIRS, button(Verb.CLOSE, words("table.close"), table=view.id))

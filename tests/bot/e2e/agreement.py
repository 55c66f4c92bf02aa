"""Compares what people see of a table with what its state says: every message is rendered anew."""

from __future__ import annotations

from hashlib import sha256
from typing import assert_never

import simcord

from bot import features
from bot.adapter.display import (
    Closing,
    Deletion,
    Drawn,
    FollowupDeletion,
    Hand,
    Placement,
    Post,
    Remainder,
    Ring,
    ShownTable,
)
from bot.adapter.message import Message
from bot.adapter.registry import Registry
from bot.people.preferences import Preferences
from bot.tables import lookup
from bot.tables.views import TableView
from tests.support.cardroom import CardWorld
from tests.support.shown import MessageLike

_PLACEMENTS = Registry(features.load()).placements


async def differences(
    cards: CardWorld, table_id: int, copies: dict[int, MessageLike] | None = None, *, pictures: bool = False
) -> list[str]:
    """Returns the messages that are missing, or that show something else than the state says. Empty if all agree.

    Args:
        copies: the ephemeral hands that are open, by their readers.
        pictures: whether the pictures are painted anew and compared, too.
    """
    room = cards.room
    views = await lookup.views(room.tables, table_id)
    slots = await room.messages.slots(table_id)
    shown = ShownTable(room.app, views, {slot: bool(row.message_id) for slot, row in slots.items()})
    found = [
        difference
        for placements_at in _PLACEMENTS
        for reader, placement in placements_at(shown)
        for difference in await _of_reader(cards, shown, reader, placement, copies or {}, pictures=pictures)
    ]
    # The places of deals that are over are stored, but no longer in memory.
    stored = await room.database.table_messages.of(table_id)
    found += _more_than_once(cards, views.table, {row.message_id for row in (*slots.values(), *stored)})
    return found


async def _of_reader(
    cards: CardWorld,
    shown: ShownTable,
    reader: int | None,
    placement: Placement,
    copies: dict[int, MessageLike],
    *,
    pictures: bool,
) -> list[str]:
    app, found = cards.room.app, []
    words, preferences = app.texts(shown.table.terms.language), Preferences()
    if reader is not None:
        profile = await app.people.profiles.profile(reader)
        words, preferences = app.texts(profile.language), profile.preferences
    match placement:
        case FollowupDeletion():
            pass
        case Deletion(slot):
            if slot in shown.slots:
                found.append(f"{slot} is still there")
        case Ring(slot):
            if slot not in shown.slots:
                found.append(f"{slot} was not sent")
        case Remainder(slot) | Closing(slot, sends=False) | Hand(slot, sends=False) if slot not in shown.slots:
            pass
        case Post() | Hand() | Remainder() | Closing():
            drawing = await placement.draw(words, preferences)
            found += await _of_message(cards, shown, placement, drawing, pictures=pictures)
            if isinstance(placement, Hand) and reader in copies:
                copy = await cards.again(copies[reader])
                if not drawing.is_shown_by(copy):
                    found.append(f"the private copy of {placement.slot} shows something else")
        case _:
            assert_never(placement)
    return found


async def _of_message(
    cards: CardWorld, shown: ShownTable, placement: Drawn, drawing: Message, *, pictures: bool
) -> list[str]:
    env, row = cards.world.env, (await cards.room.messages.slots(shown.table.id)).get(placement.slot)
    if row is None or not row.message_id:
        return [f"{placement.slot} was not sent"]
    stored = env.backend.messages[row.channel_id].get(row.message_id)
    if stored is None:
        return [f"{placement.slot} is not there"]
    message = simcord.ResponseMessage(env, stored)
    if not drawing.is_shown_by(message.message):
        return [f"{placement.slot} shows something else"]
    if pictures:
        seen = [sha256(env.backend.cdn.get(item["url"]) or b"").digest() for item in stored.attachments]
        if seen != [sha256(file.fp.read()).digest() for file in await drawing.files()]:
            return [f"{placement.slot} has another picture"]
    return []


def _more_than_once(cards: CardWorld, table: TableView, known: set[int]) -> list[str]:
    """Returns the private messages that belong to no slot, which means that something was sent twice."""
    backend, found = cards.world.env.backend, []
    for person in cards.all_people:
        for stored in backend.messages.get(person.user.dm_channel.id, {}).values():
            if stored.author_id == backend.bot_user.id and not stored.is_ephemeral and stored.id not in known:
                found.append(f"message {stored.id} to {person.name} is none of table {table.id}")
    return found

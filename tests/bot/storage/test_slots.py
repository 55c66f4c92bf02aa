"""Slots: every format that was ever stored is read, and written back byte for byte."""

from __future__ import annotations

import pytest

from bot.rows.slots import MessageRow, Slot, SlotKind, ending_for
from bot.storage import Database
from tests.bot.storage.making import seated

_ALICE, _STAND_IN = 4_711_000_000_000_000_001, -(1 << 52) - 5
FORMATS = {
    "challenge": Slot(SlotKind.CHALLENGE),
    "table": Slot(SlotKind.TABLE),
    "table:3:0": Slot(SlotKind.TABLE, 3, 0),
    "table:3:12": Slot(SlotKind.TABLE, 3, 12),
    "hand:3:12:north": Slot(SlotKind.HAND, 3, 12, "north"),
    f"hand:3:12:south:{_ALICE}": Slot(SlotKind.HAND, 3, 12, "south", _ALICE),
    f"hand:3:12:south:{_STAND_IN}": Slot(SlotKind.HAND, 3, 12, "south", _STAND_IN),
    f"backed:3:0:{_ALICE}": Slot(SlotKind.BACKED, 3, 0, reader=_ALICE),
    f"backed:3:12:{_ALICE}": Slot(SlotKind.BACKED, 3, 12, reader=_ALICE),
    f"heir:3:1700000000000:{_ALICE}": Slot(SlotKind.HEIR, 3, 1_700_000_000_000, reader=_ALICE),
    f"sight:3:17:{_ALICE}": Slot(SlotKind.SIGHT, 3, 17, reader=_ALICE),
    f"unseen:3:{_ALICE}": Slot(SlotKind.UNSEEN, 3, reader=_ALICE),
    f"refund:3:{_ALICE}": Slot(SlotKind.REFUND, 3, reader=_ALICE),
    f"paid:3:{_ALICE}": Slot(SlotKind.PAID, 3, reader=_ALICE),
    f"chair:3:1700000000000:{_ALICE}": Slot(SlotKind.CHAIR, 3, 1_700_000_000_000, reader=_ALICE),
    f"pool:3:{_ALICE}": Slot(SlotKind.POOL, 3, reader=_ALICE),
    f"house:{_ALICE}": Slot(SlotKind.HOUSE, reader=_ALICE),
    "warning:3:40:public": Slot(SlotKind.WARNING, 3, 40, "public"),
    "warning:3:40": Slot(SlotKind.WARNING, 3, 40),
    "late:3:40": Slot(SlotKind.LATE, 3, 40),
    f"noplace:{_ALICE}": Slot(SlotKind.NO_PLACE, reader=_ALICE),
    f"voided:{_ALICE}": Slot(SlotKind.VOIDED, reader=_ALICE),
    "lost": Slot(SlotKind.LOST),
    f"lost:{_ALICE}": Slot(SlotKind.LOST, reader=_ALICE),
    "cup": Slot(SlotKind.TOURNAMENT),
    "cup:2": Slot(SlotKind.TOURNAMENT, 2),
    "cup:end": Slot(SlotKind.TOURNAMENT, part="end"),
    f"call:2:1:{_ALICE}": Slot(SlotKind.CALL, 2, 1, reader=_ALICE),
}


@pytest.mark.parametrize("text", FORMATS)
def test_every_format_is_read_and_written_byte_for_byte(text: str) -> None:
    assert Slot.parse(text) == FORMATS[text]
    assert str(FORMATS[text]) == text


def test_every_kind_has_a_format_here() -> None:
    assert {slot.kind for slot in FORMATS.values()} == {*SlotKind} - {SlotKind.UNKNOWN}


@pytest.mark.parametrize("text", ["", "cup.1", "deal:1:3", "hand:01:2:north", "hand:1:north:2", "table:1:2:3:4"])
def test_a_slot_of_another_version_keeps_its_text(text: str) -> None:
    assert Slot.parse(text) == Slot(SlotKind.UNKNOWN, part=text)
    assert str(Slot.parse(text)) == text


async def test_a_stored_text_is_unchanged_by_reading_it_and_storing_it_again(database: Database) -> None:
    table, texts = await seated(database, 1, 2), {*FORMATS, "cup.1"}
    first, *others = (MessageRow(table.id, Slot.parse(text), 5, 6, "a", 1) for text in texts)
    await database.table_messages.put(first, *others)
    assert {str(row.slot) for row in await database.table_messages.of(table.id)} == texts
    await database.table_messages.drop(table.id, *(row.slot for row in others))
    assert await database.table_messages.of(table.id) == (first,)


def test_the_text_of_a_slot_with_a_reader_ends_with_the_reader_by_whom_it_is_deleted() -> None:
    assert all(text.endswith(ending_for(slot.reader)) for text, slot in FORMATS.items() if slot.reader is not None)


def test_private_messages_to_seats_are_those_that_need_not_name_their_reader() -> None:
    of_seats = {text for text, slot in FORMATS.items() if slot.is_of_seat}
    assert of_seats == {text for text in FORMATS if text.startswith(("hand:", "warning:", "late:"))} - {
        "warning:3:40:public"
    }

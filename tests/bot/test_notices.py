"""Notices between processes on one database: each is read as it was given, and has the effect that it names."""

from __future__ import annotations

import logging
import random
from collections.abc import AsyncIterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import App, DealKey, PlayerKey, build_app
from bot.config import Settings
from bot.listener import Listener, NoticeCallbacks
from bot.notices import (
    DrawingWanted,
    ErasuresChanged,
    HandPressed,
    MessageOwner,
    MessagesStored,
    Notice,
    OwnersChanged,
    PersonChanged,
    TableChanged,
    TournamentChanged,
    decode,
    encode,
)
from bot.texts import Texts
from tests.support.database import open_database

OF_FIELDS: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(st.characters(exclude_characters=" "), min_size=1),
    frozenset[int]: st.frozensets(st.integers(0, 4)),
}
NOTICES = st.one_of(
    [
        st.builds(
            kind,
            **{
                each.name: OF_FIELDS.get(hint, st.from_type(hint))
                for each in fields(kind)
                if (hint := get_type_hints(kind)[each.name])
            },
        )
        for kind in get_args(Notice)
    ]
)
PRESSED = HandPressed(4, 1 << 22, 11, 12, 13, 14, "token-of-an-interaction")
WRITTEN: dict[str, Notice] = {
    "7 table 3 4194304 25": TableChanged(3, 1 << 22, 25),
    "7 tournament 5 4194304": TournamentChanged(5, 1 << 22),
    "7 messages table_id 3": MessagesStored(MessageOwner.TABLE, 3),
    "7 messages tournament_id 5": MessagesStored(MessageOwner.TOURNAMENT, 5),
    "7 press 4 4194304 11 12 13 14 token-of-an-interaction": PRESSED,
    "7 draw 3 4194304 12 6 024 2.1": DrawingWanted(3, 1 << 22, 12, 6, frozenset({0, 2, 4}), (2, 1)),
    "7 draw 3 4194304 12 6 - -": DrawingWanted(3, 1 << 22, 12, 6, frozenset(), None),
    "7 person 12": PersonChanged(12),
    "7 owners": OwnersChanged(),
    "7 erasing": ErasuresChanged(),
}
"""The form in which processes of other releases write and read them."""
OTHERS = [
    "",
    "7",
    "7 weather sunny",
    "7 table 3 4194304",
    "7 table 3 4194304 25 26",
    "7 table 3 4194304 soon",
    "7 messages nobody 3",
    "7 draw 3 4194304 12 6 ab -",
    "7 draw 3 4194304 12 6 - 2",
    "seven owners",
    "7 press 3 4194304 11 12 13 14 token-of-an-interaction 15",
]


@given(st.integers(0), NOTICES)
def test_a_notice_is_read_as_it_was_given(process: int, notice: Notice) -> None:
    assert decode(encode(process, notice)) == (process, notice)


def test_notices_are_written_as_processes_of_other_releases_read_them() -> None:
    assert {encode(7, notice): notice for notice in WRITTEN.values()} == WRITTEN
    assert {type(notice) for notice in WRITTEN.values()} == set(get_args(Notice))


@pytest.mark.parametrize("text", OTHERS)
def test_a_notice_that_is_not_known_is_left_out_with_one_line_that_tells_no_token(
    text: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "bot.notices"):
        assert decode(text) is None
    (line,) = caplog.messages
    assert line.startswith("a notice is left out, as this release does not know it: ")
    assert PRESSED.token not in line


@given(st.one_of(st.text(), st.lists(st.sampled_from(" ".join(WRITTEN).split(" "))).map(" ".join)))
def test_no_text_makes_reading_fail(text: str) -> None:
    found = decode(text)
    assert found is None or decode(encode(*found)) == found


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    """The services of a bot."""
    database = await open_database(tmp_path / "house.sqlite3")
    yield build_app(Settings(), database, Texts.load(), now=lambda: 0, rng=random.Random(1))
    await database.close()


def hear(app: App, *texts: str) -> list[tuple[object, ...]]:
    """Returns what the notices call, with the arguments."""
    calls: list[tuple[object, ...]] = []
    callbacks = NoticeCallbacks(
        owners=lambda: calls.append(("owners",)),
        messages=lambda table_id: calls.append(("messages", table_id)),
        tournament=lambda tournament_id: calls.append(("tournament", tournament_id)),
        tournament_messages=lambda tournament_id: calls.append(("tournament messages", tournament_id)),
        draw=lambda table_id, reader: calls.append(("draw", table_id, reader)),
        press=lambda press: calls.append(("press", press)),
        all_messages=lambda: calls.append(("all messages",)),
    )
    listener = Listener(app, lambda: (), callbacks)
    for text in texts:
        listener.hear(text)
    listener.stop()
    return calls


async def test_each_notice_calls_what_it_is_for(app: App) -> None:
    assert hear(app, *WRITTEN) == [
        ("tournament", 5),
        ("messages", 3),
        ("tournament messages", 5),
        ("press", PRESSED),
        ("draw", 3, 12),
        ("draw", 3, 12),
        ("owners",),
    ]
    assert app.put_away.get(PlayerKey(3, 12)) == DealKey(2, 1)
    assert app.drafts.of(3, 12, 6) == frozenset(), "as the last notice says"


async def test_what_a_process_has_told_itself_or_does_not_know_changes_nothing(app: App) -> None:
    assert app.tables.log.process == 0
    own = [encode(0, notice) for notice in WRITTEN.values()]
    assert hear(app, *own, *OTHERS) == []

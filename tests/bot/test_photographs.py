"""Photographs in memory: which may be shown, how many are kept, how often Discord is asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bot.people.photographs import (
    AT_ONCE,
    IN_USE_MS,
    LARGEST,
    MOST,
    MOST_BYTES,
    MOST_WAITING,
    REST_MS,
    SILENT_MS,
    CannotLoad,
    Photographs,
)
from bot.people.profiles import Profiles
from bot.people.server import Servers, ServerSettings
from bot.storage import Database
from tests.support.database import open_database
from tests.support.patience import PATIENCE_S

HERE, THERE = 1, 2
ALICE, BRUNO = 11, 12


@dataclass
class Cdn:
    """The photographs at Discord's addresses, and the requests for them."""

    holds: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    at_work: int = 0
    most_at_work: int = 0
    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    is_busy: asyncio.Event = field(default_factory=asyncio.Event)
    answers: bool = True

    async def load(self, address: str) -> bytes | None:
        """Returns the photograph once the place is open."""
        self.asked.append(address)
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        if self.at_work == AT_ONCE:
            self.is_busy.set()
        try:
            await self.is_open.wait()
        finally:
            self.at_work -= 1
        if not self.answers:
            raise CannotLoad
        return self.holds.get(address)


@dataclass
class Album:
    """The photographs of a bot whose clock is `at`."""

    database: Database
    cdn: Cdn = field(default_factory=Cdn)
    at: int = 0

    def __post_init__(self) -> None:
        self.cdn.is_open.set()
        self.profiles, self.servers = Profiles(self.database.people), Servers(self.database.servers)
        self.photographs = Photographs(self.profiles, self.servers, lambda: self.at)
        self.photographs.load = self.cdn.load

    def see(self, user_id: int, photo: bytes | None = b"photo", *, guild_id: int | None = HERE) -> str:
        """Acts as a person with this photograph of their account. Returns its address."""
        address = f"{user_id}/{photo!r}"
        if photo is not None:
            self.cdn.holds[address] = photo
        self.photographs.note(user_id, guild_id, everywhere=None if photo is None else address, here=None)
        return address

    async def shown(self, *people: int, guild_id: int | None = HERE) -> dict[int, bytes]:
        """Returns the photographs that a picture would show now."""
        photos = await self.photographs.of(guild_id, people)
        return {user_id: photo for user_id in people if (photo := photos.get(user_id)) is not None}

    async def loaded(self) -> None:
        """Waits until nothing is being loaded."""
        async with asyncio.timeout(PATIENCE_S):
            while tasks := self.photographs.under_way:
                await asyncio.wait(tasks)

    async def next_picture(self, *people: int, guild_id: int | None = HERE) -> dict[int, bytes]:
        """Returns the photographs that the picture after this one shows."""
        await self.shown(*people, guild_id=guild_id)
        await self.loaded()
        return await self.shown(*people, guild_id=guild_id)


@pytest.fixture
async def album(tmp_path: Path) -> AsyncIterator[Album]:
    """An album whose Discord answers at once."""
    database = await open_database(tmp_path / "album.sqlite3")
    made = Album(database)
    yield made
    made.photographs.stop()
    await database.close()


async def test_a_picture_never_waits_for_a_photograph_and_the_next_one_has_it(album: Album) -> None:
    album.cdn.is_open.clear()
    album.see(ALICE)
    assert await album.shown(ALICE, BRUNO) == {}, "returns while Discord has not answered"
    album.cdn.is_open.set()
    await album.loaded()
    assert await album.shown(ALICE, BRUNO) == {ALICE: b"photo"}
    assert len(album.cdn.asked) == 1


async def test_only_a_photograph_that_is_looked_up_is_loaded(album: Album) -> None:
    album.see(ALICE)
    album.see(BRUNO)
    photos = await album.photographs.of(HERE, [ALICE, BRUNO])
    assert photos.get(BRUNO) is None
    await album.loaded()
    assert album.cdn.asked == ["12/b'photo'"]
    assert dict(photos) == {BRUNO: b"photo"}


async def test_a_person_without_a_photograph_is_never_asked_for(album: Album) -> None:
    album.see(ALICE, None)
    assert await album.next_picture(ALICE, BRUNO) == {}
    assert album.cdn.asked == []


async def test_the_photograph_for_a_server_is_shown_there_and_nowhere_else(album: Album) -> None:
    album.cdn.holds = {"account": b"account", "server": b"server"}
    album.photographs.note(ALICE, HERE, everywhere="account", here="server")
    assert await album.next_picture(ALICE) == {ALICE: b"server"}
    assert await album.next_picture(ALICE, guild_id=THERE) == {ALICE: b"account"}
    assert await album.next_picture(ALICE, guild_id=None) == {ALICE: b"account"}
    album.photographs.note(ALICE, HERE, everywhere="account", here=None)
    assert await album.shown(ALICE) == {ALICE: b"account"}


async def test_a_photograph_that_was_replaced_is_gone(album: Album) -> None:
    album.see(ALICE, b"old")
    assert await album.next_picture(ALICE) == {ALICE: b"old"}
    album.see(ALICE, b"new")
    assert await album.shown(ALICE) == {}
    await album.loaded()
    assert await album.shown(ALICE) == {ALICE: b"new"}


async def test_a_person_who_turns_faces_off_is_shown_no_more_and_not_loaded(album: Album) -> None:
    album.see(ALICE)
    album.see(BRUNO)
    assert await album.next_picture(ALICE, BRUNO) == {ALICE: b"photo", BRUNO: b"photo"}
    wishes = (await album.profiles.profile(ALICE)).preferences
    await album.profiles.prefer(ALICE, replace(wishes, faces=False))
    album.cdn.asked.clear()
    assert await album.next_picture(ALICE, BRUNO) == {BRUNO: b"photo"}
    album.see(ALICE)
    assert await album.next_picture(ALICE, BRUNO) == {BRUNO: b"photo"}
    assert album.cdn.asked == []


async def test_in_a_server_that_turns_faces_off_none_is_shown_or_loaded(album: Album) -> None:
    album.see(ALICE)
    assert await album.next_picture(ALICE) == {ALICE: b"photo"}
    await album.servers.change(HERE, ServerSettings(), ServerSettings(faces=False))
    album.see(BRUNO)
    album.cdn.asked.clear()
    assert await album.next_picture(ALICE, BRUNO) == {}
    assert album.cdn.asked == []
    assert await album.next_picture(ALICE, guild_id=THERE) == {ALICE: b"photo"}
    await album.servers.change(HERE, ServerSettings(faces=False), ServerSettings())
    assert await album.next_picture(ALICE) == {ALICE: b"photo"}


async def test_what_another_process_has_set_for_a_server_counts_once_it_is_read_anew(album: Album) -> None:
    album.see(ALICE)
    assert await album.next_picture(ALICE) == {ALICE: b"photo"}
    await Servers(album.database.servers).change(HERE, ServerSettings(), ServerSettings(faces=False))
    album.servers.renew()
    assert await album.shown(ALICE) == {}


async def test_a_picture_about_to_be_painted_loses_the_face_of_a_person_who_is_erased(album: Album) -> None:
    album.see(ALICE)
    await album.next_picture(ALICE)
    photos = await album.photographs.of(HERE, [ALICE])
    assert photos.get(ALICE) == b"photo"
    album.photographs.forget(ALICE)
    assert photos.get(ALICE) is None
    assert len(photos) == 0
    assert await album.next_picture(ALICE) == {}


async def test_a_photograph_that_arrives_after_an_erasure_is_not_kept(album: Album) -> None:
    album.cdn.is_open.clear()
    album.see(ALICE)
    await album.shown(ALICE)
    album.photographs.forget(ALICE)
    album.cdn.is_open.set()
    await album.loaded()
    assert album.photographs.kept_bytes == 0


async def test_few_are_loaded_at_once_and_few_wait(album: Album) -> None:
    album.cdn.is_open.clear()
    people = range(100, 100 + 2 * MOST_WAITING)
    for user_id in people:
        album.see(user_id)
    assert await album.shown(*people) == {}
    async with asyncio.timeout(PATIENCE_S):
        await album.cdn.is_busy.wait()
    album.cdn.is_open.set()
    await album.loaded()
    assert album.cdn.most_at_work == AT_ONCE
    assert len(album.cdn.asked) == MOST_WAITING
    assert len(await album.next_picture(*people)) == len(people), "the others were asked for by the next picture"


async def test_the_memory_is_bound_by_count_and_a_photograph_in_use_stays(album: Album) -> None:
    people = range(100, 100 + MOST)
    for user_id in (*people, BRUNO):
        album.see(user_id)
    for start in range(0, MOST, MOST_WAITING):
        await album.next_picture(*people[start : start + MOST_WAITING])
    assert await album.next_picture(BRUNO) == {}, "all others were shown just now"
    assert len(await album.shown(*people)) == MOST
    album.at += IN_USE_MS
    assert await album.shown(100) == {100: b"photo"}
    assert await album.next_picture(BRUNO) == {BRUNO: b"photo"}
    assert await album.shown(100, 101) == {100: b"photo"}, "101 was not shown for long"


async def test_the_memory_is_bound_by_bytes_and_a_large_photograph_is_not_kept(album: Album) -> None:
    for user_id in range(100, 101 + MOST_BYTES // LARGEST):
        album.see(user_id, bytes(LARGEST))
        assert await album.next_picture(user_id)
        assert album.photographs.kept_bytes <= MOST_BYTES
        album.at += IN_USE_MS
    assert album.photographs.kept_bytes == MOST_BYTES
    album.see(BRUNO, bytes(LARGEST + 1))
    assert await album.next_picture(BRUNO) == {}


async def test_what_could_not_be_loaded_is_silent_and_asked_for_again_later(album: Album) -> None:
    gone = album.see(ALICE)
    del album.cdn.holds[gone]
    for _ in range(3):
        assert await album.next_picture(ALICE) == {}
    assert len(album.cdn.asked) == 1
    album.at += REST_MS
    album.cdn.holds[gone] = b"back"
    assert await album.next_picture(ALICE) == {ALICE: b"back"}


async def test_a_discord_that_does_not_answer_is_left_in_peace_for_a_while(album: Album) -> None:
    album.cdn.answers = False
    for user_id in range(100, 120):
        album.see(user_id)
    assert await album.next_picture(*range(100, 120)) == {}
    assert len(album.cdn.asked) <= AT_ONCE
    album.cdn.answers, asked = True, len(album.cdn.asked)
    album.at = SILENT_MS - 1
    assert await album.next_picture(*range(100, 120)) == {}
    assert len(album.cdn.asked) == asked
    album.at = SILENT_MS
    assert len(await album.next_picture(*range(100, 120))) == 20

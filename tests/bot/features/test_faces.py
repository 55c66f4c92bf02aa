"""The photographs that the bot has on the simulated Discord, and when it drops them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import simcord

from bot.privacy import erasure
from tests.bot.features.playing import Hall
from tests.support.cardroom import EN
from tests.support.photographs import give_photograph


def bytes_below(folder: Path) -> bytes:
    """Returns the content of all files in a folder."""
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


async def shown(hall: Hall, *people: simcord.MemberActor) -> dict[int, bytes]:
    """Returns the photographs that the next picture at a table would show."""
    photographs, ids = hall.room.people.photographs, [person.id for person in people]
    photos = await photographs.of(hall.world.guild.id, ids)
    for user_id in ids:
        photos.get(user_id)
    await hall.world.env.settle()
    return dict(photos)


async def test_people_of_tests_have_no_photographs(hall: Hall) -> None:
    await hall.begin()
    assert await shown(hall, *hall.world.people) == {}


async def test_a_photograph_is_known_from_the_first_press_of_its_owner_on(hall: Hall) -> None:
    alice, bruno = hall.world.alice, hall.world.bruno
    photo = give_photograph(hall.world.env, alice)
    here = give_photograph(hall.world.env, bruno, "red", here=True)
    assert await shown(hall, alice, bruno) == {}
    await hall.begin()
    assert await shown(hall, alice, bruno) == {alice.id: photo, bruno.id: here}


async def test_loading_a_photograph_asks_nothing_of_discords_api_and_draws_nothing(hall: Hall) -> None:
    give_photograph(hall.world.env, hall.world.alice)
    await hall.begin()
    await hall.world.env.settle()
    requests = len(hall.world.env.http_requests)
    assert await shown(hall, hall.world.alice) != {}
    await hall.world.env.settle()
    assert len(hall.world.env.http_requests) == requests


async def test_a_person_who_turns_the_avatar_off_is_known_by_none_at_once(hall: Hall) -> None:
    alice = hall.world.alice
    give_photograph(hall.world.env, alice)
    page = await hall.ask(alice, "preferences")
    assert await shown(hall, alice) != {}
    page = await hall.click(alice, page, EN("pages.preferences.faces.on"))
    assert hall.room.people.photographs.kept_bytes == 0
    assert await shown(hall, alice) == {}
    await hall.click(alice, page, EN("pages.preferences.faces.off"))
    await hall.ask(alice, "preferences")
    assert await shown(hall, alice) != {}


async def test_a_server_that_turns_avatars_off_shows_none(hall: Hall) -> None:
    alice = hall.world.alice
    give_photograph(hall.world.env, alice)
    panel = await hall.ask(alice, "settings")
    assert await shown(hall, alice) != {}
    page = await hall.choose(alice, panel, "edit", "faces")
    await hall.choose(alice, page, "set.faces", "hidden")
    assert await shown(hall, alice) == {}


async def test_nothing_of_a_photograph_is_stored(hall: Hall, tmp_path: Path) -> None:
    photo = give_photograph(hall.world.env, hall.world.alice)
    await hall.begin()
    assert await shown(hall, hall.world.alice) != {}
    await hall.room.close()
    address = hall.world.env.backend.users[hall.world.alice.id].avatar
    stored = bytes_below(tmp_path)
    assert str(hall.world.alice.id).encode() in stored
    assert photo not in stored
    assert str(address).encode() not in stored


async def test_an_erasure_drops_the_photograph_at_once(hall: Hall) -> None:
    alice, photographs, privacy = hall.world.alice, hall.room.people.photographs, hall.room.app.privacy
    photo = give_photograph(hall.world.env, alice)
    await hall.begin()
    assert await shown(hall, alice) == {alice.id: photo}
    async with privacy.one_at_a_time:
        leaving = asyncio.create_task(erasure.erase(privacy, alice.id))
        await asyncio.sleep(0)
        assert photographs.kept_bytes == 0, "before a row is changed"
        assert await photographs.of(hall.world.guild.id, [alice.id]) == {}
    await leaving
    assert await shown(hall, alice) == {}


async def test_a_press_that_an_erasure_overtakes_tells_of_no_photograph_again(hall: Hall) -> None:
    alice, privacy, profiles = hall.world.alice, hall.room.app.privacy, hall.room.people.profiles
    give_photograph(hall.world.env, alice)
    mark_seen = profiles.mark_seen

    async def overtaken(*given: Any, **named: Any) -> Any:
        profile = await mark_seen(*given, **named)
        # An erasure begins with this, and then waits for the person's current actions.
        privacy.leave(alice.id)
        return profile

    profiles.mark_seen = overtaken  # type: ignore[method-assign]  # a race
    await hall.ask(alice, "preferences")
    assert await shown(hall, alice) == {}

"""Faces in the pictures of a table: those in memory when it is painted, where server and person allow them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from io import BytesIO

from PIL import Image, ImageChops

from bot.adapter.custom_ids import Verb
from bot.people.server import ServerSettings
from tests.support.cardroom import CardWorld
from tests.support.photographs import give_photograph
from tests.support.shown import MessageLike

COLOUR = "magenta"


def has_face(picture: bytes) -> bool:
    """Whether a picture shows a photograph, which has one colour that nothing else has."""
    with Image.open(BytesIO(picture)) as opened:
        whole = opened.convert("RGB")
    difference = ImageChops.difference(whole, Image.new("RGB", whole.size, COLOUR)).convert("L")
    return difference.histogram()[0] > 100


async def faces_in(message: MessageLike) -> bool:
    """Whether the first picture of a message shows a photograph."""
    return has_face(await message.attachments[0].read())


def hold_photographs(cards: CardWorld) -> asyncio.Event:
    """Lets no photograph arrive until the event is set."""
    free, photographs = asyncio.Event(), cards.room.people.photographs
    load = photographs.load

    async def late(address: str) -> bytes | None:
        await cards.world.env.external_wait(free.wait(), reason="a slow photograph")
        return await load(address)

    photographs.load = late
    return free


async def test_no_drawing_waits_for_a_face_its_arrival_draws_nothing_and_the_next_drawing_shows_it(
    cards: CardWorld,
) -> None:
    give_photograph(cards.world.env, cards.world.alice, COLOUR)
    free = hold_photographs(cards)
    table_id = await cards.sit_down_to()
    assert not await faces_in(await cards.table(table_id))
    assert not await faces_in(cards.held("bruno"))
    requests = len(cards.world.env.http_requests)
    free.set()
    await cards.world.env.settle()
    assert cards.room.people.photographs.kept_bytes > 0, "it has come"
    assert len(cards.world.env.http_requests) == requests
    await cards.does("bruno", Verb.PROPOSE)
    assert await faces_in(await cards.table(table_id))
    assert await faces_in(cards.held("bruno"))


async def test_a_face_that_never_arrives_changes_no_digest(cards: CardWorld) -> None:
    async def digests() -> dict[str, str]:
        rows = await cards.room.database.table_messages.of(table_id)
        return {f"{row.slot}": row.state_hash for row in rows}

    asked = []

    async def nothing(address: str) -> bytes | None:
        asked.append(address)
        return None

    table_id = await cards.sit_down_to()
    cards.room.people.photographs.load = nothing
    before = await digests()
    give_photograph(cards.world.env, cards.world.alice, COLOUR)
    await cards.world.alice.slash(cards.world.channel, "ecarte preferences")
    cards.room.display.tables.wake(table_id)
    await cards.world.pass_time(1)
    assert asked, "it was looked for"
    assert await digests() == before


async def test_in_a_server_without_avatars_no_picture_has_one(cards: CardWorld) -> None:
    servers, guild_id = cards.room.people.servers, cards.world.guild.id
    await servers.change(guild_id, ServerSettings(), ServerSettings(faces=False))
    give_photograph(cards.world.env, cards.world.alice, COLOUR)
    table_id = await cards.sit_down_to()
    await cards.does("bruno", Verb.PROPOSE)
    await cards.world.env.settle()
    assert not await faces_in(await cards.table(table_id))
    assert cards.room.people.photographs.kept_bytes == 0


async def test_a_person_who_turns_the_avatar_off_is_not_in_the_next_picture(cards: CardWorld) -> None:
    profiles, alice = cards.room.people.profiles, cards.world.alice
    give_photograph(cards.world.env, alice, COLOUR)
    table_id = await cards.sit_down_to()
    await cards.does("bruno", Verb.PROPOSE)
    await cards.world.env.settle()
    assert await faces_in(await cards.table(table_id))
    wishes = (await profiles.profile(alice.id)).preferences
    await profiles.prefer(alice.id, replace(wishes, faces=False))
    await cards.does("alice", Verb.REFUSE)
    await cards.world.env.settle()
    assert not await faces_in(await cards.table(table_id))


async def test_of_many_backers_only_those_who_have_a_place_are_loaded(cards: CardWorld) -> None:
    loaded = []

    async def nothing(address: str) -> bytes | None:
        loaded.append(address)
        return None

    cards.room.people.photographs.load = nothing
    table_id = await cards.sit_down_to(stake=100)
    backers = cards.come("emma", "felix", "gina", "hugo", "ines")
    for person in backers:
        give_photograph(cards.world.env, person, COLOUR)
        await cards.fill(person, await cards.table(table_id), Verb.BET, "10")
    await cards.world.env.settle()
    assert len(loaded) == 4, "four while they were four; then three and a number"


async def test_a_souvenir_shows_the_winner_s_face_to_its_reader_and_where_it_is_posted(cards: CardWorld) -> None:
    for person in (cards.world.alice, cards.world.bruno):
        give_photograph(cards.world.env, person, COLOUR)
    table_id = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table_id)
    page = (await cards.press(cards.world.bruno, await cards.table(table_id), Verb.MORE)).response
    souvenir = (await cards.press(cards.world.bruno, page, Verb.SOUVENIR)).response
    assert await faces_in(souvenir)
    result = await cards.press(cards.world.bruno, souvenir, Verb.SOUVENIR)
    (posted,) = [post for post in result.followups if not post.ephemeral]
    assert await faces_in(posted)

"""`/ecarte play`: two taps from the wish to the cards, with a member who waits, or with the
computer until one comes.
"""

from __future__ import annotations

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.adapter.custom_ids import Verb
from bot.tables import lookup
from bot.tables.state.table_state import Status
from tests.bot.e2e.clicking import confirmation
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of


async def play(cards: CardWorld, person: simcord.MemberActor, **options: str) -> simcord.InteractionResult:
    """Uses `/ecarte play` as a person."""
    return await person.slash(cards.world.channel, "ecarte play", **options)


async def test_who_finds_nobody_waits_in_public_and_is_offered_the_computer_meanwhile(cards: CardWorld) -> None:
    world = cards.world
    waiting = (await play(cards, world.alice)).response
    assert waiting is not None
    assert not waiting.ephemeral
    assert EN("challenge.open", challenger="Alice") in texts_of(waiting)
    own = confirmation(cards, world.alice)
    assert verbs_of(own).keys() == {Verb.CANCEL, Verb.TERMS, Verb.HOUSE}
    await cards.press(world.alice, own, Verb.HOUSE)
    assert await lookup.private_of(cards.room.tables, world.alice.id) is not None


async def test_who_comes_next_sits_down_with_them_and_reads_where(cards: CardWorld) -> None:
    world = cards.world
    waiting = (await play(cards, world.alice)).response
    assert waiting is not None
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{waiting.id}"
    assert private_answer(await play(cards, world.bruno)) == EN("play.found", who="Alice", table=link)
    (row,) = await cards.room.database.tables.open_of(world.bruno.id)
    assert (row.status, row.seated_ids) == (
        Status.PLAYING.value,
        frozenset({world.alice.id, world.bruno.id}),
    )


async def test_the_game_with_the_computer_waits_while_a_member_is_played(cards: CardWorld) -> None:
    world = cards.world
    await play(cards, world.alice)
    await cards.press(world.alice, confirmation(cards, world.alice), Verb.HOUSE)
    before = await lookup.private_of(cards.room.tables, world.alice.id)
    assert before is not None
    await play(cards, world.bruno)
    assert len(await cards.room.database.tables.open_of(world.alice.id)) == 2
    after = await lookup.private_of(cards.room.tables, world.alice.id)
    assert after is not None
    assert (after.id, after.status, after.game) == (before.id, Status.PLAYING, before.game)


@pytest.mark.parametrize("clock", ["live", "correspondence"])
async def test_who_wants_the_other_clock_is_not_seated(cards: CardWorld, clock: str) -> None:
    world = cards.world
    other = {"live": "correspondence", "correspondence": "live"}[clock]
    await play(cards, world.alice, clock=clock)
    waiting = (await play(cards, world.bruno, clock=other)).response
    assert waiting is not None
    assert Verb.ACCEPT in verbs_of(waiting)
    assert private_answer(await play(cards, world.chloe, clock=clock)).startswith("**Alice**")


async def test_who_does_not_see_the_channel_is_not_seated_there(cards: CardWorld) -> None:
    world = cards.world
    hidden = world.guild.create_text_channel("hidden")
    await world.alice.slash(hidden, "ecarte play")
    unseen = discord.Permissions(view_channel=True).value
    world.env.backend.set_overwrite(hidden.id, Overwrite(world.bruno.id, OverwriteType.MEMBER, 0, unseen))
    waiting = (await play(cards, world.bruno)).response
    assert waiting is not None
    assert Verb.ACCEPT in verbs_of(waiting)


async def test_a_greeting_of_an_earlier_release_still_finds_an_opponent(cards: CardWorld) -> None:
    world = cards.world
    await play(cards, world.alice)
    page = (await world.bruno.slash(world.channel, "ecarte help")).response
    assert page is not None
    (old,) = verbs_of(page)[Verb.FIND_OPPONENT]
    assert old == "ecb:help:0::challenge"
    await world.bruno.click(page, custom_id=old)
    assert len(await cards.room.database.tables.open_of(world.bruno.id)) == 1

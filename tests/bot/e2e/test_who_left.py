"""A person who has left the server is not seated there: by a challenge, `/ecarte play`, a rematch or a tournament."""

from __future__ import annotations

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.people.members import KEPT_MS
from bot.tables.events.table_events import Ending
from bot.tables.state.table_state import Status
from ecarte.tournament import pairings
from tests.bot.e2e.tournaments import TournamentHall
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of

SLOW = "correspondence"


async def leaves(cards: CardWorld, person: simcord.MemberActor) -> None:
    """Leaves the server, at a time when the known memberships are forgotten."""
    cards.world.guild.remove_member(person)
    await cards.world.pass_time(KEPT_MS / 1000)


async def test_who_left_the_server_is_not_seated_by_their_open_challenge(cards: CardWorld) -> None:
    world = cards.world
    challenge = await cards.challenge(world.alice, clock=SLOW)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    await leaves(cards, world.alice)
    refused = await cards.press(world.bruno, challenge, Verb.ACCEPT)
    assert private_answer(refused) == EN("problem.other_left", name="Alice")
    view = await cards.view(row.id)
    assert view.status is Status.CLOSED
    assert view.ended is not None
    assert view.ended.ending is Ending.CANCELLED


async def test_who_left_the_server_is_not_seated_by_the_answer_to_their_challenge(cards: CardWorld) -> None:
    world = cards.world
    challenge = await cards.challenge(world.alice, world.bruno, clock=SLOW)
    await leaves(cards, world.alice)
    not_theirs = await cards.press(world.chloe, challenge, Verb.ACCEPT)
    assert private_answer(not_theirs) == EN("problem.not_challenged", name="Bruno")
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    assert row.status == Status.CHALLENGE.value, "a press of others asks nothing, and ends nothing"
    refused = await cards.press(world.bruno, challenge, Verb.ACCEPT)
    assert private_answer(refused) == EN("problem.other_left", name="Alice")
    assert (await cards.view(row.id)).status is Status.CLOSED


async def test_who_left_the_server_keeps_no_place_in_a_pool(cards: CardWorld) -> None:
    world = cards.world
    pool = await cards.challenge(world.alice, pool="all", stake=10, clock=SLOW)
    await cards.press(world.bruno, pool, Verb.ACCEPT)
    await leaves(cards, world.bruno)
    refused = await cards.press(world.chloe, pool, Verb.ACCEPT)
    assert private_answer(refused) == EN("problem.other_left", name="Bruno")
    assert await cards.room.database.tables.open_of(world.alice.id) == ()


async def test_play_passes_over_who_left_the_server(cards: CardWorld) -> None:
    world = cards.world
    for person in (world.alice, world.bruno):
        await cards.challenge(person, clock=SLOW)
    await leaves(cards, world.alice)
    found = await world.chloe.slash(world.channel, "ecarte play", clock=SLOW)
    assert private_answer(found).startswith("**Bruno**")
    assert await cards.room.database.tables.open_of(world.alice.id) == ()


async def _asked_for_another(cards: CardWorld) -> int:
    """A table where Bruno has resigned and asked for another game."""
    alice, bruno = cards.world.alice, cards.world.bruno
    table = await cards.sit_down(alice, bruno, clock=SLOW)
    sure = (await cards.press(bruno, await cards.more(bruno, table), Verb.RESIGN)).response
    await cards.press(bruno, sure, Verb.RESIGN)
    await cards.press(bruno, await cards.table(table), Verb.REMATCH)
    assert (await cards.view(table)).asked == {bruno.id}
    return table


async def test_no_rematch_begins_with_who_left_the_server(cards: CardWorld) -> None:
    world, table = cards.world, await _asked_for_another(cards)
    await leaves(cards, world.bruno)
    refused = await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    assert private_answer(refused) == EN("problem.other_left", name="Bruno")
    assert (await cards.view(table)).status is Status.CLOSED


async def test_the_chair_of_who_left_goes_to_who_waits_for_one(cards: CardWorld) -> None:
    world, table = cards.world, await _asked_for_another(cards)
    await cards.press(world.chloe, await cards.table(table), Verb.ENTER)
    await leaves(cards, world.bruno)
    await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    view = await cards.view(table)
    assert (view.status, view.galerie.awaited) == (Status.BETWEEN, world.chloe.id)
    await cards.press(world.chloe, await cards.table(table), Verb.SIT)
    assert {person.id for person in (await cards.view(table)).seats or ()} == {world.alice.id, world.chloe.id}


async def test_a_game_begins_all_the_same_where_discord_does_not_say_who_is_there(cards: CardWorld) -> None:
    world, table = cards.world, await _asked_for_another(cards)
    await world.pass_time(KEPT_MS / 1000)
    world.env.inject_error("GET", f"/guilds/{world.guild.id}/members/{world.bruno.id}", status=503, times=None)
    await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    assert (await cards.view(table)).status is Status.PLAYING


async def test_a_tournament_leaves_out_who_is_gone_aloud(cards: CardWorld) -> None:
    world, hall = cards.world, TournamentHall(cards)
    invitation = await hall.opened(world.alice, clock=SLOW)
    for person in (world.bruno, world.chloe, world.david):
        await cards.press(person, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    await leaves(cards, world.bruno)
    await hall.start(world.alice, invitation)
    assert {person.id for person in (await hall.tournament()).members} == {
        world.alice.id,
        world.chloe.id,
        world.david.id,
    }
    said = EN("tournament.left_out", names="Bruno")
    assert [said in texts_of(message) for message in world.channel.history(viewer=world.david)].count(True) == 1


@pytest.mark.parametrize("asked", ["then", "before"])
async def test_who_left_is_seated_at_no_table_of_a_tournament(cards: CardWorld, asked: str) -> None:
    world, hall = cards.world, TournamentHall(cards)
    await hall.started(world.alice, world.bruno, world.chloe, clock=SLOW)
    (first, second), *_ = [
        pairing.people for pairing in pairings((await hall.tournament()).begun_rounds) if len(pairing.people) == 2
    ]
    begun = await hall.tournament()
    stays, goes = (cards.person(begun.person(number).id) for number in (first, second))
    message = world.channel.history()[-1]
    await cards.press(goes, message, Verb.TOURNAMENT_READY)
    if asked == "then":
        await leaves(cards, goes)
    await cards.press(stays, message, Verb.TOURNAMENT_READY)
    playing = await cards.room.database.tables.open_of(stays.id)
    assert len(playing) == (0 if asked == "then" else 1)

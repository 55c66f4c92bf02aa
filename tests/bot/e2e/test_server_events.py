"""Tournaments whose start is set: they start by themselves, and are events of the server where it wants that."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.adapter.custom_ids import Verb
from bot.people.server import ServerSettings
from bot.tournaments.tournament import Stage
from tests.bot.e2e.tournaments import TournamentHall
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import MessageLike, texts_of

HOUR_S = 3600
SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
POSTED = "/guilds/*/scheduled-events"


@pytest.fixture
async def tournaments(cards: CardWorld) -> TournamentHall:
    """The tournaments of a server that wants events."""
    settings = ServerSettings(events=True)
    await cards.room.app.people.servers.change(cards.world.guild.id, ServerSettings(), settings)
    return TournamentHall(cards)


def events_of(cards: CardWorld) -> list[Any]:
    """The events of the server."""
    return list(cards.world.env.backend.get_guild(cards.world.guild.id).scheduled_events.values())


def allow(cards: CardWorld, permissions: discord.Permissions) -> None:
    """Sets the permissions of the bot in the server."""
    backend, guild = cards.world.env.backend, cards.world.guild
    own = backend.get_member(guild.id, backend.bot_user.id).role_ids
    for role_id in own:
        backend.edit_role(guild.id, role_id, {"permissions": permissions.value})


async def joined_by_all(cards: CardWorld, invitation: MessageLike) -> None:
    for person in cards.world.people[1:]:
        await cards.press(person, await cards.again(invitation), Verb.TOURNAMENT_JOIN)


async def test_a_tournament_whose_start_is_set_is_an_event_that_starts_and_ends_with_it(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    invitation = await tournaments.opened(world.alice, name="Friday", starts=2)
    starts_at = (await tournaments.tournament()).starts_at
    assert starts_at is not None
    assert 2 * HOUR_S * 1000 <= starts_at - world.now() <= 2.25 * HOUR_S * 1000
    assert starts_at % (15 * 60_000) == 0
    (event,) = events_of(cards)
    assert (event.name, event.entity_metadata, event.status) == ("Friday", {"location": "#card-room"}, SCHEDULED)
    link = f"https://discord.com/events/{world.guild.id}/{event.id}"
    assert EN("tournament.event", link=link) in texts_of(await cards.again(invitation))
    await joined_by_all(cards, invitation)
    await tournaments.start(world.alice, invitation)
    assert event.status == ACTIVE, "a start before the time starts the event, too"
    await tournaments.call_off(world.alice, tournaments.round())
    assert event.status == COMPLETED
    assert len(world.requests("POST", POSTED)) == 1


async def test_it_starts_by_itself_at_its_time_and_lapses_with_too_few(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    first = await tournaments.opened(world.alice, starts=1)
    await world.pass_time(1.3 * HOUR_S)
    assert (await tournaments.tournament()).stage is Stage.CANCELLED
    assert EN("tournament.lapsed.timed") in texts_of(await cards.again(first))
    second = await tournaments.opened(world.alice, starts=1)
    await joined_by_all(cards, second)
    await world.restart(crash=True)
    await world.pass_time(1.3 * HOUR_S)
    assert (await tournaments.tournament()).stage is Stage.RUNNING
    assert tournaments.round()
    assert [event.status for event in events_of(cards)] == [COMPLETED, ACTIVE]


async def test_a_crash_between_the_event_and_the_note_of_it_makes_no_second_event(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    await tournaments.opened(cards.world.alice, starts=3)
    tournament = await tournaments.tournament()
    kept = tournament.event_id
    assert kept is not None
    # The database as it is after such a crash.
    row = await cards.room.database.tournaments.get(tournament.id)
    assert row is not None
    state = {key: value for key, value in row.state.items() if not key.startswith("event")}
    forgotten = replace(row, state=state, version=row.version + 1)
    await cards.room.database.tournaments.change(forgotten, row.version)
    await cards.world.restart(crash=True)
    assert (await tournaments.tournament()).event_id == kept
    assert len(events_of(cards)) == 1


async def test_two_tournaments_in_channels_of_one_name_have_an_event_each(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    await tournaments.opened(world.alice, starts=2)
    kept = (await tournaments.tournament()).event_id
    namesake = world.guild.create_text_channel("card-room")
    invitation = (await world.bruno.slash(namesake, "ecarte tournament", starts=2)).response
    assert invitation is not None
    places = [(event.entity_metadata, event.scheduled_start_time) for event in events_of(cards)]
    assert len(places) == 2
    assert places[0] == places[1]
    await tournaments.call_off(world.bruno, invitation)
    assert [event.id for event in events_of(cards) if event.status == SCHEDULED] == [kept]


async def test_the_bot_leaves_room_for_the_events_of_others_and_asks_again_later(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    backend, start = world.env.backend, "2031-01-01T00:00:00+00:00"
    for _ in range(20):
        backend.create_scheduled_event(world.guild.id, name="Other", entity_type=3, scheduled_start_time=start)
    invitation = await tournaments.opened(world.alice, starts=2)
    assert len(events_of(cards)) == 20
    backend.delete_scheduled_event(world.guild.id, events_of(cards)[0].id)
    await cards.press(world.bruno, await cards.again(invitation), Verb.TOURNAMENT_JOIN)
    assert (await tournaments.tournament()).event_id in {event.id for event in events_of(cards)}


async def test_an_event_that_a_person_deleted_is_not_made_again(cards: CardWorld, tournaments: TournamentHall) -> None:
    world = cards.world
    invitation = await tournaments.opened(world.alice, starts=1)
    (event,) = events_of(cards)
    world.env.backend.delete_scheduled_event(world.guild.id, event.id)
    await joined_by_all(cards, invitation)
    await world.restart()
    await world.pass_time(1.3 * HOUR_S)
    assert (await tournaments.tournament()).stage is Stage.RUNNING
    await tournaments.call_off(world.alice, tournaments.round())
    assert events_of(cards) == []
    assert len(world.requests("POST", POSTED)) == 1


async def test_a_missing_permission_is_named_and_the_invitation_stands_alone(
    cards: CardWorld, tournaments: TournamentHall
) -> None:
    world = cards.world
    allow(cards, discord.Permissions.text())
    invitation = await tournaments.opened(world.alice, starts=5)
    assert events_of(cards) == []
    assert world.requests("POST", POSTED) == [], "it is known beforehand, not tried"
    named = EN("pages.permission.create_events")
    assert named in texts_of(await tournaments.organised(world.alice, invitation))
    settings = (await world.alice.slash(world.channel, "ecarte settings")).response
    assert settings is not None
    assert named in texts_of(settings)
    granted = discord.Permissions.text()
    granted.update(create_events=True)
    allow(cards, granted)
    await joined_by_all(cards, invitation)
    assert len(events_of(cards)) == 1
    assert named not in texts_of(await tournaments.organised(world.alice, invitation))


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 30038), (404, 10004)])
async def test_a_tournament_goes_on_without_the_event_that_discord_refuses(
    cards: CardWorld, tournaments: TournamentHall, status: int, code: int
) -> None:
    world = cards.world
    world.env.inject_error("POST", POSTED, status=status, code=code, times=None)
    invitation = await tournaments.opened(world.alice, starts=1)
    await joined_by_all(cards, invitation)
    await world.pass_time(1.3 * HOUR_S)
    assert (await tournaments.tournament()).stage is Stage.RUNNING
    assert len(world.requests("POST", POSTED)) == 1, "a refusal is not tried again"


async def test_an_event_comes_late_while_discord_is_in_trouble(cards: CardWorld, tournaments: TournamentHall) -> None:
    world = cards.world
    world.env.inject_error("GET", POSTED, status=500, times=2)
    await tournaments.opened(world.alice, starts=2)
    await world.pass_time(600)
    assert len(events_of(cards)) == 1


async def test_a_server_that_wants_no_events_has_none(cards: CardWorld) -> None:
    hall = TournamentHall(cards)
    await hall.opened(cards.world.alice, starts=1)
    assert events_of(cards) == []
    assert cards.world.requests("GET", POSTED) == []

"""A private game against the house: one for each person, without place or clock, and separate from all others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.clock import Pace
from bot.people.person import Person
from bot.rows.outages import Outage
from bot.tables import lookup, timeouts
from bot.tables.actions import play, rematch, seating
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.ai import Level
from ecarte.game import Abandon, Resign, Seat
from tests.bot.tables.salon import CHANNEL, GUILD, Salon, salon

HOUSE = Person.of_house(Level.NOVICE)
WEEK_MS = 7 * 24 * 3_600_000
UNTIMED = replace(Terms(in_thread=False, pace=Pace.without_clock()).against_house, last_trick_by_itself=False)


async def begin(room: Salon, guild_id: int = GUILD) -> TableView:
    """Asks for a game as the first person."""
    return await seating.against_house(room.tables, guild_id, room.people[0], HOUSE, UNTIMED)


async def test_it_stands_in_no_channel_and_its_player_sits_south(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        table = await begin(room)
        assert table.is_private
        assert table.person(Seat.SOUTH) == room.people[0]
        assert table.deadline is None
        assert not await lookup.tables_at(room.tables, 70)


async def test_a_person_goes_on_with_the_one_they_play_wherever_they_ask(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        table = await begin(room)
        room.restart()
        assert (await begin(room, 0)).id == table.id
        await play.move(room.tables, table.id, room.people[0].id, None, lambda _: Resign())
        again = await begin(room, 0)
        assert again.id != table.id
        assert (await room.view(table.id)).status is Status.CLOSED


async def test_it_keeps_no_one_from_a_table_of_members_nor_from_another_game(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        for _ in range(room.limits.live):
            await room.seated(Terms(in_thread=False))
        table = await begin(room)
        await play.move(room.tables, table.id, room.people[0].id, None, lambda _: Abandon())
        await play.move(room.tables, table.id, room.people[0].id, None, lambda _: Resign())
        await rematch.rematch(room.tables, table.id, room.people[0].id)
        assert (await rematch.rematch(room.tables, table.id, HOUSE.id)).game_no == 2


async def test_private_games_fill_no_server(tmp_path: Path) -> None:
    """They live for a week without a clock: an ordinary week of a large server would fill the server."""
    async with salon(tmp_path) as room:
        room.limits = replace(room.limits, server=1)
        room.restart()
        for person in room.people:
            await seating.against_house(room.tables, GUILD, person, HOUSE, UNTIMED)
        table = await seating.challenge(room.tables, GUILD, CHANNEL, room.people[0], None, Terms(in_thread=False))
        assert [row.id for row in await lookup.open_tables(room.tables, GUILD, limit=1)] == [table.id]


async def test_live_tables_and_those_by_correspondence_have_limits_of_their_own(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        room.limits = replace(room.limits, server=1, server_correspondence=2)
        room.restart()
        live, slow = Terms(in_thread=False), Terms(in_thread=False, pace=Pace.correspondence(24))
        for terms, most, problem in (
            (live, 1, Problem.SERVER_FULL),
            (slow, 2, Problem.SERVER_FULL_OF_CORRESPONDENCE),
        ):
            for person in room.people[:most]:
                await seating.challenge(room.tables, GUILD, CHANNEL, person, None, terms)
            with pytest.raises(Refused) as refused:
                await seating.challenge(room.tables, GUILD, CHANNEL, room.people[most], None, terms)
            assert (refused.value.problem, refused.value.data["limit"]) == (problem, most)
            assert await lookup.count_open_in(room.tables, GUILD, terms.pace.kind) == (most, most)


async def test_a_few_people_do_not_fill_the_tables_of_a_server(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        alice, bruno = room.people[:2]
        opened: list[int] = []
        problem: Problem | None = None
        while problem is None and len(opened) < room.limits.server:
            try:
                opened.append(await room.seated(Terms(in_thread=False)))
            except Refused as refused:
                problem = refused.problem
            else:
                # The game is over at once, and its table stays open for another one.
                await play.move(room.tables, opened[-1], bruno.id, None, lambda _: Resign())
        assert problem is Problem.TOO_MANY_OPENED
        assert 8 * len(opened) < room.limits.server
        await rematch.close(room.tables, opened[0], alice.id)
        await room.seated(Terms(in_thread=False))


async def test_left_alone_for_a_week_it_is_closed_and_not_before(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        table = await begin(room)
        room.now += WEEK_MS - 1
        assert await timeouts.time_passed(room.tables, table.id) == room.now + 1
        assert (await room.view(table.id)).status is Status.PLAYING
        room.now += 1
        await timeouts.time_passed(room.tables, table.id)
        assert (await room.view(table.id)).status is Status.CLOSED


async def test_an_outage_writes_nothing_into_a_game_without_a_clock(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        table = await begin(room)
        await timeouts.record_outage(room.tables, Outage(room.now, room.now + 60_000))
        await timeouts.time_passed(room.tables, table.id)
        assert (await room.view(table.id)).version == table.version


async def test_games_in_direct_messages_are_no_server_that_was_left(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        await begin(room, 0)
        assert await room.database.retention.servers() == frozenset()


async def test_a_pace_without_a_clock_is_stored_and_read_again() -> None:
    assert Pace.from_json(Pace.without_clock().to_json()) == Pace.without_clock()

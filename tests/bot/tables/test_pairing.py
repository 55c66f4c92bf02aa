"""A person who presses Play is seated with a person who waits, or waits for the next."""

from __future__ import annotations

import random

import pytest

from bot.clock import Pace
from bot.people import member_blocks
from bot.people.person import Person
from bot.tables.actions import pairing, rematch, seating
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.game import Seat
from tests.bench.pairing import arrive
from tests.bot.tables.salon import CHANNEL, GUILD, Salon

TERMS = Terms()
HIDDEN = 71


async def wait(room: Salon, person: int, terms: Terms = TERMS, channel: int = CHANNEL) -> int:
    return (await seating.challenge(room.tables, GUILD, channel, room.people[person], None, terms)).id


async def find(room: Salon, person: int, terms: Terms = TERMS, before: int | None = None) -> TableView | None:
    return await pairing.sit_down(
        room.tables, GUILD, room.people[person], terms, lambda channel: channel != HIDDEN, before=before
    )


def opponent(table: TableView | None, person: Person) -> Person:
    assert table is not None
    assert table.seats is not None
    (other,) = set(table.seats) - {person}
    return other


async def lose(room: Salon, loser: int, winner: int) -> None:
    """Plays a game that `loser` loses, and closes its table."""
    table = await room.seated(TERMS, loser, winner)
    await room.lose(table, Seat.NORTH)
    await rematch.close(room.tables, table, room.people[loser].id)


async def test_they_sit_down_with_who_waits(room: Salon) -> None:
    waiting = await wait(room, 0)
    table = await find(room, 1)
    assert opponent(table, room.people[1]) == room.people[0]
    assert table is not None
    assert (table.id, table.status) == (waiting, Status.PLAYING)


async def test_none_is_found_where_no_one_waits_but_they_themselves(room: Salon) -> None:
    await wait(room, 0)
    assert await find(room, 0) is None


@pytest.mark.parametrize(
    "terms", [Terms(stake=10), Terms(rubber=3), Terms(hints=True)], ids=["stake", "rubber", "hints"]
)
async def test_terms_that_were_not_asked_for_are_left_alone(room: Salon, terms: Terms) -> None:
    await wait(room, 0, terms)
    assert await find(room, 1) is None


async def test_a_table_in_a_channel_that_they_do_not_see_is_not_offered(room: Salon) -> None:
    await wait(room, 0, channel=HIDDEN)
    assert await find(room, 1) is None


@pytest.mark.parametrize("blocker", [0, 1])
async def test_who_has_blocked_the_other_is_never_paired_with_them(room: Salon, blocker: int) -> None:
    ids = [person.id for person in room.people]
    await member_blocks.block(room.crowd, ids[blocker], ids[1 - blocker])
    await wait(room, 0)
    assert await find(room, 1) is None
    await wait(room, 2)
    assert opponent(await find(room, 1), room.people[1]) == room.people[2]


async def test_of_several_the_one_of_the_nearest_rating_comes_first(room: Salon) -> None:
    await lose(room, 2, 3)
    await wait(room, 2)
    await wait(room, 3)
    await wait(room, 0)
    assert opponent(await find(room, 1), room.people[1]) == room.people[0]


async def test_of_equals_who_has_waited_longest_comes_first(room: Salon) -> None:
    await wait(room, 2)
    await wait(room, 0)
    assert opponent(await find(room, 1), room.people[1]) == room.people[2]


async def test_the_same_two_are_not_paired_three_times_running_if_others_wait(room: Salon) -> None:
    for _ in range(2):
        await lose(room, 0, 1)
    await wait(room, 0)
    await wait(room, 2)
    assert opponent(await find(room, 1), room.people[1]) == room.people[2]
    assert opponent(await find(room, 1), room.people[1]) == room.people[0], "no one else waits"


async def test_what_they_had_waiting_themselves_is_taken_back(room: Salon) -> None:
    own = await wait(room, 1)
    await wait(room, 0)
    await find(room, 1)
    assert (await room.view(own)).status is Status.CLOSED


async def test_of_two_who_wait_at_once_the_later_one_goes_to_the_earlier(room: Salon) -> None:
    first, second = await wait(room, 0), await wait(room, 1)
    assert await find(room, 0, before=first) is None
    table = await find(room, 1, before=second)
    assert opponent(table, room.people[1]) == room.people[0]
    assert (await room.view(second)).status is Status.CLOSED


async def test_what_waits_survives_a_restart(room: Salon) -> None:
    await wait(room, 0)
    room.restart()
    assert opponent(await find(room, 1), room.people[1]) == room.people[0]


async def test_what_waits_ends_by_itself(room: Salon) -> None:
    await room.later(room.limits.challenge_ms, await wait(room, 0))
    assert await find(room, 1) is None


async def test_by_correspondence_they_wait_as_long_as_a_move_has(room: Salon) -> None:
    terms = Terms(pace=Pace.correspondence())
    await room.later(terms.pace.decision_ms - 1, await wait(room, 0, terms))
    assert await find(room, 1, terms) is not None
    await room.later(terms.pace.decision_ms, await wait(room, 2, terms))
    assert await find(room, 3, terms) is None


async def test_a_person_who_plays_as_much_as_may_be_is_seated_nowhere(room: Salon) -> None:
    for number in range(room.limits.live):
        await wait(room, 0 if number % 2 else 2)
        assert await find(room, 1) is not None
    await wait(room, 3)
    assert await find(room, 1) is None
    with pytest.raises(Refused) as refused:
        await wait(room, 1)
    assert refused.value.problem is Problem.SEATED


@pytest.mark.parametrize("room", [{"people": 400}], indirect=True)
async def test_four_hundred_people_within_ten_minutes_sit_once_and_never_with_a_blocked_person(room: Salon) -> None:
    evening = await arrive(room, random.Random(1), minutes=10, blocks=2_000)
    seated = [person for pair in evening.pairs for person in pair]
    assert len(seated) == len(set(seated))
    assert len(seated) + evening.left == 400
    assert not evening.blocks & {pair for one, two in evening.pairs for pair in ((one, two), (two, one))}
    assert evening.left <= 2, "at most the last person, and one who may not play with them"

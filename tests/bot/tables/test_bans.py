"""A person banned from stakes plays only for honour until the ban ends. Managers void tables."""

from __future__ import annotations

import pytest

from bot.audit import verify
from bot.people import admin
from bot.rows.sanctions import AdminAction
from bot.tables.actions import betting, rematch, seating
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from ecarte.game import Seat
from tests.bot.tables.salon import GUILD, Salon, staked

DAY = 86_400_000


async def banned(room: Salon, place: int, days: int | None = 7) -> None:
    """A manager bans one of the people."""
    await admin.ban(room.crowd, GUILD, 99, room.people[place].id, "two accounts", days=days)


async def test_a_banned_person_neither_challenges_nor_accepts_nor_bets_for_chips(room: Salon) -> None:
    table = await room.seated(staked(50))
    await banned(room, 2)
    with pytest.raises(Refused) as refused:
        await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 10)
    assert refused.value.problem is Problem.BANNED_UNTIL
    with pytest.raises(Refused) as refused:
        await room.seated(staked(50), north=2, south=3)
    assert refused.value.problem is Problem.BANNED_UNTIL
    with pytest.raises(Refused) as refused:
        await room.seated(staked(50), north=3, south=2)
    assert refused.value.problem is Problem.BANNED_UNTIL
    assert await room.seated(staked(0), north=2, south=4)


async def test_no_one_is_matched_for_chips_with_a_challenger_who_was_banned_meanwhile(room: Salon) -> None:
    view = await seating.challenge(room.tables, GUILD, 70, room.people[2], room.people[3], staked(50))
    await banned(room, 2, None)
    with pytest.raises(Refused) as refused:
        await seating.accept(room.tables, view.id, room.people[3])
    assert refused.value.problem is Problem.OTHER_BANNED


async def test_a_ban_during_a_game_lets_it_end_and_allows_no_other(room: Salon) -> None:
    table = await room.seated(staked(50))
    await banned(room, 0, None)
    await room.lose(table, Seat.SOUTH)
    assert (await room.purses())[1] == 1050
    with pytest.raises(Refused) as refused:
        await rematch.rematch(room.tables, table, room.people[0].id)
    assert refused.value.problem is Problem.BANNED


async def test_a_ban_ends_by_itself(room: Salon) -> None:
    await banned(room, 0)
    room.now += 7 * DAY - 1
    with pytest.raises(Refused):
        await room.seated(staked(50))
    room.now += 1
    assert await room.seated(staked(50))


@pytest.mark.parametrize("steps", [0, 1, 5, 12])
async def test_a_void_table_gives_everything_back_at_any_point_of_a_game(room: Salon, steps: int) -> None:
    table = await room.seated(staked(50))
    await betting.bet(room.tables, table, room.people[2], Seat.NORTH, 30)
    await betting.bet(room.tables, table, room.people[3], Seat.SOUTH, 30)
    for _ in range(steps):
        await room.step(table)
    view = await rematch.void(room.tables, table, GUILD, 99, "two accounts", cause=7)
    assert view.status is Status.CLOSED
    assert view.voided
    assert await room.at_stake(table) == {}
    assert set((await room.purses()).values()) == {1000}
    again = await rematch.void(room.tables, table, GUILD, 99, "two accounts", cause=7)
    assert again.version == view.version
    (entry,) = await room.crowd.admin.log(GUILD, 5)
    assert (entry.action, entry.table_id, entry.by, entry.why) == (AdminAction.VOID, table, 99, "two accounts")
    room.restart()
    assert (await room.view(table)).voided
    await room.expect_balanced()
    assert (await verify(room.database)).faults == ()


async def test_a_manager_of_another_server_voids_nothing(room: Salon) -> None:
    table = await room.seated(staked(50))
    with pytest.raises(Refused) as refused:
        await rematch.void(room.tables, table, GUILD + 1, 99, "not theirs")
    assert refused.value.problem is Problem.NO_TABLE

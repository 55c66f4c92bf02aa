"""Chairs at a French table: the loser retires, the rentrants go in by their order, an absent rentrant is passed over.

Sources: the treatise, pp. 36-37; Laws 52 and 54. The time for the person called is a rule of this project.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clock import Pace
from bot.tables.actions import betting, chairs, rematch
from bot.tables.problems import Problem, Refused
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import TableView
from ecarte.game import Seat
from ecarte.table.stakes import GalerieRule, Style
from tests.bot.tables.salon import OPENING, Salon, staked


def seats(view: TableView) -> tuple[int, ...]:
    """Returns the players, by their ids."""
    return tuple(person.id for person in view.seats or ())


async def test_the_loser_retires_and_the_first_rentrant_takes_their_chair(room: Salon) -> None:
    table = await room.seated(staked(50))
    await chairs.enter(room.tables, table, room.people[2])
    view = await room.lose(table, Seat.SOUTH)
    assert view.galerie.awaited == 3
    view = await chairs.sit(room.tables, table, 3)
    assert view.status is Status.BETWEEN, "the winner has not said yet whether to go on"
    assert view.galerie.awaited == 1
    view = await rematch.rematch(room.tables, table, 1)
    assert (view.status, seats(view), view.game_no) == (Status.PLAYING, (1, 3), 2)
    assert await room.at_stake(table) == {1: 50, 3: 50}
    await room.expect_balanced()


async def test_who_is_called_may_decline_and_who_does_not_come_is_passed_over(room: Salon) -> None:
    table = await room.seated(staked(0))
    for person in room.people[2:5]:
        await chairs.enter(room.tables, table, person)
    await room.lose(table, Seat.SOUTH)
    view = await chairs.decline_chair(room.tables, table, 3)
    assert view.galerie.awaited == 4
    with pytest.raises(Refused) as refused:
        await chairs.sit(room.tables, table, 5)
    assert refused.value.data["rule"] is GalerieRule.NOT_CALLED
    view = await room.later(view.waits[WaitKind.CHAIR].until - room.now, table)
    assert view.galerie.awaited == 5
    assert view.galerie.queue is not None
    assert view.galerie.queue.waiting == (3, 5), (
        "a person who declines keeps the place, a person who misses the call does not"
    )
    await rematch.rematch(room.tables, table, 1)
    assert seats(await chairs.sit(room.tables, table, 5)) == (1, 5)


async def test_two_alone_may_play_again_and_the_loser_keeps_their_chair(room: Salon) -> None:
    table = await room.seated(staked(50))
    await room.lose(table, Seat.SOUTH)
    await rematch.rematch(room.tables, table, 2)
    view = await rematch.rematch(room.tables, table, 1)
    assert (view.status, seats(view)) == (Status.PLAYING, (1, 2))
    await room.expect_balanced()


async def test_a_rentrant_goes_before_a_loser_who_would_like_to_stay(room: Salon) -> None:
    table = await room.seated(staked(0))
    await room.lose(table, Seat.SOUTH)
    await chairs.enter(room.tables, table, room.people[2])
    with pytest.raises(Refused) as refused:
        await rematch.rematch(room.tables, table, 2)
    assert refused.value.problem is Problem.CHAIR_CALLED


async def test_the_winner_may_leave_and_the_table_goes_on_without_both(room: Salon) -> None:
    table = await room.seated(staked(0))
    for person in room.people[2:4]:
        await chairs.enter(room.tables, table, person)
    await room.lose(table, Seat.SOUTH)
    view = await rematch.close(room.tables, table, 1)
    assert view.status is Status.BETWEEN
    await chairs.sit(room.tables, table, 3)
    view = await chairs.sit(room.tables, table, 4)
    assert view.status is Status.PLAYING
    assert set(seats(view)) == {3, 4}


async def test_a_winner_who_does_not_confirm_loses_the_chair_to_the_next(room: Salon) -> None:
    table = await room.seated(staked(50))
    for person in room.people[2:4]:
        await chairs.enter(room.tables, table, person)
    await room.lose(table, Seat.SOUTH)
    view = await chairs.sit(room.tables, table, 3)
    view = await room.later(view.waits[WaitKind.CHAIR].until - room.now, table)
    assert view.galerie.awaited == 4
    view = await chairs.sit(room.tables, table, 4)
    assert set(seats(view)) == {3, 4}
    assert (await room.purses())[1] == OPENING + 50, "no one's chips are put up without consent"
    await room.expect_balanced()


async def test_the_table_closes_when_no_one_is_left(room: Salon) -> None:
    table = await room.seated(staked(50))
    await chairs.enter(room.tables, table, room.people[2])
    await room.lose(table, Seat.SOUTH)
    await chairs.leave_queue(room.tables, table, 3)
    view = await rematch.close(room.tables, table, 1)
    assert view.status is Status.CLOSED
    await room.expect_balanced()


async def test_the_loser_at_la_chouette_keeps_the_chair(room: Salon) -> None:
    table = await room.seated(staked(50))
    await chairs.enter(room.tables, table, room.people[2])
    await betting.chouette(room.tables, table, 2)
    view = await room.lose(table, Seat.SOUTH)
    assert view.galerie.queue is not None
    assert view.galerie.queue.seats == (1, 2)
    assert view.galerie.awaited is None
    await rematch.rematch(room.tables, table, 1)
    assert seats(await rematch.rematch(room.tables, table, 2)) == (1, 2)


async def test_no_one_goes_in_at_an_english_table(room: Salon) -> None:
    table = await room.seated(staked(50, style=Style.ENGLISH))
    with pytest.raises(Refused) as refused:
        await chairs.enter(room.tables, table, room.people[2])
    assert refused.value.data["rule"] is GalerieRule.ENGLISH_TABLE
    view = await room.lose(table, Seat.SOUTH)
    assert view.galerie.queue is not None
    assert view.galerie.queue.seats == (1, 2)


async def test_a_rentrant_who_cannot_pay_does_not_sit_down(room: Salon) -> None:
    table = await room.seated(staked(600))
    await chairs.enter(room.tables, table, room.people[2])
    await betting.bet(room.tables, table, room.people[2], Seat.SOUTH, 500)
    await betting.bet(room.tables, table, room.people[3], Seat.NORTH, 500)
    await room.lose(table, Seat.SOUTH)
    with pytest.raises(Refused) as refused:
        await chairs.sit(room.tables, table, 3)
    assert refused.value.problem is Problem.CANNOT_PAY
    await room.expect_balanced()


async def test_all_of_it_is_there_again_after_a_crash(room: Salon) -> None:
    table = await room.seated(staked(50))
    await betting.bet(room.tables, table, room.people[3], Seat.NORTH, 20)
    room.restart()
    await betting.bet(room.tables, table, room.people[4], Seat.SOUTH, 20)
    await chairs.enter(room.tables, table, room.people[2])
    room.restart()
    await room.lose(table, Seat.SOUTH)
    room.restart()
    await rematch.rematch(room.tables, table, 1)
    room.restart()
    view = await chairs.sit(room.tables, table, 3)
    room.restart()
    assert await room.view(table) == view
    assert seats(view) == (1, 3)
    await room.expect_balanced()


async def test_at_a_table_by_correspondence_a_rentrant_has_half_a_day_to_come(room: Salon) -> None:
    table = await room.seated(replace(staked(0), pace=Pace.correspondence(24)))
    await chairs.enter(room.tables, table, room.people[2])
    await room.lose(table, Seat.SOUTH)
    assert (await room.later(12 * 3_600_000 - 1, table)).galerie.awaited == 3
    assert (await room.later(1, table)).galerie.awaited is None

"""Many act in the same instant: bets, withdrawals and the deal itself. In any order, the sums are right.

Everything runs through the real use cases on one SQLite file, in one task for each person, and through two rooms at
once, as with two processes on one database.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bot.people import member_blocks
from bot.rows.commits import Commit
from bot.tables import timeouts
from bot.tables.actions import betting, play, seating, succession
from bot.tables.problems import Problem, Refused
from bot.tables.state.sight import Sight
from bot.tables.state.waiting import WaitKind
from ecarte.game import Resign, Seat
from ecarte.table.stakes import GalerieRule, Stage
from tests.bot.tables.salon import GUILD, OPENING, Salon, salon, staked

CROWD = 42


async def outcome(act: Awaitable[object]) -> str:
    """Returns the result of a person's act: done, or why not."""
    try:
        await act
    except Refused as refused:
        rule = refused.data.get("rule")
        return rule.value if isinstance(rule, GalerieRule) else refused.problem.value
    return "done"


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_fifty_bets_withdrawals_and_the_deal_at_once(tmp_path: Path, seed: int) -> None:
    async with salon(tmp_path, people=CROWD, seed=seed) as room:
        table = await room.seated(staked(50))
        crowd = room.people[2:]
        for person in crowd[:10]:
            await betting.bet(room.tables, table, person, room.chance.choice(list(Seat)), 25)
        acts = [
            betting.bet(
                room.tables,
                table,
                room.chance.choice(crowd),
                room.chance.choice(list(Seat)),
                room.chance.randint(1, 400),
            )
            for _ in range(50)
        ]
        acts += [betting.withdraw(room.tables, table, person.id) for person in crowd[:10]]
        acts += [betting.take(room.tables, table, player, None) for player in (1, 2)]
        acts += [betting.want_cards(room.tables, table, player) for player in (1, 2)]
        room.chance.shuffle(acts)
        came_of_it = Counter(await asyncio.gather(*map(outcome, acts)))
        assert came_of_it["done"] > 2
        table_view = await room.view(table)
        book = table_view.galerie.book
        assert book is not None
        assert book.stage is Stage.CLOSED
        assert book.total(Seat.NORTH) == book.total(Seat.SOUTH)
        held = {person: -chips for person, chips in book.account().items()}
        assert held == await room.at_stake(table)
        assert all(chips >= 0 for chips in (await room.purses()).values())
        await room.expect_balanced()
        await room.lose(table, room.chance.choice(list(Seat)))
        assert sum((await room.purses()).values()) == CROWD * OPENING
        await room.expect_balanced()


async def test_two_bets_from_one_purse_at_two_tables_and_one_of_them_fails_cleanly(room: Salon) -> None:
    first, second = await room.seated(staked(50)), await room.seated(staked(50), 2, 3)
    bettor = room.people[4]
    acts = [betting.bet(room.tables, table, bettor, Seat.NORTH, 700) for table in (first, second)]
    assert sorted(await asyncio.gather(*map(outcome, acts))) == ["beyond-purse", "done"]
    assert (await room.purses())[bettor.id] == OPENING - 700
    await room.expect_balanced()


async def test_two_processes_on_one_database_give_each_chip_away_once(room: Salon) -> None:
    table = await room.seated(staked(50))
    here = room.tables
    room.restart()
    there = room.tables
    acts: list[Awaitable[object]] = []
    for number, person in enumerate(room.people[2:]):
        for tables in (here, there):
            acts.append(betting.bet(tables, table, person, list(Seat)[number % 2], 600))
    came_of_it = Counter(await asyncio.gather(*map(outcome, acts)))
    assert came_of_it == {"done": 4, "beyond-purse": 4}
    await room.expect_balanced()


async def test_a_block_that_comes_between_the_decision_of_a_bet_and_its_writing_shows_no_card(room: Salon) -> None:
    table, (player, _, backer, *_) = await room.seated(staked(50)), room.people
    commit = room.tables.repository.commit

    async def block_first(written: Commit) -> None:
        await member_blocks.block(room.tables.people, player.id, backer.id)
        await commit(written)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room.tables.repository, "commit", block_first)
        assert await outcome(betting.bet(room.tables, table, backer, Seat.NORTH, 30)) == Problem.BUSY.value
    galerie = (await room.tables.log.state(table)).galerie
    assert galerie.sight_of(backer.id) is None, "nothing was written"
    assert await outcome(betting.bet(room.tables, table, backer, Seat.NORTH, 30)) == "done"
    galerie = (await room.tables.log.state(table)).galerie
    assert galerie.sight_of(backer.id) is Sight.REFUSED
    await room.expect_balanced()


async def test_a_challenge_waits_for_no_other_server(room: Salon) -> None:
    alice, bruno = room.people[:2]
    async with room.tables.seat_lock(GUILD):
        view = await seating.challenge(room.tables, GUILD + 1, 5, alice, bruno, staked(0))
        here = asyncio.create_task(seating.challenge(room.tables, GUILD, 5, alice, bruno, staked(0)))
        await seating.accept(room.tables, view.id, bruno)
        assert not here.done()
    assert (await here).guild_id == GUILD


async def test_a_repeated_delivery_bets_once_and_says_so_as_the_first_did(room: Salon) -> None:
    table = await room.seated(staked(50))
    acts = [betting.bet(room.tables, table, room.people[2], Seat.NORTH, 30, cause=77) for _ in range(5)]
    assert await asyncio.gather(*map(outcome, acts)) == ["done"] * 5
    assert (await room.purses())[3] == OPENING - 30
    await room.expect_balanced()


async def test_two_heirs_and_a_clock_at_once(room: Salon) -> None:
    table = await room.seated(staked(50))
    for person, amount in ((room.people[2], 20), (room.people[3], 40)):
        await betting.bet(room.tables, table, person, Seat.SOUTH, amount)
    await betting.bet(room.tables, table, room.people[4], Seat.NORTH, 60)
    await room.cards(table)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    table_view = await room.view(table)
    room.now = table_view.waits[WaitKind.HEIR].until
    acts = [succession.take_hand(room.tables, table, person) for person in room.people[2:4]]
    came_of_it = await asyncio.gather(*map(outcome, acts), outcome(timeouts.time_passed(room.tables, table)))
    assert Problem.NOT_YOUR_TURN_TO_TAKE.value in came_of_it or Problem.NO_HAND_OFFERED.value in came_of_it
    table_view = await room.view(table)
    if table_view.galerie.heir is not None:
        assert table_view.galerie.heir == room.people[2].id, "the clock was first: the next is asked"
        await succession.take_hand(room.tables, table, room.people[2])
    await room.play(table)
    await room.expect_balanced()

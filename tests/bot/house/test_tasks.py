"""The house's tasks at a table and their pauses follow from what every reader sees, and from nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.house.tasks import Task, house_at, pause_ms, task_of
from bot.people.person import Person
from bot.tables.actions import play, rematch, seating
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from ecarte.ai import Level
from ecarte.game import AcceptStop, OfferStop, Phase, Resign
from tests.bot.tables.salon import GUILD, Salon, salon

HOUSE = Person.of_house(Level.SALON)
SHORTEST_MS, LONGEST_MS = 500, 1_500


async def seated(room: Salon, cut_ms: int = 0) -> int:
    """A player and the house at a table."""
    asked = await seating.challenge(
        room.tables, GUILD, 70, room.people[0], HOUSE, Terms(in_thread=False, cut_ms=cut_ms).against_house
    )
    assert task_of(asked) is Task.SIT_DOWN
    assert house_at(asked) == (HOUSE, None)
    await seating.accept(room.tables, asked.id, HOUSE)
    return asked.id


async def test_it_moves_when_it_is_its_turn_half_a_second_to_a_second_and_a_half_later(tmp_path: Path) -> None:
    seen: set[tuple[Task | None, bool]] = set()
    async with salon(tmp_path, seed=4) as room:
        table = await seated(room, cut_ms=5_000)
        for _ in range(400):
            view = await room.view(table)
            if view.status is not Status.PLAYING:
                break
            assert view.game is not None
            task, (_, seat) = task_of(view), house_at(view) or (HOUSE, None)
            seen.add((task, view.game.turn is seat))
            if task in (Task.MOVE, Task.ANNOUNCE):
                assert SHORTEST_MS <= pause_ms(task, view, room.chance) <= LONGEST_MS
            await room.step(table)
        over = await room.view(table)
        assert task_of(over) is None, "it asks for no other game by itself"
        assert task_of(await rematch.rematch(room.tables, table, room.people[0].id)) is Task.AGAIN
    assert {(Task.MOVE, True), (None, False), (Task.ANNOUNCE, False)} <= seen
    assert (Task.MOVE, False) not in seen


async def test_it_answers_an_offer_to_stop_and_makes_none(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        table = await seated(room)
        view = await play.move(room.tables, table, room.people[0].id, None, lambda _: OfferStop())
        assert task_of(view) is Task.STOP
        view = await play.move(room.tables, table, HOUSE.id, None, lambda _: AcceptStop())
        assert task_of(view) is None


async def test_at_a_table_of_members_it_has_nothing_to_do(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        table = await room.seated(Terms(in_thread=False))
        for _ in range(30):
            view = await room.view(table)
            assert (house_at(view), task_of(view)) == (None, None)
            if view.status is not Status.PLAYING:
                break
            await room.step(table)


async def test_it_leaves_a_table_that_is_put_away(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        table = await seated(room)
        await play.move(room.tables, table, room.people[0].id, None, lambda _: Resign())
        assert task_of(await rematch.close(room.tables, table, room.people[0].id)) is None


@pytest.mark.parametrize("phase", [Phase.PROPOSE, Phase.PLAY])
async def test_it_takes_longer_to_propose_than_to_play_one_of_two_cards(tmp_path: Path, phase: Phase) -> None:
    """The longest pause for a card of two is shorter than the shortest for a proposal."""
    async with salon(tmp_path) as room:
        table = await seated(room)
        for _ in range(400):
            view = await room.view(table)
            game = view.game
            assert game is not None
            seat = view.seat_of(HOUSE.id)
            late = phase is Phase.PROPOSE or (seat is not None and game.held[seat.index] <= 2)
            if game.phase is phase and game.turn is seat and late:
                break
            if view.status is not Status.PLAYING:
                pytest.fail("the game was over before")
            await room.step(table)
        pauses = [pause_ms(Task.MOVE, view, room.chance) for _ in range(100)]
        assert min(pauses) > 950 if phase is Phase.PROPOSE else max(pauses) < 950
        assert len(set(pauses)) > 10

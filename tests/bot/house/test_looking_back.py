"""The review of every game at its end: off the event loop, one player at a time."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.house.looking_back import BestAdvice, LookingBack
from bot.house.reviewer import Reviewer
from bot.tables import archive
from bot.tables.actions import advice, betting
from bot.tables.state.sight import Sight
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.ai import MoveValues
from ecarte.game import Resign, Seat
from ecarte.table.advice import TALON
from ecarte.teaching import Decision, Judged, Seeded, review, worst_first
from ecarte.teaching.book_advice import book_advice
from tests.bot.tables.salon import Salon, salon, staked
from tests.support.patience import PATIENCE_S

TERMS = Terms(in_thread=False)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Salon]:
    """The room."""
    async with salon(tmp_path) as opened:
        yield opened


class Gate:
    """A worker that thinks once it is let through."""

    def __init__(self) -> None:
        self.open, self.asked = asyncio.Event(), asyncio.Event()
        self.begun = 0

    async def run(self, function: Callable[..., Any], /, *args: Any) -> Any:
        """Returns what the function returns, once the gate is open."""
        self.begun += 1
        self.asked.set()
        await self.open.wait()
        return function(*args)

    def stop(self) -> None:
        """Has nothing to end."""


def beginning(made: tuple[Decision, ...], seeded: Seeded) -> tuple[Judged, ...]:
    """The review of the first decisions."""
    return review(made[:4], seeded)


async def made(room: Salon, table_id: int, game_no: int, user_id: int) -> tuple[Decision, ...]:
    """A player's own decisions."""
    return (await archive.decisions_of(room.tables, table_id, game_no, user_id)).made


async def forget(table_id: int, game_no: int, advice: BestAdvice) -> None:
    """Stores no quality of advice."""


async def overlook(table_id: int, game_no: int, user_id: int, judged: Collection[Judged]) -> None:
    """Stores no errors."""


def back_of(room: Salon, reviewer: Reviewer, *, on: bool = True) -> LookingBack:
    """Returns the reviews to test, for a room that does not announce its tables to them."""
    advised = partial(archive.advice_of, room.tables)
    return LookingBack(reviewer, partial(made, room), advised, forget, overlook, on=on)


def looking_back(room: Salon, gate: Gate, *, on: bool = True) -> tuple[LookingBack, list[int]]:
    """Returns the reviews to test, and the tables that they have called."""
    ready: list[int] = []
    back = back_of(room, Reviewer(beginning, worker=gate), on=on)
    back.ready.append(ready.append)
    room.tables.watchers.append(back.table_changed)
    return back, ready


async def over(room: Salon) -> TableView:
    """A game that has just ended."""
    table = await room.seated(TERMS)
    await room.play(table)
    return await room.view(table)


async def until_quiet(*but: asyncio.Task[Any]) -> None:
    """Lets all other tasks of the loop end."""
    others = asyncio.all_tasks() - {asyncio.current_task(), *but}
    if others:
        await asyncio.wait(others, timeout=PATIENCE_S)


async def test_the_end_waits_for_nothing_and_each_player_is_judged_by_their_own_decisions(room: Salon) -> None:
    gate = Gate()
    back, ready = looking_back(room, gate)
    view = await over(room)
    north, south = (view.person(seat).id for seat in Seat)
    assert (ready, back.telling_decision(view.id, 1, north)) == ([], None)
    gate.open.set()
    await until_quiet()
    assert ready == [view.id, view.id]
    for seat, person in ((Seat.NORTH, north), (Seat.SOUTH, south)):
        judged = back.telling_decision(view.id, 1, person)
        assert judged is not None
        assert judged.decision.view.seat is seat
    assert back.telling_decision(view.id, 1, 3) is None


def judged_as(decision: Decision, *, right: bool) -> Judged:
    """Returns a decision that was right, or that lost the game."""
    values = {decision.move: 0.9} if right else {Resign(): 0.9, decision.move: 0.1}
    return Judged(decision, MoveValues(values, dict.fromkeys(values, 0.0)), book_advice(decision.view))


def judged_in_memory() -> int:
    """Returns how many judged decisions are in memory, those of other tests included."""
    gc.collect()
    return sum(isinstance(thing, Judged) for thing in gc.get_objects())


async def test_of_all_that_was_judged_one_decision_of_each_player_stays_in_memory_and_the_review_can_be_read_again(
    room: Salon,
) -> None:
    gate, before = Gate(), judged_in_memory()
    gate.open.set()
    reviewer = Reviewer(beginning, worker=gate)
    back = back_of(room, reviewer)
    view = await over(room)
    back.table_changed(view)
    await until_quiet()
    assert judged_in_memory() - before == 2
    done = await made(room, view.id, 1, view.person(Seat.NORTH).id)
    assert await reviewer.look_back(done) == beginning(done, random.Random)
    assert gate.begun == 2, "it is not worked out again"


async def test_a_game_is_looked_back_on_once(room: Salon) -> None:
    gate = Gate()
    gate.open.set()
    back, ready = looking_back(room, gate)
    view = await over(room)
    await until_quiet()
    back.table_changed(replace(view, version=view.version + 1))
    await until_quiet()
    assert (gate.begun, len(ready)) == (2, 2)


async def test_of_many_games_that_end_at_once_none_is_left_out(room: Salon) -> None:
    gate, asked = Gate(), []
    view = await over(room)

    async def found(table_id: int, game_no: int, user_id: int) -> tuple[Decision, ...]:
        asked.append((table_id, user_id))
        return await made(room, view.id, game_no, user_id)

    back = LookingBack(
        Reviewer(beginning, worker=gate), found, partial(archive.advice_of, room.tables), forget, overlook, on=True
    )
    for number in range(10):
        back.table_changed(replace(view, id=view.id + number))
        await gate.asked.wait()
    gate.open.set()
    await until_quiet()
    assert asked == [(view.id + number, view.person(seat).id) for number in range(10) for seat in Seat]


async def test_a_review_that_was_asked_for_waits_for_one_only_however_many_games_have_ended(room: Salon) -> None:
    gate, view = Gate(), await over(room)
    reviewer = Reviewer(beginning, worker=gate)

    async def found(table_id: int, game_no: int, user_id: int) -> tuple[Decision, ...]:
        # Each game begins with another decision, so none was reviewed before.
        return (await made(room, view.id, game_no, user_id))[table_id - view.id :]

    back = LookingBack(reviewer, found, partial(archive.advice_of, room.tables), forget, overlook, on=True)
    for number in range(3):
        back.table_changed(replace(view, id=view.id + number))
    await gate.asked.wait()
    mine = (await made(room, view.id, 1, view.person(Seat.NORTH).id))[-1:]
    asked = asyncio.create_task(reviewer.look_back(mine))
    await asyncio.sleep(0)
    gate.open.set()
    assert len(await asked) == 1
    assert gate.begun == 2, "the review under way, and this one"
    await until_quiet()


async def test_switched_off_it_does_nothing(room: Salon) -> None:
    gate = Gate()
    gate.open.set()
    back, ready = looking_back(room, gate, on=False)
    view = await over(room)
    assert (gate.begun, ready, back.telling_decision(view.id, 1, 1)) == (0, [], None)


async def test_the_best_adviser_is_named_and_players_are_no_advisers(room: Salon) -> None:
    gate = Gate()
    gate.open.set()
    back, ready = looking_back(room, gate)
    table = await room.seated(staked(50))
    game = await room.game(table)
    assert game.elder is not None
    backer, other = room.people[2], room.people[3]
    await betting.bet(room.tables, table, backer, game.elder, 20)
    await betting.bet(room.tables, table, other, game.elder.other, 20)
    await room.cards(table)
    await advice.point(room.tables, table, backer.id, None, TALON)
    advised = await room.view(table)
    await room.play(table)
    await until_quiet()
    best = back.best_advice(table, advised.game_no)
    given = await archive.advice_of(room.tables, table, advised.game_no)
    assert set(given) == {backer.id}
    (judged,) = beginning(given[backer.id], random.Random)
    right = not judged.cost
    assert best == (BestAdvice(backer.id, 1, 1) if right else None)
    assert len(ready) == 2 + right
    did = await archive.decisions_of(room.tables, table, advised.game_no, backer.id)
    assert did.advised == given[backer.id]


async def test_the_best_of_several_backers_has_most_often_been_right_beyond_being_wrong(room: Salon) -> None:
    gate, view = Gate(), await over(room)
    gate.open.set()
    done = await made(room, view.id, 1, view.person(Seat.NORTH).id)
    given = {3: done[:1], 4: done[:4], 5: done[:3]}

    def last_is_wrong(made: tuple[Decision, ...], seeded: Seeded) -> tuple[Judged, ...]:
        """Judges the last of several decisions as an error."""
        return tuple(judged_as(decision, right=len(made) == 1 or decision is not made[-1]) for decision in made)

    async def advised(table_id: int, game_no: int) -> dict[int, tuple[Decision, ...]]:
        return given

    noted: list[BestAdvice] = []

    async def note(table_id: int, game_no: int, advice: BestAdvice) -> None:
        assert (table_id, game_no) == (view.id, 1)
        noted.append(advice)

    erred: dict[int, int] = {}

    async def err(table_id: int, game_no: int, user_id: int, judged: Collection[Judged]) -> None:
        erred[user_id] = len(worst_first(judged))

    back = LookingBack(Reviewer(last_is_wrong, worker=gate), partial(made, room), advised, note, err, on=True)
    back.table_changed(replace(view, galerie=replace(view.galerie, sight=dict.fromkeys(given, Sight.SEES))))
    await until_quiet()
    assert back.best_advice(view.id, 1) == BestAdvice(4, 3, 4)
    assert erred == {person.id: 1 for person in view.seats or ()}, "the last decision of each player"
    assert noted == [BestAdvice(4, 3, 4), BestAdvice(5, 2, 3), BestAdvice(3, 1, 1)], "each is stored"

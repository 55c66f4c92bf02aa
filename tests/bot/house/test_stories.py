"""Stories of games: told after the end and never before, once, off the event loop. Earlier games are told later."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select, update

from bot import owner
from bot.config import Settings
from bot.house.reviewer import Reviewer
from bot.house.stories import StorySources, Storyteller
from bot.people import stories
from bot.storage import StoryRow
from bot.storage.schema.story_tables import game_stories, story_results
from bot.tables import archive, storied
from bot.tables.actions import play, succession
from bot.tables.problems import Problem, Refused
from bot.tables.terms import Terms
from ecarte import notation
from ecarte.game import Resign, Seat
from ecarte.teaching import story
from ecarte.teaching.story import model_name
from tests.bot.tables.salon import GUILD, Salon, salon
from tests.bot.tables.test_succession import with_backers
from tests.support.patience import PATIENCE_S

TERMS = Terms(in_thread=False)
OF_A_GAME = 4
"""The calls of a worker for the story of a game: for the decisions, for the review of each seat, for the story."""


class Counter:
    """A worker that counts its calls, and thinks in a thread."""

    def __init__(self) -> None:
        self.begun = 0

    async def run(self, function: Callable[..., Any], /, *args: Any) -> Any:
        """Returns what the function returns."""
        self.begun += 1
        return await asyncio.to_thread(function, *args)

    def stop(self) -> None:
        """Has nothing to end."""


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Salon]:
    """The room."""
    async with salon(tmp_path) as opened:
        yield opened


def teller(
    room: Salon, worker: Counter | None = None, *, on: bool = True, reviewer: Reviewer | None = None
) -> Storyteller:
    """Tells the stories of a room."""
    sources = StorySources(
        partial(stories.story_of, room.crowd),
        partial(storied.game_to_tell, room.tables),
        partial(stories.put, room.crowd),
        partial(stories.untold, room.crowd),
    )
    return Storyteller(reviewer or Reviewer(worker=worker or Counter()), sources, on=on)


async def until_quiet() -> None:
    """Lets all other tasks of the loop end."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=PATIENCE_S)


async def rows(room: Salon) -> list[int]:
    """Returns how many stories are stored, and how many parts of players."""
    counts = [select(func.count()).select_from(table) for table in (game_stories, story_results)]
    return await room.database.connections.read(lambda connection: [connection.scalar(count) or 0 for count in counts])


async def test_of_a_game_that_is_on_there_is_no_story_and_no_figure_anywhere(room: Salon) -> None:
    tells, worker = teller(room), Counter()
    table = await room.seated(TERMS)
    for _ in range(12):
        await room.step(table)
        tells.table_changed(await room.view(table))
        with pytest.raises(Refused) as refused:
            await teller(room, worker).story(table, 1)
        assert refused.value.problem is Problem.GAME_ON
    await tells.catch_up()
    await until_quiet()
    assert worker.begun == 0
    assert await rows(room) == [0, 0]


async def test_a_game_is_told_after_its_end_once_and_as_the_library_tells_its_record(room: Salon) -> None:
    worker = Counter()
    tells = teller(room, worker)
    room.tables.watchers.append(tells.table_changed)
    table = await room.seated(TERMS)
    await room.play(table)
    await until_quiet()
    record = await archive.record(room.tables, table, 1)
    told = story(notation.read(record).events, Random)
    assert told is not None
    assert await stories.story_of(room.crowd, table, 1) == (True, told)
    tells.table_changed(await room.view(table))
    assert await tells.story(table, 1) == told
    await until_quiet()
    assert worker.begun == OF_A_GAME
    for seat in Seat:
        luck = await stories.luck_of(room.crowd, GUILD, (await room.view(table)).person(seat).id)
        ledger = told.ledger(seat)
        assert luck is not None
        assert (luck.games, luck.error, luck.in_season) == (1, None, False)
        assert luck.luck == ledger.cards / 10_000
        assert luck.share == (ledger.result - ledger.cards) / 10_000


async def test_a_game_without_a_story_is_not_asked_for_again(room: Salon) -> None:
    worker = Counter()
    tells = teller(room, worker)
    table = await room.seated(TERMS)
    north = (await room.view(table)).person(Seat.NORTH)
    await play.move(room.tables, table, north.id, None, lambda view: Resign())
    for _ in range(2):
        assert await tells.story(table, 1) is None
    assert worker.begun == OF_A_GAME - 2, "without decisions there is nothing to review"
    assert await rows(room) == [1, 0]


async def test_earlier_games_are_caught_up_with_and_only_where_games_are_told_unasked(room: Salon) -> None:
    for _ in range(2):
        await room.play(await room.seated(TERMS))
    off = teller(room, on=False)
    await off.catch_up()
    await until_quiet()
    assert await rows(room) == [0, 0]
    worker = Counter()
    tells = teller(room, worker)
    for _ in range(2):
        await tells.catch_up()
        await until_quiet()
    assert await rows(room) == [2, 4]
    assert worker.begun == 2 * OF_A_GAME


@pytest.mark.expects_log("bot.house.looking_back", r"^table 1: no story told \(ValueError\)$")
async def test_a_game_that_cannot_be_told_keeps_no_other_from_its_story_and_no_card_is_logged(room: Salon) -> None:
    first, second = await room.seated(TERMS), await room.seated(TERMS, 2, 3)
    for table in (first, second):
        await room.play(table)
    tells = teller(room)

    async def broken(table_id: int, game_no: int) -> tuple[str, frozenset[Seat]]:
        if table_id == first:
            raise ValueError("KS QH 7D")
        return await storied.game_to_tell(room.tables, table_id, game_no)

    failing = Storyteller(
        Reviewer(worker=Counter()),
        StorySources(
            partial(stories.story_of, room.crowd),
            broken,
            partial(stories.put, room.crowd),
            partial(stories.untold, room.crowd),
        ),
        on=True,
    )
    await failing.catch_up()
    await until_quiet()
    assert await rows(room) == [1, 2]
    assert await tells.story(first, 1) is not None


async def test_who_gave_a_hand_up_to_a_backer_has_no_parts_of_the_story(room: Salon) -> None:
    table = await with_backers(room)
    while (await room.game(table)).number == 1:
        await room.step(table)
    await play.move(room.tables, table, 2, None, lambda view: Resign())
    await succession.take_hand(room.tables, table, room.people[3])
    await room.play(table)
    _, seats = await storied.game_to_tell(room.tables, table, 1)
    assert seats == {Seat.NORTH}
    assert await teller(room).story(table, 1) is not None
    assert await stories.form_of(room.crowd, GUILD, 1) is not None
    assert await stories.form_of(room.crowd, GUILD, 2) is None
    assert await stories.form_of(room.crowd, GUILD, 4) is None


async def test_form_is_the_cost_of_errors_for_each_decision_that_mattered(room: Salon) -> None:
    tells = teller(room)
    costs, telling = 0, 0
    for _ in range(6):
        table = await room.seated(TERMS)
        await room.play(table)
        told = await tells.story(table, 1)
        assert told is not None
        room.now += 1
        if _ > 0:
            costs, telling = costs + told.cost(Seat.NORTH), telling + told.telling[0]
    north = (await room.view(table)).person(Seat.NORTH).id
    form = await stories.form_of(room.crowd, GUILD, north)
    assert form is not None
    assert told is not None
    assert len(form.rates) == 5
    assert form.rate == pytest.approx(costs / 100 / telling)
    assert form.rates[0] == pytest.approx(told.cost(Seat.NORTH) / 100 / told.telling[0])


async def test_the_owner_sees_which_function_told_stories_and_that_it_tells_them_again_to_the_word(
    room: Salon, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tells, settings = teller(room), Settings(database=str(tmp_path / "salon.sqlite3"))
    games = [await room.seated(TERMS) for _ in range(3)]
    for table in games:
        await room.play(table)
    await room.database.stories.put(games[2], 1, StoryRow("an earlier one", ""), {})
    for table in games:
        await tells.story(table, 1)
    assert await owner.stories(settings, lambda: room.now, check=9) == 0
    assert capsys.readouterr().out.splitlines() == [
        "an earlier one: 1",
        f"{model_name()} (this release): 2",
        "Computed again: 2. Different: 0.",
    ]
    changed = update(game_stories).where(game_stories.c.table_id == games[1]).values(data="")
    await room.database.connections.write(lambda connection: connection.execute(changed))
    assert await owner.stories(settings, lambda: room.now, check=1) == 1
    assert f"Computed again: 1. Different: 1: {games[1]}.1." in capsys.readouterr().out

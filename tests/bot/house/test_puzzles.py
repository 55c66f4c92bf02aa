"""Puzzles from finished games: at most one of a game, a day after it, and none that a player does not want."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.house.puzzles import PuzzleMaker, PuzzleSources
from bot.house.reviewer import Reviewer
from bot.people import puzzles, same_deals
from bot.people.same_deals import SameDealKey
from bot.storage import NewPuzzle, PuzzleSource
from bot.storage.schema.puzzle_tables import puzzles as puzzle_rows
from bot.tables import archive
from bot.tables.actions import rematch
from bot.tables.terms import Terms
from ecarte import notation
from ecarte.game import Seat, player_view
from ecarte.teaching import steps
from ecarte.teaching.puzzle_position import canonical
from tests.bot.house.test_stories import Counter, until_quiet
from tests.bot.tables.salon import GUILD, Salon, salon
from tests.ecarte.teaching.test_puzzles import HARD_DAY, tries_at

TERMS = Terms(in_thread=False)
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Salon]:
    """The room."""
    async with salon(tmp_path) as opened:
        yield opened


def maker(
    room: Salon, worker: Counter | None = None, *, on: bool = True, reviewer: Reviewer | None = None
) -> PuzzleMaker[PuzzleSource]:
    """Makes the puzzles of a room."""
    return PuzzleMaker(reviewer or Reviewer(worker=worker or Counter()), sources_of(room), on=on)


def sources_of(room: Salon) -> PuzzleSources[PuzzleSource]:
    """What a maker of puzzles asks a room for."""
    return PuzzleSources(
        games=partial(puzzles.sources, room.crowd),
        begin=partial(puzzles.begin_search, room.crowd),
        record=partial(archive.record, room.tables),
        keep=partial(puzzles.keep, room.crowd),
        day=partial(puzzles.day_to_search, room.crowd),
        keep_day=partial(puzzles.keep_day, room.crowd),
    )


async def over(room: Salon, north: int, south: int) -> int:
    """Two people play a game at random, and leave the table."""
    table = await room.seated(TERMS, north, south)
    await room.play(table)
    await rematch.close(room.tables, table, room.people[north].id)
    return table


async def evening(room: Salon, games: int = 4) -> list[int]:
    """Games of six people. Returns the tables."""
    pairs = [(0, 1), (2, 3), (4, 5)]
    return [await over(room, *pairs[number % len(pairs)]) for number in range(games)]


async def made(room: Salon) -> list[tuple[int, str]]:
    """Returns the table and the position of each live puzzle."""
    wanted = select(puzzle_rows.c.table_id, puzzle_rows.c.position).where(puzzle_rows.c.state == "live")
    found = await room.database.connections.read(lambda connection: connection.execute(wanted).all())
    return [(table_id, position) for table_id, position in found]


async def caught_up(room: Salon, making: PuzzleMaker[PuzzleSource]) -> list[tuple[int, str]]:
    """Has all games searched that may be."""
    await making.catch_up()
    await until_quiet()
    return await made(room)


async def test_games_give_puzzles_a_day_after_their_table_was_closed_one_each_and_three_a_day(room: Salon) -> None:
    worker = Counter()
    making = maker(room, worker)
    tables = await evening(room, 8)
    room.now += 23 * HOUR_MS
    assert await caught_up(room, making) == []
    assert worker.begun == 0
    room.now += 2 * HOUR_MS
    given = await caught_up(room, making)
    assert len(given) == len({table for table, _ in given}) == 3
    assert {table for table, _ in given} <= set(tables)
    searched = worker.begun
    assert await caught_up(room, making) == given
    assert worker.begun == searched, "no game is searched twice"
    # The next day goes on with the other games.
    room.now += DAY_MS
    assert len(await caught_up(room, maker(room))) > 3
    opened = await puzzles.next_puzzle(room.crowd, 99, GUILD, 0.0)
    assert opened is not None


async def test_games_that_were_searched_make_room_for_others_in_another_process_too(
    room: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "_LOOKED_AT", 2)
    await evening(room, 6)
    room.now += DAY_MS
    searched: set[int] = set()
    while found := await puzzles.sources(room.crowd):
        assert len(found) <= 2
        for source in found:
            assert await puzzles.begin_search(room.crowd, source)
            assert not await puzzles.begin_search(room.crowd, source), "another process was faster"
            assert source.table_id not in searched
            searched.add(source.table_id)
    assert len(searched) == 6


async def test_a_puzzle_tells_no_card_of_the_opponent_and_no_name(room: Salon) -> None:
    await evening(room, 6)
    room.now += DAY_MS
    for table, position in await caught_up(room, maker(room)):
        record = notation.read(await archive.record(room.tables, table, 1))
        told = {
            text.text
            for state, _ in steps(record.events)
            for seat in Seat
            if state.deal is not None and state.turn is seat
            if (text := canonical(player_view(state, seat))) is not None
        }
        assert position in told


async def test_in_a_small_server_no_game_gives_a_puzzle(room: Salon) -> None:
    for _ in range(4):
        await over(room, 0, 1)
    await over(room, 2, 3)
    room.now += DAY_MS
    assert await caught_up(room, maker(room)) == []


async def test_either_players_no_is_no_before_and_after(room: Salon) -> None:
    await puzzles.choose(room.crowd, room.people[0].id, wanted=False)
    tables = await evening(room, 6)
    room.now += DAY_MS
    given = await caught_up(room, maker(room))
    assert given
    assert not {table for table, _ in given} & {tables[0], tables[3]}
    for person in (2, 5):
        await puzzles.choose(room.crowd, room.people[person].id, wanted=False)
    assert await made(room) == []
    # Who says yes again gives the puzzles of later games.
    await puzzles.choose(room.crowd, room.people[0].id, wanted=True)
    assert await made(room) == []


async def test_a_no_while_the_game_is_searched_is_heard(room: Salon) -> None:
    await evening(room, 6)
    room.now += DAY_MS
    found = await puzzles.sources(room.crowd)
    for source in found:
        given = await Reviewer(worker=Counter()).puzzles(await archive.record(room.tables, source.table_id, 1))
        await puzzles.choose(room.crowd, source.people[0], wanted=False)
        await puzzles.keep(room.crowd, source, given)
    assert await made(room) == []


async def test_a_puzzle_is_stored_only_if_no_player_has_said_no_until_that_moment(room: Salon) -> None:
    (table,) = await evening(room, 1)
    puzzle = NewPuzzle("one", "an elder hand", "accept 4000, refuse 5000", 1500, (table, 1))
    for person in room.people[:2]:
        await puzzles.choose(room.crowd, person.id, wanted=False)
        assert await room.database.puzzles.add(GUILD, [puzzle], room.now) == 0
        await puzzles.choose(room.crowd, person.id, wanted=True)
    assert await room.database.puzzles.add(GUILD, [puzzle], room.now) == 1


async def test_the_game_of_a_person_who_is_erased_gives_none(room: Salon) -> None:
    await evening(room, 6)
    room.now += DAY_MS
    found = await puzzles.sources(room.crowd)
    for number, person in enumerate(room.people):
        await room.database.erasures.begin(person.id, -5 - number, room.now)
    for source in found:
        given = await Reviewer(worker=Counter()).puzzles(await archive.record(room.tables, source.table_id, 1))
        await puzzles.keep(room.crowd, source, given)
    assert await made(room) == []


async def test_a_game_of_which_a_deal_is_still_played_gives_none(room: Salon) -> None:
    tables = await evening(room, 3)
    room.now += DAY_MS
    key = SameDealKey(tables[0], 1, 1, "north")
    await same_deals.challenge(room.crowd, key, GUILD, (room.people[0].id, room.people[1].id), (1, 3), room.now)
    assert tables[0] not in {table for table, _ in await caught_up(room, maker(room))}
    room.now += DAY_MS
    assert tables[0] in {source.table_id for source in await puzzles.sources(room.crowd)}


async def test_a_challenge_with_a_deal_of_a_game_takes_the_puzzle_of_the_game_back(room: Salon) -> None:
    await evening(room, 6)
    room.now += DAY_MS
    (table, _), *others = await caught_up(room, maker(room))
    key = SameDealKey(table, 1, 1, "north")
    await same_deals.challenge(room.crowd, key, GUILD, (room.people[0].id, room.people[1].id), (1, 3), room.now)
    assert await made(room) == others


async def test_nothing_is_made_where_games_are_not_looked_back_on(room: Salon) -> None:
    await evening(room, 4)
    room.now += DAY_MS
    assert await caught_up(room, maker(room, on=False)) == []


@pytest.mark.expects_log("bot.house.looking_back", r"^table \d+: no puzzle made \(ValueError\)$")
async def test_a_game_that_cannot_be_searched_keeps_no_other_from_its_puzzle_and_no_card_is_logged(room: Salon) -> None:
    tables = await evening(room, 6)
    room.now += DAY_MS

    async def broken(table_id: int, game_no: int) -> str:
        if table_id == tables[-1]:
            raise ValueError("KS QH 7D")
        return await archive.record(room.tables, table_id, game_no)

    sources = replace(sources_of(room), record=broken)
    assert await caught_up(room, PuzzleMaker(Reviewer(worker=Counter()), sources, on=True))


async def test_a_deal_of_the_day_gives_a_puzzle_to_all_servers_a_month_later_and_once(room: Salon) -> None:
    for user, moves in enumerate(tries_at(HARD_DAY, wrong=7, right=3), 1):
        await room.database.daily.begin(user, HARD_DAY, GUILD, moves, room.now)
    began = int(datetime.fromisoformat(f"{HARD_DAY}T00:00Z").timestamp() * 1000)
    counted = Counter()
    for days, has_one in ((0, False), (1, False), (29, False), (30, True)):
        room.now = began + days * DAY_MS + HOUR_MS
        assert bool(await caught_up(room, maker(room, counted))) is has_one
    puzzle = await room.database.puzzles.open(99, 0, room.now, 0.0)
    assert puzzle is not None
    assert (puzzle.tries, puzzle.solved, puzzle.is_own) == (10, 3, False)
    worked = counted.begun
    assert len(await caught_up(room, maker(room, counted))) == 1
    assert counted.begun == worked
    # Their tries are not over, and so the ten people see nothing of it.
    assert await room.database.puzzles.open(1, GUILD, room.now, 0.0) is None

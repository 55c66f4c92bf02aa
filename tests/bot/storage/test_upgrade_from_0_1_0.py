"""Upgrade from 0.1.0: today's code opens a database that this release wrote, and its games go on.

`house_0_1_0.sql` has finished games, a game in the middle of a deal with bets and side bets, open bets, a salon table,
a pool in its second game, a game against the house, a table that waits for a cut, a hand offered to backers,
challenges, a table between two games, a tournament under way and another that is open. NEVER EDIT IT.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.audit import verify
from bot.clock import ClockKind
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.people.server import ServerSettings
from bot.rows.slots import Slot, SlotKind
from bot.storage import Database
from bot.storage.backends.sqlite_file import APPLICATION_ID
from bot.tables import archive
from bot.tables.actions import seating, succession
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.texts import Language
from bot.tournaments import actions, progress, service
from bot.tournaments.service import open_tournaments
from bot.tournaments.tournament import Stage
from ecarte import notation
from ecarte.ai import Level
from ecarte.fair import FairDeal, Verdict
from ecarte.game import Distribution, Manners, Move, PlayerView, Seat
from ecarte.game.moves import CallError
from tests.bot.tables.salon import GUILD, Salon
from tests.support.ledger import Treasury, treasury

DUMP = Path(__file__).with_name("house_0_1_0.sql")
PEOPLE = [Person(number, f"P{number}") for number in range(1, 15)]
CHIPS = Treasury(issued=10_000, in_purses=9_358, at_stake=642)
STAKED, BETS_OPEN, SALON, POOL, HOUSE, CUT, OFFERED, BETWEEN, OF_TOURNAMENT = 2, 3, 4, 5, 6, 7, 8, 11, 12
CHALLENGES = (9, 10)


def uncalled(view: PlayerView) -> Move:
    """Chooses the first move that calls no error: a call is refused where there is none."""
    return next(move for move in view.legal_moves if not isinstance(move, CallError))


@pytest.fixture
async def room(path: Path) -> AsyncIterator[Salon]:
    """The room on the old database, brought up to today's schema."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    async with await Database.open(str(path)) as database:
        await database.migrate()
        yield Salon(database, random.Random(1), PEOPLE)


async def test_upgrade_from_0_1_0_every_open_table_is_restored(room: Salon) -> None:
    open_tables = [row.id for row in await room.database.recovery.open_tables()]
    restored = {table_id: await room.view(table_id) for table_id in open_tables}
    statuses = {number: table_view.status for number, table_view in restored.items()}
    playing = (STAKED, BETS_OPEN, SALON, POOL, HOUSE, CUT, OFFERED, OF_TOURNAMENT)
    assert statuses == {
        **dict.fromkeys(playing, Status.PLAYING),
        **dict.fromkeys(CHALLENGES, Status.CHALLENGE),
        BETWEEN: Status.BETWEEN,
    }
    assert restored[STAKED].galerie.side_bets is not None
    assert restored[BETS_OPEN].galerie.pause is not None
    assert restored[SALON].terms.rules.manners is Manners.SALON
    assert restored[POOL].galerie.pool is not None
    assert [person.level for person in restored[HOUSE].seats or ()] == [None, Level.NOVICE]
    kinds = {number: table_view.waiting and table_view.waiting.kind for number, table_view in restored.items()}
    assert kinds == {
        **dict.fromkeys(CHALLENGES, WaitKind.CHALLENGE),
        **dict.fromkeys((STAKED, SALON, POOL, HOUSE, OF_TOURNAMENT), WaitKind.DECISION),
        BETS_OPEN: WaitKind.BETS,
        CUT: WaitKind.CUT,
        OFFERED: WaitKind.HEIR,
        BETWEEN: WaitKind.CHAIR,
    }
    assert restored[CUT].to_cut is not None
    assert restored[OFFERED].galerie.offered_seat is not None
    assert restored[OFFERED].terms.pace.kind is ClockKind.CORRESPONDENCE
    assert (await verify(room.database)).faults == ()
    assert await treasury(room.database, GUILD) == CHIPS


async def test_upgrade_from_0_1_0_a_game_goes_on_to_the_next_deal_and_no_chip_is_lost(room: Salon) -> None:
    table_view = await room.view(STAKED)
    assert table_view.game is not None
    deal = table_view.game.number
    while table_view.game is not None and table_view.game.number == deal and table_view.status is Status.PLAYING:
        table_view = await room.step(STAKED)
    assert (table_view.status, table_view.game and table_view.game.number) == (Status.PLAYING, deal + 1)
    after = await treasury(room.database, GUILD)
    assert after.issued == after.in_purses + after.at_stake == CHIPS.issued
    assert (await verify(room.database)).faults == ()


@pytest.mark.parametrize("table", [STAKED, BETS_OPEN, POOL, HOUSE, CUT, OF_TOURNAMENT])
async def test_upgrade_from_0_1_0_every_game_is_played_to_its_end(room: Salon, table: int) -> None:
    assert (await room.lose(table, Seat.SOUTH)).status is Status.BETWEEN
    assert (await verify(room.database)).faults == ()
    assert (await treasury(room.database, GUILD)).issued == CHIPS.issued


@pytest.mark.parametrize("table", [HOUSE, CUT])
async def test_upgrade_from_0_1_0_deals_keep_their_own_promises_and_later_ones_have_that_of_the_game(
    room: Salon, table: int
) -> None:
    await room.lose(table, Seat.SOUTH)
    text = await archive.record(room.tables, table, 1)
    own = sum(isinstance(fair, FairDeal) for fair in notation.read(text).fair.values())
    checked = await archive.check_game(room.tables, table, 1)
    assert 0 < own < len(checked)
    assert {check.verdict for check in checked} == {Verdict.FAIR}
    assert f'table "{table}" game 1 from {own + 1}' in text


async def test_upgrade_from_0_1_0_a_salon_game_is_played_to_its_end(room: Salon) -> None:
    table_view = await room.view(SALON)
    while table_view.status is Status.PLAYING:
        wait = table_view.waits.get(WaitKind.ERRORS)
        table_view = await (room.step(SALON, uncalled) if wait is None else room.later(wait.until - room.now, SALON))
    assert table_view.status is Status.BETWEEN
    assert (await verify(room.database)).faults == ()


async def test_upgrade_from_0_1_0_a_backer_takes_the_hand_and_a_member_the_challenge(room: Salon) -> None:
    table_view = await room.view(OFFERED)
    assert table_view.galerie.heir is not None
    table_view = await succession.take_hand(room.tables, OFFERED, PEOPLE[table_view.galerie.heir - 1])
    assert table_view.galerie.offered_seat is None
    for number in CHALLENGES:
        assert (await seating.accept(room.tables, number, PEOPLE[0])).status is Status.PLAYING
    assert (await verify(room.database)).faults == ()


async def test_upgrade_from_0_1_0_a_tournament_goes_on(room: Salon) -> None:
    tournaments = open_tournaments(room.database, room.tables, lambda: room.now)
    all_tournaments = {tournament.name: tournament for tournament in await progress.restore(tournaments, None)}
    assert {name: tournament.stage for name, tournament in all_tournaments.items()} == {
        "Spring": Stage.RUNNING,
        "Autumn": Stage.OPEN,
    }
    spring = all_tournaments["Spring"]
    await room.play(OF_TOURNAMENT)
    await progress.carry_on(tournaments, spring.id)
    assert (await service.view(tournaments, spring.id)).tournament.begun_rounds.round_no == 2
    for person in (PEOPLE[0], PEOPLE[2]):
        await actions.join(tournaments, all_tournaments["Autumn"].id, person)
    started = await actions.start(tournaments, all_tournaments["Autumn"].id, PEOPLE[0].id, manages=False)
    assert started.stage is Stage.RUNNING


async def test_upgrade_from_0_1_0_results_records_and_choices_are_kept(room: Salon) -> None:
    database = room.database
    assert (await database.results.history(GUILD)).total == 5
    assert notation.read(await archive.record(room.tables, 1, 1)).state.outcome is not None
    assert ServerSettings.from_json(await database.servers.settings(GUILD)) == ServerSettings(
        channels=(70,), language=Language("fr"), house=Level.SALON, stake=20
    )
    assert Preferences.from_json((await database.people.person(1))[1]) == Preferences(
        True, Distribution.TWO_THREE, "my own seed"
    )
    daily, quiz = await database.daily.of(1, "2026-01-01"), await database.quizzes.of(1)
    assert daily is not None
    assert len(daily.moves) > 0
    assert quiz is not None
    assert (quiz.run, quiz.answers) == (1, "p")
    assert Slot(SlotKind.TABLE) in {row.slot for row in await database.table_messages.of(STAKED)}
    assert await database.heartbeat.last_beat() == room.now + 30_000

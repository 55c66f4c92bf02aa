"""A person asks to be erased in the middle of an evening: nothing names them, and everything adds up, at any moment."""

from __future__ import annotations

import asyncio
import logging
import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event

from bot.audit import verify
from bot.features.review import best_advice
from bot.house.looking_back import BestAdvice
from bot.people import admin, purses
from bot.people.person import Person
from bot.people.service import open_people
from bot.privacy import erasure
from bot.privacy.erasure import lock_logs
from bot.privacy.service import Privacy, admit, open_privacy
from bot.rows.commits import EventRecord
from bot.rows.ids import is_erased
from bot.storage import Database
from bot.storage.schema.tables import packed_logs
from bot.tables import archive, lookup
from bot.tables.actions import advice, betting, play, seating, succession
from bot.tables.problems import Problem, Refused
from bot.tables.service import Limits, open_tables
from bot.tables.state.table_state import Status
from bot.texts import Language, Texts
from bot.tournaments.service import find, open_tournaments
from ecarte.fair import Verdict
from ecarte.game import Resign, Seat
from tests.bot.privacy.evening import Evening, evening, held, people_of_discord
from tests.bot.tables.salon import GUILD, staked
from tests.bot.tables.test_random_evenings import TERMS, _something
from tests.support.erasing import database_text
from tests.support.ledger import treasury
from tests.support.postgres import MISSING, new_database


def dump(path: Path) -> str:
    """The whole content of a database."""
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


async def test_no_row_and_no_byte_of_the_file_names_an_erased_person(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.all_of_it()
        first, second, *_ = party.people
        before = await treasury(party.room.database, GUILD)
        assert (await verify(party.room.database)).faults == ()
        await erasure.erase(party.privacy, first.id)
        assert (await verify(party.room.database)).faults == ()
        after = await treasury(party.room.database, GUILD)
        # A game that the person leaves may pay out its stakes.
        assert after.in_purses + after.at_stake == before.in_purses + before.at_stake
        assert await party.privacy.erasures.under_way() == ()
        names = await party.room.crowd.profiles.names([first.id, second.id])
        assert names == {second.id: second.name}
        assert (await party.room.crowd.profiles.profile(first.id)).preferences.seed == ""
    path = tmp_path / "salon.sqlite3"
    written = dump(path)
    assert str(first.id) not in written
    assert first.name not in written
    assert str(second.id) in written
    assert held(path, first) == []
    assert held(path, second) != [], "the search finds people who are there"


async def test_whose_advice_was_best_is_not_said_of_a_person_who_was_erased_since(tmp_path: Path) -> None:
    """It is computed after the game and kept in memory, by an id whose last digits would be shown."""
    words = Texts.load()(Language.ENGLISH)
    async with evening(tmp_path) as party:
        table_id, backer = await party.backed_game(), party.people[2]
        over, best = await party.room.lose(table_id, Seat.SOUTH), BestAdvice(backer.id, 2, 3)
        assert best_advice(words, over, best) == [words("review.advice", who=backer.name, right=2, given=3)]
        await erasure.erase(party.privacy, backer.id)
        assert best_advice(words, await party.room.view(table_id), best) == []


async def test_a_person_may_ask_again_after_a_day_and_another_at_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        first, second, *_ = party.people
        assert await erasure.free_at(party.privacy, first.id) is None
        await erasure.erase(party.privacy, first.id)
        asked, free = party.room.now, await erasure.free_at(party.privacy, first.id)
        assert free == asked + erasure.ERASED_EVERY_MS
        assert await erasure.free_at(party.privacy, second.id) is None
        party.room.now = free
        assert await erasure.free_at(party.privacy, first.id) is None
        # A clock that was ahead keeps no one waiting.
        party.room.now = asked - 1
        assert await erasure.free_at(party.privacy, first.id) is None


async def test_what_was_played_can_still_be_read_and_its_deals_are_still_fair(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.room.give_seed(party.people[0].id, "my own words")
        table_id = await party.played_game()
        before = await archive.record(party.room.tables, table_id, 1)
        await erasure.erase(party.privacy, party.people[0].id)
        record = await archive.record(party.room.tables, table_id, 1)
        assert party.people[0].name in before
        assert record == before.replace(party.people[0].name, "")
        verdicts = {one.verdict for one in await archive.check_game(party.room.tables, table_id, 1)}
        assert verdicts == {Verdict.FAIR}


async def test_a_game_is_resigned_and_its_winner_paid_before_the_player_is_erased(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        room, (first, second, third, _fourth, *_) = party.room, party.people
        table_id = await room.seated(staked(40))
        await room.cards(table_id)
        await erasure.erase(party.privacy, first.id)
        result = await room.database.results.game(table_id, 1)
        assert result is not None
        assert result.winner == "south"
        assert is_erased(result.players[0].user_id)
        assert (await room.purses())[second.id] == 1040
        assert (await lookup.table(room.tables, table_id)).status is Status.CLOSED
        board = await room.crowd.results.leaderboard(GUILD)
        assert {line.user_id for line in board.rows} == {second.id, result.players[0].user_id}
        assert third.id not in {line.user_id for line in board.rows}


async def test_a_game_for_which_bets_are_still_made_is_called_off(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        room, (first, second, third, *_) = party.room, party.people
        table_id = await room.seated(staked(40))
        await betting.bet(room.tables, table_id, third, Seat.NORTH, 10)
        await erasure.erase(party.privacy, first.id)
        purses_now = await room.purses()
        assert (purses_now[second.id], purses_now[third.id]) == (1000, 1000)
        assert (await lookup.table(room.tables, table_id)).status is Status.CLOSED


async def test_a_backer_whose_bet_is_bound_is_paid_under_the_new_id(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        room, third = party.room, party.people[2]
        table_id = await party.backed_game()
        before = await treasury(room.database, GUILD)
        await erasure.erase(party.privacy, third.id)
        assert str(third.id) not in repr(await room.at_stake(table_id))
        (backer,) = [user_id for user_id in await room.at_stake(table_id) if is_erased(user_id)]
        await room.lose(table_id, Seat.SOUTH)
        assert (await verify(room.database)).faults == ()
        assert await purses.balance(room.crowd, GUILD, backer) == 1030
        assert (await treasury(room.database, GUILD)).issued == before.issued


async def test_a_hand_that_is_given_up_is_not_offered_to_an_erased_backer(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        room, (first, _second, third, *_) = party.room, party.people
        table_id = await party.backed_game()
        await erasure.erase(party.privacy, third.id)
        await play.move(room.tables, table_id, first.id, None, lambda _: Resign())
        assert (await lookup.table(room.tables, table_id)).status is Status.BETWEEN


async def test_an_erased_person_forfeits_in_a_tournament_that_goes_on(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.all_of_it()
        await erasure.erase(party.privacy, party.people[0].id)
        tournament = await find(party.tournaments, 1)
        assert is_erased(tournament.opener_id)
        assert tournament.number_of(party.people[0].id) is None
        assert len(tournament.begun_rounds.withdrawn) == 1


async def test_nothing_is_done_for_a_person_who_is_being_erased_and_all_is_afterwards(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.all_of_it()
        first = party.people[0]
        erasing = erasure.begin(party.privacy, first.id)
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            admit(party.privacy, first.id)
        assert refused.value.problem is Problem.BEING_ERASED
        await erasing
        admit(party.privacy, first.id)


async def test_an_erasure_waits_for_what_the_person_is_doing(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        first, may_end = party.people[0], asyncio.Event()

        async def act() -> None:
            admit(party.privacy, first.id)
            await may_end.wait()
            await seating.challenge(party.room.tables, GUILD, 70, first, None, staked(5))

        acting = asyncio.create_task(act())
        await asyncio.sleep(0)
        erasing = erasure.begin(party.privacy, first.id)
        # Work that the erasure does not wait for would be stored before this.
        await party.room.database.heartbeat.put(party.room.now)
        assert not erasing.done()
        may_end.set()
        await asyncio.gather(acting, erasing)
        (view,) = [await lookup.table(party.room.tables, 1)]
        assert view.status is Status.CLOSED
        assert is_erased(view.challenger.id)


async def test_presses_of_others_at_a_table_under_rewriting_are_done_or_refused_by_the_rules(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        room, (first, second, third, fourth, *_) = party.room, party.people
        table_id = await party.backed_game(1, 2)
        erasing = erasure.begin(party.privacy, first.id)

        async def plays(number: int) -> None:
            for sign in range(12):
                with suppress(Refused):
                    if number % 2:
                        await advice.point(room.tables, table_id, fourth.id, None, sign % 5)
                    else:
                        await room.step(table_id)

        await asyncio.gather(erasing, *(plays(number) for number in range(4)))
        assert (await verify(room.database)).faults == ()
        loaded = await room.database.tables.load(table_id)
        assert str(first.id) not in repr(loaded)
        view = await lookup.table(room.tables, table_id)
        assert {person.id for person in view.seats or ()} == {second.id, third.id}


async def test_a_crash_at_any_moment_leaves_a_database_that_adds_up_and_the_next_start_ends_the_erasure(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as party:
        await party.all_of_it()
        first, path = party.people[0], tmp_path / "salon.sqlite3"
        crashes: dict[bytes, Path] = {}

        def crash(_: Connection) -> None:
            # What a crash before this commit leaves: the file and its write-ahead log.
            log = path.with_name(path.name + "-wal").read_bytes()
            if log not in crashes:
                crashes[log] = folder = tmp_path / f"crash {len(crashes)}"
                folder.mkdir()
                shutil.copy(path, folder / path.name)
                (folder / f"{path.name}-wal").write_bytes(log)

        event.listen(Engine, "commit", crash)
        try:
            await erasure.erase(party.privacy, first.id)
        finally:
            event.remove(Engine, "commit", crash)
    assert len(crashes) >= 8
    resumed = 0
    for folder in crashes.values():
        async with await Database.open(str(folder / path.name)) as database:
            assert (await verify(database)).faults == (), folder.name
            resumed += await erasure.resume(_privacy(database, party.room.now))
            assert (await verify(database)).faults == (), folder.name
            named = (await database.erasures.search(first.id, 0)).named
        if named:
            # The crash came before the erasure was stored.
            assert folder.name == "crash 0"
            continue
        assert held(folder / path.name, first) == [], folder.name
    assert resumed >= len(crashes) - 2


def _privacy(database: Database, now: int) -> Privacy:
    people = open_people(database, lambda: now)
    limits = Limits(live=5, correspondence=5, challenge_ms=600_000)
    tables = open_tables(database, people, now=lambda: now, rng=random.Random(5), limits=limits)
    return open_privacy(database, people, tables, open_tournaments(database, tables, lambda: now))


@pytest.mark.parametrize("manner", TERMS)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
async def test_whatever_a_person_does_before_they_are_erased_the_sums_hold(
    tmp_path: Path, manner: str, seed: int
) -> None:
    async with evening(tmp_path, people=7, seed=seed) as party:
        room, terms = party.room, TERMS[manner]
        everybody = list(party.people)
        table_id = (await seating.challenge(room.tables, GUILD, 70, room.people[0], None, terms)).id
        for person in room.people[1 : 3 if terms.pool else 2]:
            await seating.accept(room.tables, table_id, person)
        for gone in room.chance.sample(everybody, 3):
            await _acts(party, table_id, 40)
            await erasure.erase(party.privacy, gone.id)
            room.people.remove(gone)
            assert (await verify(room.database)).faults == ()
            chips = await treasury(room.database, GUILD)
            assert chips.in_purses + chips.at_stake == chips.issued
        await _acts(party, table_id, 40)
        assert (await verify(room.database)).faults == ()
        written = repr(await room.database.tables.load(table_id))
        assert [person.name for person in everybody if str(person.id) in written and person not in room.people] == []


async def _acts(party: Evening, table_id: int, count: int) -> None:
    """People act at random. An erased player does nothing more."""
    done: Counter[str] = Counter()
    for _ in range(count):
        view = await lookup.table(party.room.tables, table_id)
        seated: list[Person] = [person for person in view.seats or () if not is_erased(person.id)]
        standing = tuple(person.id for person in seated) or tuple(person.id for person in party.people[:2])
        name, act = _something(party.room, table_id, standing)
        try:
            await act
            done[name] += 1
        except Refused:
            continue


async def test_a_game_that_ends_while_its_player_is_erased_counts_once_and_under_the_new_id(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        room, first = party.room, party.people[0]
        await party.played_game()
        # The backer of the erased player plays on for that seat. The result belongs to the player.
        table_id = await party.backed_game()
        third = party.people[2]
        row = await party.privacy.erasures.begin(first.id, -(1 << 52), room.now)
        await play.move(room.tables, table_id, first.id, None, lambda _: Resign())
        await succession.take_hand(room.tables, table_id, third)
        event_of = EventRecord("person_erased", 1, {"v": 1, "stand_in": row.stand_in})
        async with lock_logs(room.tables, [table_id]):
            await party.privacy.erasures.replace_open(row, GUILD, {table_id: ()}, event_of, room.now)
        seat = (await room.view(table_id)).seat_of(third.id)
        assert seat is not None
        # A backer's win would count for neither.
        await room.lose(table_id, seat)
        assert (await verify(room.database)).faults == ()
        assert await erasure.resume(party.privacy) == 1
        assert (await verify(room.database)).faults == ()
        board = await room.crowd.results.leaderboard(GUILD)
        assert {line.user_id: line.played for line in board.rows}[row.stand_in] == 2


async def test_a_log_that_cannot_be_read_is_passed_over_and_named_to_the_owner(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening(tmp_path) as party:
        database, (first, second, *_) = party.room.database, party.people
        lost, whole = await party.played_game(), await party.played_game()
        while await database.pruning.pack_logs(1 << 60):
            pass
        broken = packed_logs.update().where(packed_logs.c.table_id == lost).values(data=b"cut")
        await database.connections.write(lambda connection: connection.execute(broken))
        with caplog.at_level(logging.WARNING, "bot.privacy"):
            assert await erasure.begin(party.privacy, first.id) == (lost,)
        (line,) = caplog.messages
        assert str(lost) in line
        assert str(first.id) not in line
        assert await database.erasures.under_way() == ()
        assert [fault.where for fault in (await verify(database)).faults] == [f"table {lost}"]
        record = await archive.record(party.room.tables, whole, 1)
        assert first.name not in record
        assert second.name in record
    assert str(first.id) not in dump(tmp_path / "salon.sqlite3")


async def test_a_person_who_was_banned_from_stakes_is_banned_when_they_come_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        room, (first, second, third, *_) = party.room, party.people
        await party.played_game()
        await admin.ban(room.crowd, GUILD, third.id, first.id, "two accounts", days=7)
        await erasure.erase(party.privacy, first.id)
        with pytest.raises(Refused) as refused:
            await seating.challenge(room.tables, GUILD, 70, first, second, staked(5))
        assert refused.value.problem is Problem.BANNED_UNTIL
        game = await room.database.results.game(1, 1)
        assert game is not None
        stand_ins = {player.user_id for player in game.players if is_erased(player.user_id)}
        assert stand_ins.isdisjoint(entry.person for entry in (await room.crowd.admin.log(GUILD, 5)))
        room.now += 7 * 86_400_000
        await seating.challenge(room.tables, GUILD, 70, first, second, staked(5))


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
async def test_a_person_is_erased_from_a_postgresql_server_in_the_middle_of_a_game() -> None:
    first, second = people_of_discord(2)
    async with new_database(migrated=True) as address, await Database.open(address) as database:
        privacy = _privacy(database, 1_767_225_600_000)
        for person in (first, second):
            await privacy.people.profiles.mark_seen(person.id, person.name, Language.ENGLISH)
        view = await seating.challenge(privacy.tables, GUILD, 70, first, second, staked(40))
        await seating.accept(privacy.tables, view.id, second)
        assert await erasure.erase(privacy, first.id) == ()
        assert (await verify(database)).faults == ()
        assert (await lookup.table(privacy.tables, view.id)).status is Status.CLOSED
        stored = await database_text(database)
        assert str(first.id) not in stored
        assert first.name not in stored
        assert str(second.id) in stored

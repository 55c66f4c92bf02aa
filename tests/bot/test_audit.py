"""`python -m bot verify`: a database without faults, and the same one after tampering.

The real use cases play on a real file. The tests of the storage plant the ledger's faults; one of them is enough here.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from bot.audit import verify
from bot.people.person import Person
from bot.people.server import ServerSettings
from bot.people.service import open_people
from bot.rows.outages import Outage
from bot.rows.storage_errors import StorageError
from bot.storage import Database
from bot.tables import lookup
from bot.tables.actions import betting, play, rematch, seating
from bot.tables.service import Limits, Tables, open_tables
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from ecarte.game import Move, PlayerView, Resign
from tests.support.commands import run_bot, settings_of
from tests.support.erasing import erase_person

GUILD, CHANNEL, AT = 11, 22, 1_800_000_000_000
ALICE, BRUNO, CHLOE = Person(101, "Alice"), Person(102, "Bruno"), Person(103, "Chloé")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Table 1: a staked game played to its end, and a second one resigned, then closed. 2: in play. 3: declined."""
    path = tmp_path_factory.mktemp("verify") / "house.sqlite3"
    asyncio.run(_play(path))
    return path


async def _play(path: Path) -> None:
    chance = random.Random(7)

    def choose(view: PlayerView) -> Move:
        return chance.choice(list(view.legal_moves))

    async with await Database.open(str(path)) as database:
        await database.migrate()
        people = open_people(database, lambda: AT)
        await people.servers.change(GUILD, ServerSettings(), ServerSettings(opening=100))
        tables = open_tables(
            database,
            people,
            now=lambda: AT,
            rng=chance,
            limits=Limits(live=5, correspondence=5, challenge_ms=60_000),
        )
        table_view = await seating.challenge(tables, GUILD, CHANNEL, ALICE, BRUNO, Terms(stake=10))
        table_view = await seating.accept(tables, table_view.id, BRUNO)
        await _cards(tables, table_view.id)
        table_view = await lookup.table(tables, table_view.id)
        while table_view.status is Status.PLAYING:
            assert table_view.game is not None
            assert table_view.game.turn is not None
            table_view = await play.move(
                tables, table_view.id, table_view.person(table_view.game.turn).id, table_view.decision, choose
            )
        for person in (ALICE, BRUNO):
            table_view = await rematch.rematch(tables, table_view.id, person.id)
        await _cards(tables, table_view.id)
        table_view = await play.move(tables, table_view.id, ALICE.id, None, lambda view: Resign())
        await rematch.close(tables, table_view.id, ALICE.id)
        second = await seating.challenge(tables, GUILD, CHANNEL, CHLOE, ALICE, Terms(stake=5))
        second = await seating.accept(tables, second.id, ALICE)
        third = await seating.challenge(tables, GUILD, CHANNEL, CHLOE, BRUNO, Terms())
        await seating.decline(tables, third.id, BRUNO.id)
        report = await verify(database)
        assert (report.faults, report.ledgers, report.tables) == ((), 1, 3)


async def _cards(tables: Tables, table: int) -> None:
    for person in (ALICE, BRUNO):
        await betting.want_cards(tables, table, person.id)


PLANTED: dict[str, tuple[str, set[str]]] = {
    "an event taken out of the middle": (
        "DELETE FROM events WHERE table_id = 1 AND seq = 9",
        {"table 1: its log has a gap"},
    ),
    "the last event taken away": (
        "DELETE FROM events WHERE table_id = 3 AND seq = 3",
        {
            "table 3: its row is at version 3, its log at 2",
            "table 3: its row and its log disagree: status, deadline",
        },
    ),
    "a whole log taken away": (
        "DELETE FROM events WHERE table_id = 3",
        {"table 3: its row is at version 3, its log at 0"},
    ),
    "a version changed": (
        "UPDATE tables SET version = 1 WHERE id = 3",
        {"table 3: its row is at version 1, its log at 3"},
    ),
    "an event of a kind that is not known": (
        "UPDATE events SET type = 'flown' WHERE table_id = 2 AND seq = 3",
        {"table 2: its log does not replay: event 3 fails (UnknownTableEvent)"},
    ),
    "an event that is no text of ours": (
        "UPDATE events SET data = '{' WHERE table_id = 2 AND seq = 3",
        {"table 2: its rows cannot be read (JSONDecodeError)"},
    ),
    "an event twice": (
        "UPDATE events SET (type, data) = (SELECT type, data FROM events WHERE table_id = 1 AND seq = 4)"
        " WHERE table_id = 1 AND seq = 5",
        {"table 1: its log does not replay: event 5 fails (GalerieError)"},
    ),
    "a table that is opened twice": (
        "UPDATE events SET (type, data) = (SELECT type, data FROM events WHERE table_id = 3 AND seq = 1)"
        " WHERE table_id = 3 AND seq = 2",
        {"table 3: its log does not replay: event 2 is out of place"},
    ),
    "a row that says otherwise": (
        "UPDATE tables SET status = 'between', deadline = 5, thread_id = 77 WHERE id = 2",
        {"table 2: its row and its log disagree: thread_id, status, deadline"},
    ),
    "a pack cut elsewhere than it was": (
        "UPDATE events SET data = json_set(data, '$.place', 2 + (json_extract(data, '$.place') = 2))"
        " WHERE table_id = 1 AND seq = (SELECT min(seq) FROM events WHERE table_id = 1 AND type = 'pack_made')",
        {"table 1: deal 1 of game 1 is not the one that was promised"},
    ),
    "another share in the cut for the deal": (
        "UPDATE events SET data = json_set(data, '$.seeds', json('[\"x\", \"\"]'))"
        " WHERE table_id = 1 AND type = 'dealer_drawn'",
        {"table 1: the cut for the deal of game 1 is not the one that was promised"},
    ),
    "another in that seat": (
        f"UPDATE seats SET user_id = {BRUNO.id} WHERE table_id = 2 AND user_id = {ALICE.id}",
        {"table 2: its seats and its row disagree"},
    ),
    "a result changed": (
        "UPDATE games SET winner = CASE winner WHEN 'north' THEN 'south' ELSE 'north' END WHERE game_no = 1",
        {"table 1: the result of game 1 is not what its log says: winner"},
    ),
    "a player's part changed": (
        f"UPDATE game_players SET kings = 9 WHERE game_no = 2 AND user_id = {BRUNO.id}",
        {
            "table 1: the result of game 2 is not what its log says: players",
            f"server {GUILD}: 4 rows of its standings are not what its games add up to",
        },
    ),
    "a result taken away": (
        "DELETE FROM game_players WHERE game_no = 2; DELETE FROM games WHERE game_no = 2",
        {
            "table 1: game 2 is over, but has no result",
            f"server {GUILD}: 8 rows of its standings are not what its games add up to",
            f"server {GUILD}: 2 rows of its rivals are not what its games add up to",
            f"server {GUILD}: 2 rows of its streaks are not what its games add up to",
        },
    ),
    "a result of half a game": (
        f"DELETE FROM game_players WHERE game_no = 2 AND user_id = {BRUNO.id}",
        {
            "table 1: its rows cannot be read (ValueError)",
            f"server {GUILD}: 4 rows of its standings are not what its games add up to",
            f"server {GUILD}: 1 rows of its rivals are not what its games add up to",
            f"server {GUILD}: 1 rows of its streaks are not what its games add up to",
        },
    ),
    "a result made up": (
        "INSERT INTO games SELECT 2, 1, guild_id, started_at, ended_at, winner, how, 5, 3, 5, rules, 1 FROM games"
        " WHERE game_no = 1; INSERT INTO game_players SELECT 2, 1, user_id, adversary_id, seat, won, 5, 0, 0, 5,"
        " guild_id, ended_at FROM game_players WHERE game_no = 1",
        {
            "table 2: game 1 has a result, but its log does not end it",
            f"server {GUILD}: 8 rows of its standings are not what its games add up to",
            f"server {GUILD}: 2 rows of its rivals are not what its games add up to",
            f"server {GUILD}: 2 rows of its streaks are not what its games add up to",
            f"ledger of server {GUILD}: account 7 (game 1 of table 2) still holds 10, and no game will pay it out",
        },
    ),
    "a row taken away": (
        "DELETE FROM seats WHERE table_id = 2; DELETE FROM tables WHERE id = 2",
        {
            "table 2: it has a log or games, and no row",
            f"ledger of server {GUILD}: account 7 (game 1 of table 2) belongs to a table that is missing",
        },
    ),
    "a stake that was never put up": (
        "UPDATE events SET data = replace(data, '\"stake\":5', '\"stake\":7') WHERE table_id = 2 AND seq = 1",
        {"table 2: its log and the ledger do not agree who has what on game 1: 101 (7 and 5), 103 (7 and 5)"},
    ),
    "a purse filled by hand": (
        "UPDATE accounts SET balance = balance + 1 WHERE kind = 'person' AND holder = 101",
        {
            f"ledger of server {GUILD}: account 2 (person 101) holds 76, its postings add up to 75",
            f"ledger of server {GUILD}: the bank has issued 300 chips, but 301 are there",
        },
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_the_audit_finds(house: Path, tmp_path: Path, name: str) -> None:
    script, faults = PLANTED[name]
    path = tampered(house, tmp_path, script)
    before = dump(path)
    assert asyncio.run(found(path)) == faults
    assert dump(path) == before, "it only reads"


def test_the_audit_finds_a_preference_and_a_setting_that_cannot_be_read(house: Path, tmp_path: Path) -> None:
    script = "INSERT INTO players (user_id, preferences) VALUES (5, '{'); UPDATE guilds SET settings = '{'"
    told = asyncio.run(found(tampered(house, tmp_path, script)))
    assert {fault.rpartition(" (")[0] for fault in told} == {
        "person 5: its preferences cannot be read",
        f"server {GUILD}: its settings cannot be read",
    }


@pytest.mark.parametrize("filling", [b"\xff", b"\0", b"\x5a"])
def test_no_damaged_page_passes(house: Path, tmp_path: Path, filling: bytes) -> None:
    whole, size = house.read_bytes(), 4096
    missed = []
    for page in range(0, len(whole) // size, 5):
        path = tmp_path / "house.sqlite3"
        path.write_bytes(whole[: page * size] + filling * size + whole[(page + 1) * size :])
        try:
            if not asyncio.run(found(path)):
                missed.append(page + 1)
        except StorageError:
            # Too damaged to be opened, which the command says in one line.
            continue
    assert missed == []


async def test_several_processes_find_what_one_finds(house: Path, tmp_path: Path) -> None:
    path = str(tampered(house, tmp_path, PLANTED["a version changed"][0]))
    told: list[tuple[int, int]] = []
    async with await Database.open(path) as database:
        alone = await verify(database)
        shared = await verify(
            database, address=path, processes=2, part=1, progress=lambda done, of: told.append((done, of))
        )
    assert shared == alone
    assert {str(fault) for fault in alone.faults} == PLANTED["a version changed"][1]
    assert told == [(1, 3), (2, 3), (3, 3)]


async def test_since_a_date_only_newer_tables_are_read(house: Path, tmp_path: Path) -> None:
    script = f"UPDATE tables SET updated_at = {AT} - 1 WHERE id = 3"
    async with await Database.open(str(tampered(house, tmp_path, script))) as database:
        assert len((await verify(database)).faults) == 1
        newer = await verify(database, since=AT)
    assert (newer.faults, newer.tables) == ((), 2)


def test_the_command_answers_machines_in_json(house: Path, tmp_path: Path) -> None:
    ended = command(tampered(house, tmp_path, PLANTED["a version changed"][0]), "--json", "--since", "2020-01-01")
    assert (ended.returncode, ended.stderr) == (1, "")
    told = json.loads(ended.stdout)
    assert (told["ok"], told["ledgers"], told["tables"]) == (False, 1, 3)
    assert told["faults"] == [{"where": "table 3", "what": "its row is at version 1, its log at 3"}]


async def test_what_the_bot_still_has_to_do_is_named_apart_from_what_is_damaged(house: Path, tmp_path: Path) -> None:
    """On every SQLite: that of Debian 12 misread a credit as damage."""
    path = tampered(house, tmp_path, "")
    async with await Database.open(str(path)) as database:
        await database.recovery.add_outage(Outage(AT - 90_000, AT))
        await database.erasures.begin(CHLOE.id, -7, AT)
        await database.retention.depart(77, AT)
    pending = (
        "Pending, and no fault: 1 table with time owed for outages; 1 erasure under way; "
        "1 server left, with data kept for a time."
    )
    sound = await asyncio.to_thread(command, path)
    assert (sound.returncode, sound.stderr) == (0, "")
    assert sound.stdout.splitlines() == [pending, "Everything adds up (ledgers: 1, tables: 3)."]
    damaged = await asyncio.to_thread(command, changed(path, PLANTED["a version changed"][0]), "--json")
    told = json.loads(damaged.stdout)
    assert (damaged.returncode, len(told["faults"])) == (1, 1)
    assert told["pending"] == {"owed": 1, "erasures": 1, "departures": 1, "kept": 0, "unknown": 0}


async def test_a_database_from_which_a_person_was_erased_still_adds_up(house: Path, tmp_path: Path) -> None:
    path = tampered(house, tmp_path, "")
    async with await Database.open(str(path)) as database:
        await erase_person(database, BRUNO.id)
        assert (await verify(database)).faults == ()


def tampered(house: Path, folder: Path, script: str) -> Path:
    """Returns a copy of the database after a script. SQLite does not check the references of the writer."""
    path = folder / "house.sqlite3"
    shutil.copy(house, path)
    return changed(path, script)


def changed(path: Path, script: str) -> Path:
    """The database after a script."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path


def dump(path: Path) -> str:
    """The whole content of a file."""
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


async def found(path: Path) -> set[str]:
    """The lines of an audit."""
    async with await Database.open(str(path)) as database:
        return {str(fault) for fault in (await verify(database)).faults}


def command(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The output of the command line about a file."""
    return run_bot(path.parent, settings_of(path), "verify", *options)


def test_the_command_says_so_where_all_is_well(house: Path) -> None:
    ended = command(house)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "Everything adds up (ledgers: 1, tables: 3).\n", "")


def test_the_command_prints_each_fault_in_a_line_and_ends_with_one(house: Path, tmp_path: Path) -> None:
    ended = command(tampered(house, tmp_path, PLANTED["a purse filled by hand"][0]))
    assert (ended.returncode, ended.stderr) == (1, "")
    assert set(ended.stdout.splitlines()) == PLANTED["a purse filled by hand"][1]


def test_the_command_makes_no_file_and_brings_none_up(tmp_path: Path) -> None:
    missing = command(tmp_path / "house.sqlite3")
    assert (missing.returncode, missing.stdout, missing.stderr.count("\n")) == (1, "", 1)
    assert not list(tmp_path.iterdir())
    asyncio.run(_empty(tmp_path / "new.sqlite3"))
    old = command(tmp_path / "new.sqlite3")
    assert (old.returncode, old.stdout) == (1, "")
    assert "migrate" in old.stderr


async def _empty(path: Path) -> None:
    await (await Database.open(str(path))).close()

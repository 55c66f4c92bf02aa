"""Names, preferences, settings and the heartbeat."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.rows.commits import JSON
from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, GUILD
from tests.support.database import open_database
from tests.support.statements import statements


async def test_names_are_those_last_seen(database: Database) -> None:
    await database.people.put_names({ALICE: "Alice", BRUNO: "Bruno"})
    await database.people.put_names({ALICE: "Élise 🂠", CHLOE: "Chloé"})
    await database.people.put_names({})
    assert await database.people.names([ALICE, BRUNO, CHLOE, 4]) == {ALICE: "Élise 🂠", BRUNO: "Bruno", CHLOE: "Chloé"}
    assert await database.people.names([]) == {}


async def test_names_known_already_are_not_written_again(path: Path) -> None:
    async with await open_database(path) as database:
        await database.people.put_names({ALICE: "Alice"})
        before = log_of(path)
        await database.people.put_names({ALICE: "Alice"})
        assert log_of(path) == before
        await database.people.put_names({ALICE: "Alix"})
        assert log_of(path) != before


def log_of(path: Path) -> bytes:
    """The write-ahead log of a database file that is open."""
    return path.with_name(path.name + "-wal").read_bytes()


async def test_preferences_change_key_by_key_and_keep_the_name(database: Database) -> None:
    assert (await database.people.person(ALICE))[1] == {}
    assert await database.people.put_preferences(ALICE, {"locale": "fr", "four_colours": True}) == {
        "locale": "fr",
        "four_colours": True,
    }
    await database.people.put_names({ALICE: "Alice"})
    assert await database.people.put_preferences(ALICE, {"locale": None, "deal": [3, 2]}) == {
        "four_colours": True,
        "deal": [3, 2],
    }
    assert (await database.people.person(ALICE))[1] == {"four_colours": True, "deal": [3, 2]}
    assert (await database.people.person(BRUNO))[1] == {}
    assert await database.people.names([ALICE]) == {ALICE: "Alice"}


async def test_preferences_of_many_people_are_changed_in_as_few_statements_as_those_of_two(database: Database) -> None:
    """A heartbeat stores the changes of all active people. It must not keep the writer from the next decision."""

    async def asked(people: range, change: dict[str, JSON]) -> int:
        with statements(lambda statement: "players" in statement) as collected:
            await database.people.put_all_preferences(dict.fromkeys(people, change))
        return len(collected)

    await database.people.put_preferences(7, {"deal": [3, 2], "locale": "fr"})
    few, many = await asked(range(3, 5), {"deal": [2, 3]}), await asked(range(5, 305), {"locale": None, "tips": 1})
    assert few == many
    people = {user_id: (await database.people.person(user_id))[1] for user_id in (3, 4, 7, 304, 305)}
    assert people == {
        3: {"deal": [2, 3]},
        4: {"deal": [2, 3]},
        7: {"deal": [3, 2], "tips": 1},
        304: {"tips": 1},
        305: {},
    }
    assert await asked(range(0), {}) == 0


async def test_settings_change_key_by_key(database: Database) -> None:
    assert await database.servers.settings(GUILD) == {}
    await database.servers.put_settings(GUILD, {"clock": {"decision_s": 60}, "language": "en"})
    await database.servers.put_settings(GUILD, {"language": "fr"})
    assert await database.servers.settings(GUILD) == {"clock": {"decision_s": 60}, "language": "fr"}


async def test_two_who_change_settings_at_once_both_do(migrated: str) -> None:
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:
        await one.servers.put_settings(GUILD, {"begun": True})
        changes = [(one if n % 2 else other).servers.put_settings(GUILD, {f"key {n}": n}) for n in range(12)]
        await asyncio.gather(*changes)
        assert await one.servers.settings(GUILD) == {"begun": True} | {f"key {n}": n for n in range(12)}


async def test_the_heartbeat_is_the_last_one(database: Database) -> None:
    assert await database.heartbeat.last_beat() is None
    await database.heartbeat.put(1_700_000_000_000)
    await database.heartbeat.put(1_700_000_005_000)
    assert await database.heartbeat.last_beat() == 1_700_000_005_000

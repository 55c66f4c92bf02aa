"""Names, preferences, settings and the heartbeat."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, GUILD


async def test_names_are_those_last_seen(database: Database) -> None:
    await database.people.put_names({ALICE: "Alice", BRUNO: "Bruno"})
    await database.people.put_names({ALICE: "Élise 🂠", CHLOE: "Chloé"})
    await database.people.put_names({})
    assert await database.people.names([ALICE, BRUNO, CHLOE, 4]) == {ALICE: "Élise 🂠", BRUNO: "Bruno", CHLOE: "Chloé"}
    assert await database.people.names([]) == {}


async def test_names_known_already_are_not_written_again(path: Path) -> None:
    async with await Database.open(str(path)) as database:
        await database.migrate()
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


async def test_settings_change_key_by_key(database: Database) -> None:
    assert await database.servers.settings(GUILD) == {}
    await database.servers.put_settings(GUILD, {"clock": {"decision_s": 60}, "language": "en"})
    await database.servers.put_settings(GUILD, {"language": "fr"})
    assert await database.servers.settings(GUILD) == {"clock": {"decision_s": 60}, "language": "fr"}


async def test_two_who_change_settings_at_once_both_do(address: str) -> None:
    async with await Database.open(address) as one, await Database.open(address) as other:
        await one.migrate()
        await one.servers.put_settings(GUILD, {"begun": True})
        changes = [(one if n % 2 else other).servers.put_settings(GUILD, {f"key {n}": n}) for n in range(12)]
        await asyncio.gather(*changes)
        assert await one.servers.settings(GUILD) == {"begun": True} | {f"key {n}": n for n in range(12)}


async def test_the_heartbeat_is_the_last_one(database: Database) -> None:
    assert await database.heartbeat.last() is None
    await database.heartbeat.put(1_700_000_000_000)
    await database.heartbeat.put(1_700_000_005_000)
    assert await database.heartbeat.last() == 1_700_000_005_000

"""Names, preferences, settings and the heartbeat; and how a person is forgotten."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, select

from bot.storage import HOUSE_IDS, JSON, Database, EventRecord, Favourite, MessageRow, StillSeated, is_forgotten
from bot.storage.repositories.people import without
from bot.storage.schema.tables import metadata
from tests.bot.storage.making import ALICE, BRUNO, CHALLENGE, CHLOE, GUILD, happened, opened, played, seated, step


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
    assert await database.people.preferences(ALICE) == {}
    assert await database.people.put_preferences(ALICE, {"locale": "fr", "four_colours": True}) == {
        "locale": "fr",
        "four_colours": True,
    }
    await database.people.put_names({ALICE: "Alice"})
    assert await database.people.put_preferences(ALICE, {"locale": None, "deal": [3, 2]}) == {
        "four_colours": True,
        "deal": [3, 2],
    }
    assert await database.people.preferences(ALICE) == {"four_colours": True, "deal": [3, 2]}
    assert await database.people.preferences(BRUNO) == {}
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


async def everything(database: Database) -> str:
    """All that the database holds, as one text."""

    def ask(connection: Connection) -> str:
        return repr([connection.execute(select(table)).all() for table in metadata.sorted_tables])

    return await database.connections.read(ask)


async def test_who_asks_to_be_forgotten_is_in_nothing_any_more(database: Database) -> None:
    await database.people.put_names({ALICE: "Alice", BRUNO: "Bruno"})
    await database.people.put_preferences(ALICE, {"locale": "fr"})
    row = await played(database, BRUNO, ALICE, ("south", 10), ("south", 20))
    seated_ = EventRecord("seated", 1, {"north": [BRUNO, "Bruno"], "south": [ALICE, "Alice"], "by": str(ALICE)})
    row = replace(row, version=await database.tables.commit(step(row, seated_)))
    await database.table_messages.put(MessageRow(row.id, "hand:south", 5, 6, "a", 1))
    row = replace(row, version=await database.tables.commit(step(replace(row, status="closed", deadline=None))))
    # A challenge by another that came to nothing, and a log that names her though its table does not.
    declined = await opened(database, replace(CHALLENGE, challenger_id=CHLOE, challenged_id=ALICE))
    await database.tables.commit(step(replace(declined, status="closed", deadline=None)))
    watched = await opened(database, replace(CHALLENGE, challenger_id=CHLOE, challenged_id=BRUNO))
    await database.tables.commit(step(watched, happened("bet", by=ALICE)))

    stand_in = await database.people.forget(ALICE)

    assert is_forgotten(stand_in)
    held = await everything(database)
    assert str(ALICE) not in held
    assert "Alice" not in held
    assert str(BRUNO) in held
    assert "Bruno" in held
    assert await database.people.names([ALICE, BRUNO, stand_in]) == {BRUNO: "Bruno"}
    assert await database.people.preferences(ALICE) == {}
    assert await database.table_messages.of(row.id) == ()


async def test_what_a_forgotten_person_played_stays(database: Database) -> None:
    row = await played(database, BRUNO, ALICE, ("south", 10), ("north", 20))
    row = replace(row, version=await database.tables.commit(step(replace(row, status="closed", deadline=None))))
    before = await database.results.leaderboard(GUILD)
    stand_in = await database.people.forget(ALICE)
    after = await database.results.leaderboard(GUILD)
    assert {replace(line, user_id=0) for line in after.rows} == {replace(line, user_id=0) for line in before.rows}
    assert {line.user_id for line in after.rows} == {stand_in, BRUNO}
    assert (await database.results.statistics(GUILD, BRUNO)).favourite == Favourite(stand_in, played=2, won=1)
    assert (await database.results.statistics(GUILD, ALICE)).played == 0
    game = await database.results.game(row.id, 1)
    assert game is not None
    assert [(player.user_id, player.adversary_id) for player in game.players] == [(BRUNO, stand_in), (stand_in, BRUNO)]
    loaded = await database.tables.load(row.id)
    assert loaded is not None
    assert (loaded[0].north_id, loaded[0].south_id, loaded[0].challenged_id) == (BRUNO, stand_in, stand_in)


async def test_each_of_the_forgotten_is_somebody_else(database: Database) -> None:
    row = await played(database, ALICE, BRUNO, ("north", 10))
    await database.tables.commit(step(replace(row, status="closed", deadline=None)))
    first, second = await database.people.forget(ALICE), await database.people.forget(BRUNO)
    assert first != second
    # Who comes back is a new person, and may go again.
    row = await played(database, ALICE, CHLOE, ("north", 20))
    await database.tables.commit(step(replace(row, status="closed", deadline=None)))
    assert await database.people.forget(ALICE) not in {first, second}
    assert (await database.results.leaderboard(GUILD)).total == 4


@pytest.mark.parametrize("role", ["player", "challenger", "challenged"])
async def test_nobody_is_forgotten_while_a_table_waits_for_him(database: Database, role: str) -> None:
    await database.people.put_names({ALICE: "Alice"})
    match role:
        case "player":
            row = await seated(database, BRUNO, ALICE)
        case "challenger":
            row = await opened(database)
        case _:
            row = await opened(database, replace(CHALLENGE, challenger_id=BRUNO, challenged_id=ALICE))
    before = await everything(database)
    with pytest.raises(StillSeated) as still:
        await database.people.forget(ALICE)
    assert still.value.table_ids == (row.id,)
    assert await everything(database) == before


def test_the_file_itself_forgets(path: Path) -> None:
    name = "Zénobie de Saint-Cloud"
    asyncio.run(remember_and_forget(path, name))
    # Closing has folded the write-ahead log in, and what was deleted was overwritten.
    assert name.encode() not in path.read_bytes()


async def remember_and_forget(path: Path, name: str) -> None:
    """Makes a database in which one of fifty people was forgotten, and closes it."""
    async with await Database.open(str(path)) as database:
        await database.migrate()
        await database.people.put_names(dict.fromkeys(range(1, 50), "somebody") | {ALICE: name})
        await database.people.forget(ALICE)


_VALUES: st.SearchStrategy[JSON] = st.recursive(
    st.none() | st.booleans() | st.just(ALICE) | st.just(str(ALICE)) | st.integers(2, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3) | st.just(str(ALICE)), inner),
    max_leaves=8,
)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.text(max_size=3), _VALUES))
def test_no_data_names_a_forgotten_person_and_nothing_else_changes(data: dict[str, JSON]) -> None:
    changed = without(data, ALICE, -1)
    assert str(ALICE) not in repr(changed)
    if str(ALICE) not in repr(data):
        assert changed == data
    assert without(changed, ALICE, -1) == changed


def test_a_pair_of_id_and_name_loses_both() -> None:
    data: dict[str, JSON] = {
        "north": [ALICE, "Alice"],
        "south": [BRUNO, "Bruno"],
        "by": ALICE,
        "seats": {str(ALICE): ["N", 5]},
    }
    assert without(data, ALICE, -7) == {
        "north": [-7, ""],
        "south": [BRUNO, "Bruno"],
        "by": -7,
        "seats": {"-7": ["N", 5]},
    }


async def test_the_house_is_not_forgotten(database: Database) -> None:
    with pytest.raises(ValueError, match="house"):
        await database.people.forget(HOUSE_IDS[1])

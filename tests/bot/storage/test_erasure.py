"""Erasing a person: nothing names them any more, and what others did and have stays."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import BigInteger

from bot.ranking.tallies import Favourite
from bot.rows.commits import JSON, EventRecord
from bot.rows.ids import HOUSE_IDS, is_erased
from bot.rows.slots import MessageRow, Slot
from bot.rows.storage_errors import Conflict
from bot.storage import Database
from bot.storage.privacy.rewriting import replace_person
from bot.storage.schema.tables import PERSON_DELETED, PERSON_KEPT, PERSON_REPLACED, events, metadata
from tests.bot.storage.making import ALICE, BRUNO, CHALLENGE, CHLOE, GUILD, happened, opened, played, seated, step
from tests.support.database import open_database
from tests.support.erasing import database_text, erase_person
from tests.support.properties import examples
from tests.support.rules import expect_kept


async def test_a_person_who_is_erased_is_in_nothing_any_more(database: Database) -> None:
    await database.people.put_names({ALICE: "Alice", BRUNO: "Bruno"})
    await database.people.put_preferences(ALICE, {"locale": "fr"})
    row = await played(database, BRUNO, ALICE, ("south", 10), ("south", 20))
    seated_ = EventRecord("seated", 1, {"north": [BRUNO, "Bruno"], "south": [ALICE, "Alice"], "by": str(ALICE)})
    row = replace(row, version=await database.tables.commit(step(row, seated_)))
    await database.table_messages.put(MessageRow(row.id, Slot.parse("hand:south"), 5, 6, "a", 1))
    row = replace(row, version=await database.tables.commit(step(replace(row, status="closed", deadline=None))))
    # A challenge by another person that came to nothing, and a log that names Alice although its table does not.
    declined = await opened(database, replace(CHALLENGE, challenger_id=CHLOE, challenged_id=ALICE))
    await database.tables.commit(step(replace(declined, status="closed", deadline=None)))
    watched = await opened(database, replace(CHALLENGE, challenger_id=CHLOE, challenged_id=BRUNO))
    await database.tables.commit(step(watched, happened("bet", by=ALICE)))

    stand_in = await erase_person(database, ALICE)

    assert is_erased(stand_in)
    held = await database_text(database)
    assert str(ALICE) not in held
    assert "Alice" not in held
    assert str(BRUNO) in held
    assert "Bruno" in held
    assert await database.people.names([ALICE, BRUNO, stand_in]) == {BRUNO: "Bruno"}
    assert (await database.people.person(ALICE))[1] == {}
    assert await database.table_messages.of(row.id) == ()


async def test_what_an_erased_person_played_stays(database: Database) -> None:
    row = await played(database, BRUNO, ALICE, ("south", 10), ("north", 20))
    row = replace(row, version=await database.tables.commit(step(replace(row, status="closed", deadline=None))))
    before = await database.results.leaderboard(GUILD)
    stand_in = await erase_person(database, ALICE)
    after = await database.results.leaderboard(GUILD)
    assert {replace(line, user_id=0) for line in after.rows} == {replace(line, user_id=0) for line in before.rows}
    assert {line.user_id for line in after.rows} == {stand_in, BRUNO}
    assert (await database.results.statistics(GUILD, BRUNO)).favourite == Favourite(stand_in, played=2, won=1)
    assert (await database.results.statistics(GUILD, ALICE)).played == 0
    game = await database.results.game(row.id, 1)
    assert game is not None
    assert [(player.user_id, player.opponent_id) for player in game.players] == [(BRUNO, stand_in), (stand_in, BRUNO)]
    loaded = await database.tables.load(row.id)
    assert loaded is not None
    assert (loaded[0].north_id, loaded[0].south_id, loaded[0].challenged_id) == (BRUNO, stand_in, stand_in)


async def test_each_erased_person_is_another(database: Database) -> None:
    row = await played(database, ALICE, BRUNO, ("north", 10))
    await database.tables.commit(step(replace(row, status="closed", deadline=None)))
    first, second = await erase_person(database, ALICE, -5), await erase_person(database, BRUNO, -6)
    assert first != second
    # A person who comes back is a new person, and may be erased again.
    row = await played(database, ALICE, CHLOE, ("north", 20))
    await database.tables.commit(step(replace(row, status="closed", deadline=None)))
    assert await erase_person(database, ALICE, -7) not in {first, second}
    assert (await database.results.leaderboard(GUILD)).total == 4


def test_the_file_itself_holds_nothing_of_an_erased_person(path: Path) -> None:
    name = "Zénobie de Saint-Cloud"
    asyncio.run(remember_and_erase(path, name))
    # Closing has merged the write-ahead log, and deleted data were overwritten.
    assert name.encode() not in path.read_bytes()


async def remember_and_erase(path: Path, name: str) -> None:
    """Makes a database in which one of fifty people was erased, and closes it."""
    async with await open_database(path) as database:
        await database.people.put_names(dict.fromkeys(range(1, 50), "a member") | {ALICE: name})
        await erase_person(database, ALICE)


_VALUES: st.SearchStrategy[JSON] = st.recursive(
    st.none() | st.booleans() | st.just(ALICE) | st.just(str(ALICE)) | st.integers(2, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3) | st.just(str(ALICE)), inner),
    max_leaves=8,
)


@examples(50)
@given(st.dictionaries(st.text(max_size=3), _VALUES))
def test_no_data_names_an_erased_person_and_nothing_else_changes(data: dict[str, JSON]) -> None:
    changed = replace_person(data, ALICE, -1)
    assert str(ALICE) not in repr(changed)
    if str(ALICE) not in repr(data):
        assert changed == data
    assert replace_person(changed, ALICE, -1) == changed


def test_a_pair_of_id_and_name_loses_both() -> None:
    data: dict[str, JSON] = {
        "north": [ALICE, "Alice"],
        "south": [BRUNO, "Bruno"],
        "by": ALICE,
        "seats": {str(ALICE): ["N", 5]},
    }
    assert replace_person(data, ALICE, -7) == {
        "north": [-7, ""],
        "south": [BRUNO, "Bruno"],
        "by": -7,
        "seats": {"-7": ["N", 5]},
    }


async def test_the_house_is_not_erased(database: Database) -> None:
    with pytest.raises(ValueError, match="house"):
        await database.erasures.begin(HOUSE_IDS[1], -5, 1)


_NOT_OF_PEOPLE = {
    *("id", "table_id", "tournament_id", "puzzle_id", "guild_id", "server_id", "channel_id", "thread_id"),
    *("message_id", "interaction_id", "role_id"),
    *(
        "transaction_id",
        "account_id",
        "against",
        "balance",
        "amount",
        "bet",
        "returned",
        "best_ms",
        "stand_in",
        "day_at",
        "resets_at",
        "clock_off",
        "deadline",
        "at",
    ),
    *(
        "opened_at",
        "added_at",
        "updated_at",
        "started_at",
        "ended_at",
        "shared_at",
        "asked_at",
        "since",
        "until",
        "last_at",
        "due_at",
        "last_table",
    ),
    *("last_at", "last_table", "on_table", "cause", "inviter_press", "partner_press"),
    *("against_inviter_press", "against_partner_press"),
    *("season_at", "first_at", "ends_at", "closed_at", "clock_off", "swept_before", "resets_at"),
    # These belong to owners: numbers of processes, and moments.
    *("epoch", "holder", "successor", "beat_at", "claimed_at", "sign_at", "next_at"),
}


def test_every_column_that_may_hold_a_person_says_what_becomes_of_it() -> None:
    """A new column of ids is marked (`PERSON_…`), or listed here as one without a person."""
    marks = {mark["person"] for mark in (PERSON_REPLACED, PERSON_DELETED, PERSON_KEPT)}
    expect_kept(
        "a column that may hold a person's id says what becomes of it where a person is erased",
        "an erasure and an export follow the marks alone, and would pass it over",
        (
            f"bot/storage/schema: {column}: give it info=PERSON_REPLACED, PERSON_DELETED or PERSON_KEPT; where it "
            "holds no person, add its name to _NOT_OF_PEOPLE in tests/bot/storage/test_erasure.py"
            for table in metadata.sorted_tables
            for column in table.columns
            if isinstance(column.type, BigInteger)
            and column.info.get("person") not in marks
            and column.name not in _NOT_OF_PEOPLE
        ),
    )


async def test_a_person_is_replaced_at_an_open_table_and_a_decision_made_before_is_refused(database: Database) -> None:
    row = await seated(database, BRUNO, ALICE)
    await database.table_messages.put(
        *(
            MessageRow(row.id, Slot.parse(slot), 5, 6, "a", 1)
            for slot in (f"paid:1:{ALICE}", f"paid:1:{BRUNO}", "table:1:1")
        )
    )
    stand_in = await erase_person(database, ALICE)
    with pytest.raises(Conflict):
        await database.tables.commit(step(row))
    loaded = await database.tables.load(row.id)
    assert loaded is not None
    after, log = loaded
    assert (after.south_id, after.version, log[-1].type) == (stand_in, row.version + 1, "person_erased")
    assert [open_row.id for open_row in await database.tables.open_of(stand_in)] == [row.id]
    assert {str(row.slot) for row in await database.table_messages.of(row.id)} == {f"paid:1:{BRUNO}", "table:1:1"}


def test_the_seeds_from_which_packs_follow_stay() -> None:
    data: dict[str, JSON] = {"by": ALICE, "seeds": [str(ALICE), "b"]}
    assert replace_person(data, ALICE, -7) == {"by": -7, "seeds": [str(ALICE), "b"]}


async def test_a_damaged_event_names_no_erased_person_either(database: Database) -> None:
    row = await played(database, BRUNO, ALICE, ("south", 10))
    row = replace(row, version=await database.tables.commit(step(replace(row, status="closed", deadline=None))))
    broken = f'{{"by":{ALICE},"an'
    await database.connections.write(
        lambda connection: connection.execute(
            events.update().where(events.c.table_id == row.id, events.c.seq == 2).values(data=broken)
        )
    )
    await erase_person(database, ALICE)
    assert str(ALICE) not in await database_text(database)


async def test_an_erasure_that_was_stopped_goes_on_after_the_last_table_that_is_done(database: Database) -> None:
    for _ in range(3):
        row = await played(database, BRUNO, ALICE, ("south", 10))
        await database.tables.commit(step(replace(row, status="closed", deadline=None)))
    erasure = await database.erasures.begin(ALICE, -5, 1)
    found = await database.erasures.search(ALICE, erasure.table_id)
    first, *others = (table.table_id for table in found.named)
    assert (len(others), found.last) == (2, others[-1])
    await database.erasures.replace(erasure, found.named[:1], first)
    (resumed,) = await database.erasures.under_way()
    assert (resumed.stand_in, resumed.table_id) == (-5, first)
    assert await erase_person(database, ALICE, -9) == -5, "one under way keeps the id that it has given"
    assert await database.erasures.under_way() == ()
    assert str(ALICE) not in await database_text(database)

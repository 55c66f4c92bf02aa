"""A person asks for their data: the file holds everything about them, and no card that is not public."""

from __future__ import annotations

import json
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import Connection, update
from sqlalchemy.sql import visitors

from bot.people.preferences import Preferences
from bot.privacy import export
from bot.rows.chips import Escrow, MovementKind
from bot.rows.slots import MessageRow, Slot
from bot.storage.privacy.personal import given_by_mark, sections, stand_alone
from bot.storage.rating_entries import rate_game
from bot.storage.repositories.postings import move_stakes, void_stakes
from bot.storage.schema.tables import NOT_GIVEN, events, packed_logs, players
from bot.tables import archive
from bot.tables.actions import rematch
from ecarte.game import Seat
from tests.bot.privacy.evening import DAY, Evening, evening
from tests.bot.storage.test_ratings import NOW, result
from tests.bot.tables.salon import GUILD, staked
from tests.support.rules import expect_kept


async def exported(party: Evening, number: int = 0) -> tuple[dict[str, Any], dict[str, str]]:
    """Returns a person's export: the data, and the other files by name."""
    with ZipFile(BytesIO(await export.build(party.privacy, party.people[number].id))) as archived:
        files = {name: archived.read(name).decode() for name in archived.namelist()}
    return json.loads(files.pop("data.json")), files


async def test_the_file_holds_all_that_concerns_the_person(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.all_of_it()
        first, database = party.people[0], party.room.database
        data, files = await exported(party)
        assert data["discord_id"] == str(first.id)
        (person,) = data["person"]
        assert (person["name"], person["preferences"]["seed"]) == (first.name, "my own words")
        assert person["preferences"]["four_colours"] is True
        purse = await database.ledger.purse(GUILD, first.id)
        assert purse is not None
        assert [(entry["server"], entry["balance"]) for entry in data["purses"]] == [(str(GUILD), purse.balance)]
        movements = await database.ledger.movements(GUILD, first.id, limit=1000)
        assert [line["amount"] for line in data["ledger"]] == [movement.amount for movement in reversed(movements.rows)]
        assert {line["kind"] for line in data["ledger"]} >= {"opening", "stake", "bet", "settlement"}
        history = await database.results.history(GUILD, first.id, limit=100)
        assert [(game["table"], game["game"]) for game in data["games"]] == [
            (result.table_id, result.game_no) for result in reversed(history.rows)
        ]
        given = await database.results.advice_of(GUILD, first.id)
        assert sum(line["given"] for line in data["advice"]) == given.given > 0
        assert [(tournament["name"], tournament["opened_by_you"]) for tournament in data["tournaments"]] == [
            ("Spring", 1)
        ]
        assert [(deal["day"], deal["moves"]) for deal in data["deals_of_the_day"]] == [(DAY, {"moves": []})]
        assert [quiz["answers"] for quiz in data["quiz"]] == ["p"]
        assert [streak["server"] for streak in data["streaks"]] == [str(GUILD)]
        # The archive holds everything stored, and says so.
        assert {(line["server"], line["played"]) for line in data["rivals"]} == {(str(GUILD), 1)}
        assert len(data["open_tables"]) == len(await database.tables.open_of(first.id)) > 0
        assert files == {
            f"records/{result.table_id}.{result.game_no}.txt": await archive.record(
                party.room.tables, result.table_id, result.game_no
            )
            for result in history.rows
        }


async def test_a_rating_in_all_servers_is_given_as_one_of_all(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.all_of_it()
        one, other = (person.id for person in party.people[:2])
        for person in (one, other):
            await party.room.database.ratings.choose_everywhere(person, NOW, chosen=True)
        game = result(99, one, other, NOW, GUILD)
        await party.room.database.connections.write(lambda connection: rate_game(connection, game))
        data, _ = await exported(party)
        assert {row["server"] for row in data["ratings"]} == {str(GUILD), "all"}
        assert {row["server"] for row in data["rated_games"]} == {str(GUILD), "all"}


@pytest.mark.parametrize("text", ['{"four_colours": tr', "[" * 20_000 + "]" * 20_000], ids=["broken off", "nested"])
async def test_preferences_that_cannot_be_read_are_given_as_they_stand(tmp_path: Path, text: str) -> None:
    async with evening(tmp_path) as party:
        await party.all_of_it()
        theirs = players.c.user_id == party.people[0].id
        await party.room.database.connections.write(
            lambda connection: connection.execute(update(players).where(theirs).values(preferences=text))
        )
        data, _ = await exported(party)
        assert data["person"][0]["preferences"] == text
        assert data["games"] != []


async def test_a_seed_with_half_of_a_surrogate_pair_is_given(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        first = party.people[0]
        await party.room.crowd.profiles.prefer(first.id, Preferences(seed="half \ud83c"))
        data, _ = await exported(party)
        assert data["person"][0]["preferences"]["seed"] == "half \ud83c"


def test_every_column_about_a_person_is_given_or_says_why_not() -> None:
    """A table with a marked column is a section by itself. This test checks the tables that a section joins."""
    chosen = {
        column
        for select, _ in sections(1).values()
        for part in select.selected_columns
        for column in visitors.iterate(part)
    }
    expect_kept(
        "a person who asks for their data gets every row with their id, and every column of it",
        "docs/privacy.md promises all that is stored of them",
        (
            f"bot/storage: {column} is in no section of bot/storage/privacy/personal.py; add it there, or mark it by "
            "info=not_given(why) in bot/storage/schema"
            for table in given_by_mark()
            for column in table.columns
            if not {"person", NOT_GIVEN} & column.info.keys()
            and not {column, *(key.column for key in column.foreign_keys)} & chosen
        ),
    )


def test_no_section_is_in_the_order_of_other_peoples_ids() -> None:
    """Pages follow each other by the rest of the key: with a second person in it, rows would be left out."""
    for table in stand_alone():
        assert len([column for column in table.primary_key if "person" in column.info]) <= 1, table


async def test_what_was_done_at_tables_only_backed_is_in_the_file(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        table_id, backer = await party.played_game(), party.people[2]
        data, files = await exported(party, 2)
        assert (files, data["games"]) == ({}, [])
        acts = [(act["table"], act["what"]) for act in data["acts"]]
        assert (table_id, "bet_placed") in acts
        assert (table_id, "pointed") in acts
        (bet,) = (act["data"] for act in data["acts"] if act["what"] == "bet_placed" and "person" in act["data"])
        assert (bet["person"], bet["amount"]) == ({"id": "you", "name": backer.name}, 30)
        assert [purse for purse, _ in bet["purses"]] == ["you"]
        while await party.room.database.pruning.pack_logs(1 << 60):
            pass
        assert (await exported(party, 2))[0]["acts"] == data["acts"]


async def test_of_a_table_that_is_open_the_file_holds_no_act(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        table_id = await party.backed_game()
        assert (await exported(party, 2))[0]["acts"] == []
        await party.room.lose(table_id, Seat.NORTH)
        await rematch.close(party.room.tables, table_id, party.people[0].id)
        assert (await exported(party, 2))[0]["acts"] != []


async def test_places_of_messages_to_the_person_are_in_the_file_and_of_no_other(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        third = party.people[2]
        table_id = await party.backed_game()
        slots = ("hand:1:1:north", "hand:1:1:south", f"backed:1:1:{third.id}", "table:1:1", "warning:1:5:public")
        await party.room.database.table_messages.put(
            *(MessageRow(table_id, Slot.parse(slot), 8, 80 + number, "x", 5) for number, slot in enumerate(slots))
        )

        async def places(number: int) -> list[tuple[str, str, str]]:
            data, _ = await exported(party, number)
            return [(place["shows"], place["channel"], place["message"]) for place in data["messages"]]

        hands = [[("hand:1:1:north", "8", "80")], [("hand:1:1:south", "8", "81")]]
        assert [await places(number) for number in range(4)] == [*hands, [("backed:1:1", "8", "82")], []]
        # The game is over now. Its result says who had the seat.
        await party.room.lose(table_id, Seat.NORTH)
        assert [await places(number) for number in range(2)] == hands


async def test_what_the_owner_did_about_the_person_is_in_the_file(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        first, second, *_ = party.people
        blocks = party.room.database.blocks
        for person in (first, second):
            await blocks.block_person(person.id, 1_767_225_600_000)
        await blocks.unblock_person(first.id, 1_767_225_601_000)
        data, _ = await exported(party)
        assert data["done_to_you"] == [
            {"at": "2026-01-01T00:00:00+00:00", "action": "block"},
            {"at": "2026-01-01T00:00:01+00:00", "action": "unblock"},
        ]
        assert data["blocked"] == []
        assert (await exported(party, 1))[0]["blocked"] == [{"at": "2026-01-01T00:00:00+00:00"}]


async def test_of_a_game_that_is_on_the_file_holds_no_card(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        table_id = await party.room.seated(staked(40))
        await party.room.cards(table_id)
        before = await exported(party)
        assert before[1] == {}
        assert before[0]["games"] == []
        assert [line["kind"] for line in before[0]["ledger"]] == ["opening", "stake"]
        # The first game is over and its record is there. The second is being played, and the file holds nothing of it.
        await party.room.lose(table_id, Seat.NORTH)
        for person in party.people[:2]:
            await rematch.rematch(party.room.tables, table_id, person.id)
        await party.room.cards(table_id)
        _, files = await exported(party)
        assert set(files) == {f"records/{table_id}.1.txt"}
        assert files[f"records/{table_id}.1.txt"] == await archive.record(party.room.tables, table_id, 1)


async def test_the_file_names_others_only_where_a_record_does(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.all_of_it()
        for number in range(4):
            data, _files = await exported(party, number)
            written = json.dumps(data, ensure_ascii=False)
            others = [person for person in party.people if person != party.people[number]]
            assert data["acts"]
            assert [person for person in others if str(person.id) in written or person.name in written] == []


async def test_a_person_without_stored_data_gets_an_empty_file(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        data, files = await exported(party, 5)
        assert files == {}
        assert not any(rows for section, rows in data.items() if section not in ("discord_id", "made_at"))


async def test_long_sections_come_page_by_page_and_none_twice(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.played_game()
        first, database = party.people[0], party.room.database
        for number in range(600):
            await database.connections.write(partial(_moved, user_id=first.id, number=number))
        data, _files = await exported(party)
        movements = await database.ledger.movements(GUILD, first.id, limit=5000)
        assert len(movements.rows) > 1200
        assert [line["id"] for line in data["ledger"]] == [movement.id for movement in reversed(movements.rows)]


def _moved(connection: Connection, user_id: int, number: int) -> None:
    game = Escrow(1, 90 + number)
    move_stakes(connection, game, MovementKind.BET, {user_id: -1}, 10_000 + number, 5)
    void_stakes(connection, game, 5)


async def test_a_game_whose_packed_log_is_damaged_is_named_as_left_out(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        lost, whole = await party.played_game(), await party.played_game()
        while await party.room.database.pruning.pack_logs(1 << 60):
            pass
        broken = packed_logs.update().where(packed_logs.c.table_id == lost).values(data=b"cut")
        await party.room.database.connections.write(lambda connection: connection.execute(broken))
        _data, files = await exported(party)
        assert files["records/left-out.txt"] == f"{lost}.1\n"
        assert f"records/{whole}.1.txt" in files


async def test_a_game_whose_log_is_damaged_is_named_as_left_out(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        table_id = await party.played_game()
        await party.room.database.connections.write(
            lambda connection: connection.execute(
                events.update().where(events.c.table_id == table_id, events.c.seq == 3).values(type="flown")
            )
        )
        _data, files = await exported(party)
        assert files == {"records/left-out.txt": f"{table_id}.1\n"}


async def test_the_next_export_waits_for_an_hour(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        first = party.people[0]
        assert export.free_at(party.privacy, first.id) is None
        await export.build(party.privacy, first.id)
        assert export.free_at(party.privacy, first.id) == party.room.now + export.EVERY_MS
        assert export.free_at(party.privacy, party.people[1].id) is None
        party.room.now += export.EVERY_MS
        assert export.free_at(party.privacy, first.id) is None

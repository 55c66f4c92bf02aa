"""Data that are kept for a time: the logs of closed tables, people not seen for long, servers that the bot has left."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from bot.audit import verify
from bot.config import BadSetting, Settings
from bot.people import duplicates
from bot.people.duplicates import DuplicateMatch
from bot.people.server import ServerSettings
from bot.privacy import erasure, export, retention
from bot.privacy.retention import Periods
from bot.storage import Action, Unseen
from bot.storage.schema.tables import accounts, guilds, metadata, tables, transactions
from bot.tables import archive
from bot.tables.problems import Problem, Refused
from ecarte.teaching.duplicate import DEALS
from tests.bot.privacy.evening import DAY, Evening, evening, held
from tests.bot.tables.salon import GUILD
from tests.support.ledger import treasury

DAY_MS = 86_400_000
NEVER = Periods(logs=0, people=0, servers=0)


async def test_the_log_of_a_closed_table_is_deleted_after_its_time_and_the_result_stays(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        old = await party.played_game()
        party.room.now += 20 * DAY_MS
        young = await party.played_game(1, 2)
        database, chips = party.room.database, await treasury(party.room.database, GUILD)
        await retention.sweep(party.privacy, Periods(logs=21, people=0, servers=0))
        assert await archive.record(party.room.tables, old, 1)
        party.room.now += 2 * DAY_MS
        await retention.sweep(party.privacy, Periods(logs=21, people=0, servers=0))
        with pytest.raises(Refused) as refused:
            await archive.record(party.room.tables, old, 1)
        assert refused.value.problem is Problem.LOG_GONE
        assert await archive.record(party.room.tables, young, 1)
        assert (await database.results.history(GUILD)).total == 2
        assert (await database.results.advice_of(GUILD, party.people[2].id)).given == 0
        assert (await verify(database)).faults == ()
        assert await treasury(database, GUILD) == chips
        assert b"left-out" in await export.build(party.privacy, party.people[0].id)


async def test_a_duplicate_never_outlives_the_tries_of_its_members(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        room, people = party.room, party.privacy.people
        members = party.people[0].id, party.people[1].id
        match: DuplicateMatch | None = await duplicates.open_match(people, GUILD, members, bytes(32))
        assert match is not None
        match_id, lapsed = match.row.id, await duplicates.open_match(people, GUILD, members, bytes(32))
        await duplicates.ask(people, match, 7, two_pairs=False)
        await duplicates.accept(people, match, 9)
        for deal in range(1, DEALS + 1):
            room.now += DAY_MS * 3 // 2 if deal == 5 else 1
            for member in members:
                key = duplicates.key_of(match_id, deal)
                await people.daily.begin(member, key, GUILD, (), room.now)
                await people.daily.play(member, key, 0, ("move",), room.now, (1, 3))
        found = []
        for days in (5, 24, 2):
            room.now += days * DAY_MS
            await retention.sweep(party.privacy, Periods(logs=30, people=0, servers=0))
            match = await duplicates.match_of(people, match_id)
            found.append(match is not None and (len(match.results), match.is_over))
        assert found == [(DEALS, True), False, False]
        assert await people.daily.begun_by(members, f"pair {match_id}.") == ()
        assert await duplicates.match_of(people, lapsed.row.id) is None


@pytest.mark.parametrize(("own", "owners", "kept_days"), [(30, 730, 30), (30, 0, 30), (365, 60, 60), (0, 60, 60)])
async def test_a_server_may_keep_logs_for_a_shorter_time_than_the_owner_and_never_for_a_longer_one(
    tmp_path: Path, own: int, owners: int, kept_days: int
) -> None:
    async with evening(tmp_path) as party:
        table, servers = await party.played_game(), party.room.crowd.servers
        await servers.change(GUILD, ServerSettings(), ServerSettings(keep_days=own))
        periods = Periods(logs=owners, people=0, servers=0)
        party.room.now += kept_days * DAY_MS
        await retention.sweep(party.privacy, periods)
        assert await archive.record(party.room.tables, table, 1)
        party.room.now += 1
        await retention.sweep(party.privacy, periods)
        with pytest.raises(Refused) as refused:
            await archive.record(party.room.tables, table, 1)
        assert refused.value.problem is Problem.LOG_GONE
        assert (await verify(party.room.database)).faults == ()


async def test_the_choice_of_a_server_deletes_nothing_of_another(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.played_game()
        await party.room.crowd.daily.begin(party.people[0].id, DAY, GUILD, ("a",), party.room.crowd.now())
        await party.room.crowd.servers.change(GUILD + 1, ServerSettings(), ServerSettings(keep_days=30))
        before = await _everything(party)
        party.room.now += 100 * DAY_MS
        await retention.sweep(party.privacy, NEVER)
        assert await _everything(party) == before


@pytest.mark.parametrize("damaged", ["[]", "{"])
async def test_damaged_settings_of_one_server_stop_the_retention_of_no_other(tmp_path: Path, damaged: str) -> None:
    async with evening(tmp_path) as party:
        table, servers = await party.played_game(), party.room.crowd.servers
        for server in (GUILD, GUILD + 1):
            await servers.change(server, ServerSettings(), ServerSettings(keep_days=30))
        damage = update(guilds).where(guilds.c.guild_id == GUILD + 1).values(settings=damaged)
        await party.room.database.connections.write(partial(Connection.execute, statement=damage))
        party.room.now += 31 * DAY_MS
        await retention.sweep(party.privacy, NEVER)
        with pytest.raises(Refused):
            await archive.record(party.room.tables, table, 1)


async def test_deals_of_past_days_are_kept_as_long_as_logs_are(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        crowd, begun = party.room.crowd, party.room.now
        await crowd.servers.change(GUILD, ServerSettings(), ServerSettings(keep_days=30))
        tries = [(party.people[0].id, GUILD), (party.people[1].id, 0)]
        for person, guild in tries:
            await crowd.daily.begin(person, DAY, guild, ("a",), crowd.now())
        for days, left in ((30, 2), (31, 1), (60, 1), (61, 0)):
            party.room.now = begun + days * DAY_MS
            await retention.sweep(party.privacy, Periods(logs=60, people=0, servers=0))
            kept = [person for person, _ in tries if await crowd.daily.of(person, DAY)]
            assert len(kept) == left, days


async def test_nothing_is_deleted_where_the_owner_keeps_it_for_ever(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.all_of_it()
        await party.privacy.retention.depart(GUILD, party.room.now)
        before = await _everything(party)
        party.room.now += 10_000 * DAY_MS
        await retention.sweep(party.privacy, NEVER)
        assert await _everything(party) == before


async def test_a_person_who_was_not_seen_for_long_is_erased_and_one_who_was_is_not(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.played_game()
        first, second, *_ = party.people
        for person in (first, second):
            await party.room.crowd.profiles.prefer(person.id, (await party.room.crowd.profiles.profile(0)).preferences)
        periods = Periods(logs=0, people=100, servers=0)
        # People without a stored date count from now on.
        await retention.sweep(party.privacy, periods)
        party.room.now += 60 * DAY_MS
        await retention.note_seen(party.privacy, second.id)
        party.room.now += 41 * DAY_MS
        await retention.sweep(party.privacy, periods)
        assert (await verify(party.room.database)).faults == ()
        await party.room.database.close()
        assert held(tmp_path / "salon.sqlite3", first) == []
        assert held(tmp_path / "salon.sqlite3", second) != []


async def test_leaving_a_server_starts_its_time_and_coming_back_ends_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.played_game()
        kept, periods = party.privacy.retention, Periods(logs=0, people=0, servers=30)
        await kept.depart(GUILD, party.room.now)
        party.room.now += 20 * DAY_MS
        await kept.depart(GUILD, party.room.now)
        await kept.come_back(GUILD)
        party.room.now += 20 * DAY_MS
        await retention.sweep(party.privacy, periods)
        assert (await party.room.database.results.history(GUILD)).total == 1
        # The bot was not running when it was removed from the server.
        await retention.note_servers(party.privacy, {1, 2})
        assert await kept.departed_servers() == (GUILD,)
        await retention.note_servers(party.privacy, {GUILD})
        assert await kept.departed_servers() == ()


async def test_what_is_stored_of_a_server_that_was_left_is_deleted_but_for_a_ledger_without_names(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as party:
        await party.all_of_it()
        database, crowd = party.room.database, party.room.crowd
        await crowd.servers.change(GUILD, ServerSettings(), ServerSettings(opening=500))
        issued = (await treasury(database, GUILD)).issued
        await party.privacy.retention.depart(GUILD, party.room.now)
        party.room.now += 31 * DAY_MS
        await retention.sweep(party.privacy, Periods(logs=0, people=0, servers=30))
        assert (await verify(database)).faults == ()
        chips = await treasury(database, GUILD)
        assert (chips.issued, chips.at_stake) == (issued, 0)
        assert await party.privacy.retention.departed_servers() == ()
        left = {name for name, rows in (await _everything(party)).items() if rows}
        # Preferences, quizzes and names belong to people, who may be in other servers, and so does the game that one
        # of them plays against the house in direct messages.
        alone = {"events", "seats", "messages"}
        # Answers belong to people, too, and the stock of puzzles to all servers.
        solved = {"puzzles", "puzzle_tries", "puzzle_players"}
        assert left == {"tables", "accounts", "transactions", "postings", "players", "quizzes", *alone, *solved}
        rows = await _everything(party)
        # The number of the server is the second column of each.
        assert all(table.columns.keys()[1] == "guild_id" for table in (tables, accounts, transactions))
        stays = repr([row for table in (tables, accounts, transactions) for row in rows[table.name] if row[1] == GUILD])
        assert [person.name for person in party.people if str(person.id) in stays] == []


@pytest.mark.parametrize("name", ["LOGS", "PEOPLE", "SERVER"])
def test_the_owner_chooses_for_how_many_days(name: str) -> None:
    variable = f"ECARTE_KEEP_{name}_DAYS"
    chosen = Settings.from_environment({variable: "90"}, token_needed=False)
    assert getattr(chosen, variable.removeprefix("ECARTE_").lower()) == 90
    with pytest.raises(BadSetting):
        Settings.from_environment({variable: "-1"}, token_needed=False)


async def _everything(party: Evening) -> dict[str, list[tuple[Any, ...]]]:
    """All rows, by the names of the tables."""

    def ask(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table))] for table in metadata.sorted_tables
        }

    return await party.room.database.connections.read(ask)


async def many_people(party: Evening, count: int, first: int = 0) -> list[int]:
    """Stores `count` people, who were seen today."""
    people = [(5_000 + first + number) << 22 for number in range(count)]
    for user_id in people:
        await party.room.database.people.put_names({user_id: f"person {user_id}"})
        await retention.note_seen(party.privacy, user_id)
    return people


async def sightings_of(party: Evening) -> set[int]:
    """Returns the people with a stored date of their last visit."""
    return set(await party.privacy.retention.unseen_since(2**62))


@pytest.mark.expects_log("bot.privacy.retention", "6 of 6 people are due to be erased, and without asking 3 may be")
async def test_a_sweep_that_would_erase_everybody_erases_nobody_and_asks_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening(tmp_path) as party:
        table = await party.played_game()
        await many_people(party, 6)
        party.room.now += 3 * 365 * DAY_MS
        for _ in range(3):
            await retention.sweep(party.privacy, Periods(logs=30, people=730, servers=30))
        assert len(await sightings_of(party)) == 6
        assert await archive.record(party.room.tables, table, 1), "nor is anything else deleted"
        assert party.privacy.held_back.people == Unseen(party.room.now - 730 * DAY_MS, due=6, most=3, known=6)
        assert len([record for record in caplog.records if "due to be erased" in record.getMessage()]) == 1


@pytest.mark.expects_log("bot.privacy.retention", "4 of 44 people are due to be erased")
async def test_with_the_owners_word_those_are_erased_who_were_due_then_and_no_one_later(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        periods, kept = Periods(logs=0, people=100, servers=0), party.privacy.retention
        await party.room.database.heartbeat.put(party.room.now)
        await many_people(party, 4)
        party.room.now += 10 * DAY_MS
        later = await many_people(party, 40, first=4)
        party.room.now += 91 * DAY_MS
        await retention.sweep(party.privacy, periods)
        assert len(await sightings_of(party)) == 44
        unseen = party.privacy.held_back.people
        assert unseen is not None
        await kept.allow(unseen.before)
        assert await retention.has_leave(party.privacy, 100)
        await retention.sweep(party.privacy, periods)
        assert await sightings_of(party) == set(later)
        party.room.now += 20 * DAY_MS
        unseen = await kept.unseen(party.room.now - 100 * DAY_MS, party.room.now)
        assert (unseen.due, unseen.are_too_many) == (40, True)


async def test_a_small_share_is_erased_in_a_day_and_not_once_more_in_each_hour(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        kept, now = party.privacy.retention, party.room.now
        people = await many_people(party, 100)

        async def due(number: int) -> Unseen:
            for user_id in people[:number]:
                await kept.put_seen(user_id, now - 200 * DAY_MS)
            return await kept.unseen(now - 100 * DAY_MS, now)

        assert [(await due(number)).are_too_many for number in (5, 6)] == [False, True]
        await due(6)
        for user_id in people[3:]:
            await kept.put_seen(user_id, now)
        await retention.sweep(party.privacy, Periods(logs=0, people=100, servers=0))
        assert len(await sightings_of(party)) == 97
        people = people[3:]
        assert [(await due(number)).are_too_many for number in (2, 3)] == [False, True]
        party.room.now += DAY_MS
        now = party.room.now
        assert not (await kept.unseen(now - 100 * DAY_MS, now)).are_too_many


async def test_the_journal_tells_who_was_erased_for_their_time_from_who_wished_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        wished, unseen = await many_people(party, 2)
        file = party.room.database.erased_file()
        assert file is not None
        privacy = replace(party.privacy, erased_file=file)
        await erasure.erase(privacy, wished)
        await party.privacy.retention.put_seen(unseen, party.room.now - 200 * DAY_MS)
        await retention.sweep(privacy, Periods(logs=0, people=100, servers=0))
        entries = await party.room.database.journal.entries()
        assert [entry.action for entry in entries] == [Action.ERASE, Action.EXPIRE]
        (noted,) = file.read()
        assert noted in await party.room.database.journal.about(wished), "a restore repeats the wish alone"

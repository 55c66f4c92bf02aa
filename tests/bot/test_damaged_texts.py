"""Preferences, settings and logs that cannot be read: each has its remedy, and `verify` names it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from bot.audit import verify
from bot.people.preferences import Preferences
from bot.people.server import ServerSettings
from bot.people.service import open_people
from bot.storage import Database
from bot.storage.schema.tables import events, guilds, players
from bot.tables.problems import TableLost
from bot.tables.terms import Terms
from bot.texts import Language
from tests.bot.tables.salon import GUILD, salon
from tests.support.database import open_database

DEEP = '{"seed":' + "[" * 20_000 + "]" * 20_000 + "}"
DAMAGED = ["{", "[]", "7", DEEP, '{"seed": 5}', '{"language": {}}']


async def _write_text(database: Database, text: str) -> None:
    """Replaces the stored texts of person 1 and of the server."""

    def write(connection: object) -> None:
        for change in (update(players).values(preferences=text), update(guilds).values(settings=text)):
            connection.execute(change)  # type: ignore[attr-defined]  # a connection

    await database.connections.write(write)


@pytest.mark.parametrize("text", DAMAGED, ids=["cut off", "list", "number", "deep", "value", "language"])
async def test_preferences_that_cannot_be_read_are_the_defaults_and_can_be_chosen_again(
    tmp_path: Path, text: str
) -> None:
    async with await open_database(tmp_path / "room.sqlite3") as database:
        people = open_people(database, lambda: 0)
        await people.profiles.mark_seen(1, "Alice", Language.ENGLISH)
        await people.profiles.prefer(1, Preferences(seed="a word"))
        await _write_text(database, text)
        people = open_people(database, lambda: 0)
        assert (await people.profiles.profile(1)).preferences == Preferences()
        assert (await people.profiles.profile(1)).name == "Alice"
        if "language" not in text:
            assert "person 1" in [fault.where for fault in (await verify(database)).faults]
        await people.profiles.prefer(1, Preferences(seed="another", speaks=Language("fr")))
        people = open_people(database, lambda: 0)
        assert (await people.profiles.profile(1)).preferences.seed == "another"


@pytest.mark.parametrize("text", ["{", DEEP, '{"opening": "many", "hours": 12}'], ids=["cut off", "deep", "value"])
async def test_settings_of_a_server_that_cannot_be_read_are_the_defaults_and_the_others_stand(
    tmp_path: Path, text: str
) -> None:
    async with await open_database(tmp_path / "room.sqlite3") as database:
        servers = open_people(database, lambda: 0).servers
        await servers.change(GUILD, ServerSettings(), ServerSettings(hours=48))
        await _write_text(database, text)
        settings = await servers.of(GUILD)
        assert settings == ServerSettings(hours=12 if "hours" in text else ServerSettings().hours)
        assert f"server {GUILD}" in [fault.where for fault in (await verify(database)).faults]


@pytest.mark.expects_log("bot.tables.log", "is put aside")
async def test_a_log_nested_twenty_thousand_deep_is_put_aside_and_named(tmp_path: Path) -> None:
    async with salon(tmp_path) as room:
        table = await room.seated(Terms(in_thread=False))
        change = update(events).where(events.c.table_id == table, events.c.seq == 3).values(data=DEEP)
        await room.database.connections.write(lambda connection: connection.execute(change))
        room.restart()
        with pytest.raises(TableLost):
            await room.view(table)
        assert [lost.table_id for lost in (await verify(room.database)).put_aside] == [table]

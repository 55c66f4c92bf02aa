"""The requests of a start: commands if they have changed, emojis, hands to draw. No refusal ends the bot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot import work_queue
from bot.adapter import formatting
from bot.adapter.custom_ids import Verb
from bot.client import Client
from bot.texts import Language, Texts
from ecarte.game import Card
from tests.support.cardroom import CardWorld, card_world

COMMANDS = "/applications/*/commands"
_RETRY_S = 20.0
"""Longer than the simulation waits for timers, so that the bot tries again only when the test lets time pass."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_queue, "_FIRST_RETRY_S", _RETRY_S)


async def test_commands_that_have_not_changed_are_not_registered_again(cards: CardWorld) -> None:
    await cards.world.restart()
    assert len(cards.world.requests("PUT", COMMANDS)) == 1


async def test_commands_that_have_changed_are_registered_at_the_next_start(cards: CardWorld) -> None:
    await cards.room.database.heartbeat.put_registered("those of an earlier release")
    await cards.world.restart()
    assert len(cards.world.requests("PUT", COMMANDS)) == 2
    await cards.world.restart()
    assert len(cards.world.requests("PUT", COMMANDS)) == 2


async def test_commands_that_discord_has_lost_come_back_at_the_next_start(cards: CardWorld) -> None:
    there = cards.world.env.backend.commands[None]
    names = set(there)
    del there[next(iter(names))]
    await cards.world.restart()
    assert len(cards.world.requests("PUT", COMMANDS)) == 2
    assert set(cards.world.env.backend.commands[None]) == names
    await cards.world.restart()
    assert len(cards.world.requests("PUT", COMMANDS)) == 2
    # One request at each start.
    assert len(cards.world.requests("GET", COMMANDS)) == 3


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (400, 50035), (500, 0), (429, 0)])
async def test_a_refused_registration_stops_nothing_and_is_tried_again(
    cards: CardWorld, table: int, status: int, code: int
) -> None:
    await cards.room.database.heartbeat.put_registered("those of an earlier release")
    # What Discord refuses as such is tried once more at once, for servers alone.
    tries = 2 if status == 400 else 1
    cards.world.env.inject_error("PUT", COMMANDS, status=status, code=code, times=tries)
    await cards.world.restart()
    await cards.does("bruno", Verb.PROPOSE)
    assert (await cards.game(table)).proposals == 1
    assert await cards.room.database.heartbeat.registered_digest() == "those of an earlier release"
    await cards.world.pass_time(_RETRY_S + 1)
    assert len(cards.world.requests("PUT", COMMANDS)) == 2 + tries
    assert await cards.room.database.heartbeat.registered_digest() != "those of an earlier release"


async def test_where_people_may_not_install_the_bot_its_commands_are_for_servers_until_a_start_finds_that_they_may(
    cards: CardWorld,
) -> None:
    await cards.room.database.heartbeat.put_registered("those of an earlier release")
    cards.world.env.inject_error("PUT", COMMANDS, status=400, code=50035)
    await cards.world.restart()
    there = cards.world.env.backend.commands[None].values()
    assert all(command["integration_types"] == [0] and 2 not in command["contexts"] for command in there)
    await cards.world.restart()
    group = cards.world.env.backend.commands[None]["ecarte", 1]
    assert (group["integration_types"], group["contexts"]) == ([0, 1], [0, 1, 2])


async def test_emojis_that_discord_did_not_list_are_asked_for_again(tmp_path: Path) -> None:
    async with card_world(tmp_path, texts=Texts.load()) as cards:
        words, king = cards.room.texts(Language.ENGLISH), Card.parse("KS")
        await cards.room.application_emojis.upload()
        pictured = formatting.card(words, king)
        cards.room.texts.use_signs({})
        cards.world.env.inject_error("GET", "/applications/*/emojis", status=503, code=0)
        await cards.world.restart()
        assert formatting.card(words, king) != pictured
        await cards.world.pass_time(_RETRY_S + 1)
        assert formatting.card(words, king) == pictured


async def test_hands_are_drawn_before_discord_has_listed_all_servers(
    cards: CardWorld, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py waits two seconds for further servers, and only then says that it is ready."""

    async def never(_: Client, _shard_id: int) -> None:
        return

    monkeypatch.setattr(Client, "on_shard_ready", never)
    await cards.room.tables.drawn.forget()
    held = cards.held("bruno")
    await cards.room.messages.save()
    rows = [row for row in await cards.room.database.table_messages.of(table) if row.message_id == held.id]
    await cards.room.database.table_messages.put(*(replace(row, state_hash="stale") for row in rows))
    before = len(cards.world.requests("PATCH", f"/channels/{held.channel.id}/messages/{held.id}"))
    await cards.world.restart(crash=True)
    assert len(cards.world.requests("PATCH", f"/channels/{held.channel.id}/messages/{held.id}")) == before + 1

"""Messages, threads and channels that are deleted during a game, and faults of Discord: the game goes on.

Each refusal is provoked, in the simulation or by an injected answer. None of them loses a game.
"""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from bot.adapter.custom_ids import Verb
from bot.rows.slots import MessageRow
from bot.rows.storage_errors import Busy
from bot.tables.state.table_state import Status
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import texts_of, verbs_of


async def test_a_deleted_table_message_is_made_anew_at_the_next_move(cards: CardWorld, table: int) -> None:
    old = await cards.table(table)
    cards.world.env.backend.delete_message(old.channel.id, old.id)
    await cards.does("bruno", Verb.PLAY)
    (new,) = await cards.tables(table)
    assert new.id != old.id
    assert "`1`" in texts_of(new)
    await cards.does("alice", Verb.PLAY)
    assert [message.id for message in await cards.tables(table)] == [new.id]


async def test_a_deleted_hand_is_made_anew_at_the_next_move(cards: CardWorld, table: int) -> None:
    world = cards.world
    old = cards.held("alice")
    world.env.backend.delete_message(old.channel.id, old.id)
    await cards.does("bruno", Verb.PLAY)
    (new,) = world.dms(world.alice)
    assert Verb.PLAY in verbs_of(new)


@pytest.mark.expects_log("bot.work_queue", "failed")
async def test_a_message_that_was_sent_while_the_database_was_away_is_stored_later(
    cards: CardWorld, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it were forgotten, the next process would send it once more."""
    rows = cards.room.database.table_messages
    put, refused = rows.put, [Busy("busy")]

    async def refuses(*stored: MessageRow) -> None:
        if refused:
            raise refused.pop()
        await put(*stored)

    monkeypatch.setattr(rows, "put", refuses)
    old = cards.held("alice")
    cards.world.env.backend.delete_message(old.channel.id, old.id)
    await cards.does("bruno", Verb.PLAY)
    assert refused == []
    sent = cards.held("alice").id
    assert await rows.find(sent) is None
    await cards.world.pass_time(35)
    assert await rows.find(sent) is not None


async def test_a_deleted_thread_moves_the_table_into_the_channel(cards: CardWorld, table: int) -> None:
    world = cards.world
    world.env.backend.delete_channel(world.channel.threads[0].id)
    await cards.does("bruno", Verb.PLAY)
    view = await cards.view(table)
    assert view.thread is None
    (shown,) = await cards.tables(table)
    assert shown.channel.id == world.channel.id
    assert str(world.channel.id) in texts_of(cards.held("alice")), "the hand says where the table is now"
    await cards.play(table)
    assert (await cards.view(table)).status is Status.BETWEEN


async def test_with_the_channel_deleted_the_game_goes_on_by_direct_message(cards: CardWorld, table: int) -> None:
    world = cards.world
    world.env.backend.delete_channel(world.channel.threads[0].id)
    world.env.backend.delete_channel(world.channel.id)
    await cards.does("bruno", Verb.PLAY)
    notice = EN("notice.no.place", north="Alice", south="Bruno")
    for person in (world.alice, world.bruno):
        assert [texts_of(message).strip() for message in world.dms(person)].count(notice) == 1
    await cards.play(table)
    assert (await cards.view(table)).status is Status.BETWEEN
    for person in (world.alice, world.bruno):
        assert [texts_of(message).strip() for message in world.dms(person)].count(notice) == 1, "it is said once"


async def test_a_challenge_that_was_deleted_and_is_accepted_in_that_instant_is_played_in_the_channel(
    cards: CardWorld,
) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    old = cards.snapshot(message)
    world.env.backend.delete_message(world.channel.id, message.id)
    await cards.press_late(world.bruno, old, Verb.ACCEPT)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    assert (await cards.table(row.id)).channel.id in (
        world.channel.id,
        *(thread.id for thread in world.channel.threads),
    )
    await cards.play(row.id)


async def test_what_discord_could_not_take_is_brought_again_later(cards: CardWorld, table: int) -> None:
    world = cards.world
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=2)
    await cards.does("bruno", Verb.PLAY)
    await world.pass_time(10)
    assert "`1`" in texts_of(await cards.table(table))
    assert Verb.PLAY in verbs_of(cards.held("alice"))
    await cards.play(table)


async def test_a_new_deal_that_could_not_be_shown_is_shown_later_and_once(cards: CardWorld, table: int) -> None:
    world = cards.world
    await _until_the_last_card(cards, table)
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=3)
    person, _ = await cards.mover(table)
    hand = cards.hand(person)
    assert hand is not None
    await cards.act(person, hand)
    await world.pass_time(30)
    assert len(await cards.tables(table)) == 2
    assert [len(world.dms(person)) for person in (world.alice, world.bruno)] == [2, 2]


async def test_with_the_network_gone_the_move_is_kept_and_drawn_when_it_is_back(
    cards: CardWorld, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, http = cards.world, cards.room.http
    request = http.request
    lost: list[str] = []

    async def broken(route: Any, **options: Any) -> Any:
        if len(lost) < 2 and "interactions" not in route.url:
            lost.append(route.path)
            raise aiohttp.ClientConnectionError
        return await request(route, **options)

    monkeypatch.setattr(http, "request", broken)
    await cards.does("bruno", Verb.PLAY)
    await world.pass_time(10)
    assert len(lost) == 2
    assert "`1`" in texts_of(await cards.table(table))
    assert Verb.PLAY in verbs_of(cards.held("alice"))
    await cards.does("alice", Verb.PLAY)


async def test_a_message_too_old_to_be_edited_gives_way_to_a_new_one(cards: CardWorld, table: int) -> None:
    world = cards.world
    old = await cards.table(table)
    world.env.inject_error("PATCH", f"/channels/{old.channel.id}/messages/{old.id}", status=429, code=30046, times=None)
    await cards.does("bruno", Verb.PLAY)
    (new,) = await cards.tables(table)
    assert new.id != old.id
    assert "`1`" in texts_of(new)
    posted = [message.id for message in world.channel.threads[0].history()]
    assert old.id not in posted, "an outdated message keeps no working buttons"


async def test_a_token_that_discord_no_longer_takes_costs_an_edit_and_no_more(cards: CardWorld, table: int) -> None:
    world = cards.world
    world.env.inject_error("PATCH", "/webhooks/*", status=401, code=50027, message="Invalid Webhook Token", times=None)
    await cards.play(table)
    assert (await cards.view(table)).status is Status.BETWEEN
    assert EN("table.rematch") in texts_of(world.dms(world.bruno)[-1])


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_player_who_takes_no_direct_messages_is_informed_at_the_table(cards: CardWorld, code: int) -> None:
    world = cards.world
    path = f"/channels/{world.bruno.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=code, times=None)
    table = await cards.sit_down(world.alice, world.bruno)
    assert EN("table.unreachable", who=f"<@{world.bruno.id}>") in texts_of(await cards.table(table))
    assert len(world.requests("POST", path)) == 1, "it is tried once a deal"


async def test_direct_messages_that_cannot_even_be_opened_are_as_good_as_closed(cards: CardWorld) -> None:
    world = cards.world
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    table = await cards.sit_down(world.alice, world.bruno)
    view = await cards.view(table)
    assert view.seats is not None
    both = EN.join([f"<@{person.id}>" for person in view.seats])
    assert EN("table.unreachable", who=both) in texts_of(await cards.table(table))
    assert Verb.MORE in verbs_of(await cards.my_hand(world.alice, table))


async def _until_the_last_card(cards: CardWorld, table: int) -> None:
    async def there() -> bool:
        game = (await cards.view(table)).game
        return game is not None and len(game.tricks) == 4 and game.tricks[-1].reply is None

    await cards.play(table, until=there)


async def test_a_challenge_whose_message_was_deleted_expires_without_a_new_one(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    await world.alice.delete(message)
    before = len(world.requests("POST", f"/channels/{world.channel.id}/messages"))
    await world.pass_time(16 * 60)
    assert await cards.room.database.tables.open_of(world.alice.id) == ()
    assert len(world.requests("POST", f"/channels/{world.channel.id}/messages")) == before

"""The simulated Discord of the tests with the demo bot: people act, time passes, the bot always closes."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable

import discord
import pytest

from tests.support.demo import DemoBot, make_demo
from tests.support.logs import ExpectedRecord, watching
from tests.support.openapi import Referee, Request
from tests.support.simcord import World, world


@pytest.fixture
async def room() -> AsyncIterator[World]:
    """The demo bot among four people."""
    async with world(make_demo) as bots:
        yield bots


async def test_every_kind_of_request_that_a_table_makes_is_taken(room: World, referee: Referee) -> None:
    await room.alice.slash(room.channel, "demo board", member=room.bruno, stake=5)
    (thread,) = room.channel.threads
    board = next(message for message in thread.history() if message.components)
    await room.chloe.click(board, custom_id="demo:count")
    await room.david.select(board, ["1", "3"])
    await room.bruno.user.click(room.dms(room.bruno)[-1], custom_id="demo:count")
    await room.alice.slash(room.channel, "demo late")
    form = await room.alice.slash(room.channel, "demo stake")
    await room.alice.submit_modal(form, {"chips": "25"})
    options = await room.bruno.autocomplete(room.channel, "demo rule", "name", "k")
    await room.bruno.slash(room.channel, "demo rule", name="king")
    await room.chloe.context_menu(room.channel, "Look at", room.david)
    await room.alice.slash(room.channel, "demo clear")

    assert [option["value"] for option in options] == ["king"]
    kinds = {
        operation.name
        for request in room.env.http_requests
        if (operation := referee.operation(Request(request.method, request.path, request.params, request.json)))
        is not None
    }
    # After the test conftest.py checks that each request is lawful.
    assert kinds >= {
        "PUT /applications/{application_id}/commands",
        "POST /interactions/{interaction_id}/{interaction_token}/callback",
        "POST /webhooks/{webhook_id}/{webhook_token}",
        "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original",
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
        "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original",
        "GET /channels/{channel_id}/messages",
        "POST /channels/{channel_id}/messages",
        "GET /channels/{channel_id}/messages/{message_id}",
        "PATCH /channels/{channel_id}/messages/{message_id}",
        "DELETE /channels/{channel_id}/messages/{message_id}",
        "POST /channels/{channel_id}/messages/{message_id}/threads",
        "PUT /channels/{channel_id}/messages/pins/{message_id}",
        "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me",
        "POST /users/@me/channels",
    }


async def test_requests_are_told_apart_by_what_they_cost(room: World) -> None:
    before = room.counted_requests()
    await room.alice.slash(room.channel, "demo late")
    assert room.counted_requests() == before
    await room.alice.slash(room.channel, "demo board", member=room.bruno)
    assert room.counted_requests() > before
    assert len(room.requests("POST", "/users/@me/channels")) == 1


async def test_people_speak_their_own_language_and_servers_theirs(room: World) -> None:
    room.speaks(room.chloe, "fr")
    french = await room.chloe.slash(room.channel, "demo locale")
    english = await room.david.slash(room.channel, "demo locale")
    assert french.response is not None
    assert english.response is not None
    assert (french.response.content, english.response.content) == ("fr en-US", "en-US en-US")


@pytest.mark.expects_log("discord.app_commands.tree", "Ignoring exception in command 'board'")
async def test_closed_dms_refuse_the_bot_until_they_are_opened(room: World) -> None:
    room.close_dms(room.bruno)
    await room.alice.slash(room.channel, "demo board", member=room.bruno)
    (error,) = room.env.errors
    assert isinstance(error.__cause__, discord.Forbidden)
    assert error.__cause__.code == 50007
    assert room.dms(room.bruno) == []
    room.open_dms(room.bruno)
    await room.alice.slash(room.channel, "demo board", member=room.bruno)
    assert len(room.dms(room.bruno)) == 1


async def test_the_bots_clock_is_the_simulated_one(room: World) -> None:
    assert isinstance(room.bot, DemoBot)
    begun = room.bot.now()
    await room.pass_time(90)
    assert room.bot.now() - begun == 90_000
    assert room.now() == room.bot.now()


async def test_a_double_click_reaches_the_bot_before_it_has_answered_the_first(room: World) -> None:
    assert isinstance(room.bot, DemoBot)
    answered: list[int] = []

    async def click() -> None:
        await room.alice.slash(room.channel, "demo locale")
        answered.append(len(room.requests("POST", "/interactions/*")))

    await room.at_once(click, click)
    assert answered == [0, 0]
    assert len(room.requests("POST", "/interactions/*")) == 2
    assert room.bot.heard == 2


@pytest.mark.parametrize("crash", [False, True])
async def test_a_restart_leaves_one_bot_open_and_the_messages_standing(room: World, *, crash: bool) -> None:
    old = room.bot
    await room.alice.slash(room.channel, "demo locale")
    await room.restart(crash=crash)
    assert (old.is_closed(), room.bot.is_closed()) == (True, False)
    await room.alice.slash(room.channel, "demo locale")
    assert len(room.channel.history()) == 2


async def test_a_bot_is_closed_when_the_test_fails() -> None:
    bots: list[DemoBot] = []

    def make(now: Callable[[], int]) -> DemoBot:
        bots.append(make_demo(now))
        return bots[-1]

    with pytest.raises(LookupError, match="the test's own"):
        async with world(make):
            raise LookupError("the test's own")
    assert [bot.is_closed() for bot in bots] == [True]


@pytest.mark.expects_log("discord.app_commands.tree", "Ignoring exception in command 'fail'")
async def test_what_the_bot_raised_comes_out_at_the_end() -> None:
    with pytest.raises(ExceptionGroup) as caught:
        async with world(make_demo) as room:
            await room.alice.slash(room.channel, "demo fail")
    assert "on purpose" in str(caught.value.exceptions[0])


async def test_a_bot_may_be_made_by_a_coroutine() -> None:
    async def make(now: Callable[[], int]) -> discord.Client:
        return make_demo(now)

    async with world(make) as room:
        assert room.bot.is_ready()


@pytest.mark.expects_log("bot.adaptertable", "draw")
@pytest.mark.expects_log("bot.adapter", "draw")
@pytest.mark.expects_log("asyncio", "never retrieved")
def test_an_error_in_the_logs_is_found_unless_it_was_expected() -> None:
    with watching([ExpectedRecord("bot.adapter", "^could not draw"), ExpectedRecord("bot.tables", "lost")]) as wrong:
        logging.getLogger("bot.adapter.table").error("could not draw %s", "table 7")
        logging.getLogger("bot.adaptertable").error("could not draw")
        logging.getLogger("bot.adapter").warning("only a warning")
        logging.getLogger("asyncio").error("Task exception was never retrieved")
    assert wrong == [
        "ERROR bot.adaptertable: could not draw",
        "ERROR asyncio: Task exception was never retrieved",
        "never logged: bot.tables: 'lost'",
    ]

"""An acknowledged press is done: it is carried out first, then acknowledged. If it takes longer, the bot says so in
time.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any

import pytest
from discord import InteractionResponseType as Answered
from simcord.http.client import FakeWebhookAdapter

from bot.adapter import answer, router
from bot.adapter.custom_ids import Verb
from bot.adapter.registry import First, Needs, PressRoute, Registry
from bot.storage.connections import Connections
from bot.tables import lookup
from bot.texts import Language
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of

CALLBACK = "/interactions/*/callback"


async def _slowly(cards: CardWorld, act: Callable[[], Awaitable[Any]]) -> Any:
    """Acts while the database keeps everything waiting. Returns the result of the act."""
    env, ready = cards.world.env, asyncio.Event()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answer, "PATIENCE_S", 0.0)
        for way in ("read", "write"):
            at_once = getattr(Connections, way)

            async def waiting(self: Connections, work: Any, *, at_once: Any = at_once) -> Any:
                await env.external_wait(ready.wait(), reason="a slow disk")
                return await at_once(self, work)

            patch.setattr(Connections, way, waiting)
        result = await act()
        assert result.deferred, "Discord got an answer in time"
        assert result.ephemeral, "and the person sees that it is not done"
    ready.set()
    await env.settle()
    return result


async def test_a_press_that_takes_long_shows_until_it_is_done_that_it_is_not(cards: CardWorld, table: int) -> None:
    result = await _slowly(cards, lambda: cards.does("bruno", Verb.PROPOSE))
    game = await cards.game(table)
    assert game.proposals == 1
    assert result.response is None, "and the waiting message is gone"


async def test_a_slow_press_that_is_refused_says_so_where_it_was_thinking(cards: CardWorld, table: int) -> None:
    old = cards.snapshot(cards.held("bruno"))
    await cards.does("bruno", Verb.PROPOSE)
    bruno = cards.world.bruno
    result = await _slowly(cards, lambda: cards.press_late(bruno, old, Verb.PROPOSE))
    assert private_answer(result) == EN("problem.stale")


@pytest.mark.parametrize(("status", "code"), [(500, 0), (404, 10062), (400, 40060)], ids=["fault", "late", "twice"])
async def test_a_press_whose_acknowledgement_fails_is_done_and_shown(
    cards: CardWorld, table: int, status: int, code: int
) -> None:
    cards.world.env.inject_error("POST", CALLBACK, status=status, code=code)
    await cards.does("bruno", Verb.PROPOSE)
    game = await cards.game(table)
    assert game.proposals == 1
    assert EN("hand.wait.answer", other="Alice") in texts_of(cards.held("bruno"))


def _answers(cards: CardWorld, before: int) -> list[tuple[str, Any]]:
    """Returns method and kind of the requests that answer presses, from a position on."""
    requests = cards.world.env.http_requests[before:]
    answers = [asked for asked in requests if asked.path.endswith(("/callback", "/@original"))]
    return [(asked.method, (asked.json or {}).get("type")) for asked in answers]


async def test_a_press_on_a_hand_is_answered_by_the_hand(cards: CardWorld, table: int) -> None:
    held, before = cards.held("bruno"), len(cards.world.env.http_requests)
    await cards.does("bruno", Verb.PROPOSE)
    assert _answers(cards, before) == [("POST", Answered.message_update.value)]
    assert EN("hand.wait.answer", other="Alice") in texts_of(await cards.again(held))


async def test_a_press_whose_hand_takes_long_to_draw_is_acknowledged_before(
    cards: CardWorld, table: int, painted: asyncio.Event
) -> None:
    env = cards.world.env
    held, before = cards.held("bruno"), len(env.http_requests)
    await cards.does("bruno", Verb.PLAY)
    assert _answers(cards, before) == [("POST", Answered.deferred_message_update.value)]
    painted.set()
    await env.settle()
    assert [method for method, _ in _answers(cards, before)] == ["POST", "PATCH"]
    assert Verb.PLAY not in verbs_of(await cards.again(held))


async def test_an_interaction_answered_before_its_crash_is_done_at_the_redelivery(cards: CardWorld, table: int) -> None:
    """A process had acknowledged the first delivery, and died before it had done anything."""
    cards.world.env.inject_error("POST", CALLBACK, status=400, code=40060)
    await cards.does("bruno", Verb.PLAY)
    assert (await lookup.hand(cards.room.tables, table, cards.world.bruno.id)).view.public.held == (5, 4)


@pytest.mark.answers_amiss("Discord has taken the answer without saying so")
async def test_a_challenge_whose_answer_was_lost_is_known_where_it_stands(
    cards: CardWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has sent the message and answered with a fault. discord.py's next try gets 40060."""
    world = cards.world
    request = FakeWebhookAdapter.request

    async def twice(self: FakeWebhookAdapter, route: Any, session: Any, **options: Any) -> Any:
        done = await request(self, route, session, **options)
        return await request(self, route, session, **options) if route.url.endswith("/callback") else done

    monkeypatch.setattr(FakeWebhookAdapter, "request", twice)
    await world.alice.slash(world.channel, "ecarte challenge", member=world.bruno)
    monkeypatch.undo()
    (challenge,) = world.channel.history()
    assert Verb.ACCEPT in verbs_of(challenge)
    await world.pass_time(15 * 60 + 1)
    assert EN("challenge.expired") in texts_of(await cards.again(challenge))


async def test_a_command_that_takes_long_is_acknowledged_in_time_and_its_public_answer_stays_public(
    cards: CardWorld,
) -> None:
    world = cards.world
    result = await _slowly(cards, lambda: world.alice.slash(world.channel, "ecarte challenge", member=world.bruno))
    assert result.response is not None
    assert result.response.ephemeral
    assert EN("answer.posted") in texts_of(result.response)
    (challenge,) = (message for message in world.channel.history(viewer=world.bruno) if not message.flags.ephemeral)
    await cards.press(world.bruno, challenge, Verb.ACCEPT)
    assert cards.hand(world.bruno) is not None


async def test_a_form_that_the_database_keeps_waiting_asks_to_press_again(
    cards: CardWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=10)
    page = (await cards.press(world.chloe, await cards.table(table), Verb.BET)).response
    monkeypatch.setattr(router, "PATIENCE_S", 0.0)
    result = await cards.press(world.chloe, page, Verb.BET_OTHER)
    assert result.modal is None
    assert EN("problem.busy") in [texts_of(answer).strip() for answer in result.followups or [result.response]]


@pytest.mark.expects_log("bot.adapter.router", "an interaction could not be carried out")
async def test_what_the_database_does_not_take_is_to_be_pressed_again_and_logged_each_time_in_the_same_words(
    cards: CardWorld, caplog: pytest.LogCaptureFixture
) -> None:
    """So the log has one line a minute about a full disk or a lock, and not one for each press."""
    world, database = cards.world, cards.room.database.connections
    await database.write(lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout = 1"))
    with closing(sqlite3.connect(cards.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers = [await world.alice.slash(world.channel, "ecarte challenge", member=world.bruno) for _ in range(2)]
        other.execute("ROLLBACK")
    await database.write(lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout = 4000"))
    assert [private_answer(answer).strip() for answer in answers] == [EN("problem.busy")] * 2
    errors = [record.getMessage() for record in caplog.records if record.name == "bot.adapter.router"]
    assert errors == ["an interaction could not be carried out"] * 2


async def _says_nothing(*_: Any) -> None:
    return


@pytest.mark.expects_log("bot.adapter.router", "SaidNothing")
async def test_a_press_whose_handler_says_nothing_is_answered_by_the_router(
    cards: CardWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, room = cards.world.alice, cards.room
    page = (await alice.slash(cards.world.channel, "ecarte help")).response
    route = PressRoute(_says_nothing, Needs.NOTHING, First.ANSWER, lambda display: display.tables)
    monkeypatch.setattr(Registry, "press", lambda _self, _press: route)
    assert page is not None
    answered = await cards.press(alice, page, Verb.RULES)
    assert private_answer(answered).startswith(room.texts(Language.ENGLISH)("problem.unexpected", reference="")[:20])


async def test_a_press_on_what_no_version_of_ours_has_drawn_is_answered(cards: CardWorld, table: int) -> None:
    alice = cards.world.alice
    answered = await cards.forge(alice, cards.snapshot(await cards.table(table)), "another:bot")
    assert private_answer(answered) == EN("problem.stale")


async def test_while_the_bot_closes_presses_and_commands_are_asked_to_come_again(cards: CardWorld, table: int) -> None:
    cards.room.lifecycle.closing = True
    try:
        pressed = await cards.does("bruno", Verb.PROPOSE)
        used = await cards.world.alice.slash(cards.world.channel, "ecarte help")
    finally:
        cards.room.lifecycle.closing = False
    assert private_answer(used) == EN("problem.busy")
    assert [texts_of(answer).strip() for answer in pressed.followups or [pressed.response]] == [EN("problem.busy")]
    assert (await cards.game(table)).proposals == 0


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (500, 0)], ids=["expired", "fault"])
async def test_a_completion_that_comes_too_late_is_no_error(cards: CardWorld, status: int, code: int) -> None:
    cards.world.env.inject_error("POST", CALLBACK, status=status, code=code)
    alice = cards.world.alice
    assert not await alice.autocomplete(cards.world.channel, "ecarte learn", "find", "king")
    assert await alice.autocomplete(cards.world.channel, "ecarte learn", "find", "king")

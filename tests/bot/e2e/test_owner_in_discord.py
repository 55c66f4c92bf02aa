"""The owner's page in Discord: servers with their load, announcements, maintenance. Only the owner can open it."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Press, Verb, encode
from bot.clock import Pace, WarningSent
from bot.tables.events.table_events import ClockCredited, TableEvent
from bot.tables.state.table_state import Status
from tests.bot.e2e.test_pointing import ONE, backed, react
from tests.support.cardroom import EN, CardWorld
from tests.support.faults import Fault, faults
from tests.support.shown import components_of, private_answer, texts_of, verbs_of

DECISION_S = Pace.live().decision_ms / 1000
RESERVE_S = Pace.live().reserve_ms / 1000


def owned_by(cards: CardWorld, person: simcord.MemberActor) -> None:
    """Makes a person the owner of the application."""
    application = cards.world.bot.application
    assert application is not None
    application.owner.id = person.id


async def opened(cards: CardWorld) -> Any:
    """Makes Alice the owner of the bot, and opens the owner's page from help."""
    owned_by(cards, cards.world.alice)
    answer = (await cards.world.alice.user.slash("ecarte help")).response
    assert answer is not None
    return await cards.world.alice.user.click(answer, custom_id=encode(Press(Verb.OWNER, argument="open")))


async def pressed(cards: CardWorld, page: Any, argument: str) -> str:
    """Presses a button of the page. Returns the page's answer."""
    assert page.response is not None
    await cards.world.alice.user.click(page.response, custom_id=encode(Press(Verb.OWNER, argument=argument)))
    return texts_of(await cards.again(page.response))


async def maintained(cards: CardWorld) -> Any:
    """Begins maintenance."""
    page = await opened(cards)
    assert EN("owner.maintenance.about") in await pressed(cards, page, "ask")
    assert EN("owner.maintenance.begun") in await pressed(cards, page, "begin")
    return page


async def test_the_owner_sees_servers_with_their_size_and_load(cards: CardWorld) -> None:
    await cards.sit_down_to()
    page = await opened(cards)
    assert page.response is not None
    shown = texts_of(await cards.again(page.response))
    assert EN.count("owner.servers", 1) in shown
    assert EN.count("owner.tables", 1) in shown


async def test_no_one_else_sees_the_page_or_presses_there(cards: CardWorld) -> None:
    page = await opened(cards)
    assert page.response is not None
    owned_by(cards, cards.world.bruno)
    help_page = (await cards.world.alice.user.slash("ecarte help")).response
    assert help_page is not None
    assert Verb.OWNER not in verbs_of(help_page)
    for verb in (Verb.OWNER, Verb.OWNER_SAY):
        custom_id = next(
            part["custom_id"] for part in components_of(page.response) if f":{verb.value}:" in part.get("custom_id", "")
        )
        refused = await cards.world.alice.user.click(page.response, custom_id=custom_id)
        assert private_answer(refused) == EN("problem.not_owner")
    assert cards.room.app.maintenance.since is None


async def test_an_announcement_is_written_once_wherever_a_table_is_open_and_rings_for_no_one(cards: CardWorld) -> None:
    world = cards.world
    await cards.sit_down_to()
    await cards.challenge(world.chloe)
    page = await opened(cards)
    assert page.response is not None
    form = await world.alice.user.click(page.response, custom_id=encode(Press(Verb.OWNER_SAY)))
    await world.alice.user.submit_modal(form, {"text": "At ten I restart. @everyone"})
    (thread,) = world.channel.threads
    for place in (world.channel, thread):
        said = [message for message in place.history() if "At ten I restart" in texts_of(message)]
        assert len(said) == 1
        assert EN("owner.from") in texts_of(said[0])
        assert not said[0].mention_everyone
    assert EN("owner.announced", n="2", m="2") in texts_of(await cards.again(page.response))


async def test_an_announcement_goes_on_where_one_place_cannot_be_reached(cards: CardWorld) -> None:
    world = cards.world
    await cards.sit_down_to()
    await cards.challenge(world.chloe)
    page = await opened(cards)
    assert page.response is not None
    form = await world.alice.user.click(page.response, custom_id=encode(Press(Verb.OWNER_SAY)))
    (thread,) = world.channel.threads
    with faults(world.env) as network:
        network.plan(f"POST /channels/{thread.id}/messages", Fault.LOST)
        await world.alice.user.submit_modal(form, {"text": "At ten I restart."})
    assert any("At ten I restart" in texts_of(message) for message in world.channel.history())
    assert EN("owner.announced", n="1", m="2") in texts_of(await cards.again(page.response))


async def test_in_maintenance_presses_and_commands_are_answered_with_a_sentence_until_it_ends(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down_to()
    page = await maintained(cards)
    before = (await cards.view(table)).version
    hand = cards.held("bruno")
    assert private_answer(await cards.press(world.bruno, hand, Verb.PROPOSE)) == EN("problem.maintenance")
    asked = await world.bruno.slash(world.channel, "ecarte profile")
    assert private_answer(asked) == EN("problem.maintenance")
    assert (await cards.view(table)).version == before
    assert EN("owner.maintenance.ended") in await pressed(cards, page, "end")
    await cards.does("bruno", Verb.PROPOSE)
    assert (await cards.view(table)).version > before


async def test_in_maintenance_reactions_point_at_nothing(cards: CardWorld) -> None:
    table, _, david = await backed(cards)
    await maintained(cards)
    before = (await cards.view(table)).version
    await react(david, await cards.table(table), ONE)
    assert (await cards.view(table)).version == before


@pytest.mark.parametrize("crash", [False, True])
async def test_no_clock_runs_in_maintenance_not_over_a_restart_either(cards: CardWorld, crash: bool) -> None:
    world = cards.world
    table = await cards.sit_down_to()
    await maintained(cards)
    await world.pass_time(DECISION_S + RESERVE_S)
    await world.restart(crash=crash)
    await world.pass_time(DECISION_S + RESERVE_S)
    assert private_answer(await cards.press(world.bruno, cards.held("bruno"), Verb.PROPOSE)) == EN(
        "problem.maintenance"
    )
    page = await opened(cards)
    await pressed(cards, page, "end")
    await cards.does("bruno", Verb.PROPOSE)
    view = await cards.view(table)
    assert (view.status, view.sent_warning) == (Status.PLAYING, WarningSent.NOTHING), "no player lost time"
    credited = [event.milliseconds for _, event in await _events(cards, table) if isinstance(event, ClockCredited)]
    assert sum(credited) >= 2 * (DECISION_S + RESERVE_S) * 1000


async def _events(cards: CardWorld, table: int) -> list[tuple[int, TableEvent]]:
    return await cards.room.app.tables.log.events(table)

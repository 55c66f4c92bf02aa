"""The sandbox as a whole: its life, its time, its address, and its visitors."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox import CAST, Cast, CastMember, Opening, Sandbox, SandboxError, portraits
from tests.sandbox.conftest import Page, Stage
from tests.sandbox.demo import make_demo
from tests.support.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]


async def test_stopping_closes_the_bot_and_its_database(stage: Stage) -> None:
    await stage.page.open_table()
    loop = asyncio.get_running_loop()
    began = loop.time()
    await stage.sandbox.stop()
    assert loop.time() - began < 3
    assert stage.bots[0].closed_database
    assert stage.bots[0].is_closed()


async def test_a_bot_that_fails_at_its_start_is_closed_and_the_port_is_free_again() -> None:
    bots = []

    async def make(now: Any) -> Any:
        bots.append(await make_demo(now))
        bots[-1].database = Path("no such folder") / "demo.sqlite3"
        return bots[-1]

    sandbox = Sandbox(make)
    with pytest.raises(Exception, match="unable to open"):
        await sandbox.start()
    assert bots[0].is_closed()
    async with Sandbox(make_demo) as other:
        assert other.address


async def test_a_taken_port_is_one_clear_line() -> None:
    async with Sandbox(make_demo) as first:
        port = int(first.address.rsplit(":", 1)[1].strip("/"))
        with pytest.raises(SandboxError, match=rf"^port {port} cannot be used \(.+\); choose another with PORT=$"):
            await Sandbox(make_demo, port=port).start()


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::"])
async def test_no_address_that_others_can_reach(host: str) -> None:
    with pytest.raises(SandboxError, match="this machine only"):
        await Sandbox(make_demo, host=host).start()


async def test_the_people_keep_their_ids_and_the_messages_do_not() -> None:
    seen = []
    for _ in range(2):
        async with Sandbox(make_demo) as sandbox:
            simulation = sandbox.world.simulation
            channels = [channel.id for channel in simulation.channels()]
            seen.append((list(simulation.people), simulation.guild.id, channels, simulation.env.backend.snowflake()))
    first, second = seen
    assert first[:3] == second[:3]
    assert first[3] < second[3]


async def test_time_is_that_of_the_machine_until_it_is_moved(stage: Stage) -> None:
    simulation = stage.sandbox.world.simulation
    await stage.page.act("alice", "send", content="now")
    assert abs((simulation.now() - datetime.now(UTC)).total_seconds()) < 1
    await stage.page.act("alice", "skip", seconds=86_400)
    await stage.page.act("alice", "send", content="tomorrow")
    assert abs((simulation.now() - datetime.now(UTC)).total_seconds() - 86_400) < 1


async def test_a_clock_of_the_bot_runs_without_anyone_acting(stage: Stage) -> None:
    page = stage.page
    table = await page.open_table()
    channel = stage.bots[0].get_partial_messageable(int(table["channel"]))

    async def ring() -> None:
        await asyncio.sleep(0.8)
        await channel.send("the time is up")

    # As the bot itself would start it: inside its own work.
    stage.bots[0].on_raw_reaction_remove = lambda event: ring()  # type: ignore[attr-defined]  # an event of the client
    place = {"channel": table["channel"], "message": table["id"], "emoji": "⏳"}
    await page.act("bruno", "react", **place, on=True)
    await page.act("bruno", "react", **place, on=False)
    await page.until(lambda: any(one["content"] == "the time is up" for one in page.messages()))


async def test_a_long_evening_is_forgotten_but_for_what_is_still_shown(stage: Stage) -> None:
    page, simulation = stage.page, stage.sandbox.world.simulation
    table = await page.open_table()
    replaced = table["attachments"][0]["url"]
    place = {"channel": table["channel"], "message": table["id"]}
    await page.act("bruno", "click", **place, component="demo:press:0")
    now = await page.until(
        lambda: next(
            (one["url"] for one in page.entities[f"message:{table['id']}"]["attachments"] if one["url"] != replaced),
            None,
        )
    )
    before = simulation.activity
    simulation.remembered = 0
    simulation.forget()
    assert simulation.activity == before
    for address, status in ((now, 200), (replaced, 404)):
        async with page.session.get(page.address.rstrip("/") + address) as response:
            assert response.status == status
    assert await page.act("bruno", "click", **place, component="demo:press:1") == {}


async def test_the_opening_has_happened_when_the_page_comes() -> None:
    opening = Opening(
        "alice",
        "demo table",
        {"en": "Press “Press” in Bruno’s column."},
        {"member": "bruno", "stake": 5},
        look_at="bruno",
    )
    async with Sandbox(make_demo, opening=opening) as sandbox, aiohttp.ClientSession() as session:
        page = Page(session, sandbox.address)
        listening = asyncio.create_task(page.listen())
        await page.until(lambda: page.entities)
        assert page.entities["banner"] == {"text": opening.sentence, "lookAt": page.id("bruno")}
        assert any(one["used"] for one in page.messages())
        await page.act("alice", "close banner")
        await page.until(lambda: "banner" not in page.entities)
        listening.cancel()


async def test_an_opening_that_the_bot_declines_says_something_else() -> None:
    opening = Opening("alice", "demo dm", {"en": "Look there."}, otherwise={"en": "Type / to begin."}, look_at="bruno")
    async with Sandbox(make_demo, opening=opening) as sandbox:
        await sandbox.world.welcome("en")
        assert sandbox.world.banner == {"text": {"en": "Type / to begin."}, "lookAt": None}


async def test_an_opening_with_an_unknown_command_is_not_fatal() -> None:
    opening = Opening("alice", "demo nothing", {"en": "Look there."})
    async with Sandbox(make_demo, opening=opening) as sandbox:
        await sandbox.world.welcome("en")
        assert sandbox.world.banner is None


async def test_the_opening_is_in_the_language_of_the_first_visitor() -> None:
    people = (
        CastMember("ann", "Ann", "en-US", 0),
        CastMember("max", "Max", "fr", 90),
        CastMember("uli", "Uli", "en-GB", 9),
    )
    opening = Opening("ann", "demo table", {"en": "Press."}, {"member": "max"})
    async with Sandbox(make_demo, opening=opening, setting=Cast(people=people)) as sandbox:
        assert not any(sandbox.world.simulation.messages(place.id) for place in sandbox.world.simulation.channels())
        await asyncio.gather(sandbox.world.welcome("fr"), sandbox.world.welcome("en"))
        assert list(sandbox.world.simulation.locales.values()) == ["fr", "en-US", "en-GB"]
        assert sandbox.world.simulation.guild.preferred_locale == "fr"
        assert sandbox.world.banner is not None
        drawn = sandbox.world.simulation.activity
        await sandbox.world.welcome("en")
        assert sandbox.world.simulation.activity == drawn


async def test_a_stopped_clock_moves_with_presses_alone() -> None:
    async with Sandbox(make_demo) as sandbox, aiohttp.ClientSession() as session:
        page = Page(session, sandbox.address)
        listening = asyncio.create_task(page.listen())
        await page.until(lambda: page.entities)
        assert await page.act("alice", "pace", times=0) == {}
        assert sandbox.world.simulation.pace == 0
        stopped = sandbox.world.simulation.now()
        await page.act("alice", "send", channel=page.channel()["id"], content="I read on.")
        await page.until(lambda: any(one["content"] == "I read on." for one in page.messages()))
        await page.until(lambda: sandbox.world.simulation.now() > stopped)
        listening.cancel()


async def test_names_of_the_stage_are_what_one_says() -> None:
    people = (CastMember("zoe", "<script>", "fr", 10), CastMember("max", "Max", "en-GB", 90))
    setting = Cast("Cards", "Dealer", "The Club", "tables", "fr", people)
    async with Sandbox(make_demo, setting=setting) as sandbox, aiohttp.ClientSession() as session:
        page = Page(session, sandbox.address)
        listening = asyncio.create_task(page.listen())
        await page.until(lambda: page.entities)
        assert page.entities["world"]["bot"]["name"] == "Dealer"
        assert page.entities["world"]["guild"] == {"name": "The Club", "locale": "fr"}
        assert page.entities[f"person:{page.id('zoe')}"]["name"] == "<script>"
        listening.cancel()


async def test_the_cast_has_portraits_on_the_page_and_for_the_bot() -> None:
    setting = Cast(people=(*CAST, CastMember("guest", "Guest", "fr", 10)), portraits=portraits())
    async with Sandbox(make_demo, setting=setting) as sandbox, aiohttp.ClientSession() as session:
        page = Page(session, sandbox.address)
        listening = asyncio.create_task(page.listen())
        await page.until(lambda: page.entities)
        bot = sandbox.world.simulation.env.bot
        for person in setting.people:
            user_id = int(page.id(person.key))
            has_one = person.key in setting.portraits
            assert has_one is (person in CAST)
            assert page.entities[f"person:{user_id}"]["portrait"] is has_one
            async with session.get(f"{sandbox.address}portrait/{person.key}") as answer:
                assert answer.status == (200 if has_one else 404)
                shown = await answer.read()
            avatar = (await bot.fetch_user(user_id)).avatar
            assert (avatar is not None) is has_one
            assert avatar is None or await avatar.with_size(128).read() == shown == setting.portraits[person.key]
        listening.cancel()


def test_a_stage_with_unknown_locales_or_twins_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown locales: xx"):
        Cast(locale="xx")
    twin = CastMember("a", "A", "fr", 0)
    with pytest.raises(ValueError, match="different keys"):
        Cast(people=(twin, twin))


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_cleanly_after_one_line(sent: signal.Signals) -> None:
    code = (
        "import asyncio\nfrom sandbox import serve\nfrom tests.sandbox.demo import make_demo\n"
        "asyncio.run(serve(make_demo, port=0))\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        line = (await process.stdout.readline()).decode()
        address = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert address is not None
        # An open page does not hold it up.
        async with aiohttp.ClientSession() as session, session.get(address[0] + "events") as stream:
            await stream.content.readline()
            process.send_signal(sent)
            out, err = await process.communicate()
    assert (process.returncode, out, err.decode()) == (0, b"", "")

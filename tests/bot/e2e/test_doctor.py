"""`python -m bot doctor` as a process, on a Discord at wire level where everything holds, and one where nothing does.

The Discord is the package `wire` in the folder that `ECARTE_WIRE` names, which is no part of this project.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.doctor import TRIALS, Verdict
from tests.bench.process import load_wire
from tests.support.patience import PATIENCE_S
from tests.support.standin import TOKEN

WIRE = os.environ.get("ECARTE_WIRE", "")
WEBHOOK, SECRET = 323456789012345678, "s" * 64
ALERTS = f"https://discord.com/api/webhooks/{WEBHOOK}/{SECRET}"
STATEMENTS = [what for what, _, _ in TRIALS]
pytestmark = pytest.mark.skipif(not WIRE, reason="ECARTE_WIRE names no Discord on loopback: the doctor was NOT tried")


@asynccontextmanager
async def world_of_wire(**options: Any) -> AsyncIterator[Any]:
    """A Discord on loopback with one server, and a webhook of the owner's."""
    async with await load_wire(Path(WIRE)).World.start(token=TOKEN, spec=None, **options) as world:
        world.server.webhooks[WEBHOOK] = {
            "id": str(WEBHOOK),
            "type": 1,
            "name": "alerts",
            "avatar": None,
            "token": SECRET,
            "channel_id": str(room(world).id),
            "guild_id": str(world.guild.id),
            "user": world.server.bot.json(),
        }
        yield world


def room(world: Any) -> Any:
    """The channel in which the trials are made."""
    return world.channel("general")


async def diagnose(
    world: Any, folder: Path, *options: str, wait: Callable[[], Any] | None = None, **settings: str
) -> tuple[int, str]:
    """Runs the doctor. Returns its status and its lines.

    Args:
        wait: awaited while the doctor works.
    """
    log = folder / "doctor.log"
    argv = [sys.executable, "-m", "bot", "doctor", str(world.guild.id), str(room(world).id), *options]
    env = {"DISCORD_TOKEN": TOKEN, "ECARTE_ALERTS": ALERTS, **settings}
    process = await world.launch(argv, env=env, cwd=Path(__file__).parents[3], log=log, timeout=None)
    if wait is not None:
        await wait()
    return await process.process.wait(), log.read_text(encoding="utf-8")


def verdicts(said: str) -> dict[str, str]:
    """The verdict on each assumption, by its statement."""
    lines = [line.strip() for line in said.splitlines()]
    words = [verdict.value for verdict in Verdict]
    return {line.removeprefix(word).strip(): word for line in lines for word in words if line.startswith(f"{word}  ")}


async def test_where_all_holds_it_says_so_and_leaves_nothing_behind(tmp_path: Path) -> None:
    wire = load_wire(Path(WIRE))
    # One trial asks for Manage Messages, which the invite link does not request. Only with it can everything hold.
    async with world_of_wire(bot_permissions=wire.P.TRUSTED) as world:
        # A first start registers the commands.
        bot = await world.launch(
            [sys.executable, "-m", "bot", "run"],
            env={"DISCORD_TOKEN": TOKEN, "ECARTE_DATABASE": str(tmp_path / "room.sqlite3")},
            cwd=Path(__file__).parents[3],
            log=tmp_path / "bot.log",
            timeout=PATIENCE_S,
        )
        await world.until(lambda: world.server.commands, PATIENCE_S)
        await bot.terminate()
        emojis = await world.launch(
            [sys.executable, "-m", "bot", "emojis"],
            env={"DISCORD_TOKEN": TOKEN},
            cwd=Path(__file__).parents[3],
            log=tmp_path / "emojis.log",
            timeout=None,
        )
        assert await emojis.process.wait() == 0
        world.server.join(world.guild, world.server.app_owner, wire.P.MEMBER)
        before = len(room(world).messages())

        async def press() -> None:
            posts = await world.until(
                lambda: [post for post in room(world).messages() if "press the button" in str(post.raw.components)],
                PATIENCE_S,
            )
            await world.until(world.server.gateway.complete, PATIENCE_S)
            await world.people["guildowner"].click(posts[-1], "Press")

        status, said = await diagnose(world, tmp_path, "--press", wait=press)
        assert verdicts(said) == dict.fromkeys(STATEMENTS, "holds"), said
        assert status == 0
        left = [post for post in room(world).messages() if "alerts" not in str(post.raw)]
        assert len(left) <= before + 1, "only the alert is left"
        assert room(world).threads() == []


async def test_each_line_that_does_not_hold_is_said_with_what_to_do(tmp_path: Path) -> None:
    wire = load_wire(Path(WIRE))
    async with world_of_wire() as world:
        clock = tmp_path / "clock"
        clock.write_text("86400")
        world.server.gateway.starts = wire.Starts(60, 3_600.0)
        world.server.rules.nonce_s = 0
        room(world).bot_permissions(without=wire.P.EMBED)
        wire.Person(world, world.server.app_owner).close_dms()
        world.inject("PATCH", "/channels/*/messages/*", 400, code=50035, count=1)
        world.inject("POST", "/channels/*/messages/*/threads", 403, code=50013)
        world.inject("PUT", "/channels/*/messages/*/reactions/*/@me", 403, code=50013)
        world.server.webhooks.clear()
        status, said = await diagnose(world, tmp_path, WIRE_CLOCK=str(clock))
        found = verdicts(said)
        assert found.pop("an answer can be edited by its token") == "unknown"
        assert found.pop("after a deletion a message can be sent again") == "holds"
        assert found == dict.fromkeys(found, "DOES NOT HOLD"), said
        assert set(found) | {
            "an answer can be edited by its token",
            "after a deletion a message can be sent again",
        } == set(STATEMENTS)
        assert status == 1
        for what, remedy, _ in TRIALS:
            assert (f"-> {remedy}" in said) is (verdicts(said)[what] != "holds")


async def test_a_message_that_cannot_be_sent_again_and_an_edit_that_is_refused_are_said(tmp_path: Path) -> None:
    async with world_of_wire() as world:
        # Not 500, after which discord.py tries again for half a minute each time.
        world.inject("POST", "/channels/*/messages", 403, count=100)
        status, said = await diagnose(world, tmp_path)
        assert verdicts(said)["after a deletion a message can be sent again"] == "DOES NOT HOLD"
        assert status == 1


async def test_a_server_in_which_the_bot_is_not_is_one_line(tmp_path: Path) -> None:
    async with world_of_wire() as world:
        log = tmp_path / "doctor.log"
        argv = [sys.executable, "-m", "bot", "doctor", "42", "43"]
        process = await world.launch(
            argv, env={"DISCORD_TOKEN": TOKEN}, cwd=Path(__file__).parents[3], log=log, timeout=None
        )
        assert await process.process.wait() == 1
        assert log.read_text(encoding="utf-8").count("\n") == 1
        assert "the bot is not in server 42" in log.read_text(encoding="utf-8")

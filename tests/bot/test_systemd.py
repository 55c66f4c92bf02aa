"""The notifications to systemd, on a socket like its own, and the statuses that decide whether it restarts the bot."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import discord
import pytest
from aiohttp import web

from bot import serving
from bot.__main__ import main
from bot.config import BadSetting, Settings
from bot.monitoring.systemd import keep_watched, notify_stopping

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GsEcRe.dDiScOrDsEcReTtOkEnThAtNoLoGtElLs"


@pytest.fixture(params=["file", "abstract"])
def heard(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket of a systemd that allows a second without a sign of life."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        name = str(tmp_path / "notify") if request.param == "file" else f"@{tmp_path.name}"
        listening.bind(name.replace("@", "\0"))
        listening.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        monkeypatch.setenv("WATCHDOG_USEC", "2000")
        yield listening


async def test_systemd_hears_that_the_bot_is_ready_alive_and_stopping(heard: socket.socket) -> None:
    loop, failed = asyncio.get_running_loop(), False
    watched = asyncio.create_task(keep_watched(lambda: failed))
    states = [await loop.sock_recv(heard, 100) for _ in range(3)]
    assert states == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
    failed = True
    await watched
    while True:
        try:
            heard.recv(100)
        except BlockingIOError:
            break
    notify_stopping()
    assert heard.recv(100) == b"STOPPING=1"


@pytest.mark.parametrize("name", ["", "/nowhere/at/all", "vsock:2:1"])
async def test_without_systemd_nothing_is_said(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    await keep_watched(lambda: True)
    notify_stopping()


@pytest.fixture
async def refusing(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A Discord that knows no token."""

    async def refuse(_: web.Request) -> web.Response:
        return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", refuse)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}/api/v10")
    yield
    await runner.cleanup()


@pytest.mark.usefixtures("refusing")
async def test_a_token_that_discord_does_not_know_is_a_setting_that_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="DISCORD_TOKEN: Discord does not know it"):
        await serving.run(
            Settings(token=TOKEN, database=str(tmp_path / "room.sqlite3")),
            lambda: int(time.time() * 1000),
            time.monotonic,
        )


def test_a_setting_that_is_wrong_ends_with_the_status_after_which_the_unit_is_not_started_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def refused(*_: object) -> int:
        raise BadSetting("DISCORD_TOKEN", "Discord does not know it")

    monkeypatch.setattr(serving, "run", refused)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    status = main(["run"])
    unit = (Path(__file__).parents[2] / "deploy" / "ecarte.service").read_text()
    assert f"RestartPreventExitStatus={status}\n" in unit
    assert capsys.readouterr().err == "ecarte: DISCORD_TOKEN: Discord does not know it\n"

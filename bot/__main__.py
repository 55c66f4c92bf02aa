"""The command line, and the one place where the rooms of the house are joined.

python -m bot run        join Discord and keep the tables (needs DISCORD_TOKEN)
python -m bot sandbox    the same bot on a simulated Discord, with a page to try it; no token
python -m bot migrate    bring the database up to date (`run` does it, too)
python -m bot backup F   copy the database to the file F while the bot runs
python -m bot verify     say what does not add up in the ledgers and the tables; exit status 1 if anything
python -m bot health     exit status 0 if the running bot was alive a minute ago
python -m bot invite ID  the link that invites the application ID into a server
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import aiohttp
import discord

from bot import logs
from bot.app import build_app
from bot.audit import verify
from bot.client import PERMISSIONS, Client
from bot.config import BadSetting, Settings
from bot.house import warm_up as warm_up_players
from bot.lifecycle import forget_messages
from bot.monitoring import Gateway, Monitor
from bot.pictures import Indices, Style, warm_up
from bot.storage import Database, StorageError
from bot.tables.lookup import count_open
from bot.texts import Language, Texts

__all__ = ["main"]

_ALIVE_MS = 90_000
_GRACE_S = 10.0
_STYLES = tuple(Style(indices=indices) for indices in Indices)


class _Stopped(Exception):
    """A reason to stop, in one line for the person at the keyboard."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; 0 if it did what it should, 1 if it could not, 2 if it was asked wrongly."""
    options = _parser().parse_args(arguments)
    try:
        settings = Settings.from_environment(os.environ, token_needed=options.command == "run")
        logs.set_up("ERROR" if options.command == "sandbox" else settings.log_level, settings.log_format)
        return asyncio.run(_COMMANDS[options.command](settings, options))
    except BadSetting as error:
        print(f"ecarte: {error}", file=sys.stderr)
        return 2
    except (_Stopped, StorageError) as error:
        print(f"ecarte: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="A card room for écarté on Discord.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("run", help="join Discord and keep the tables")
    sandbox = commands.add_parser("sandbox", help="the bot on a simulated Discord, with a page to try it")
    sandbox.add_argument("--port", type=int, default=8080, help="of the page, on this machine only (default 8080)")
    sandbox.add_argument("--database", help="a file to keep the games in (default: a temporary one)")
    commands.add_parser("migrate", help="bring the database up to date")
    backup = commands.add_parser("backup", help="copy the database to a file")
    backup.add_argument("file", type=Path)
    commands.add_parser("verify", help="audit every ledger and every table")
    commands.add_parser("health", help="whether the running bot is alive")
    invite = commands.add_parser("invite", help="the link that invites an application into a server")
    invite.add_argument("application", type=int, help="the application's id")
    return parser


async def _open(address: str) -> Database:
    database = await Database.open(address)
    try:
        await database.migrate()
    except BaseException:
        await database.close()
        raise
    return database


async def _run(settings: Settings, _: argparse.Namespace) -> int:
    database = await _open(settings.database)
    client = Client(build_app(settings, database, Texts.load(), now=_now, rng=random.SystemRandom()), database)
    await asyncio.to_thread(_warm_up)
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers; there Ctrl-C raises KeyboardInterrupt.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    monitor = Monitor(
        lambda: Gateway(client.lifecycle.away_ms / 1000, client.latency),
        lambda: count_open(client.app.tables),
    )
    if settings.metrics is not None:
        try:
            await monitor.start(*settings.metrics)
        except OSError as error:
            await database.close()
            raise _Stopped(f"ECARTE_METRICS: cannot listen there ({error.strerror or type(error).__name__})") from None
    running = asyncio.create_task(client.start(settings.token))
    waiting = asyncio.create_task(stopped.wait())
    try:
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
    except discord.LoginFailure:
        raise _Stopped("Discord does not know this DISCORD_TOKEN; copy it again from the application's page") from None
    except (aiohttp.ClientError, OSError) as error:
        raise _Stopped(f"Discord cannot be reached ({type(error).__name__})") from None
    finally:
        waiting.cancel()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(client.close(), _GRACE_S)
        running.cancel()
        await asyncio.gather(running, waiting, return_exceptions=True)
        await monitor.stop()
        await database.close()
    return 0


async def _sandbox(settings: Settings, options: argparse.Namespace) -> int:
    try:
        from bot.sandbox import CAST, Opening, SandboxError, Setting, serve
    except ImportError as error:
        raise _Stopped(f"the sandbox runs from a checkout: `make sandbox` ({error.name} is missing)") from None
    words = Texts.load()(Language.ENGLISH)
    with tempfile.TemporaryDirectory(prefix="ecarte-") as folder:
        address = options.database or str(Path(folder) / "sandbox.sqlite3")

        stage_is_empty = True

        async def make(now: Callable[[], datetime]) -> Client:
            nonlocal stage_is_empty
            database = await _open(address)

            def now_ms() -> int:
                return int(now().timestamp() * 1000)

            app = build_app(settings, database, Texts.load(), now=now_ms, rng=random.SystemRandom())
            if stage_is_empty:
                await forget_messages(app, database)
            stage_is_empty = False
            return Client(app, database)

        opening = Opening(
            person="alice",
            command="ecarte challenge",
            options={"member": "bruno", "stake": 50},
            sentence=words("sandbox.opening"),
            otherwise=words("sandbox.again"),
            look_at="bruno",
        )
        # The two who play first speak the language of the page; the two beside them show that the bot speaks French.
        people = tuple(replace(person, locale="en-US" if person.key in ("alice", "bruno") else "fr") for person in CAST)
        await asyncio.to_thread(_warm_up)
        try:
            await serve(
                make, port=options.port, opening=opening, setting=Setting(people=people), permissions=PERMISSIONS
            )
        except SandboxError as error:
            raise _Stopped(str(error)) from None
    return 0


async def _migrate(settings: Settings, _: argparse.Namespace) -> int:
    await (await _open(settings.database)).close()
    print("The database is up to date.")
    return 0


async def _backup(settings: Settings, options: argparse.Namespace) -> int:
    async with await Database.open(settings.database, create=False) as database:
        await database.backup(options.file)
    print(f"The database is copied to {options.file}.")
    return 0


async def _verify(settings: Settings, _: argparse.Namespace) -> int:
    async with await Database.open(settings.database, create=False) as database:
        if not await database.schema_is_current():
            raise _Stopped("the database is of an older version; run `python -m bot migrate` first")
        report = await verify(database)
    for fault in report.faults:
        print(fault)
    if report.faults:
        return 1
    print(f"Everything adds up (ledgers: {report.ledgers}, tables: {report.tables}).")
    return 0


async def _health(settings: Settings, _: argparse.Namespace) -> int:
    async with await Database.open(settings.database, create=False) as database:
        beat = await database.heartbeat.last()
    if beat is None or _now() - beat > _ALIVE_MS:
        raise _Stopped("no sign of life in the last minute and a half")
    return 0


async def _invite(_: Settings, options: argparse.Namespace) -> int:
    print(discord.utils.oauth_url(options.application, permissions=PERMISSIONS))
    return 0


def _warm_up() -> None:
    warm_up(*_STYLES)
    warm_up_players()


def _now() -> int:
    return time.time_ns() // 1_000_000


_COMMANDS = {
    "run": _run,
    "sandbox": _sandbox,
    "migrate": _migrate,
    "backup": _backup,
    "verify": _verify,
    "health": _health,
    "invite": _invite,
}

if __name__ == "__main__":
    sys.exit(main())

"""The command line: `python -m sandbox`, which `make sandbox` runs. The settings of the bot count here, too."""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from bot import logs
from bot.adapter.emojis import wanted_emojis
from bot.app import build_app
from bot.client import PERMISSIONS, Client
from bot.command_line import Parser, run_command, settle, whole_number
from bot.config import Settings
from bot.lifecycle import forget_messages
from bot.people.quotas import ARRIVALS
from bot.pictures import use_folders
from bot.storage import Database
from bot.texts import Texts
from bot.upkeep import Stopped
from sandbox import CAST, Cast, SandboxError, portraits, serve
from sandbox.tour import opening, tour


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the sandbox until it is stopped, and returns the exit status: see `run_command`."""
    return run_command(lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    parser = Parser(prog="python -m sandbox", description="The bot on a simulated Discord, with a page to try it.")
    parser.add_argument("--port", type=_port, default=8080, help="of the page, on this machine only (default 8080)")
    parser.add_argument("--database", help="a file to keep the games in (default: a temporary one)")
    options = parser.parse_args(arguments)
    settings = Settings.from_environment(os.environ, token_needed=False)
    # The page says what matters.
    logs.set_up("ERROR", settings.log_format)
    settle()
    return asyncio.run(_serve(settings, options.port, options.database))


def _port(text: str) -> int:
    return whole_number(text, 0, 65_535)


async def _serve(settings: Settings, port: int, file: str | None) -> int:
    """Runs the bot on a simulated Discord until it is stopped; 0.

    Args:
        port: of the page, on this machine only.
        file: where the games are kept; None: a temporary file.

    Raises:
        Stopped: a port cannot be used.
        StorageError: the database cannot be used.
    """
    use_folders(settings.fonts)
    texts = Texts.load()

    with tempfile.TemporaryDirectory(prefix="ecarte-") as folder:
        address = file or str(Path(folder) / "sandbox.sqlite3")

        stage_is_empty = True

        async def make(now: Callable[[], datetime]) -> Client:
            nonlocal stage_is_empty
            database = await Database.open_alone(address)

            def now_ms() -> int:
                return int(now().timestamp() * 1000)

            own = replace(settings, journal="")
            app = build_app(own, database, texts, now=now_ms, rng=random.SystemRandom())
            # Its clock may run ten times as fast, or jump.
            app.quotas.lifted.update(quota.name for quota in ARRIVALS)
            if stage_is_empty:
                await forget_messages(app, database)
            stage_is_empty = False
            return Client(app, database)

        # David alone shows that the bot speaks French: the tour leads to the other three.
        people = tuple(replace(person, locale="fr" if person.key == "david" else "en-US") for person in CAST)
        wanted = [each for signs in wanted_emojis(texts).values() for each in signs.values()]
        setting = Cast(people=people, emojis={each.name: each.picture.png for each in wanted}, portraits=portraits())
        try:
            await serve(
                make, port=port, opening=opening(texts), setting=setting, permissions=PERMISSIONS, tour=tour(texts)
            )
        except SandboxError as error:
            raise Stopped(str(error)) from None
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

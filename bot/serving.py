"""The commands that use Discord, or the sandbox. Other commands do not import this module."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import math
import random
import signal
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import aiohttp
import discord

from bot import VERSION, metrics
from bot.adapter.discord_internals import ask_gateway, use_api
from bot.adapter.emojis import Emojis
from bot.app import App, build_app
from bot.backups import Backups
from bot.client import PERMISSIONS, Client
from bot.config import BadSetting, Engine, Settings
from bot.gateway import OtherNumberOfShards
from bot.lifecycle import Home
from bot.monitoring import Alerts, Disks, Gateway, Monitor, Stored
from bot.monitoring.systemd import keep_watched, notify_stopping
from bot.ownership import HAND_OVER_EACH_S, HAND_OVER_S
from bot.pictures import SHAPES, use_folders
from bot.shards import DIRECT, ShardRange, Sharing, WantedShards
from bot.storage import SCHEMA, Database, copy_names
from bot.tables.lookup import count_open
from bot.texts import Language, Texts
from bot.trust import TrustedTime
from bot.upkeep import Stopped, backup_folder
from ecarte.ai import choose_engine

_LOG = logging.getLogger(__name__)
_GRACE_S = 10.0
_LEAST_SHARED = 3
"""How many shards processes that share them equally keep at least, so that small bots have work for three, too."""
_NO_SHAPES = (
    "Pillow finds no FriBiDi: names from right to left and of India and its neighbours are drawn in Latin letters, "
    "flags and joined emoji not at all. Install it and start again (Debian: `apt-get install libfribidi0`; macOS: "
    "`brew install fribidi`)"
)
_NO_WASMTIME = (
    "The package wasmtime is missing: Python computes hints and reviews, and takes thirty times as long. Install it, "
    "or set ECARTE_ENGINE=python"
)
_UNKNOWN_TOKEN = "Discord does not know it; copy it again from the application's page"
_CLOSED_BY_TOKEN = 4004


async def run(
    settings: Settings, now: Callable[[], int], steady: Callable[[], float], several: ShardRange | Sharing | None = None
) -> int:
    """Runs the bot on Discord until it is stopped. Returns 0.

    Args:
        now: returns the time of the machine's clock, in epoch milliseconds.
        steady: returns the seconds of a clock that only goes forward.
        several: the shards (parts of the servers) of this process, or how they are divided, if several processes run on
            one database. None if it runs alone.

    Raises:
        BadSetting: Discord does not know the token, or refuses the number of shards that several processes share; the
            address of the metrics cannot be used on this machine; or the chosen engine is missing.
        Stopped: Discord cannot be used, another program uses the address of the metrics, or another process has taken
            the database over.
        StorageError: the database cannot be used.
    """
    use_folders(settings.fonts)
    if settings.engine is not Engine.AUTO:
        try:
            choose_engine(settings.engine.value)
        except ImportError as problem:
            raise BadSetting("ECARTE_ENGINE", str(problem)) from None
    if settings.discord_api:
        use_api(settings.discord_api)
    alerts = Alerts(settings.alerts, f"ecarte {VERSION}") if settings.alerts else None
    try:
        return await _serve(settings, now, steady, several)
    finally:
        if alerts is not None:
            await alerts.stop()


async def _serve(
    settings: Settings, now: Callable[[], int], steady: Callable[[], float], several: ShardRange | Sharing | None
) -> int:
    home = None
    if several is None:
        database = await Database.open_alone(settings.database)
    else:
        process = random.SystemRandom().getrandbits(62) | 1
        numbers, keep = None, False
        if isinstance(several, ShardRange):
            count, numbers = several.count, several.numbers
        elif not (count := settings.shards):
            count, keep = max(_LEAST_SHARED, await _advised_shards(settings)), True
        database = await Database.open_shared(settings.database, process, count, now(), keep=keep)
        home = Home(numbers, WantedShards(), time.monotonic)
    # Only now: a refused start prints one line.
    _LOG.info("ecarte %s, schema %s", VERSION, SCHEMA)
    if not SHAPES:
        _LOG.warning(_NO_SHAPES)
    if settings.engine is Engine.AUTO and find_spec("wasmtime") is None:
        _LOG.warning(_NO_WASMTIME)
    trust = TrustedTime(now, steady)
    rng = random.SystemRandom()
    client = Client(build_app(settings, database, Texts.load(), now=now, rng=rng, trust=trust), database, home)
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers; there Ctrl-C raises KeyboardInterrupt.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    backups = await _backups(settings, database, trust.now, one_of_many=several is Sharing.AUTO)
    monitor = Monitor(
        lambda: _gateways(client),
        lambda: _measure(client.app, database),
        lambda: client.lifecycle.beat_age_ms / 1000,
        backups.report if backups else None,
        lambda: trust.doubt,
        lambda: client.app.privacy.held_back.people,
    )
    metrics.BUILD.labels(VERSION, SCHEMA).set(1)
    metrics.SERVERS.set_function(lambda: len(client.guilds))
    if settings.metrics is not None:
        try:
            await monitor.start(*settings.metrics)
        except OSError as error:
            await database.close()
            why = f"cannot listen there ({error.strerror or type(error).__name__})"
            if error.errno == errno.EADDRINUSE:
                # A process that is about to end may still hold it.
                raise Stopped(f"ECARTE_METRICS: {why}") from None
            raise BadSetting("ECARTE_METRICS", why) from None
    watched = asyncio.create_task(keep_watched(lambda: client.lifecycle.has_failed))
    running = asyncio.create_task(client.start(settings.token))
    waiting = asyncio.create_task(stopped.wait())
    replaced = asyncio.create_task(client.lifecycle.replaced.wait())
    copying = asyncio.create_task(backups.run(trust.answered)) if backups else None
    looking = asyncio.create_task(Disks(_written_folders(settings)).run())
    try:
        await asyncio.wait({running, waiting, replaced}, return_when=asyncio.FIRST_COMPLETED)
        if replaced.done():
            raise Stopped("another process has taken the database over")
        if running.done():
            running.result()
    except discord.LoginFailure:
        raise BadSetting("DISCORD_TOKEN", _UNKNOWN_TOKEN) from None
    except discord.ConnectionClosed as closed:
        if closed.code == _CLOSED_BY_TOKEN:
            raise BadSetting("DISCORD_TOKEN", _UNKNOWN_TOKEN) from None
        raise Stopped(f"Discord has closed the connection for good (close code {closed.code})") from None
    except OtherNumberOfShards as refused:
        other = "" if several is Sharing.AUTO and not settings.shards else " with another number of shards"
        why = f"{refused}: stop all processes, and start them{other}"
        raise BadSetting("--shards", why) from None
    except (aiohttp.ClientError, OSError) as error:
        raise Stopped(f"Discord cannot be reached ({type(error).__name__})") from None
    finally:
        notify_stopping()
        watched.cancel()
        waiting.cancel()
        replaced.cancel()
        looking.cancel()
        if copying is not None:
            copying.cancel()
        if not client.shards:
            # A start that goes on would use parts that are being closed.
            running.cancel()
            await asyncio.wait({running})
        with contextlib.suppress(TimeoutError):
            grace_s = _GRACE_S if home is None else _GRACE_S + HAND_OVER_S + HAND_OVER_EACH_S * database.fence.count
            await asyncio.wait_for(client.close(), grace_s)
        running.cancel()
        await asyncio.gather(running, waiting, replaced, watched, return_exceptions=True)
        await monitor.stop()
        await database.close()
    return 0


async def _measure(app: App, database: Database) -> Stored:
    return Stored(await count_open(app.tables), await database.size())


async def emojis(settings: Settings, say: Callable[[str], None]) -> int:
    """Uploads the application's emojis to Discord, and replaces those whose picture has changed. Returns 0.

    Args:
        say: prints the name of each new emoji, and the numbers at the end.

    Raises:
        Stopped: Discord cannot be used, or refuses an emoji. The emojis that were uploaded before stay.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(settings.token)
            done = await Emojis(client, Texts.load()).upload(say)
        except discord.LoginFailure:
            raise Stopped(_UNKNOWN_TOKEN) from None
        except discord.HTTPException as error:
            raise Stopped(f"Discord refuses: {error}") from None
        except (aiohttp.ClientError, OSError) as error:
            raise Stopped(f"Discord cannot be reached ({type(error).__name__})") from None
    say(f"{done.made} made, {done.deleted} older ones deleted, {done.kept} as they should be")
    return 0


async def gallery(folder: Path, *, listing: bool = False) -> int:
    """Writes pictures of every message into a folder. Returns 0.

    Args:
        listing: whether only the five pictures for Discord's App Directory are written.

    Raises:
        Stopped: a package or a browser is missing.
    """
    try:
        from bot.gallery import CameraError, render, render_listing
    except ImportError as error:
        raise Stopped(f"the gallery runs from a checkout with the extra dev ({error.name} is missing)") from None
    try:
        await (render_listing if listing else render)(
            folder, [Language.ENGLISH, *(language for language in Language if language is not Language.ENGLISH)]
        )
    except CameraError as error:
        raise Stopped(str(error)) from None
    return 0


def _gateways(client: Client) -> list[Gateway]:
    latencies = dict(client.latencies)
    away_ms = client.lifecycle.away_ms()
    return [Gateway(shard, ms / 1000, latencies.get(shard, math.inf)) for shard, ms in away_ms.items()]


def _written_folders(settings: Settings) -> list[Path]:
    """Returns a folder on each disk that the bot writes to: that of a database file, and that of the backups."""
    _, _, database_folder, _ = copy_names(settings.database)
    return [
        *([] if database_folder is None else [database_folder]),
        *([Path(settings.backup_folder)] if settings.backup_folder else []),
    ]


async def _advised_shards(settings: Settings) -> int:
    """Asks Discord how many shards there should be.

    Raises:
        BadSetting: Discord does not know the token.
        Stopped: Discord cannot be reached.
    """
    async with discord.AutoShardedClient(intents=discord.Intents.none()) as client:
        try:
            await client.login(settings.token)
            return (await ask_gateway(client)).shards
        except discord.LoginFailure:
            raise BadSetting("DISCORD_TOKEN", _UNKNOWN_TOKEN) from None
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            raise Stopped(f"Discord cannot be reached ({type(error).__name__})") from None


async def _backups(
    settings: Settings, database: Database, now: Callable[[], int], *, one_of_many: bool
) -> Backups | None:
    """Returns the scheduled backups, or None if there are none.

    Args:
        one_of_many: whether other processes have the same settings. Then the owner of shard 0 makes the backups.
    """
    if not settings.backup_folder:
        return None
    folder, database_folder = backup_folder(settings)
    # The first look reports the obstacle.
    with contextlib.suppress(OSError):
        await asyncio.to_thread(folder.make, database_folder)
    fence = database.fence
    return Backups(
        database.backup,
        database.size,
        now,
        folder,
        hours=settings.backup_hours,
        keep=settings.backup_keep,
        is_ours=lambda: not one_of_many or DIRECT in fence.epochs,
    )


def invitation(application: int) -> str:
    """Returns the link that invites an application into a server."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS)

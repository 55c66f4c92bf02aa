"""The bot's own time per click: the real bot and a null bot in the same simulated Discord.

A click is timed from the press until no task is left: acknowledged, decided, committed to a real SQLite file, and all
changed messages drawn and sent. Then the same person presses again, and a null bot acknowledges and makes the same
requests with components and pictures ready. The difference is the bot's: its handlers, the database, drawing and
painting, discord.py's work on requests and answers, and simcord's overhead on each task, timer and thread of the bot,
so the figure is rather too high than too low.

Not measured: Discord's network and rate limits. The simulated clock stands still, so interaction tokens stay fresh, as
in a live game. The heap is frozen before the clicks, because collecting the simulation's garbage is not the bot's time.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord

from bot.adapter.custom_ids import Verb
from tests.bench.figures import Spread, spread
from tests.bench.habits import AS_PEOPLE_DO, Click
from tests.bench.town import Town, rest, town
from tests.bench.wire import Asked, Wire, record_requests
from tests.support.shown import verbs_of

_WARMING = 20


@dataclass(frozen=True, slots=True)
class OwnTime:
    """The times of a number of clicks with a number of open tables, in milliseconds.

    Attributes:
        bot: until all is drawn, with the simulated Discord.
        null: the same requests by the null bot.
        own: the difference, click by click.
        own_cpu_mean: the mean difference of the process's processor time.
        requests: the bot's mean number per click, without the acknowledgement.
        opened_s: the time to open and draw the tables, in seconds.
    """

    tables: int
    clicks: int
    bot: Spread
    null: Spread
    own: Spread
    own_cpu_mean: float
    requests: float
    opened_s: float


@dataclass(frozen=True, slots=True)
class _Pair:
    bot: float
    null: float
    bot_cpu: float
    null_cpu: float
    requests: int


async def own_time(folder: Path, tables: int, clicks: int, *, people: int, progress: Callable[[str], None]) -> OwnTime:
    """Opens tables, lets people click at random, and returns the cost of a click.

    Args:
        folder: for the database; its kind of disk matters.
        people: how many are in the server at least.
    """
    async with town(folder, AS_PEOPLE_DO, seed=tables) as venue:
        venue.people(max(0, people - 2 * tables))
        begun = time.perf_counter()
        await venue.open_tables(tables)
        opened_s = time.perf_counter() - begun
        gc.collect()
        gc.freeze()
        try:
            with record_requests() as wire:
                pairs = await _pairs(venue, wire, clicks, progress)
        finally:
            gc.unfreeze()
    clicks_counted = pairs[_WARMING:]
    return OwnTime(
        tables=tables,
        clicks=len(clicks_counted),
        bot=spread([click.bot for click in clicks_counted]),
        null=spread([click.null for click in clicks_counted]),
        own=spread([click.bot - click.null for click in clicks_counted]),
        own_cpu_mean=sum(click.bot_cpu - click.null_cpu for click in clicks_counted) / len(clicks_counted),
        requests=sum(click.requests for click in clicks_counted) / len(clicks_counted),
        opened_s=opened_s,
    )


async def _pairs(venue: Town, wire: Wire, clicks: int, progress: Callable[[str], None]) -> list[_Pair]:
    pairs: list[_Pair] = []
    while len(pairs) < clicks + _WARMING:
        table_id = venue.chance.choice(list(venue.seated))
        click = await venue.next_click(table_id)
        if click is None:
            await venue.rematch(table_id)
            continue
        pairs.append(await _pair(venue, wire, table_id, click))
        if len(pairs) % 100 == 0:
            progress(f"{len(pairs)} clicks")
    return pairs


async def _pair(venue: Town, wire: Wire, table_id: int, click: Click) -> _Pair:
    wire.take()
    bot, bot_cpu = await _time_click(venue, click)
    asked = [request.ready() for request in wire.take() if not request.answers]
    answers: list[Any] = []

    async def null(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        answers.extend(request.ask() for request in asked)

    pressed = await _any_press(venue, table_id, click)
    edited = [message for request in asked if (message := request.message()) is not None]
    shown = [(message, message.attachments, message.components) for message in edited]
    venue.room.instead = null
    try:
        null_ms, null_cpu = await _time_click(venue, pressed)
    finally:
        venue.room.instead = None
    _take_back(asked, answers)
    for message, attachments, components in shown:
        # The null bot has uploaded the same pictures under other ids; the bot knows its own.
        message.attachments, message.components = attachments, components
    await rest()
    return _Pair(bot, null_ms, bot_cpu, null_cpu, len(asked))


async def _time_click(venue: Town, click: Click) -> tuple[float, float]:
    begun, cpu = time.perf_counter(), time.process_time()
    await venue.click(click)
    return (time.perf_counter() - begun) * 1000, (time.process_time() - cpu) * 1000


async def _any_press(venue: Town, table_id: int, click: Click) -> Click:
    """A press by the same person, on their hand if there is one; to the null bot all buttons are the same."""
    message = venue.hand(click.person)
    if message is not None:
        return Click(click.person, message, verbs_of(message)[Verb.MORE][0])
    message = await venue.table_message(table_id)
    return Click(click.person, message, next(iter(verbs_of(message).values()))[0])


def _take_back(asked: list[Asked], answers: list[Any]) -> None:
    """Deletes what the null bot has sent, so that people see each message once."""
    for request, answer in zip(asked, answers, strict=True):
        if request.method == "POST" and request.path.endswith("/messages"):
            Asked(request.backend, "DELETE", f"{request.path}/{answer['id']}", {}).ask()

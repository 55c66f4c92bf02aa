"""REST requests per deal that count against Discord's limit: whole games by clicks, from the challenge to the score.

Discord allows a bot 50 requests a second; answers to interactions (`/interactions`, `/webhooks`) are free. The two
players of each game are new, so it bears the cost of their direct messages and of a thread. Between clicks the bot
rests and a few seconds pass, since how often a public message is edited depends on the pace of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import simcord

from bot.adapter.custom_ids import Verb
from bot.tables import lookup
from bot.tables.state.table import Status
from tests.bench.figures import Spread, spread
from tests.bench.habits import Click, Habits
from tests.bench.town import Town, town
from tests.support.cardroom import verbs_of

__all__ = ["KINDS", "RequestsPerDeal", "requests_per_deal"]

KINDS = ("send hand", "edit hand", "send table", "edit table", "thread", "DM channel", "other")
_FREE = ("/interactions/", "/webhooks/")


@dataclass(frozen=True, slots=True)
class RequestsPerDeal:
    """Requests that count.

    Attributes:
        per_deal: the mean, all requests of all games by all deals.
        games_worst: the same of the most expensive game.
        deals: the spread of single deals, each with all effects of its clicks; `worst_deal` is the greatest.
        kinds: the mean per deal of each of `KINDS`.
        pace_s: the time from a click to the next.
        clicks, free: the mean per deal of clicks, and of requests that do not count.
    """

    habits: str
    pace_s: float
    games: int
    deals_played: int
    per_deal: float
    games_worst: float
    deals: Spread
    worst_deal: int
    kinds: dict[str, float]
    clicks: float
    free: float


@dataclass(slots=True)
class _Count:
    """The counts so far; for each game the requests of each deal."""

    kinds: Counter[str] = field(default_factory=Counter)
    clicks: int = 0
    free: int = 0
    games: list[list[int]] = field(default_factory=list)


async def requests_per_deal(
    folder: Path, habits: Habits, games: int, *, pace_s: float, seed: int = 1, progress: Callable[[str], None]
) -> RequestsPerDeal:
    """Plays so many games from challenge to end, a click every `pace_s` seconds, and counts the bot's requests."""
    count = _Count()
    async with town(folder, habits, seed=seed) as venue:
        for number in range(1, games + 1):
            count.games.append(await _game(venue, count, pace_s))
            if number % 20 == 0:
                progress(f"{number} games {habits.name}")
    deals = [requests for game in count.games for requests in game]
    return RequestsPerDeal(
        habits=habits.name,
        pace_s=pace_s,
        games=games,
        deals_played=len(deals),
        per_deal=sum(deals) / len(deals),
        games_worst=max(sum(game) / len(game) for game in count.games),
        deals=spread(deals),
        worst_deal=max(deals),
        kinds={kind: count.kinds[kind] / len(deals) for kind in KINDS},
        clicks=count.clicks / len(deals),
        free=count.free / len(deals),
    )


async def _game(venue: Town, count: _Count, pace_s: float) -> list[int]:
    """Plays one game; returns the requests of each of its deals."""
    env, (north, south) = venue.world.env, venue.people(2)
    begun = len(env.http_requests)
    challenge = await north.slash(venue.world.channel, "ecarte challenge", member=south)
    assert challenge.response is not None
    message = challenge.response.message
    await venue.click(Click(south, message, verbs_of(message)[Verb.ACCEPT][0]))
    count.clicks += 1
    (row,) = await venue.room.database.tables.open_of(north.id)
    venue.seated[row.id] = (north, south)
    deals: list[int] = []
    while True:
        table = await lookup.table(venue.room.tables, row.id)
        over = table.status is not Status.PLAYING
        number = table.game.number if table.game is not None else 1
        # The effects of a deal's last click, the next deal's messages included, count for that deal.
        begun, fresh = len(env.http_requests), env.http_requests[begun:]
        if not deals:
            deals = [0]
        deals[-1] += _counted(venue, count, fresh)
        if over:
            break
        if number > len(deals):
            deals.append(0)
        click = await venue.next_click(row.id)
        assert click is not None
        await venue.click(click)
        await venue.wait(pace_s)
        count.clicks += 1
    del venue.seated[row.id]
    return deals


def _counted(venue: Town, count: _Count, requests: Iterable[simcord.HttpLogEntry]) -> int:
    counted = 0
    for entry in requests:
        if entry.path.startswith(_FREE):
            count.free += 1
        else:
            counted += 1
            count.kinds[_kind(venue, entry)] += 1
    return counted


def _kind(venue: Town, request: simcord.HttpLogEntry) -> str:
    parts = request.path.strip("/").split("/")
    match (request.method, *parts):
        case ("POST", "users", "@me", "channels"):
            return "DM channel"
        case ("POST", "channels", _, "messages", _, "threads"):
            return "thread"
        case ("POST", "channels", channel, "messages"):
            return f"send {_what(venue, channel)}"
        case ("PATCH", "channels", channel, "messages", _):
            return f"edit {_what(venue, channel)}"
        case _:
            return "other"


def _what(venue: Town, channel: str) -> str:
    return "hand" if venue.world.env.backend.get_channel(int(channel)).guild_id is None else "table"

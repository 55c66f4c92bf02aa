"""REST requests per deal that count against Discord's limit: whole games by clicks, from the challenge to the score.

Discord allows a bot 50 requests a second; answers to interactions (`/interactions`, `/webhooks`) are free. The two
players of each game are new, so it bears the cost of their direct messages and of a thread. Between clicks the bot
rests and a few seconds pass, since how often a public message is edited depends on the pace of play.

python -m tests.bench.requests --games 5 --pace 5 --backers 4
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import simcord

from bot.adapter.custom_ids import Verb
from bot.people.person import Person
from bot.tables import lookup
from bot.tables.actions import betting
from bot.tables.state.sight import Backer
from bot.tables.state.table_state import Status
from ecarte.game import Seat
from tests.bench.figures import Spread, spread, table
from tests.bench.habits import AS_PEOPLE_DO, Click, Habits
from tests.bench.town import Town, rest, town
from tests.support.pressure import full_pressure
from tests.support.shown import verbs_of

KINDS = (
    *("send hand", "edit hand", "send backer", "edit backer", "send table", "edit table"),
    *("delete", "thread", "DM channel", "other"),
)
_STAKE = 50
_KNOWN = Backer(account_ms=365 * 86_400_000, member_ms=90 * 86_400_000)
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
        backers: how many bet on a player, of a game with a stake; 0: a game for the honour.
        clicks, free: the mean per deal of clicks, and of requests that do not count.
    """

    habits: str
    pace_s: float
    backers: int
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
    """The counts so far; for each game the requests of each deal.

    Attributes:
        backers: where those who bet read their messages.
    """

    kinds: Counter[str] = field(default_factory=Counter)
    clicks: int = 0
    free: int = 0
    games: list[list[int]] = field(default_factory=list)
    backers: set[int] = field(default_factory=set)


async def requests_per_deal(
    folder: Path,
    habits: Habits,
    games: int,
    *,
    pace_s: float,
    backers: int = 0,
    under_pressure: bool = False,
    seed: int = 1,
    progress: Callable[[str], None],
) -> RequestsPerDeal:
    """Plays `games` games from challenge to end, a click every `pace_s` seconds, and counts the bot's requests.

    Args:
        backers: how many see the hands of a game with a stake, half of them on each player; 0: for the honour.
        under_pressure: whether all requests that Discord takes are in use, so that drawings wait that can.
    """
    count = _Count()
    async with town(folder, habits, seed=seed) as venue:
        if under_pressure:
            venue.room.renderer.pace.pressure = await full_pressure()
        for number in range(1, games + 1):
            count.games.append(await _game(venue, count, pace_s, backers))
            if number % 20 == 0:
                progress(f"{number} games {habits.name}")
    deals = [requests for game in count.games for requests in game]
    return RequestsPerDeal(
        habits=habits.name,
        pace_s=pace_s,
        backers=backers,
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


async def _game(venue: Town, count: _Count, pace_s: float, backers: int) -> list[int]:
    """Plays one game; returns the requests of each of its deals."""
    env, (north, south) = venue.world.env, venue.people(2)
    begun = len(env.http_requests)
    stake = {"stake": _STAKE} if backers else {}
    challenge = await north.slash(venue.world.channel, "ecarte challenge", member=south, **stake)
    assert challenge.response is not None
    message = challenge.response.message
    await venue.click(Click(south, message, verbs_of(message)[Verb.ACCEPT][0]))
    count.clicks += 1
    (row,) = await venue.room.database.tables.open_of(north.id)
    venue.seated[row.id] = (north, south)
    if backers:
        await _add_bets(venue, count, row.id, backers)
    deals: list[int] = []
    while True:
        view = await lookup.table(venue.room.tables, row.id)
        over = view.status is not Status.PLAYING
        number = view.game.number if view.game is not None else 1
        # The effects of a deal's last click, the next deal's messages included, count for that deal.
        begun, fresh = len(env.http_requests), env.http_requests[begun:]
        if not deals:
            deals = [0]
        deals[-1] += _count_requests(venue, count, fresh)
        if over:
            break
        if number > len(deals):
            deals.append(0)
        if view.galerie.pause is not None:
            for player in (north, south):
                message = await venue.table_message(row.id)
                await venue.click(Click(player, message, verbs_of(message)[Verb.WANT_CARDS][0]))
                await venue.wait(pace_s)
                count.clicks += 1
            continue
        click = await venue.next_click(row.id)
        assert click is not None
        await venue.click(click)
        await venue.wait(pace_s)
        count.clicks += 1
    del venue.seated[row.id]
    return deals


async def _add_bets(venue: Town, count: _Count, table_id: int, backers: int) -> None:
    """Lets people bet on the two players in turn."""
    people = venue.people(backers)
    with venue.world.env.time_context():
        for number, member in enumerate(people):
            person, seat = Person(member.id, member.name), list(Seat)[number % 2]
            await betting.bet(venue.room.tables, table_id, person, seat, _STAKE // backers, backer=_KNOWN)
            await rest()
    count.backers |= {person.user.dm_channel.id for person in people}


def _count_requests(venue: Town, count: _Count, requests: Iterable[simcord.HttpLogEntry]) -> int:
    counted = 0
    for entry in requests:
        if entry.path.startswith(_FREE):
            count.free += 1
        else:
            counted += 1
            count.kinds[_kind(venue, count, entry)] += 1
    return counted


def _kind(venue: Town, count: _Count, request: simcord.HttpLogEntry) -> str:
    parts = request.path.strip("/").split("/")
    match (request.method, *parts):
        case ("POST", "users", "@me", "channels"):
            return "DM channel"
        case ("POST", "channels", _, "messages", _, "threads"):
            return "thread"
        case ("POST", "channels", channel, "messages"):
            return f"send {_what(venue, count, channel)}"
        case ("PATCH", "channels", channel, "messages", _):
            return f"edit {_what(venue, count, channel)}"
        case ("DELETE", "channels", _, "messages", _):
            return "delete"
        case _:
            return "other"


def _what(venue: Town, count: _Count, channel: str) -> str:
    if int(channel) in count.backers:
        return "backer"
    return "hand" if venue.world.env.backend.get_channel(int(channel)).guild_id is None else "table"


def main(arguments: list[str] | None = None) -> int:
    """Counts the requests of one kind of game, and prints them by kind. Returns 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.requests", description="Requests that count, a deal.")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--pace", type=float, default=5, help="seconds from a click to the next (5)")
    parser.add_argument("--under-pressure", action="store_true", help="as where all that Discord takes is in use")
    parser.add_argument("--backers", type=int, default=0, help="on the players of a game with a stake (0: none)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="ecarte-requests-") as folder:
        counted = asyncio.run(
            requests_per_deal(
                Path(folder),
                AS_PEOPLE_DO,
                options.games,
                pace_s=options.pace,
                backers=options.backers,
                under_pressure=options.under_pressure,
                progress=lambda text: print(text, file=sys.stderr),
            )
        )
    rows = [[kind, f"{counted.kinds[kind]:.2f}"] for kind in KINDS]
    print(table([f"{counted.deals_played} deals, {counted.backers} backers", "a deal"], rows))
    print(f"a deal: {counted.per_deal:.2f} that count, {counted.free:.1f} that do not, {counted.clicks:.1f} clicks")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How live the room is, on the bot's own process: `python -m tests.bench.live FOLDER --tables 30 --pace 3`.

`FOLDER` holds the package `wire`, as for `tests.bench.load`, whose people play here, too, within Discord's limits.
With `--backers` games are for a stake, and so many bet at each table, who press nothing afterwards. The bot runs with
its own settings, but for how many tables a server may have.

Prints how long until a card is on the public table and in the messages of backers, whether each had a drawing of its
own, what it costs, how many requests the bot made in the busiest second, and which drawings were put off.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
import urllib.request
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.adapter.custom_ids import BUTTON, Verb, decode
from tests.bench.figures import table
from tests.bench.habits import Click
from tests.bench.load import Load, deals, offered, shown, spent_s
from tests.support.shown import alts_of
from tests.support.standin import TOKEN

_ROOT = Path(__file__).resolve().parents[2]
_HELD = re.compile(r"(\w+) \d+: (\d) cards?\b")
_WATCHED = re.compile(r"by_[a-z]+")
_STAKE = 20
_TABLES_IN_A_CHANNEL = 20
"""Discord takes fifty new threads in five minutes in a channel."""
_YEAR_AGO = int((time.time() - 365 * 86_400) * 1000) - 1_420_070_400_000 << 22
_FREE = ("/interactions/", "/webhooks/")


@dataclass(slots=True)
class _Card:
    """A card that was pressed.

    Attributes:
        deal: the number of the deal at its table.
        left: how many cards the player holds after it.
    """

    at: float
    thread: Any
    person: str
    deal: int
    left: int
    backers: Sequence[Any] = ()


@dataclass(slots=True)
class _Live(Load):
    """The tables, and the cards played there.

    Attributes:
        crowd: how many back the players of each table.
        behind: the backers, by the thread of their table.
    """

    crowd: int = 0
    cards: list[_Card] = field(default_factory=list)
    behind: dict[int, list[Any]] = field(default_factory=dict)
    played: dict[int, int] = field(default_factory=dict)

    def room(self, number: int) -> Any:
        """Returns a channel that takes the thread of one more table."""
        return self.world.channel(f"room{number // _TABLES_IN_A_CHANNEL}")

    def begins(self, click: Click, hand: Any, thread: Any) -> None:
        """Notes a card."""
        person: Any = click.person
        match = BUTTON.fullmatch(click.custom_id)
        press = decode(match) if match else None
        if press is None or press.verb is not Verb.PLAY:
            return
        played = self.played[hand.id] = self.played.get(hand.id, 0) + 1
        hands = [post.id for post in person.dms() if _was_hand(post)]
        backers = self.behind.get(thread.id, ())
        self.cards.append(_Card(time.monotonic(), thread, person.name, hands.index(hand.id), 5 - played, backers))

    async def between(self, one: Any, two: Any, thread: Any) -> None:
        """Lets the backers bet, and both players ask for the cards."""
        posts = thread.messages(one)[-3:]
        for post in posts:
            if bets := offered(post, Verb.BET):
                for number, backer in enumerate(self._behind(thread)):
                    page = (await backer.click(post, custom_id=bets[number % 2])).post
                    await backer.click(page, custom_id=offered(page, Verb.BET_AMOUNT)[0])
        for person in (one, two):
            for post in posts:
                for custom_id in offered(post, Verb.WANT_CARDS):
                    self.decisions += 1
                    await person.click(post, custom_id=custom_id)
        await Load.between(self, one, two, thread)

    def _behind(self, thread: Any) -> list[Any]:
        if thread.id not in self.behind:
            begun = self.crowd * len(self.behind)
            self.behind[thread.id] = [_known(self.world, number) for number in range(begun, begun + self.crowd)]
        return self.behind[thread.id]


def _known(world: Any, number: int) -> Any:
    """Returns a backer who has been a member for a year, so that no player is asked about them."""
    backer = world.user(f"backer{number:05}", id=_YEAR_AGO + number)
    world.guild.members[backer.id].joined = "2020-01-01T00:00:00+00:00"
    return backer


def _was_hand(post: Any) -> bool:
    return any(f":{Verb.MORE.value}:" in str(version.payload) for version in post.versions[:1])


@dataclass(slots=True)
class _Shown:
    """How the public tables showed the cards.

    Attributes:
        after_s: the seconds from each press.
        own: cards that had a drawing of their own.
        tricks, marked: tricks taken; those shown with their taker before the next lead.
        never: cards that no drawing showed.
    """

    after_s: list[float] = field(default_factory=list)
    own: int = 0
    tricks: int = 0
    marked: int = 0
    never: int = 0


def _publicly(cards: Sequence[_Card]) -> _Shown:
    """Looks each card up in the versions of its table's messages."""
    found, own, led = _Shown(), set[tuple[int, float]](), set[tuple[int, int, int]]()
    posts = {thread.id: list(_deals_of(thread)) for thread in {card.thread.id: card.thread for card in cards}.values()}
    for card in cards:
        trick = card.thread.id, card.deal, card.left
        is_reply = trick in led
        led.add(trick)
        found.tricks += is_reply
        shown_deals = posts[card.thread.id]
        versions = shown_deals[card.deal] if card.deal < len(shown_deals) else []
        seen = [it for it in versions if it[0] >= card.at and it[1].get(card.person.lower(), 5) <= card.left]
        if not seen:
            found.never += 1
            continue
        at, held = seen[0]
        found.after_s.append(at - card.at)
        own.add((card.thread.id, at))
        found.marked += is_reply and len(set(held.values())) == 1
    found.own = len(own)
    return found


def _deals_of(thread: Any) -> Iterator[list[tuple[float, dict[str, int]]]]:
    """Yields the versions of each deal's public message: when, and how many cards each player held."""
    for post in thread.messages():
        versions = [(version.t, _held(version.payload)) for version in post.versions]
        if any(held for _, held in versions):
            yield versions


def _held(payload: dict[str, Any]) -> dict[str, int]:
    alts = " ".join(alts_of(shown(_Past(payload["components"]))))
    return {name.lower(): int(left) for name, left in _HELD.findall(alts)}


@dataclass(slots=True)
class _Past:
    """A message as it was."""

    components: Any
    content: str = ""


def _privately(cards: Sequence[_Card]) -> list[float]:
    """Returns the seconds from each card to the next version of each backer's message."""
    times = dict[int, list[float]]()
    after = []
    for card in cards:
        for backer in card.backers:
            if backer.id not in times:
                times[backer.id] = sorted(version.t for post in backer.dms() for version in post.versions)
            at = bisect_left(times[backer.id], card.at)
            if at < len(times[backer.id]):
                after.append(times[backer.id][at] - card.at)
    return after


def _busiest(at: Sequence[float]) -> int:
    """Returns the most requests in any second."""
    return max((index - bisect_left(at, t - 1.0) + 1 for index, t in enumerate(at)), default=0)


def _part(values: Sequence[float], part: float) -> str:
    return f"{sorted(values)[min(len(values) - 1, int(len(values) * part))]:.2f}" if values else "–"


def _metrics(port: int) -> dict[str, float]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return {key: float(value) for key, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


async def _measured(options: argparse.Namespace, folder: Path) -> str:
    sys.path.insert(0, str(options.folder))
    from wire.people import World  # type: ignore[import-not-found]  # no part of this project

    database = folder / "live.sqlite3"
    rooms = [f"room{number}" for number in range(options.tables // _TABLES_IN_A_CHANNEL + 1)]
    async with await World.start(token=TOKEN, spec=None, real_limits=True, channels=rooms) as world:
        settings = {
            "DISCORD_TOKEN": world.server.token,
            "ECARTE_DATABASE": str(database),
            "ECARTE_SERVER_TABLES": "100000",
            "ECARTE_METRICS": f"127.0.0.1:{options.port}",
        }
        bot = await world.launch(
            [options.python, "-m", "bot", "run"], env=settings, cwd=options.tree, log=folder / "log"
        )
        terms = {"stake": _STAKE} if options.backers else {}
        live = _Live(world, options.pace, random.Random(options.seed), terms, crowd=options.backers)
        playing = []
        for number in range(options.tables):
            playing.append(asyncio.create_task(live.play(number)))
            await asyncio.sleep(options.opening)
        await asyncio.sleep(options.warm)
        begun, spent, decisions = time.monotonic(), spent_s(bot.process.pid), live.decisions
        dealt, refused, since = deals(database), world.server.limiter.exceeded, len(world.outcomes)
        before = await asyncio.to_thread(_metrics, options.port)
        await asyncio.sleep(options.seconds)
        ended, used = time.monotonic(), spent_s(bot.process.pid) - spent
        made, after = live.decisions - decisions, await asyncio.to_thread(_metrics, options.port)
        dealt, refused = deals(database) - dealt, world.server.limiter.exceeded - refused
        await asyncio.sleep(options.settle)
        cards = [card for card in live.cards if begun <= card.at < ended]
        public, private = _publicly(cards), _privately(cards)
        counted = sorted(
            request.t
            for request in world.server.requests
            if begun <= request.t < ended and not request.path.startswith(_FREE)
        )
        put_off = {key: after[key] - before.get(key, 0.0) for key in after if "put_off_total" in key}
        rows: list[list[object]] = [
            ["decisions a second", made / (ended - begun)],
            ["tables at which cards were played", len({card.thread.id for card in cards})],
            ["cards played", len(cards)],
            ["a card on the public table p50, s", _part(public.after_s, 0.5)],
            ["a card on the public table p95, s", _part(public.after_s, 0.95)],
            ["cards by a drawing of their own", f"{public.own / max(1, len(cards)):.0%}"],
            ["tricks with their taker before the next lead", f"{public.marked / max(1, public.tricks):.0%}"],
            ["cards not shown", public.never],
            ["a backer's message p50, s", _part(private, 0.5)],
            ["a backer's message p95, s", _part(private, 0.95)],
            ["the opponent's hand p50, s", _part([ms / 1000 for ms in live.shown_ms], 0.5)],
            ["the opponent's hand p95, s", _part([ms / 1000 for ms in live.shown_ms], 0.95)],
            ["processor time for a decision, ms", f"{1000 * used / max(1, made):.2f}"],
            ["requests that count, a second", len(counted) / (ended - begun)],
            ["requests that count, in the busiest second", _busiest(counted)],
            ["requests that count, a deal", len(counted) / max(1, dealt)],
            ["answers 429", refused],
            ["acknowledged p99, ms", live.world.latencies(since)["ack_p99"]],
            ["of that the measurement's own lag p99, ms", live.world.latencies(since)["lag_p99"]],
            *([f"put off, {_WATCHED.findall(key)[0]}", int(n)] for key, n in put_off.items()),
            ["presses that failed", len(live.failed)],
        ]
        for task in playing:
            task.cancel()
        ended_early = await asyncio.gather(*playing, return_exceptions=True)
        for line in sorted({*live.failed, *(repr(it) for it in ended_early if isinstance(it, Exception))})[:5]:
            print(line, file=sys.stderr)
        heading = f"{options.tables} tables, a press every {options.pace:g} s, {options.backers} backers each"
        return table([heading, ""], rows)


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints. Returns 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.live", description="How live the tables are.")
    parser.add_argument("folder", type=Path, help="holds a package `wire`, a Discord on loopback")
    parser.add_argument("--tables", type=int, default=30, help="that play (30)")
    parser.add_argument("--pace", type=float, default=3.0, help="seconds from a press at a table to the next (3)")
    parser.add_argument("--backers", type=int, default=0, help="at each table, of games for a stake (0: none)")
    parser.add_argument("--opening", type=float, default=0.25, help="seconds from one table to the next (.25)")
    parser.add_argument("--seconds", type=float, default=60.0, help="that are measured (60)")
    parser.add_argument("--warm", type=float, default=20.0, help="seconds of play before (20)")
    parser.add_argument("--settle", type=float, default=5.0, help="seconds for drawings that wait after it (5)")
    parser.add_argument("--port", type=int, default=9465, help="of the bot's metrics (9465)")
    parser.add_argument("--seed", type=int, default=1, help="of the presses")
    parser.add_argument("--tree", type=Path, default=_ROOT, help="the checkout whose bot runs (this one)")
    parser.add_argument("--python", default=sys.executable, help="the Python that runs it (this one)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="ecarte-live-") as folder:
        print(asyncio.run(_measured(options, Path(folder))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

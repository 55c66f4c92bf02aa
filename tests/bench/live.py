"""How live the room is, on the bot's own process: `python -m tests.bench.live FOLDER --tables 30 --pace 3`.

People play as for `tests.bench.load`, here within Discord's limits. With `--backers` games are for a stake, and as many
people bet at each table and press nothing afterwards. 500 tables take four minutes: two to open them, at `--opening`
from one to the next.

Prints how long until a card is on the public table and in the messages of backers, whether each had a drawing of its
own, what it costs, how many requests the bot made in the busiest second, and which drawings were put off.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import socket
import sys
import time
import urllib.request
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.adapter.custom_ids import Verb
from tests.bench.figures import table
from tests.bench.habits import Click
from tests.bench.process import (
    Load,
    Seated,
    buttons_for,
    press_of,
    read_message,
    run,
    start_bot,
    unanswered_interactions,
)
from tests.support.shown import alts_of

_HELD = re.compile(r"(\w+) \d+: (\d) cards?\b")
_WATCHED = re.compile(r"by_[a-z]+")
_STAKE = 20
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
    table: Seated
    person: str
    deal: int
    left: int
    backers: Sequence[Any] = ()


@dataclass(slots=True)
class _Live(Load):
    """The tables, and the cards played there.

    Attributes:
        crowd: how many back the players of each table.
        behind: the backers of each table.
        played: how many cards each hand has played.
    """

    crowd: int = 0
    cards: list[_Card] = field(default_factory=list)
    behind: dict[Seated, list[Any]] = field(default_factory=dict)
    played: dict[int, int] = field(default_factory=dict)

    def begins(self, click: Click, hand: Any, table: Seated) -> None:
        """Notes a card."""
        person: Any = click.person
        press = press_of(click.custom_id)
        if press is None or press.verb is not Verb.PLAY:
            return
        played = self.played[hand.id] = self.played.get(hand.id, 0) + 1
        hands = [post.id for post in person.dms() if _was_hand(post)]
        backers = self.behind.get(table, ())
        self.cards.append(_Card(time.monotonic(), table, person.name, hands.index(hand.id), 5 - played, backers))

    async def between(self, table: Seated) -> None:
        """Lets the backers bet."""
        for post in table.posts():
            if bets := buttons_for(post, Verb.BET):
                for number, backer in enumerate(self._behind(table)):
                    page = (await backer.click(post, custom_id=bets[number % 2])).post
                    await backer.click(page, custom_id=buttons_for(page, Verb.BET_AMOUNT)[0])
        await Load.between(self, table)

    def _behind(self, table: Seated) -> list[Any]:
        if table not in self.behind:
            begun = self.crowd * len(self.behind)
            self.behind[table] = [_add_backer(self.world, number) for number in range(begun, begun + self.crowd)]
        return self.behind[table]


def _add_backer(world: Any, number: int) -> Any:
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
    found, own, led = _Shown(), set[tuple[Seated, float]](), set[tuple[Seated, int, int]]()
    deals = {played_at: list(_deals_of(played_at)) for played_at in {card.table for card in cards}}
    for card in cards:
        trick = card.table, card.deal, card.left
        is_reply = trick in led
        led.add(trick)
        found.tricks += is_reply
        shown_deals = deals[card.table]
        versions = shown_deals[card.deal] if card.deal < len(shown_deals) else []
        seen = [
            version
            for version in versions
            if version[0] >= card.at and version[1].get(card.person.lower(), 5) <= card.left
        ]
        if not seen:
            found.never += 1
            continue
        at, held = seen[0]
        found.after_s.append(at - card.at)
        own.add((card.table, at))
        found.marked += is_reply and len(set(held.values())) == 1
    found.own = len(own)
    return found


def _deals_of(played_at: Seated) -> Iterator[list[tuple[float, dict[str, int]]]]:
    """Yields the versions of each deal's public message: when, and how many cards each player held."""
    for post in played_at.room.messages():
        versions = [(version.t, _cards_left(version.payload)) for version in post.versions]
        if any(played_at.one.name.lower() in held for _, held in versions):
            yield versions


def _cards_left(payload: dict[str, Any]) -> dict[str, int]:
    alts = " ".join(alts_of(read_message(_Past(payload["components"]))))
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


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _metrics(port: int) -> dict[str, float]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return {key: float(value) for key, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


async def _measure(options: argparse.Namespace, folder: Path) -> str:
    port = _free_port()
    settings = {"ECARTE_METRICS": f"127.0.0.1:{port}"}
    async with start_bot(options, folder, limits=True, settings=settings) as bot:
        world, terms = bot.world, {"stake": _STAKE} if options.backers else {}
        chance = random.Random(options.seed)
        live = _Live(world, options.pace, chance, terms, options.together, crowd=options.backers)
        async with live.playing(options):
            begun, spent, decisions = time.monotonic(), bot.spent_s(), live.decisions
            dealt, refused, since = bot.deals(), world.server.limiter.exceeded, len(world.outcomes)
            live.shown_ms.clear()
            before = await asyncio.to_thread(_metrics, port)
            await asyncio.sleep(options.seconds)
            ended, used, open_tables = time.monotonic(), bot.spent_s() - spent, live.live(begun)
            made, after = live.decisions - decisions, await asyncio.to_thread(_metrics, port)
            dealt, refused = bot.deals() - dealt, world.server.limiter.exceeded - refused
            latencies, silent = world.latencies(since), unanswered_interactions(world, since)
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
            ["tables at which a press was made", open_tables],
            ["decisions a second", made / (ended - begun)],
            ["tables at which cards were played", len({card.table for card in cards})],
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
            ["acknowledged p99, ms", latencies["ack_p99"]],
            ["of that the measurement's own lag p99, ms", latencies["lag_p99"]],
            *([f"put off, {_WATCHED.findall(key)[0]}", int(n)] for key, n in put_off.items()),
            ["presses without an answer within 3 s", len(silent)],
            ["presses that could not be made", len(live.failed)],
        ]
        for line in sorted({*live.failed, *silent})[:5]:
            print(line, file=sys.stderr)
        place = f"{options.together} in a channel" if options.together else "each in a thread"
        heading = f"{options.tables} tables, {place}, a press every {options.pace:g} s, {options.backers} backers each"
        return table([heading, ""], rows)


def _own(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--backers", type=int, default=0, help="at each table, of games for a stake (0: none)")
    parser.add_argument("--settle", type=float, default=5.0, help="seconds for drawings that wait after it (5)")


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints. Returns 0."""
    return run("live", "How live the tables are.", arguments, _measure, own=_own)


if __name__ == "__main__":
    sys.exit(main())

"""How long people wait for an opponent: `python -m tests.bench.pairing`.

People come to a server at random within some minutes and use `/ecarte play`, on a database of their own, with a clock
that the arrivals move. Some have blocked one another. Each stays for one game. Counted are seats and seconds; what does
not depend on the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.people import member_blocks
from bot.people.person import Person
from bot.tables import timeouts
from bot.tables.actions import pairing, seating
from bot.tables.terms import Terms
from bot.tables.views import TableView
from tests.bench.figures import table
from tests.bot.tables.salon import CHANNEL, GUILD, Salon, salon

_TERMS = Terms()


@dataclass(slots=True)
class Evening:
    """What came of people who looked for an opponent.

    Attributes:
        pairs: who sat down with whom, by their ids.
        waited_s: how long each waited who found one.
        left: how many found none before their challenge ended, or the evening did.
        blocks: who had blocked whom.
    """

    pairs: list[tuple[int, int]] = field(default_factory=list)
    waited_s: list[float] = field(default_factory=list)
    left: int = 0
    blocks: set[tuple[int, int]] = field(default_factory=set)


async def arrive(room: Salon, chance: random.Random, minutes: float, blocks: int) -> Evening:
    """People of a room come one after the other and look for an opponent.

    Args:
        minutes: within which they come.
        blocks: how many blocks there are among them.
    """
    evening, since = Evening(), dict[int, int]()
    for person in chance.choices(room.people, k=blocks):
        other = chance.choice([one for one in room.people if one != person])
        await member_blocks.block(room.crowd, person.id, other.id)
        evening.blocks.add((person.id, other.id))
    moments = sorted(chance.randrange(int(minutes * 60_000)) for _ in room.people)
    began = room.now
    for person, moment in zip(chance.sample(room.people, len(room.people)), moments, strict=True):
        await _pass_time(room, began + moment)
        seated = await pairing.sit_down(room.tables, GUILD, person, _TERMS, lambda _channel: True)
        if seated is None:
            await seating.challenge(room.tables, GUILD, CHANNEL, person, None, _TERMS)
            since[person.id] = room.now
        else:
            other = _other(seated, person)
            evening.pairs.append((other.id, person.id))
            evening.waited_s += [(room.now - since.pop(other.id)) / 1000, 0.0]
    evening.left = len(since)
    return evening


async def _pass_time(room: Salon, until: int) -> None:
    room.now = until
    for row in await room.database.tables.challenges_to_all(GUILD):
        await timeouts.time_passed(room.tables, row.id)


def _other(seated: TableView, person: Person) -> Person:
    assert seated.seats is not None
    return next(one for one in seated.seats if one.id != person.id)


async def _measure(options: argparse.Namespace) -> str:
    heads = ["people within the time", "seated", "found no one", "seated at once", "waited, median s", "longest s"]
    rows = []
    for number in options.people:
        seated: list[float] = []
        left = 0
        for evening_no in range(options.evenings):
            with tempfile.TemporaryDirectory(prefix="ecarte-pairing-") as folder:
                async with salon(Path(folder), people=number, seed=evening_no) as room:
                    evening = await arrive(room, random.Random(evening_no), options.minutes, number // 20)
            seated += evening.waited_s
            left += evening.left
        waited = sorted(seconds for seconds in seated if seconds)
        figures = [f"{waited[len(waited) // 2]:.0f}", f"{waited[-1]:.0f}"] if waited else ["-", "-"]
        at_once = f"{seated.count(0.0) / (len(seated) + left):.0%}"
        rows.append([str(number), str(len(seated)), str(left), at_once, *figures])
    title = f"{options.minutes:g} minutes, {options.evenings} evenings each, one in twenty has blocked another"
    return f"{title}\n{table(heads, rows)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the command line, lets people come, and prints how long they waited."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pairing", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--people", type=int, nargs="+", default=[4, 20, 100, 400], help="who come (4 20 100 400)")
    parser.add_argument("--minutes", type=float, default=10.0, help="within which they come (10)")
    parser.add_argument("--evenings", type=int, default=5, help="of each number (5)")
    print(asyncio.run(_measure(parser.parse_args(arguments))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How long the event loop is held while a review, a backup and the like run: `python -m tests.bench.holds`.

A probe asks for its turn every millisecond. What it waits for beyond that is a hold: the loop's own work, and the
interpreter that threads keep from it. The second figure is the processor time of the loop's own thread in that turn,
which other programs on the machine do not lengthen.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.command_line import settle
from bot.features.replay.upload import games_of
from bot.house.reviewer import Reviewer
from bot.people import standings
from bot.pictures import HandPlace, HandScene, hand_picture
from bot.ranking.board_lines import Sort
from bot.ranking.periods import Period
from bot.tables import archive
from bot.tables.views import TableView
from ecarte.game import PACK, Seat
from tests.bench.figures import table
from tests.bench.moves import Venue, new_database, venue_on

_GAMES = 40
_GUILD = 1
_EVERY_MS = 1.0


class Probe:
    """The longest holds of the event loop, in milliseconds: by the clock, and of its thread's processor time."""

    def __init__(self) -> None:
        self.longest = (0.0, 0.0)

    async def watch(self) -> None:
        """Takes a turn again and again, until it is cancelled."""
        while True:
            begun, cpu = time.perf_counter(), time.thread_time()
            await asyncio.sleep(_EVERY_MS / 1000)
            turn = (time.perf_counter() - begun) * 1000 - _EVERY_MS, (time.thread_time() - cpu) * 1000
            self.longest = max(self.longest[0], turn[0]), max(self.longest[1], turn[1])


async def _play_games(venue: Venue, games: int) -> TableView:
    """Opens a table with `games` finished games."""
    view = await venue.open()
    while view.game_no <= games:
        view = await venue.move(view)
    return view


async def _measure(folder: Path, games: int) -> list[tuple[str, float, float]]:
    rows: list[tuple[str, float, float]] = []
    reviewer = Reviewer()
    async with await new_database(folder / "holds.sqlite3") as database:
        venue = venue_on(database, 1)
        view = await _play_games(venue, games)
        records = [await archive.record(venue.tables, view.id, number) for number in range(1, games + 1)]
        decisions = await archive.decisions_of(venue.tables, view.id, 1, view.person(Seat.NORTH).id)

        async def cold_pictures() -> None:
            cards = random.Random(1).sample(list(PACK), 25)
            for start in range(0, 25, 5):
                scene = HandScene(tuple(HandPlace(card) for card in cards[start : start + 5]))
                await asyncio.to_thread(hand_picture, scene)

        work: dict[str, Callable[[], Awaitable[object]]] = {
            "a record": lambda: archive.record(venue.tables, view.id, games),
            "a review": lambda: reviewer.look_back(decisions.made),
            "a leaderboard": lambda: standings.leaderboard(
                venue.tables.people,
                _GUILD,
                Period.ALL,
                0,
                Sort.WON,
                limit=10,
                page=0,
                min_games=1,
                reader=1,
            ),
            "a backup": lambda: database.backup(folder / "copy.sqlite3"),
            "an import": lambda: asyncio.to_thread(games_of, "\n".join(records).encode()),
            "new pictures": cold_pictures,
        }
        for name, run in work.items():
            probe = Probe()
            watching = asyncio.create_task(probe.watch())
            await run()
            watching.cancel()
            rows.append((name, *probe.longest))
    reviewer.stop()
    return rows


def main(games: int = _GAMES) -> int:
    """Prints the longest hold during each piece of work. Returns 0."""
    settle()
    with tempfile.TemporaryDirectory(prefix="ecarte-holds-") as folder:
        rows = asyncio.run(_measure(Path(folder), games))
    cells = [[name, f"{held:.1f}", f"{cpu:.1f}"] for name, held, cpu in rows]
    print(table(["longest hold of the event loop during", "ms", "ms of its own"], cells))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The weight of the page that replays a game, and its times: `python -m tests.bench.page`.

Opens the page from a file in a real browser, several times, with a compact record in the address. The times run from
the beginning of the navigation. The lengths of addresses are those of random games between players with long names.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from ecarte.game import Rules
from ecarte.notation import compact, read, write
from page.build import html
from research.random_games import random_game
from tests.bench.figures import spread, table
from tests.page.games import WHOLE
from tests.sandbox.browser import open_browser

_TIMES, _GAMES = 5, 200
_NAMES = {"North": "N" * 32, "South": "S" * 32, "Date": "2026-11-27"}
_MARKS = """async () => {
    await replay.chancesReady;
    const at = (name) => performance.getEntriesByName(name)[0].startTime;
    return [at("step"), at("chances")];
}"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints weight, times and lengths. Returns 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.page", description="The page that replays a game.")
    parser.add_argument("--times", type=int, default=_TIMES, help=f"how often the page is opened ({_TIMES})")
    parser.add_argument("--games", type=int, default=_GAMES, help=f"how many random games have an address ({_GAMES})")
    options = parser.parse_args(arguments)
    content = html().encode()
    until_drawn = content.index(b'<script type="text/plain" id="engine">')
    weights = [
        ["the page", f"{len(content):,}", f"{len(gzip.compress(content)):,}"],
        ["of it, until the first move is drawn", f"{until_drawn:,}", f"{len(gzip.compress(content[:until_drawn])):,}"],
    ]
    print(table(["weight in bytes", "as a file", "with gzip"], weights))
    steps, chances = zip(*asyncio.run(_opened(content, options.times)), strict=True)
    times = [["first move drawn", _ms(steps)], ["all chances computed", _ms(chances)]]
    print(table([f"from opening, of {options.times}", "ms"], times))
    rules = replace(Rules(), for_stakes=True)
    games = (read(write(random_game(rules, Random(seed)), _NAMES)) for seed in range(options.games))
    lengths = sorted(len(compact(game)) for game in games)
    rows = [["median", lengths[len(lengths) // 2]], ["longest", lengths[-1]]]
    print(table([f"compact records of {len(lengths)} games", "characters"], rows))
    return 0


def _ms(times: Sequence[float]) -> str:
    return f"{spread(list(times)).p50:,.0f}"


async def _opened(content: bytes, times: int) -> list[tuple[float, float]]:
    """Returns for each opening when the first move was drawn, and when all chances were known, in milliseconds."""
    address, measured = compact(read(WHOLE)), list[tuple[float, float]]()
    with tempfile.TemporaryDirectory(prefix="ecarte-page-") as folder:
        file = Path(folder) / "replay.html"
        file.write_bytes(content)
        async with open_browser() as browser:
            for _ in range(times):
                page = await browser.new_page()
                await page.goto(f"{file.as_uri()}#{address}")
                step, chances = await page.evaluate(_MARKS)
                measured.append((step, chances))
                await page.close()
    return measured


if __name__ == "__main__":
    sys.exit(main())

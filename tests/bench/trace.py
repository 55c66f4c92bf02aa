"""Follows one card through the bot to the last drawing: `python -m tests.bench.trace`.

Prints how many files, functions and calls of `bot` and `ecarte` a played card takes, how often its event is applied and
how often the public view is built. Counts do not depend on the machine.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from bot.adapter.custom_ids import Verb
from bot.tables import lookup
from tests.bench.habits import AS_PEOPLE_DO
from tests.bench.town import Town, town
from tests.support.shown import verbs_of

_ROOT = Path(__file__).resolve().parents[2]
_COUNTED = ("step", "_played", "apply", "evolve", "public_view", "player_view", "backer_view")


class Trace:
    """Calls of the project's functions, by file and name, generators and coroutines once for each resumption."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Counts a call, as the profile hook of the interpreter."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith((str(_ROOT / "bot"), str(_ROOT / "ecarte"))):
            self.calls[code.co_filename.removeprefix(f"{_ROOT}/"), code.co_qualname] += 1

    def lines(self) -> list[str]:
        """The counts in words."""
        files = {file for file, _ in self.calls}
        report = [f"{len(files)} files, {len(self.calls)} functions, {sum(self.calls.values()):,} calls"]
        for name in _COUNTED:
            places = {key: count for key, count in self.calls.items() if key[1].rpartition(".")[2] == name}
            report += [f"{file} {function}: {count}" for (file, function), count in sorted(places.items())]
        return report


async def _trace_functions(folder: Path) -> list[str]:
    async with town(folder, AS_PEOPLE_DO, seed=1) as venue:
        await venue.open_tables(1)
        (table_id,) = venue.seated
        for _ in range(100):
            click = await venue.next_click(table_id)
            assert click is not None, "the game is over before a reply was traced"
            # A card that is led: nothing follows from it but the other player's turn.
            if click.custom_id in verbs_of(click.message).get(Verb.PLAY, ()) and await _leads(venue, table_id):
                trace = Trace()
                threading.setprofile(trace)
                sys.setprofile(trace)
                try:
                    await venue.click(click)
                finally:
                    sys.setprofile(None)
                    threading.setprofile(None)
                return trace.lines()
            await venue.click(click)
    raise AssertionError("no card was led")


async def _leads(venue: Town, table_id: int) -> bool:
    """Whether the player to act leads the second trick or a later one."""
    view = await lookup.table(venue.room.tables, table_id)
    return view.game is not None and bool(view.game.tricks) and view.game.tricks[-1].reply is not None


def main() -> int:
    """Prints the counts of one card that is led. Returns 0."""
    with tempfile.TemporaryDirectory(prefix="ecarte-trace-") as folder:
        print(*asyncio.run(_trace_functions(Path(folder))), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

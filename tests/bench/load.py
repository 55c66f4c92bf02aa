"""The bot as a process under load: `python -m tests.bench.load FOLDER --tables 150 --pace 7 --seconds 60`.

Two people sit at each table, the one to act presses once in `pace` seconds, a game that is over is followed by a
rematch. Discord's limits are not in force, but the bot keeps to them; `tests.bench.live` measures with them.

Prints the processor time of the bot for a decision, its requests and pictures, how long until a press was acknowledged
and until the opponent's hand showed it; and, from every `--every` seconds on, resident memory and the number of deals.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench.figures import spread, table
from tests.bench.process import Load, run, start_bot, unanswered_interactions

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def _resident_mb(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE_BYTES / 1e6


def _pictures(requests: Sequence[Any], decisions: int) -> list[list[object]]:
    """The rows about pictures: how many edits keep theirs, and how much is sent."""
    kept = sent = 0
    for request in requests:
        content = (request.body or {}).get("data") or request.body or {}
        if content.get("attachments"):
            kept += not request.files
            sent += bool(request.files)
    size = sum(len(data) for request in requests for *_, data in request.files)
    return [
        ["messages with a picture that was sent", sent],
        ["messages with a picture that was kept", kept],
        ["pictures sent for a decision, KB", f"{size / 1000 / decisions:.1f}"],
    ]


async def _measure(options: argparse.Namespace, folder: Path) -> str:
    async with start_bot(options, folder, limits=False, settings={}) as bot:
        world = bot.world
        load = Load(world, options.pace, random.Random(options.seed), together=options.together)
        async with load.playing(options):
            begun, spent, decisions = time.monotonic(), bot.spent_s(), load.decisions
            requests, since = len(world.server.requests), len(world.outcomes)
            load.shown_ms.clear()
            while (left := options.seconds - (time.monotonic() - begun)) > 0:
                await asyncio.sleep(min(left, options.every))
                print(f"{bot.deals():6,} deals  {_resident_mb(bot.pid):6.1f} MB", file=sys.stderr, flush=True)
            made, latencies, silent = (
                load.decisions - decisions,
                world.latencies(since),
                unanswered_interactions(world, since),
            )
            rows: list[list[object]] = [
                ["tables at which a press was made", load.live(begun)],
                ["decisions", made],
                ["decisions a second", made / (time.monotonic() - begun)],
                ["processor time for a decision, ms", f"{1000 * (bot.spent_s() - spent) / made:.2f}"],
                ["requests for a decision", f"{(len(world.server.requests) - requests) / made:.2f}"],
                *_pictures(world.server.requests[requests:], made),
                ["acknowledged p50, ms", latencies["ack_p50"]],
                ["acknowledged p99, ms", latencies["ack_p99"]],
                ["of that the measurement's own lag p99, ms", latencies["lag_p99"]],
                ["in the opponent's hand p50, ms", spread(load.shown_ms).p50],
                ["in the opponent's hand p95, ms", sorted(load.shown_ms)[int(0.95 * len(load.shown_ms))]],
                ["resident, MB", _resident_mb(bot.pid)],
                ["presses without an answer within 3 s", len(silent)],
            ]
        rows.append(["presses that could not be made", len(load.failed)])
        for line in sorted({*load.failed, *silent})[:5]:
            print(line, file=sys.stderr)
        return table(["a load of tables", ""], rows)


def _own(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--every", type=float, default=60.0, help="seconds from a line of memory to the next (60)")


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints. Returns 0."""
    return run("load", "The bot's process under load.", arguments, _measure, own=_own)


if __name__ == "__main__":
    sys.exit(main())

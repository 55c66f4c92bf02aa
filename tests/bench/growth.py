"""Computes what a bot needs, by its servers: `python -m tests.bench.growth --servers 10000 100000`.

Arithmetic on figures that other benches have measured, and on assumptions about people, which are options: how many
servers play at the busiest hour of a day is not known.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tests.bench.figures import table

SERVERS = (2_500, 10_000, 100_000, 1_000_000)
SERVERS_A_SHARD = 1_000
"""Discord asks for one shard for this number of servers."""
REQUESTS_A_SECOND = 50
"""Of all processes together. Discord raises it for bots with more than 150,000 servers."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What is taken for granted.

    Attributes:
        playing: the servers with a live table at the busiest moment of a day, of a thousand.
        pace_s: from a press at a table to the next.
        presses_a_deal: `docs/scaling.md`.
        requests_a_deal: counted requests, under pressure and with plenty (`python -m tests.bench.requests`).
        decision_ms: processor time (`python -m tests.bench.load`).
        reactions: put on any message, a second and a thousand servers.
        reaction_ms: to drop one (`python -m tests.bench.reactions`).
        server_kb: memory of a server that no one plays in (`python -m tests.bench.servers`).
        in_direct: the presses on hands in direct messages, which shard 0 brings, of a hundred.
    """

    playing: float = 2.0
    pace_s: float = 5.0
    presses_a_deal: float = 20.0
    requests_a_deal: tuple[float, float] = (9.0, 19.0)
    decision_ms: float = 9.0
    reactions: float = 100.0
    reaction_ms: float = 0.003
    server_kb: float = 42.0
    in_direct: float = 95.0


_OPTIONS: Final = {
    "playing": "of 1,000 servers, with a live table at the busiest moment of a day",
    "pace_s": "seconds from a press at a table to the next",
    "presses_a_deal": "presses",
    "requests_a_deal": "counted requests, under pressure and with plenty",
    "decision_ms": "of a core",
    "reactions": "a second in 1,000 servers, on any message",
    "reaction_ms": "of a core, to drop one",
    "server_kb": "memory of a server",
    "in_direct": "of 100 presses, on hands in direct messages",
}
"""The fields of `Assumptions` in the command line."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The needs of a number of servers.

    Attributes:
        tables: live ones at the busiest moment.
        requests: counted ones a second, under pressure and with plenty.
        cores: of presses and of reactions.
        direct: decisions a second that shard 0 brings, whatever process owns the table.
        ceiling: the limits of one process that are exceeded, and how many times; "none": one is enough.
    """

    servers: int
    shards: int
    tables: float
    decisions: float
    requests: tuple[float, float]
    cores: float
    direct: float
    memory_gb: float
    ceiling: str


def growth(servers: int, given: Assumptions) -> Growth:
    """Returns the needs of `servers` servers."""
    tables = servers * given.playing / 1000
    decisions = tables / given.pace_s
    deals = decisions / given.presses_a_deal
    requests = deals * given.requests_a_deal[0], deals * given.requests_a_deal[1]
    decision_cores = decisions * given.decision_ms / 1000
    cores = decision_cores + servers / 1000 * given.reactions * given.reaction_ms / 1000
    direct = decisions * given.in_direct / 100
    ceilings = {
        "Discord's requests": requests[0] / REQUESTS_A_SECOND,
        "one core": cores,
        "shard 0": direct * given.decision_ms / 1000,
    }
    exceeded = sorted((used, name) for name, used in ceilings.items() if used >= 1)
    ceiling = ", ".join(f"{name} {used:.1f} times" for used, name in reversed(exceeded)) or "none"
    shards = max(1, math.ceil(servers / SERVERS_A_SHARD))
    return Growth(servers, shards, tables, decisions, requests, cores, direct, servers * given.server_kb / 1e6, ceiling)


def describe(rows: Sequence[Growth]) -> str:
    """Returns the table."""
    heads = [
        "servers",
        "shards",
        "live tables",
        "decisions/s",
        "requests/s (pressed)",
        "requests/s (plenty)",
        "cores",
        "presses/s by shard 0",
        "memory GB",
        "exceeded",
    ]
    return table(
        heads,
        [
            (
                f"{row.servers:,}",
                row.shards,
                f"{row.tables:,.0f}",
                f"{row.decisions:,.1f}",
                f"{row.requests[0]:,.1f}",
                f"{row.requests[1]:,.1f}",
                f"{row.cores:,.2f}",
                f"{row.direct:,.1f}",
                f"{row.memory_gb:,.1f}",
                row.ceiling,
            )
            for row in rows
        ],
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the command line, and prints what servers in such numbers ask for."""
    usual = Assumptions()
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--servers", type=int, nargs="+", default=SERVERS, help="how many")
    for name, meaning in _OPTIONS.items():
        value = getattr(usual, name)
        number = 2 if isinstance(value, tuple) else None
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=float, nargs=number, default=value, help=f"{meaning} ({value})"
        )
    options = parser.parse_args(arguments)
    chosen = {name: getattr(options, name) for name in _OPTIONS}
    given = Assumptions(**chosen | {"requests_a_deal": tuple(chosen["requests_a_deal"])})
    print(describe([growth(servers, given) for servers in options.servers]))
    return 0


if __name__ == "__main__":
    sys.exit(main())

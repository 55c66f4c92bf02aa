"""Writes what `python -m research engine` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ecarte.ai.native import Engine
from research.engine import bench, mutants
from research.engine.build import ENGINE, compiled, sources
from research.engine.equality import compare


def lines(what: str, games: int, seed: int) -> Iterator[str]:
    """Runs one of the four commands and yields the lines that it prints.

    Args:
        what: "build", "compare", "bench" or "mutants".
        games: how many games are compared or timed.
        seed: the seed of the games.

    Raises:
        ImportError: `wasmtime` is missing.
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    match what:
        case "bench":
            yield from bench.lines(games, seed)
        case "compare":
            yield from _compared(games, seed)
        case "mutants":
            yield from mutants.lines(games, seed)
        case _:
            code = compiled(sources())
            same = ENGINE.exists() and ENGINE.read_bytes() == code
            ENGINE.write_bytes(code)
            yield f"{ENGINE.name}: {len(code):,} bytes, {'as it was' if same else 'ANOTHER THAN IT WAS'}"


def _compared(games: int, seed: int) -> Iterator[str]:
    compared = compare(Engine(ENGINE.read_bytes()), games, seed)
    for function, view in compared.different[:10]:
        yield f"{function} differs in {view}"
    counts = Counter(function for function, _ in compared.different)
    yield f"{compared.views:,} views of {games} games, seed {seed}: {dict(counts) or 'no difference'}"

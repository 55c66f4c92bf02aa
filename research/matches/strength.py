"""The command `python -m research strength`: measures the maître in C against two opponents, with the same packs for
both sides.

The opponents are the salon player and an earlier maître. The earlier maître has no table of hands as dealt, so it plays
all cards by search with open hands. Its policy is the library's, or that of a given file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ecarte.ai.exchange.policy_file import unpack_table
from research.figures import played
from research.matches.duel import DuelResult
from research.matches.house_native import House, Seated, compile_house, library_table

_MAITRE, _OTHER = range(2)
SALON: Final = "the salon player"
OLD: Final = "the maître of before"


def strength(house: House, *, games: int, seed: int, old: Path | None = None) -> Iterator[tuple[str, DuelResult]]:
    """Plays `games` games of the maître against each opponent. Yields the opponent's name with the result.

    Args:
        house: the compiled players.
        games: the number of games.
        seed: the seed of the games.
        old: a file with the policy of the earlier maître, or None if it plays by the library's.
    """
    table = library_table()
    before = table if old is None else unpack_table(old.read_bytes())
    others = {
        SALON: Seated(table, book_exchange=True, book_cards=True),
        OLD: Seated(before, open_cards=True),
    }
    house.seat(_MAITRE, Seated(table))
    for name, other in others.items():
        house.seat(_OTHER, other)
        yield name, house.duel(_MAITRE, _OTHER, games // 2, seed)


def stored_duels() -> dict[str, DuelResult]:
    """Returns the results stored in `played.json`, by the name of the opponent."""
    return {name: DuelResult(*pairs) for name, pairs in played.load().get("strength", {}).items()}


def strength_lines(
    *, games: int, seed: int, old: Path | None, compiler: str, as_json: bool, store: bool
) -> Iterator[str]:
    """Plays the maître against two opponents. Yields the lines of the result, as text or JSON.

    With `store`, also saves the results in `played.json`.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    entries = {}
    with TemporaryDirectory() as folder:
        house = compile_house(Path(folder), compiler.split())
        for name, result in strength(house, games=games, seed=seed, old=old):
            entries[name] = list(result)
            low, high = result.interval()
            if as_json:
                entry = {"name": name, "games": games, "seed": seed, "share": result.share, "interval": [low, high]}
                yield json.dumps(entry | {"pairs_by_wins": list(result)}, ensure_ascii=False)
                continue
            yield f"the maître wins {result.share:.2%} against {name}, 95 % interval {low:.2%} to {high:.2%}"
    if store:
        played.save("strength", entries)
    if not as_json:
        yield f"{games:,} games each, seed {seed}"

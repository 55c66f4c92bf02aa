"""Tests the comparison of engine and Python: of ten changes in the engine's C code it must find each one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ecarte.ai.native import Engine
from research.engine.build import compiled, sources
from research.engine.equality import compare


class Mutant(NamedTuple):
    """A change of the C code: in `file`, the text `was` occurs exactly once and becomes `now`."""

    file: str
    was: str
    now: str


MUTANTS: Final = (
    Mutant("house_cards.c", "BELOW_FIRST = 19", "BELOW_FIRST = 18"),
    Mutant("house_cards.c", "SILENT_KING = 50", "SILENT_KING = 49"),
    # The same sum in another order: only the last bit differs.
    Mutant(
        "house_cards.c",
        "for (int tricks = 0; tricks < 6; tricks++) {\n            int64_t",
        "for (int tricks = 5; tricks >= 0; tricks--) {\n            int64_t",
    ),
    Mutant("house_leads.c", "OF_A_KIND - 1);", "OF_A_KIND - 2);"),
    Mutant("house_dealt.c", "GAP = 5", "GAP = 6"),
    Mutant("tricks.c", "higher ? place + 1 : 0", "0"),
    Mutant("house_engine.c", "return it ^ it >> 18", "return it ^ it >> 17"),
    Mutant("house_engine.c", "rank_at(it) != RANK_KING", "rank_at(it) != RANK_QUEEN"),
    Mutant("house_engine.c", "OTHERWISE = 0.1,", "OTHERWISE = 0.11,"),
    Mutant("house_engine.c", "tricks == 5 || pays < 0", "tricks == 5 || pays > 0"),
)


def changed(mutant: Mutant) -> dict[str, str]:
    """Returns the C sources with one change. Raises `ValueError` unless the text to change occurs exactly once."""
    texts = sources()
    if texts[mutant.file].count(mutant.was) != 1:
        raise ValueError(f"{mutant.file} does not have exactly once: {mutant.was}")
    texts[mutant.file] = texts[mutant.file].replace(mutant.was, mutant.now)
    return texts


def lines(games: int, seed: int) -> Iterator[str]:
    """Yields a line for each mutant: the functions whose results differ from Python's, or "NOT FOUND".

    The last line says how many mutants were found.
    """
    found_count = 0
    for mutant in MUTANTS:
        compared = compare(Engine(compiled(changed(mutant))), games, seed, hands=4)
        found_count += bool(compared.different)
        functions = ", ".join(sorted({function for function, _ in compared.different})) or "NOT FOUND"
        yield f"{mutant.file}: {mutant.was.splitlines()[0]} -> {mutant.now.splitlines()[0]}: {functions}"
    yield f"{found_count} of {len(MUTANTS)} found"

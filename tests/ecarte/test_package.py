"""The library as a stranger meets it: the door, its example, and what stands behind it."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import ecarte
from ecarte.game import errors


def test_the_package_plays_a_deal_as_its_docstring_says() -> None:
    result = doctest.testmod(ecarte)
    assert result.attempted > 10
    assert result.failed == 0


def test_what_the_package_offers_is_there_and_sorted() -> None:
    assert all(hasattr(ecarte, name) for name in ecarte.__all__)
    assert len(set(ecarte.__all__)) == len(ecarte.__all__)
    public = {name for name in vars(ecarte) if name[0].isalpha() and not name.islower()}
    assert public <= set(ecarte.__all__) | {"Annotations"}


def test_every_error_is_an_ecarte_error_and_stands_in_the_tree() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert len(kinds) > 5
    assert all(issubclass(kind, errors.EcarteError) for kind in kinds)
    assert errors.__doc__ is not None
    assert all(kind.__name__ in errors.__doc__ for kind in kinds)


def test_the_core_asks_nothing_of_the_world() -> None:
    """Without a clock, chance or the environment: none of these modules is loaded by it."""
    script = (
        "import sys; before = set(sys.modules); import ecarte, ecarte.notation, ecarte.notation.serialize;"
        "print(*sorted({'asyncio', 'logging', 'time', 'datetime', 'random', 'secrets', 'socket', 'argparse'}"
        " & (set(sys.modules) - before)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []

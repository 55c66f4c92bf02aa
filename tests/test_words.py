"""The prose of the project: no file has the words that ask for a second reading.

`python -m tests.bench.words PATH…` lists them anywhere.
"""

from __future__ import annotations

import pytest

from tests.bench import docstrings
from tests.bench.words import Passage, hits, hits_of, prose, python_passages
from tests.support.rules import expect_kept

MODULE = '''"""Kept by the owner, who may be he
or she."""

# So many are taken,
# but
# for those beside the door.
LIMIT = 3  # nobody
"""The measure; None: there is none. It says "whoever" and `his`."""


class Table:
    def close(self):
        """Called with a table."""
        return "whoever"
'''


def test_docstrings_comments_and_pages_need_no_second_reading() -> None:
    expect_kept(
        "docstrings, comments and pages are understood at first reading",
        "a newcomer learns this code by its sentences",
        hits(["."]),
    )


def test_a_hit_names_its_line_and_its_rule_and_quotations_and_code_are_none() -> None:
    assert sorted(hits_of(python_passages(MODULE))) == [
        (1, "participle", "Kept by"),
        (1, "person", "he"),
        (2, "person", "she"),
        (4, "so long", "So many"),
        (5, "but for", "but for"),
        (6, "beside", "beside"),
        (7, "person", "nobody"),
        (8, "None: there", "None: there"),
    ]


def test_a_page_keeps_the_numbers_of_its_lines_without_its_code() -> None:
    page = 'One.\n\n```\nbeside\n```\n\nSee [it](beside.md), `beside`, "as it\nstands".\n\nA stray " sign.\n\nbeside'
    assert [line for line, *_ in hits_of([Passage(1, prose(page))])] == [12]


def test_the_same_seed_draws_the_same_public_docstrings(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--seed", "7", "--count", "5", "--package", "ecarte/game"]
    drawn = []
    for _ in range(2):
        assert docstrings.main(command) == 0
        drawn.append(capsys.readouterr().out)
    places = [line for line in drawn[0].splitlines() if line.startswith("ecarte/game/")]
    assert len(places) == 5
    assert not any(part.startswith("_") for place in places for part in place.partition(" ")[2].split("."))
    assert drawn[0] == drawn[1]

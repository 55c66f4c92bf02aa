"""The table of leads: made from leads played out, it says of leads played out anew how far search with open hands errs.

Without a C compiler all tests except that of the fit are skipped, with a report.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ecarte.ai.cards.leads import KINDS, UNIT, mends, pack_table
from research.cards.leads_build import Lead, LeadCase, cases, errors_of, main, table_of_leads
from tests.ecarte.ai.compiling import house_library, needs_a_compiler

SEED = 77


def test_the_fit_finds_the_differences_between_the_mends_that_made_the_errors() -> None:
    rng = Random(1)
    true = {KINDS + 2: 0.1, KINDS + 7: -0.05, KINDS + 9: 0.0}
    rows = []
    for _ in range(3000):
        leads = [Lead(cell, searched := rng.uniform(0.4, 0.5), searched + mend) for cell, mend in true.items()]
        rows.append(LeadCase(1.0, tuple(leads[: rng.randint(2, 3)])))
    cells = table_of_leads(rows)
    found = [cells[cell] / UNIT for cell in true]
    assert found[0] - found[1] == pytest.approx(0.15, abs=0.005)
    assert found[0] - found[2] == pytest.approx(0.1, abs=0.005)
    assert not any(cells[:KINDS])


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[LeadCase]:
    """Leads of five hundred deals, played out in this process."""
    library = house_library(tmp_path_factory.mktemp("house"))
    return [row for chunk in range(2) for row in cases(library, SEED, chunk)[1]]


@needs_a_compiler
def test_leads_played_out_anew_err_less_with_the_table(rows: list[LeadCase]) -> None:
    table = mends()
    before = after = 0.0
    for error in errors_of(rows):
        left = error.error - (table[error.cell] - table[error.best]) / UNIT
        before += error.weight * error.error**2
        after += error.weight * left**2
    assert after < 0.85 * before


@needs_a_compiler
def test_the_bytes_do_not_depend_on_the_number_of_processes(tmp_path: Path, rows: list[LeadCase]) -> None:
    file = tmp_path / "leads.bin"
    assert main(["--deals", "500", "--cores", "2", "--seed", str(SEED), "--out", str(file)]) == 0
    assert file.read_bytes() == pack_table(table_of_leads(rows))

"""No hand can be made sure of more than its limit: held against another solver, and against the table's lower ends."""

from __future__ import annotations

from random import Random

import pytest

from ecarte.ai import certified_interval
from ecarte.ai.cards.hidden import COUNT, UNIT, all_ends, key_of
from ecarte.odds import Holding, Role
from research.cards import limits
from research.cards.hidden_native import compile_solver, relative_hands
from research.cards.limits import Seer
from tests.ecarte.ai.compiling import needs_a_compiler
from tests.ecarte.ai.one_sided import BRACKETED, OneSided

pytestmark = needs_a_compiler
HANDS = 65_780


@pytest.fixture(scope="module")
def seer(tmp_path_factory: pytest.TempPathFactory) -> Seer:
    """The opponent who sees both hands, freshly compiled."""
    return Seer(compile_solver(tmp_path_factory.mktemp("seer"), source="seer.c"))


@pytest.mark.parametrize(
    ("own", "rounds"), [*BRACKETED[:2], *(pytest.param(*case, marks=pytest.mark.soak) for case in BRACKETED[2:])]
)
def test_a_limit_lies_where_another_solver_finds_it(own: Holding, rounds: int, seer: Seer) -> None:
    """That one plays real cards, and its hand may choose among all of them."""
    trumps, *plain = key_of(own).to_bytes(4, "big")
    limit = seer.limit((trumps, plain[0], plain[1], plain[2]), own.role is Role.ELDER) / UNIT
    low, high = OneSided(own).bracket(rounds)
    assert low / HANDS <= limit <= high / HANDS + 1 / UNIT
    assert certified_interval(own).lower <= limit < certified_interval(own).lower + 0.001


@pytest.mark.parametrize("elder", [True, False])
def test_no_lower_end_lies_above_its_limit_and_few_far_below(elder: bool, seer: Seer) -> None:
    """Each side's strategy is checked by the other's: a mistake in either would part them, or cross them."""
    hands, lower = relative_hands(), all_ends()[0 if elder else 2]
    numbers = Random(14).sample(range(COUNT), 40)
    apart = [seer.limit(hands[number], elder) - lower[number] for number in numbers]
    assert min(apart) >= 0
    assert sum(apart) / len(apart) < 0.001 * UNIT


def test_a_sample_is_given_without_a_theorem(capsys: pytest.CaptureFixture[str]) -> None:
    assert limits.main(["--hands", "20", "--rounds", "8", "--cores", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["elder", "dealer", "0 lower ends above their limit"]


def test_without_a_compiler_the_command_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert limits.main(["--hands", "1", "--compiler", "no-such-compiler"]) == 2
    assert capsys.readouterr().err.count("\n") == 1

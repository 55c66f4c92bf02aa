"""Second and later exchanges: settled plans, and what deals played out say of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ecarte.odds import CLASSES, Role
from ecarte.odds.hand_classes import TRUMPS, hands_of_classes
from research.__main__ import main
from research.exchange.policy_margin import stored_plans
from research.exchange.policy_native import TOOK, Plan, plan_at
from research.exchange.policy_solve import games
from research.matches.house_counts import later
from research.matches.house_native import Seated, ThumbRules, library_table
from research.matches.later import sure_plan
from tests.ecarte.ai.compiling import house_in, needs_a_compiler


def test_a_settled_plan_leaves_second_exchanges_to_poor_hands_of_which_it_is_sure() -> None:
    plan, hands = Plan(), hands_of_classes()
    for row in plan.say:
        row[:] = [1.0] * CLASSES
    plan.say[plan_at(1, 0)][:] = [2 / 3] * CLASSES
    changed = sure_plan(plan, hands)
    assert not any(changed.say[plan_at(1, 0)])
    for bucket in range(1, TOOK):
        for number, chance in enumerate(changed.say[plan_at(1, bucket)]):
            trumps, plain = hands[number] & (1 << TRUMPS) - 1, hands[number] >> TRUMPS
            courts = plain & 0x030303
            assert chance == (not courts and trumps.bit_count() <= 2)
    assert all(
        list(changed.say[at]) == list(plan.say[at]) for at in (0, *(plan_at(2, bucket) for bucket in range(TOOK)))
    )


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.soak)])
def test_the_plans_of_the_library_are_settled(every: int) -> None:
    table, hands = library_table(), hands_of_classes()
    for game in games()[::every]:
        for plan in stored_plans(table, game):
            assert bytes(sure_plan(plan, hands)) == bytes(plan)


@needs_a_compiler
@pytest.mark.parametrize("number", [4_000, pytest.param(8_000, marks=pytest.mark.soak)])
def test_hands_that_do_not_exchange_again_would_lose_by_it(tmp_path: Path, number: int) -> None:
    house = house_in(tmp_path)
    house.seat(0, Seated(library_table()))
    for role in Role:
        kinds = later(house, 0, role, 1, number, 5)
        deals, gains, squares = map(sum, zip(*(sums for kind, sums in kinds.items() if kind.level == 0), strict=True))
        gain = gains / deals
        assert gain < -2 * ((squares / deals - gain**2) / deals) ** 0.5, role


@needs_a_compiler
def test_the_check_prints_each_kind_of_hand_and_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["later", "--deals", "1000", "--seed", "2"]
    assert main([*arguments, "--json"]) == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ("elder", 1) in {(entry["role"], entry["exchanges"]) for entry in entries}
    assert all(entry["regret"] >= 0 and entry["error"] >= 0 and entry["deals"] >= 30 for entry in entries)
    assert main(arguments) == 0
    *rows, _ = capsys.readouterr().out.splitlines()
    for row, entry in zip(rows, entries, strict=False):
        assert row.startswith(f"{entry['role']}, after {entry['exchanges']}, ")
        assert f"gains {entry['gain']:+.4f} ± {2 * entry['error']:.4f}, regret {entry['regret']:.4f} ± " in row
        assert row.endswith(f"({entry['deals']:,} deals)")
    assert len(rows) == len(entries) + 4


@needs_a_compiler
def test_instructions_to_a_side_change_no_other_decision(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    house.seat(0, Seated(library_table(), rules=ThumbRules.NEVER_PROPOSES))
    assert later(house, 0, Role.ELDER, 1, 500, 1) == {}
    house.seat(0, Seated(library_table(), rules=ThumbRules.NEVER_ACCEPTS))
    assert later(house, 0, Role.DEALER, 1, 500, 1) == {}

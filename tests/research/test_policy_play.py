"""The shifts of the play: what is counted in deals of the house, and what is made of it."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from ecarte.ai.exchange.policy import group_of, policy, way_of
from ecarte.ai.exchange.policy_file import GROUPS, SHIFTS, UNIT, WAYS
from ecarte.game import Card, mask_of, parse_cards
from research.exchange import policy_native
from research.exchange.policy_play import shifts
from research.matches import house_native
from research.matches.house_counts import spreads
from tests.ecarte.ai.compiling import house_in, needs_a_compiler


def test_cells_without_deals_lean_on_others_and_rows_add_up_to_nothing() -> None:
    counts, hidden = [0] * SHIFTS, [0.0] * SHIFTS
    at = 6 * 3
    counts[at : at + 6] = [0, 0, 600, 0, 0, 0]
    hidden[at : at + 6] = [0.0, 0.0, 300.0, 300.0, 0.0, 0.0]
    units = shifts(counts, hidden)
    assert all(sum(units[row : row + 6]) == 0 for row in range(0, SHIFTS, 6))
    own = units[at : at + 6]
    assert 0.45 * UNIT < own[2] < 0.5 * UNIT
    assert own[3] == -own[2]
    other = units[at + 36 : at + 42]
    assert own[2] > other[2] > 0, "the next group of the dealer has the shift of the coarser cell"
    assert not any(units[6 * 2 : 6 * 3]), "no deal had two tricks with open hands"
    with pytest.raises(ValueError, match="there must be"):
        shifts([], [])


def test_the_shifts_of_the_file_add_up_to_nothing_and_leave_chances() -> None:
    turn_up = Card.parse("TS")
    hand, other = mask_of(parse_cards("KS 9S AH 8D 7C")), mask_of(parse_cards("JS KH QH KD 8C"))
    assert (group_of(hand, turn_up), group_of(other, turn_up)) == (6, 5)
    assert [way_of(*way) for way in product(range(4), (False, True))] == [0, 1, 2, 3, 4, 5, 4, 5]
    for way, tricks in product(range(WAYS), range(6)):
        row = policy().play_shift(way, hand, other, turn_up, tricks)
        assert sum(row) == pytest.approx(0, abs=1e-9)
        assert all(-1 < share < 1 for share in row)
    assert any(policy().play_shift(3, hand, other, turn_up, 3))


@needs_a_compiler
def test_the_house_counts_each_deal_that_is_played_once_beside_what_the_shares_tell(tmp_path: Path) -> None:
    solver, house = policy_native.compile_solver(tmp_path), house_in(tmp_path)
    house.seat(0, house_native.Seated(house_native.library_table()))
    counts, told = spreads(house, 0, 2000, 7, solver.hidden_shares())  # not yet hidden: as with open hands
    assert 1700 < sum(counts) <= 2000
    assert sum(told) == sum(counts)
    for at in range(0, SHIFTS, 6):
        number = sum(counts[at : at + 6])
        assert told[at : at + 6] == [number * (made == at // 6 % 6) for made in range(6)]
    ways = [sum(counts[way * 36 * GROUPS**2 : (way + 1) * 36 * GROUPS**2]) for way in range(WAYS)]
    assert all(ways[:4])
    assert counts == spreads(house, 0, 2000, 7, solver.hidden_shares())[0]

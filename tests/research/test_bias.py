"""A bot that tries secrets: it gains by the earlier construction, and nothing where a player gave something after.

A few tries and fixed seeds, counted; `python -m research bias` gives the figures.
"""

from __future__ import annotations

import json

import pytest

from ecarte.game import PACK, Card, parse_cards
from research.__main__ import main
from research.bias import attacks, dealer_is_better

TRIES, DEALS = 60, 40


@pytest.fixture(scope="module")
def reached() -> dict[str, float]:
    return {attack.case: attack.chance for attack in attacks(TRIES, DEALS, seed=1)}


def test_trying_secrets_gained_by_the_earlier_construction(reached: dict[str, float]) -> None:
    assert reached["no one cheats"] < 0.51
    assert reached["deal 1: the cut is left to chance"] > 0.62
    assert reached["deal 1: the house cuts"] == 1


def test_trying_secrets_gains_nothing_where_a_player_gave_something_after_the_commitment(
    reached: dict[str, float],
) -> None:
    """Within four standard errors of 40 means of 100 deals."""
    for case in ("a seed is named after the commitment", "a press comes after the commitment"):
        assert abs(reached[f"deal 2: {case}"] - 0.48) < 0.032


def test_what_is_said_of_a_bot_alone_and_of_leagues_is_so(reached: dict[str, float]) -> None:
    assert reached["deal 2: the elder cuts, and nothing else"] > 0.62
    for case in (
        "the house stands alone",
        "a player in league with the house names a seed last",
        "the house makes the presses up",
    ):
        assert reached[f"deal 2: {case}"] == 1


def test_an_owner_who_tries_secrets_before_promising_gains_nothing_in_who_deals_first(
    reached: dict[str, float],
) -> None:
    """Where a player gave something before the cut for the deal; within four standard errors of 40 means of 100."""
    for case in ("a seed is named before it", "a press comes before it"):
        assert abs(reached[f"the cut for the deal: {case}"] - 0.5) < 0.032
    for case in ("nothing comes before it", "a player in league with the house names a seed last"):
        assert reached[f"the cut for the deal: {case}"] == 1


def pack_of(elder: str, dealer: str, turned: str) -> tuple[Card, ...]:
    """A pack from which these hands are dealt."""
    first, second = parse_cards(elder), parse_cards(dealer)
    top = (*first[:3], *second[:3], *first[3:], *second[3:], Card.parse(turned))
    return (*top, *(card for card in PACK if card not in top))


def test_the_better_cards_are_found_by_their_sum_and_a_tie_is_not_better() -> None:
    assert dealer_is_better(pack_of("KS 7H 8H 7C 8C", "QS 9H TH 9C TC", "7S")), "22 against 29"
    assert not dealer_is_better(pack_of("QS 9H TH 9C TC", "KS 7H 8H 7C 8C", "7S"))
    assert dealer_is_better(pack_of("KH KC KD QH QC", "8S 9S TS JS QS", "7S")), "trumps"
    assert not dealer_is_better(pack_of("KH QH JH AH TH", "KC QC JC AC TC", "7S")), "a tie"


def test_the_command_gives_lines_and_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bias", "--tries", "3", "--deals", "2"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 14
    assert main(["bias", "--tries", "3", "--deals", "1", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["cases"]) == 13

"""The deal that decided a game, found from the scores and the dealers alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ecarte.ai import DealEnd, at_score, deciding_deal, winner_chances
from ecarte.game import (
    DealScored,
    Dialect,
    Ending,
    GameEnded,
    Manners,
    PublicView,
    Rules,
    Seat,
    evolve,
    public_view,
)
from ecarte.game.rules import DIALECTS
from research.random_games import random_game


def course(rules: Rules, seed: int) -> tuple[list[DealEnd], PublicView]:
    """Returns the deals of a random game, and its end."""
    deals: dict[int, DealEnd] = {}
    state = None
    for event in random_game(rules, Random(seed), Seat.SOUTH):
        state = evolve(state, event)
        view = public_view(state)
        if isinstance(event, DealScored | GameEnded) and view.dealer is not None:
            deals[view.number] = DealEnd(view.number, view.dealer, view.score)
    assert state is not None
    return list(deals.values()), public_view(state)


def won_by_points(rules: Rules) -> list[tuple[list[DealEnd], PublicView]]:
    """Yields random games that were won by points."""
    games = [course(rules, seed) for seed in range(40)]
    return [(deals, end) for deals, end in games if end.outcome is not None and end.outcome.how is Ending.FIVE]


def test_no_deal_lifted_the_winners_chance_more_and_all_of_them_make_up_what_the_winner_lacked() -> None:
    games = won_by_points(Rules())
    assert len(games) > 5
    for deals, end in games:
        decided = deciding_deal(deals, end)
        assert decided is not None
        assert end.outcome is not None
        winner = end.outcome.winner
        assert winner is not None
        before = [(0, 0), *(deal.score for deal in deals)]
        chances = [
            at_score(score, deal.dealer).chances[winner.index] for score, deal in zip(before, deals, strict=False)
        ]
        lifts = [after - chance for chance, after in zip(chances, [*chances[1:], 1.0], strict=False)]
        assert sum(lifts) == pytest.approx(1 - chances[0])
        assert decided.chances[1] - decided.chances[0] == pytest.approx(max(lifts))
        assert lifts[decided.number - 1] == pytest.approx(max(lifts))
        assert winner_chances(deals, end) == pytest.approx((*chances, 1.0))
        made = [score[winner.index] for score in before[decided.number - 1 : decided.number + 1]]
        assert made[0] < made[1], "the winner has made points in it"


def test_at_four_all_the_last_deal_decides_and_far_ahead_the_one_that_led_there() -> None:
    _, end = won_by_points(Rules())[0]
    end = replace(end, number=3, outcome=GameEnded(Seat.NORTH, Ending.FIVE))

    def decided(*scores: tuple[int, int]) -> int:
        deals = [DealEnd(at, Seat.SOUTH if at % 2 else Seat.NORTH, score) for at, score in enumerate(scores, 1)]
        told = deciding_deal(deals, replace(end, number=len(deals)))
        assert told is not None
        return told.number

    assert decided((2, 0), (2, 2), (4, 2), (4, 4), (5, 4)) == 5
    assert decided((1, 0), (4, 0), (5, 0)) == 2
    assert decided((0, 1), (1, 1), (3, 1), (4, 1), (5, 1)) == 3


@pytest.mark.parametrize("how", [how for how in Ending if how is not Ending.FIVE])
def test_a_game_that_points_did_not_end_was_decided_by_no_deal(how: Ending) -> None:
    deals, end = won_by_points(Rules())[0]
    assert deciding_deal(deals, replace(end, outcome=GameEnded(Seat.NORTH, how))) is None
    assert deciding_deal(deals, replace(end, outcome=None)) is None


def test_where_the_chances_are_not_known_or_a_hand_may_be_played_again_none_is_told() -> None:
    deals, end = won_by_points(Rules())[0]
    for rules in (replace(end.rules, manners=Manners.SALON), replace(end.rules, points=7)):
        assert deciding_deal(deals, replace(end, rules=rules)) is None
    assert deciding_deal(deals[1:], end) is None, "a deal is missing"
    assert deciding_deal((), end) is None


@pytest.mark.parametrize("dialect", Dialect)
def test_every_dialect_of_five_points_has_one(dialect: Dialect) -> None:
    rules = DIALECTS[dialect].rules
    for deals, end in won_by_points(rules):
        assert deciding_deal(deals, end) is not None

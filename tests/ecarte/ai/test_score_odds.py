"""The chance to win the game at a table follows from the score, the deal and the turn-up, and from no hand.

Whether the policy's chances are right is for test_policy.py.
"""

from __future__ import annotations

from random import Random

import pytest

from ecarte.ai import Basis, ScoreOdds, at_score, at_table
from ecarte.ai.exchange.policy import policy
from ecarte.game import (
    PACK,
    Dialect,
    Manners,
    Rules,
    RulesError,
    Seat,
    State,
    apply_deal,
    begin,
    evolve,
    public_view,
    replay,
)
from ecarte.teaching import ME, OPPONENT, Setup, stand
from ecarte.teaching.position import play_on
from research.random_games import random_game

SCORES = [(own, other) for own in range(5) for other in range(5)]
MINE, THEIRS = "KS 9S AH 8D 7C", "QS JS TH 9D 8C"


def odds_at(state: State) -> ScoreOdds:
    """Returns the odds at a table."""
    odds = at_table(public_view(state))
    assert odds is not None
    return odds


@pytest.mark.parametrize("score", SCORES)
def test_before_a_deal_it_is_the_policys_chance_and_both_make_one(score: tuple[int, int]) -> None:
    north, south = 5 - score[0], 5 - score[1]
    assert at_score(score, Seat.SOUTH).chances[0] == policy().chance(north, south)
    assert at_score(score, Seat.NORTH).chances[1] == policy().chance(south, north)
    for dealer in (*Seat, None):
        assert sum(at_score(score, dealer).chances) == pytest.approx(1)
    mean = sum(at_score(score, dealer).chances[0] for dealer in Seat) / 2
    assert at_score(score, None).chances[0] == pytest.approx(mean)


@pytest.mark.parametrize("score", [(5, 0), (0, 5), (-1, 0)])
def test_a_score_that_no_unfinished_game_has_is_an_error(score: tuple[int, int]) -> None:
    with pytest.raises(RulesError):
        at_score(score, Seat.NORTH)


def test_beside_it_stand_the_books_odds_on_the_player_ahead() -> None:
    odds = at_score((3, 2), Seat.NORTH)
    assert (odds.ahead, str(odds.book), odds.warned) == (Seat.NORTH, "3 to 2", True)
    assert not at_score((3, 2), Seat.SOUTH).warned
    assert at_score((2, 3), None).ahead is Seat.SOUTH
    even = at_score((1, 1), None)
    assert even.ahead is None
    assert even.book.is_even


def test_before_the_cut_either_is_as_likely_to_deal() -> None:
    odds = odds_at(replay(begin(Rules())))
    assert (odds.basis, odds.dealer) == (Basis.CUT, None)
    assert odds.chances == pytest.approx((0.5, 0.5))


def test_before_the_first_card_of_a_game_it_is_the_dealers_who_was_chosen() -> None:
    odds = odds_at(replay(begin(Rules(), dealer=ME)))
    assert (odds.basis, odds.dealer) == (Basis.DEAL, ME)
    assert odds.chances == at_score((0, 0), ME).chances


def test_a_deal_that_is_on_counts_by_its_turn_up_as_it_lay() -> None:
    deal = Setup(MINE, THEIRS, "7S", score=(2, 1))
    odds = odds_at(stand(deal))
    assert (odds.basis, odds.dealer, odds.to_make) == (Basis.TURNED, OPPONENT, (4, 3))
    assert odds.chances[ME.index] == policy().measurement(3, 4).value
    # Later play changes nothing.
    assert odds_at(play_on(stand(deal), ("7C",))) == odds
    assert odds_at(play_on(stand(deal), ("propose", "refuse", "7C", "8C"))) == odds


def test_a_king_turned_up_is_in_it_with_its_point() -> None:
    odds = odds_at(stand(Setup("9S AH 8D 7C 7H", THEIRS, "KS")))
    assert (odds.basis, odds.to_make) == (Basis.KING, (4, 5))
    assert odds.chances[ME.index] == policy().measurement(5, 4, king_turned=True).value
    assert odds.chances[OPPONENT.index] > at_score((0, 0), OPPONENT).chances[OPPONENT.index]


def test_a_king_announced_from_a_hand_is_not_in_it_until_the_deal_is_over() -> None:
    before = stand(Setup(MINE, THEIRS, "7S"))
    after = play_on(before, ("king",))
    assert public_view(after).score[ME.index] == 1
    assert odds_at(after).without_king
    assert odds_at(after).chances == odds_at(before).chances
    assert not odds_at(before).without_king


def test_after_a_deal_the_other_deals_and_the_new_score_counts() -> None:
    state = stand(Setup("QC JC AC 7S 7D", "KS KD 8S 8D KH", "8C"))
    state = play_on(state, ("QC", "KS", "JC", "8S", "AC", "8D", "7S", "KD", "7D", "KH"))
    odds = odds_at(state)
    assert public_view(state).scored is not None
    assert (odds.basis, odds.dealer) == (Basis.DEAL, ME)
    assert odds.to_make == tuple(5 - points for points in public_view(state).score)


def test_no_hand_enters() -> None:
    announced = odds_at(stand(Setup(MINE, THEIRS, "7S", score=(3, 2))))
    two = odds_at(stand(Setup("KH QH JH TH 9H", "KC QC JC TC 9C", "7S", score=(3, 2))))
    assert announced == two


def test_of_a_game_that_is_over_or_longer_than_five_points_nothing_is_said() -> None:
    long = replay(begin(Rules(points=7), dealer=ME))
    assert at_table(public_view(long)) is None
    # The eleventh card of this pack is a king, and so ends a game of one point.
    over = apply_deal(replay(begin(Rules(points=1), dealer=ME)), PACK[-10:] + PACK[:-10])
    assert over.outcome is not None
    assert at_table(public_view(over)) is None


@pytest.mark.parametrize(
    "rules", [Rules(), Rules.of(Dialect.MODERN), Rules.of(Dialect.SHORT), Rules(manners=Manners.SALON)]
)
def test_wherever_a_game_stands_both_chances_make_one_or_nothing_is_said(rules: Rules) -> None:
    bases = set()
    for seed in range(12):
        state = None
        for event in random_game(rules, Random(seed)):
            state = evolve(state, event)
            if state.due is not None:
                continue
            odds = at_table(public_view(state))
            if odds is not None:
                assert sum(odds.chances) == pytest.approx(1)
                assert all(0 < chance < 1 for chance in odds.chances)
                bases.add(odds.basis)
    assert bases == set(Basis)

"""The chance to win the game at a table: from the score, the deal and the turn-up, and from no hand.

Whether the policy's chances are right is for test_policy.py.
"""

from __future__ import annotations

from random import Random

import pytest

from ecarte.ai import Basis, ScoreOdds, at_score, at_table
from ecarte.ai.policy import policy
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
from ecarte.research.random_games import random_game
from ecarte.teaching import HIM, ME, Setup, stand
from ecarte.teaching.position import play_on

SCORES = [(own, other) for own in range(5) for other in range(5)]
MINE, HIS = "KS 9S AH 8D 7C", "QS JS TH 9D 8C"


def found(state: State) -> ScoreOdds:
    """The odds at a table."""
    told = at_table(public_view(state))
    assert told is not None
    return told


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


def test_beside_it_stand_the_books_odds_on_whoever_is_ahead() -> None:
    told = at_score((3, 2), Seat.NORTH)
    assert (told.ahead, str(told.book), told.warned) == (Seat.NORTH, "3 to 2", True)
    assert not at_score((3, 2), Seat.SOUTH).warned
    assert at_score((2, 3), None).ahead is Seat.SOUTH
    even = at_score((1, 1), None)
    assert even.ahead is None
    assert even.book.is_even


def test_before_the_cut_either_is_as_likely_to_deal() -> None:
    told = found(replay(begin(Rules())))
    assert (told.basis, told.dealer) == (Basis.CUT, None)
    assert told.chances == pytest.approx((0.5, 0.5))


def test_before_the_first_card_of_a_game_it_is_the_dealers_who_was_chosen() -> None:
    told = found(replay(begin(Rules(), dealer=ME)))
    assert (told.basis, told.dealer) == (Basis.DEAL, ME)
    assert told.chances == at_score((0, 0), ME).chances


def test_a_deal_that_is_on_counts_by_its_turn_up_as_it_lay() -> None:
    deal = Setup(MINE, HIS, "7S", score=(2, 1))
    told = found(stand(deal))
    assert (told.basis, told.dealer, told.to_make) == (Basis.TURNED, HIM, (4, 3))
    assert told.chances[ME.index] == policy().measured(3, 4).value
    # Later play changes nothing.
    assert found(play_on(stand(deal), ("7C",))) == told
    assert found(play_on(stand(deal), ("propose", "refuse", "7C", "8C"))) == told


def test_a_king_turned_up_is_in_it_with_its_point() -> None:
    told = found(stand(Setup("9S AH 8D 7C 7H", HIS, "KS")))
    assert (told.basis, told.to_make) == (Basis.KING, (4, 5))
    assert told.chances[ME.index] == policy().measured(5, 4, king_turned=True).value
    assert told.chances[HIM.index] > at_score((0, 0), HIM).chances[HIM.index]


def test_a_king_announced_from_a_hand_is_not_in_it_until_the_deal_is_over() -> None:
    before = stand(Setup(MINE, HIS, "7S"))
    after = play_on(before, ("king",))
    assert public_view(after).score[ME.index] == 1
    assert found(after).without_king
    assert found(after).chances == found(before).chances
    assert not found(before).without_king


def test_after_a_deal_the_other_deals_and_the_new_score_counts() -> None:
    state = stand(Setup("QC JC AC 7S 7D", "KS KD 8S 8D KH", "8C"))
    state = play_on(state, ("QC", "KS", "JC", "8S", "AC", "8D", "7S", "KD", "7D", "KH"))
    told = found(state)
    assert public_view(state).scored is not None
    assert (told.basis, told.dealer) == (Basis.DEAL, ME)
    assert told.to_make == tuple(5 - it for it in public_view(state).score)


def test_no_hand_enters() -> None:
    one = found(stand(Setup(MINE, HIS, "7S", score=(3, 2))))
    two = found(stand(Setup("KH QH JH TH 9H", "KC QC JC TC 9C", "7S", score=(3, 2))))
    assert one == two


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
            told = at_table(public_view(state))
            if told is not None:
                assert sum(told.chances) == pytest.approx(1)
                assert all(0 < it < 1 for it in told.chances)
                bases.add(told.basis)
    assert bases == set(Basis)

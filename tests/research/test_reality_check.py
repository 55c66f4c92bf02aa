"""Predicted costs against deals played on: the trials, their means, and the command."""

from __future__ import annotations

import io
import json
from random import Random

import pytest

from ecarte.ai import Level, player_of
from research.__main__ import main
from research.reality_check import Trial, TrialKind, TrialMean, means, trials
from research.review_check import check_reviews, lines

SHORT_GAME = 66
"""A seed with few decisions: each is reviewed, which takes a second."""


def test_the_mean_of_trials_is_the_difference_between_predicted_and_seen() -> None:
    sample = [Trial(TrialKind.CARD, 0.1, 0.3), Trial(TrialKind.CARD, 0.1, -0.1)]
    assert means(sample) == pytest.approx(TrialMean(2, 0.1, 0.1, 0.2 / 2**0.5))
    assert means([Trial(TrialKind.CARD, 0.05, 0.05)] * 3) == pytest.approx(TrialMean(3, 0.05, 0.05, 0))


def test_every_kind_of_decision_before_the_play_is_either_an_exchange_or_a_card() -> None:
    assert TrialKind.cards() | TrialKind.exchanges() == set(TrialKind)
    assert not TrialKind.cards() & TrialKind.exchanges()


def test_a_game_gives_trials_of_every_kind_and_costs_that_can_be() -> None:
    sample = [*trials(player_of(Level.NOVICE), Random("game 4"))]
    assert {trial.kind for trial in sample} >= {TrialKind.PROPOSE, TrialKind.ANSWER, TrialKind.DISCARD, TrialKind.CARD}
    for trial in sample:
        assert 0 <= trial.predicted <= 1
        assert -1 <= trial.seen <= 1
    assert any(trial.seen for trial in sample), "what is played on makes a difference somewhere"


def test_the_command_prints_the_same_with_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    output = []
    for cores in ("1", "2"):
        assert main(["reckon", "--games", "2", "--seed", "21", "--cores", cores, "--json"]) == 0
        output.append(json.loads(capsys.readouterr().out))
    assert output[0] == output[1]
    means_told = output[0]["means"]
    decisions = sum(means_told[kind.value]["number"] for kind in TrialKind if kind.value in means_told)
    grouped = sum(mean["number"] for name, mean in means_told.items() if ", told " in name)
    assert decisions == grouped > 0


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reckon", "--games", "1", "--seed", "16", "--cores", "1"]) == 0
    output = capsys.readouterr()
    assert "1 of 1 games" in output.err
    heading, *lines = output.out.splitlines()
    assert heading.split() == ["decisions", "number", "told", "%", "seen", "%", "error"]
    assert any(line.startswith(TrialKind.CARD.value) for line in lines)


def test_no_hint_of_a_game_is_refuted_and_errors_are_played_out_anew() -> None:
    shown = check_reviews(1, SHORT_GAME, 20, 1, io.StringIO())
    assert shown.hints > 5
    assert shown.refuted == 0
    assert shown.cases
    assert all(case.searched >= 0.01 for case in shown.cases)
    assert any("hints followed: a review calls 0 of them errors" in line for line in lines(shown))
    assert shown.early.turned == 0, "all deals would tell the same errors"
    assert shown.early.errors > 0

"""The tables of scores and of the book's claims are complete and consistent, and their commands print them."""

from __future__ import annotations

import json
from math import hypot

import pytest

from ecarte.ai.exchange.policy import policy
from ecarte.game import cards_of
from ecarte.odds import Holding, Role, jeu_of, open_odds
from research.__main__ import main
from research.figures.book_claims import CLAIMS, Advice, BookClaim, case_name
from research.figures.claims_table import ClaimVerdict, Figures, claims_table
from research.figures.score_table import score_table


def test_every_case_is_a_hand_whose_turn_up_is_not_in_it_and_has_its_figures() -> None:
    names = [claim.name for claim in CLAIMS]
    assert len(names) == len(set(names))
    for claim in CLAIMS:
        assert claim.cases
        assert 39 <= claim.page <= 57
        for case in claim.cases:
            Holding.of(cards_of(case.hand), case.turn_up)
            assert len(policy().claim(case_name(case, claim.advice.role))) == (
                3 if claim.advice.role is Role.DEALER else 6
            )


@pytest.mark.parametrize(
    "claim",
    [claim for claim in CLAIMS if claim.name.startswith("J") and claim.advice is Advice.PLAY],
    ids=lambda claim: claim.name,
)
def test_the_hands_to_be_played_are_the_jeux_de_regle_of_their_numbers(claim: BookClaim) -> None:
    number = int("".join(character for character in claim.name if character.isdigit()))
    for case in claim.cases:
        jeu = jeu_of(Holding.of(cards_of(case.hand), case.turn_up))
        # Nos. 9 and 10 also cover hands of an earlier number.
        assert jeu is not None
        assert jeu.value == number or number in (4, 9, 10)


def test_a_verdict_is_what_the_figures_say() -> None:
    rows = {row.name: row for row in claims_table()}
    assert len(rows) == len(claims_table()) > len(CLAIMS)
    for claim in CLAIMS:
        row = rows[claim.name]
        lost = [figures for figures in row.figures if figures.gain < -max(figures.error, 0.0005)]
        won = [figures for figures in row.figures if figures.gain > max(figures.error, 0.0005)]
        assert (row.verdict in (ClaimVerdict.FAILS, ClaimVerdict.NAIVE)) == bool(lost)
        assert (row.verdict is ClaimVerdict.HOLDS) == (len(won) == len(row.figures))
        for figures in row.figures:
            for chance in (figures.told_advised, figures.told_other, figures.played_advised, figures.played_other):
                assert chance is not None
                assert 0 <= chance <= 1
            if claim.advice.role is Role.ELDER:
                holding = Holding.of(cards_of(figures.case.hand), figures.case.turn_up)
                assert figures.open_point == open_odds(holding).point


def test_a_gain_nearer_to_nothing_than_its_error_is_not_settled_and_played_deals_have_no_error_of_the_model() -> None:
    case = CLAIMS[0].cases[0]
    for played, noise, verdict in (
        (0.55, 0.005, ClaimVerdict.HOLDS),
        (0.55, 0.03, ClaimVerdict.UNSETTLED),
        (0.45, 0.005, ClaimVerdict.FAILS),
        (0.45, 0.03, ClaimVerdict.UNSETTLED),
        (0.5099, 0.005, ClaimVerdict.UNSETTLED),
        (0.5039, 0.0, ClaimVerdict.UNSETTLED),
    ):
        # Told the other way round: what was played counts.
        figures = Figures(case, 1 - played, 0.5, 0.001, played, 0.5, noise, 100, model=0.06)
        assert figures.verdict is verdict
        assert figures.error == pytest.approx(hypot(2 * noise, 0.004))


def test_a_gain_that_is_only_given_has_the_error_of_the_model() -> None:
    told = Figures(CLAIMS[0].cases[0], 0.55, 0.5, 0.001, None, None, None, 0, model=0.06)
    assert (told.verdict, told.error >= 0.06) == (ClaimVerdict.UNSETTLED, True)


def test_the_point_is_played_about_as_often_as_the_proved_bounds_say() -> None:
    figures = {
        figure.case.cards: figure for row in claims_table() for figure in row.figures if figure.point is not None
    }
    assert figures["9S 8S 7S 7H 7C"].open_point == 37_310
    assert figures["7S KH QH JH 7C"].open_point == 44_724
    for figure in figures.values():
        # The house is not the best player: single hands may come out above the bounds.
        assert figure.certain is not None
        assert (figure.point or 0) > figure.certain.lower - 0.05 - 2 * (figure.point_error or 0)


def test_the_table_of_scores_has_the_fifteen_scores_and_the_odds_of_the_book() -> None:
    scores = {(score.own, score.others): score for score in score_table()}
    assert len(scores) == 15
    assert (scores[3, 2].book, scores[4, 3].book, scores[2, 1].book) == ("3 to 2", "2 to 1", "4 to 3")
    assert [points for points, score in scores.items() if score.warned] == [(3, 2), (4, 3)]
    for (own, others), score in scores.items():
        if own == others:
            assert score.dealing + score.leading == pytest.approx(1)
            assert score.book == "even"
        assert score.mean >= 0.5 - 1e-9
        assert score.fair == pytest.approx((5 - others) / (10 - own - others))


def test_the_commands_print_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scores"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line[1:5] == " to "]) == 15
    assert any("within the model: no bound" in line for line in lines)
    assert main(["scores", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document[1]["book"] == "5 to 4"
    assert 0 <= document[1]["games"]["dealing"]["proposed"] <= 1
    assert main(["claims"]) == 0
    out = capsys.readouterr().out
    assert all(f"{claim.name} (p. {claim.page})" in out for claim in CLAIMS)
    assert main(["claims", "J3", "--json"]) == 0
    (claim,) = json.loads(capsys.readouterr().out)
    assert claim["figures"][0]["case"]["cards"] == "8S 7S QH 7H 7C"
    assert claim["figures"][0]["error"] > 0
    assert claim["verdict"] in [verdict.value for verdict in ClaimVerdict]


def test_a_malformed_claim_is_one_line_and_status_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "J3", "Q7"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "ecarte: claims: no claim is named 'Q7'\n"

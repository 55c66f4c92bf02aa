"""Chances, hints, reviews, verdicts and the house at a table whose rules the packaged tables were not made for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

from ecarte.ai import Level, at_table, can_be_valued, player_of, policy_knows, public_chances
from ecarte.game import Claim, Dialect, Goal, Manners, Reason, Rules, Scoring, Seat, player_view
from ecarte.teaching import verdicts
from tests.ecarte.game.table import Table


@pytest.fixture
def vole_counts_three(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes every table play by rules in which the vole counts three."""
    monkeypatch.setattr(Rules, "scoring", Scoring(vole=3))
    verdicts.hand_verdicts.cache_clear()
    yield
    verdicts.hand_verdicts.cache_clear()


def dealt() -> Table:
    return Table().deal("KS QS 9H 8H AC", "7H TD JC 9C 8D", "7C")


def test_the_policy_knows_every_dialect_at_five_points_and_nothing_else() -> None:
    assert all(policy_knows(Rules.of(dialect)) for dialect in Dialect)
    assert policy_knows(Rules(manners=Manners.SALON))
    assert not policy_knows(Rules(points=3))
    assert not policy_knows(Rules(points=7))


def test_every_field_of_the_rules_was_weighed_when_the_tables_were_made() -> None:
    """A new field of the rules goes into `policy_knows`, or into this list if the tables hold for all its values."""
    asked = {"points"}
    without_effect = {"dialect", "next_deal", "stakes", "for_stakes", "manners", "packets"}
    approximated = {"exchanges", "dealer_must_exchange", "if_enough", "king_after_reply"}
    assert {field.name for field in fields(Rules)} == asked | without_effect | approximated


@pytest.mark.usefixtures("vole_counts_three")
def test_law_48_the_vole_counts_what_the_rules_say() -> None:
    table = Table().deal("KC QC JC AC TC", "KS QS JS KH KD", "7C")
    table.does(Seat.NORTH, Claim(Goal.VOLE))
    assert table.state.scored is not None
    assert (table.state.scored.points, table.state.scored.reason) == (3, Reason.VOLE)


@pytest.mark.usefixtures("vole_counts_three")
def test_where_the_policy_does_not_know_the_rules_there_is_no_chance_no_hint_and_no_verdict() -> None:
    view = player_view(dealt().state, Seat.NORTH)
    assert not can_be_valued(view)
    assert at_table(view.public) is None
    assert public_chances(view.public) is None
    assert not verdicts.hand_verdicts()


@pytest.mark.usefixtures("vole_counts_three")
def test_where_the_policy_does_not_know_the_rules_the_maitre_plays_by_the_book() -> None:
    view = player_view(dealt().state, Seat.NORTH)
    assert player_of(Level.MAITRE)(view) == player_of(Level.SALON)(view)


@pytest.mark.usefixtures("vole_counts_three")
@pytest.mark.parametrize("level", [Level.STARTER, Level.AMATEUR])
def test_where_the_policy_does_not_know_the_rules_a_player_who_errs_by_cost_plays_as_the_novice(level: Level) -> None:
    view = player_view(dealt().state, Seat.NORTH)
    assert player_of(level)(view) == player_of(Level.NOVICE)(view)

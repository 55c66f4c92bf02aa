"""The agreements of a table, and the three dialects of the laws."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from random import Random

import pytest

from ecarte.game import (
    DIALECTS,
    PACK,
    Dialect,
    Distribution,
    Ending,
    Multiple,
    NextDeal,
    Resign,
    Rules,
    RulesError,
    Seat,
    Stakes,
    begin,
    deal,
    decide,
    game_counts,
    replay,
)
from ecarte.notation import read, write
from ecarte.notation.tags import parse_rules, rules_text

TABLES = [
    Rules(),
    Rules(stakes=Stakes.SINGLE_DOUBLE_TREBLE, next_deal=NextDeal.FRESH_CUT),
    Rules.of(Dialect.MODERN),
    Rules.of(Dialect.SHORT),
    replace(Rules.of(Dialect.SHORT), exchanges=2),
    Rules(points=7, dealer_must_exchange=True),
]


def test_the_default_is_cavendish() -> None:
    assert Rules() == Rules()
    assert (Rules().dialect, Rules().exchanges, Rules().points) == (Dialect.CAVENDISH, None, 5)


def test_the_dialects_differ_where_their_sources_do() -> None:
    assert Rules.of(Dialect.MODERN).dealer_must_exchange
    assert Rules.of(Dialect.MODERN).packets is Distribution.TWO_THREE
    assert not Rules.of(Dialect.MODERN).if_enough
    assert not Rules.of(Dialect.SHORT).king_after_reply
    assert not Rules().dealer_must_exchange
    assert Rules.of(Dialect.SHORT).exchanges == 1
    assert Rules.of(Dialect.SHORT).next_deal is NextDeal.CUT_FOR_RUBBER, (
        "the deal alternately, a cut at the end of each rubber"
    )
    assert Rules.of(Dialect.MODERN).next_deal is NextDeal.ALTERNATES


def test_every_dialect_has_its_entry() -> None:
    assert set(DIALECTS) == set(Dialect)
    for dialect, preset in DIALECTS.items():
        assert preset.rules.dialect is dialect
        assert (preset.in_records or preset.rules).dialect is dialect
        assert set(preset.choices) <= {field.name for field in fields(Rules)}


@pytest.mark.parametrize("rules", TABLES, ids=rules_text)
def test_rules_are_written_as_plain_values_and_as_text_and_read_back(rules: Rules) -> None:
    assert Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    assert parse_rules(rules_text(rules)) == rules


def test_the_text_of_rules_says_only_what_departs_from_the_dialect() -> None:
    assert rules_text(Rules()) == "cavendish"
    assert (
        rules_text(replace(Rules.of(Dialect.SHORT), exchanges=2))
        == "short exchanges=2 next_deal=fresh-cut-for-rubber king_after_reply=no"
    )
    assert rules_text(Rules(dealer_must_exchange=True, exchanges=3)) == "cavendish exchanges=3 dealer_must_exchange=yes"


def test_a_record_of_an_older_release_that_names_a_dialect_means_what_it_meant() -> None:
    assert parse_rules("short") == Rules(Dialect.SHORT, exchanges=1, next_deal=NextDeal.FRESH_CUT)
    assert parse_rules("modern") == Rules(Dialect.MODERN, dealer_must_exchange=True)


def test_a_record_says_where_a_dialect_is_played_otherwise_than_it_was() -> None:
    assert rules_text(Rules.of(Dialect.MODERN)) == "modern packets=2-3 if_enough=no"
    assert rules_text(Rules.of(Dialect.SHORT)) == "short next_deal=fresh-cut-for-rubber king_after_reply=no"


@pytest.mark.parametrize("dialect", Dialect)
def test_rules_that_were_stored_by_an_older_release_stay_as_they_were(dialect: Dialect) -> None:
    old = Rules(dialect, dealer_must_exchange=dialect is Dialect.MODERN)
    assert old.to_dict().keys().isdisjoint({"packets", "if_enough", "king_after_reply"})
    read = Rules.from_dict(old.to_dict())
    assert (read.packets, read.if_enough, read.king_after_reply) == (None, True, True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("exchanges", 0),
        ("exchanges", True),
        ("points", 0),
        ("points", 100),
        ("points", "5"),
        ("dealer_must_exchange", 1),
        ("dialect", "hoyle"),
        ("next_deal", None),
        ("stakes", 3),
        ("packets", "5"),
        ("if_enough", 0),
        ("king_after_reply", None),
        ("colour", "green"),
    ],
)
def test_what_no_table_could_keep_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_dict(Rules().to_dict() | {field: value})
    assert caught.value.field == field


def test_a_field_that_is_missing_is_refused_by_name() -> None:
    values = Rules().to_dict()
    del values["points"]
    with pytest.raises(RulesError) as caught:
        Rules.from_dict(values)
    assert caught.value.field == "points"


@pytest.mark.parametrize(
    ("loser", "counts"),
    [(0, Multiple.TREBLE), (1, Multiple.DOUBLE), (2, Multiple.DOUBLE), (3, Multiple.SINGLE), (4, Multiple.SINGLE)],
)
def test_law_46_single_double_treble_by_the_losers_score_and_by_agreement_only(loser: int, counts: Multiple) -> None:
    assert game_counts(Rules(stakes=Stakes.SINGLE_DOUBLE_TREBLE), loser) is counts
    assert game_counts(Rules(), loser) is Multiple.SINGLE


def test_a_game_for_stakes_counts_as_soon_as_cards_are_dealt_and_its_record_says_so() -> None:
    chance = Random(1)
    for for_stakes, winner, how in ((False, None, Ending.VOID), (True, Seat.SOUTH, Ending.RESIGNED)):
        rules = replace(Rules(), for_stakes=for_stakes)
        assert Rules.from_dict(rules.to_dict()) == rules
        events = list(begin(rules, Seat.NORTH))
        events += deal(replay(events), chance.sample(PACK, 32))
        events += decide(replay(events), Seat.NORTH, Resign())
        outcome = replay(events).outcome
        assert outcome is not None
        assert (outcome.winner, outcome.how) == (winner, how)
        assert read(write(events)).events == tuple(events)

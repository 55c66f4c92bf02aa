"""What every level keeps: lawful moves, chances that sum to one, and no knowledge of hidden cards.

The last is tested by exchanging cards that the seat cannot see and replaying the same game. Wherever that is lawful,
the answer must stay the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.ai import Level, chosen_move, player_of
from ecarte.ai.players import Weights
from ecarte.fair import shuffled
from ecarte.game import (
    AnnounceKing,
    CardsDealt,
    Dialect,
    Event,
    ImpossibleEvent,
    Phase,
    Play,
    Propose,
    Rules,
    Seat,
    State,
    evolve,
    legal_moves,
    player_view,
    replay,
)
from research.matches.duel import play_game
from research.random_games import random_game
from tests.ecarte.ai.seats import dealt
from tests.ecarte.game.table import N, S, Table, play
from tests.ecarte.game.test_views import hidden_from, retold
from tests.support.properties import examples

LEVELS = list(Level)
RULES = [Rules(), Rules.of(Dialect.MODERN), Rules.of(Dialect.SHORT), Rules(points=7)]


def answers(level: Level, before: State, events: tuple[Event, ...], seat: Seat) -> Iterator[Weights]:
    state = before
    for event in events:
        state = evolve(state, event)
        if state.due is None:
            yield player_of(level)(player_view(state, seat))


@pytest.mark.parametrize("level", LEVELS)
@examples(12)
@given(st.integers(0, 2**32), st.sampled_from(RULES), st.sampled_from(list(Seat)))
def test_what_a_seat_cannot_see_does_not_change_what_its_player_does(
    level: Level, seed: int, rules: Rules, seat: Seat
) -> None:
    rng = Random(seed)
    log = random_game(rules, rng, S)
    deals = [place for place, event in enumerate(log) if isinstance(event, CardsDealt)]
    start = rng.choice(deals) if deals else len(log)
    end = rng.randrange(start, len(log)) + 1 if deals else start
    end = min([end, *(place for place in deals if place > start)])
    before, events = replay(log[:start]), log[start:end]
    if not events:
        return
    as_it_was = list(answers(level, before, events, seat))
    hidden = hidden_from(replay(log[:end]), seat)
    for _ in range(4):
        first, other = rng.sample(hidden, 2)
        try:
            again = list(answers(level, before, tuple(retold(events, {first: other, other: first})), seat))
        except ImpossibleEvent:
            continue  # the other could not have played, announced or claimed like that
        assert again == as_it_was


@pytest.mark.parametrize("level", LEVELS)
@examples(12)
@given(st.integers(0, 2**32), st.sampled_from(RULES))
def test_every_answer_is_lawful_and_the_chances_sum_to_one(level: Level, seed: int, rules: Rules) -> None:
    state = None
    for event in random_game(rules, Random(seed), S):
        state = evolve(state, event)
        if state.due is not None:
            continue
        for seat in Seat:
            moves = legal_moves(state, seat)
            weights = player_of(level)(player_view(state, seat))
            assert all(move in moves and often > 0 for move, often in weights.items())
            if weights:
                assert sum(weights.values()) == pytest.approx(1)
            else:
                assert not moves or state.turn is not seat, "who is to act, acts"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", RULES)
def test_every_player_plays_whole_games_by_all_rules(level: Level, rules: Rules) -> None:
    rng = Random(7)
    packs = [shuffled(rng) for _ in range(60)]
    player = player_of(level)
    assert play_game((player, player), packs.__getitem__, rng, rules) in Seat


@pytest.mark.parametrize("level", Level)
def test_where_there_is_no_hand_to_play_there_is_no_move(level: Level) -> None:
    before = Table().state
    assert before.phase is Phase.DEAL
    assert player_of(level)(player_view(before, S)) == {}


def test_a_move_is_chosen_by_its_share_of_the_numbers() -> None:
    weights: Weights = {Propose(): 0.25, play("KS"): 0.75}
    assert [chosen_move(weights, number) for number in (0.0, 0.24, 0.26, 0.999)] == [
        Propose(), Propose(), play("KS"), play("KS"),
    ]  # fmt: skip
    with pytest.raises(ValueError, match="no move"):
        chosen_move({}, 0.5)


@pytest.mark.parametrize("level", [Level.SALON, Level.MAITRE])
def test_a_king_that_wins_the_game_is_announced_at_once(level: Level) -> None:
    table = dealt(elder="KS 8H 7H 9D 7C", score=(4, 4))
    assert player_of(level)(player_view(table.state, N)) == {AnnounceKing(): 1.0}
    table = dealt(dealer="KS 8H 7H 9D 7C", score=(4, 4))
    assert player_of(level)(player_view(table.state, S)) == {AnnounceKing(): 1.0}


def test_the_novice_is_careless_and_not_by_chance_alone() -> None:
    weights = player_of(Level.NOVICE)(player_view(dealt(elder="KH 9H 8D 7D AC").state, N))
    assert weights[Propose()] > 0.5
    assert max((often, move) for move, often in weights.items() if move != Propose())[1] == play("KH")


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_leads_without_proposing_and_without_its_king_more_often_than_with_it(level: Level) -> None:
    seen = 0
    for seed in range(200):
        hand = ["KS", *(str(card) for card in shuffled(Random(seed)) if str(card) not in ("KS", "7S"))][:5]
        weights = player_of(level)(player_view(dealt(elder=" ".join(hand)).state, N))
        leads = sum(often for move, often in weights.items() if isinstance(move, Play))
        marks = weights.get(AnnounceKing(), 0)
        assert leads <= marks
        seen += marks > 0
    assert seen > 40

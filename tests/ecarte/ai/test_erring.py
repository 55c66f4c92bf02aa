"""Players who err by cost: the dearer an error the rarer it is, and more slack makes more errors."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from random import Random

import pytest

from ecarte.ai.cards.search import card_values
from ecarte.ai.cards.trick_values import trick_worth
from ecarte.ai.knowledge import knowledge_of
from ecarte.ai.players.erring import erring
from ecarte.game import AnnounceKing, Phase, Play, PlayerView, Propose, Refuse, Rules, Seat, player_view
from ecarte.teaching import steps
from research.random_games import random_game
from tests.ecarte.ai.seats import dealt

LITTLE, MUCH = 0.02, 0.2


def choices() -> Iterator[PlayerView]:
    """Returns the views of some games in which a seat has more than one move."""
    for seed in range(6):
        for before, _ in steps(random_game(Rules(), Random(seed), Seat.NORTH)):
            if before.due is None and before.turn is not None:
                view = player_view(before, before.turn)
                if len(view.legal_moves) > 1:
                    yield view


def marks_for_any_lead(view: PlayerView) -> bool:
    """Returns whether the player marks the king first, whichever card they would lead without proposing."""
    return view.public.phase is Phase.PROPOSE and AnnounceKing() in view.legal_moves


def test_the_best_move_is_made_less_often_with_more_slack_and_stays_the_one_made_most() -> None:
    seen = set()
    for view in (view for view in choices() if not marks_for_any_lead(view)):
        careful, careless = (erring(slack)(view) for slack in (LITTLE, MUCH))
        best = max(careful.values())
        assert max(careless.values()) <= best + 1e-9
        assert {move for move, often in careful.items() if often == best} <= {
            move for move, often in careless.items() if often == pytest.approx(max(careless.values()))
        }
        assert careful.keys() <= careless.keys()
        seen.add(view.public.phase)
    assert seen == {Phase.PROPOSE, Phase.ANSWER, Phase.ELDER_DISCARD, Phase.DEALER_DISCARD, Phase.PLAY}


def test_a_card_that_costs_the_slack_is_played_e_times_less_often_than_the_best() -> None:
    compared = 0
    for view in choices():
        if view.public.phase is Phase.PLAY and AnnounceKing() not in view.legal_moves:
            knowledge = knowledge_of(view)
            values = card_values(knowledge, trick_worth(knowledge, marks_king=False))
            best, weights = max(values.values()), erring(MUCH)(view)
            most = max(weights.values())
            for card, value in values.items():
                assert weights[Play(card)] / most == pytest.approx(exp((value - best) / MUCH))
                compared += value < best
    assert compared > 10


def test_a_king_is_overlooked_at_most_every_other_time_and_less_often_with_little_slack() -> None:
    table = dealt(elder="KS 9H 8D 7D AC")
    table.does(Seat.NORTH, Propose())
    table.does(Seat.SOUTH, Refuse())
    marked = [erring(slack)(player_view(table.state, Seat.NORTH))[AnnounceKing()] for slack in (LITTLE, MUCH)]
    assert 1 > marked[0] > marked[1] >= 0.5


def test_a_player_who_has_marked_the_king_stands() -> None:
    table = dealt(elder="KS 9H 8D 7D AC")
    assert erring(MUCH)(player_view(table.state, Seat.NORTH))[Propose()] > 0
    table.does(Seat.NORTH, AnnounceKing())
    assert {type(move) for move in erring(MUCH)(player_view(table.state, Seat.NORTH))} == {Play}


def test_the_king_is_marked_by_a_player_who_stands_and_not_by_one_who_proposes() -> None:
    view = player_view(dealt(elder="KS 9H 8D 7D AC").state, Seat.NORTH)
    weights, earlier = erring(MUCH)(view), erring(MUCH, marks_standing=False)(view)
    assert weights[Propose()] == pytest.approx(earlier[Propose()])
    assert weights[AnnounceKing()] >= (1 - weights[Propose()]) / 2
    assert AnnounceKing() not in earlier


def test_a_king_that_wins_the_game_is_marked_before_any_word() -> None:
    view = player_view(dealt(elder="KS 9H 8D 7D AC", score=(4, 0)).state, Seat.NORTH)
    assert erring(LITTLE)(view)[AnnounceKing()] > 0.99

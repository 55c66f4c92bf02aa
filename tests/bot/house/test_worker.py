"""A decision of the house: its player's move is made, and a failing player holds up no table."""

from __future__ import annotations

import random

import pytest

from bot.house.worker import Thought, decide
from ecarte.ai.players import Weights
from ecarte.fair import shuffled
from ecarte.game import AcceptIfEnough, PlayerView, Propose, Resign, Rules, Seat, engine, player_view


@pytest.fixture
def views() -> dict[Seat, PlayerView]:
    """Both players' views when the cards are dealt; South is the elder."""
    chance = random.Random(4)
    state = engine.replay(engine.begin(Rules(), Seat.NORTH))
    for event in engine.deal(state, shuffled(chance)):
        state = engine.evolve(state, event)
    return {seat: player_view(state, seat) for seat in Seat}


def _proposes(_: PlayerView) -> Weights:
    return {Propose(): 1.0}


def _nothing(_: PlayerView) -> Weights:
    return {}


def _unlawful(_: PlayerView) -> Weights:
    return {AcceptIfEnough(): 1.0}


def _fails(view: PlayerView) -> Weights:
    raise KeyError(view.places)


def test_what_the_player_answers_is_done(views: dict[Seat, PlayerView]) -> None:
    assert decide(_proposes, views[Seat.SOUTH], 0.5) == Thought(Propose())


@pytest.mark.parametrize(
    ("player", "fault"), [(_fails, "KeyError"), (_nothing, "ValueError"), (_unlawful, "an unlawful move")]
)
def test_a_player_that_fails_on_its_turn_makes_the_first_lawful_move(
    views: dict[Seat, PlayerView], player: object, fault: str
) -> None:
    view = views[Seat.SOUTH]
    assert callable(player)
    assert decide(player, view, 0.5) == Thought(view.legal_moves[0], fault)


def test_where_there_is_nothing_to_do_no_player_is_asked(views: dict[Seat, PlayerView]) -> None:
    assert decide(_fails, views[Seat.NORTH], 0.5) == Thought(None)


def test_it_never_gives_up(views: dict[Seat, PlayerView]) -> None:
    thought = decide(lambda _: {Resign(): 1.0}, views[Seat.SOUTH], 0.5)
    assert thought == Thought(views[Seat.SOUTH].legal_moves[0], "an unlawful move")

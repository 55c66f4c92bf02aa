"""Plays games between players of the house, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from ecarte.ai import Player, chosen_move
from ecarte.fair import shuffled
from ecarte.game import Event, Move, Phase, Rules, Seat, State, begin, deal, decide, evolve, legal_moves, player_view

Players: TypeAlias = tuple[Player, Player]
"""The players of North and South."""


def moves_of_a_game(players: Players, rng: Random, rules: Rules | None = None) -> Iterator[tuple[State, Seat, Move]]:
    """Plays a game that South deals first. Yields each move with the state before it and the seat that makes it.

    A seat may announce its king out of turn.

    Args:
        players: the players of North and South.
        rng: the source of random numbers.
        rules: the rules of the game, or None for the standard ones.
    """
    for state, seat_move, _ in _course(players, rng, begin(Rules() if rules is None else rules, Seat.SOUTH)):
        if seat_move is not None:
            yield state, *seat_move


def log_of_a_game(players: Players, rng: Random, rules: Rules | None = None) -> tuple[Event, ...]:
    """Plays a game that South deals first. Returns its events. Arguments are those of `moves_of_a_game`."""
    start = begin(Rules() if rules is None else rules, Seat.SOUTH)
    return (*start, *[event for _, _, events in _course(players, rng, start) for event in events])


def _course(
    players: Players, rng: Random, start: tuple[Event, ...]
) -> Iterator[tuple[State, tuple[Seat, Move] | None, tuple[Event, ...]]]:
    """Yields each state of a game, the move that is made in it (None for a deal), and the events that follow."""
    (started,) = start
    state = evolve(None, started)
    while state.outcome is None:
        seat_move = None if state.phase is Phase.DEAL else _move(state, players, rng)
        events = deal(state, shuffled(rng)) if seat_move is None else decide(state, *seat_move)
        yield state, seat_move, events
        for event in events:
            state = evolve(state, event)


def _move(state: State, players: Players, rng: Random) -> tuple[Seat, Move]:
    assert state.turn is not None
    for seat in (state.turn.other, state.turn):
        weights = players[seat.index](player_view(state, seat)) if legal_moves(state, seat) else {}
        if weights:
            return seat, chosen_move(weights, rng.random())
    raise AssertionError("the player to act makes no move")

"""Makes random games for tests, event by event with the state after each, and finds what a view shows.

`research.random_games` makes the games, so every form of rules and every move of the table occurs in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies as st

from ecarte.game import Card, Dialect, Event, Move, Play, Rules, Seat, State, evolve, legal_moves, table_moves
from research.random_games import random_game
from tests.support.properties import examples

Told: TypeAlias = "tuple[tuple[Event, State], ...]"
"""Each event of a game, and the state after it."""

_RULES = (
    Rules(),
    Rules.of(Dialect.MODERN),
    Rules.of(Dialect.SHORT),
    replace(Rules.of(Dialect.SHORT), exchanges=2),
    Rules(points=9),
)
_MOST_DISCARDS = 12


@lru_cache(64)
def _told(rules: Rules, seed: int, dealer: Seat | None) -> Told:
    told: list[tuple[Event, State]] = []
    state = None
    for event in random_game(rules, Random(seed), dealer):
        state = evolve(state, event)
        told.append((event, state))
    return tuple(told)


few = examples(40)
games = st.builds(_told, st.sampled_from(_RULES), st.integers(0, 2**32), st.sampled_from([None, *Seat]))


def seen(value: Any) -> set[Card]:
    """Returns every card in a view, whatever the name of its field."""
    return set(_cards_in(value))


def _cards_in(value: Any) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Play):
        yield value.card
    elif is_dataclass(value):
        for field in fields(value):
            yield from _cards_in(getattr(value, field.name))
    elif hasattr(value, "__getitem__") and not isinstance(value, str):
        for item in value:
            yield from _cards_in(item)


def moves_of(state: State) -> list[tuple[Seat, Move]]:
    """Returns every move of both seats now; of the many discards, the first ones."""
    return [
        (seat, move)
        for seat in Seat
        for move in (*legal_moves(state, seat)[:_MOST_DISCARDS], *table_moves(state, seat))
    ]

"""Many random games of each dialect, kept to every promise at once. Takes minutes; `make soak` runs it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ecarte import notation
from ecarte.game import Dialect, Rules, replay
from ecarte.notation import CODEC
from research.random_games import random_game

GAMES = 4_000


@pytest.mark.soak
@pytest.mark.parametrize(
    "rules", [Rules(), Rules.of(Dialect.MODERN), Rules.of(Dialect.SHORT), replace(Rules.of(Dialect.SHORT), exchanges=2)]
)
def test_thousands_of_games_end_and_survive_every_form_they_can_take(rules: Rules) -> None:
    rng = random.Random(1886)
    for _ in range(GAMES):
        events = random_game(rules, rng)
        state = replay(events)
        assert state.outcome is not None
        assert [CODEC.read(CODEC.write(event)) for event in events] == list(events)
        text = notation.write(events)
        read = notation.read(text)
        assert list(read.events) == list(events)
        assert notation.write(read.events, read.tags) == text

"""The version of each player of the house, held by its answers: records name it, and only it recomputes their moves.

Where this fails, a player answers otherwise than the version that records name. If that is meant, raise the version in
`ecarte/ai/players/__init__.py`, and ADD a line below; a version that has been released is never given another digest.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from random import Random

import pytest

from ecarte.ai import Level, name_of, player_named, player_of
from ecarte.game import Rules, Seat, player_view
from ecarte.research.random_games import random_game
from ecarte.teaching import steps

ANSWERS = {
    Level.NOVICE: {1: "e78fe49224657259"},
    Level.SALON: {1: "6032eec8459a0c26"},
    Level.MAITRE: {1: "d017ea8c772d19bb"},
}
"""Of each version the beginning of the SHA-256 of its answers, for the maître together with that of all tables."""
GAMES = 24


def answers(level: Level) -> Iterator[str]:
    """What the player answers in every position of some games: the moves in their order, and the chances.

    By Cavendish's rules only: what other dialects allow may change, and is no answer of the player.
    """
    player = player_of(level)
    for seed in range(GAMES):
        for before, _ in steps(random_game(Rules(), Random(seed), Seat.NORTH)):
            for seat in Seat if before.due is None else ():
                # The last digits of a sum are not the same in every Python.
                weights = player(player_view(before, seat)).items()
                yield " ".join(f"{move!r} {chance:.9f}" for move, chance in weights)


def tables() -> Iterator[bytes]:
    for table in sorted(files("ecarte.ai").iterdir(), key=lambda file: file.name):
        if table.name.endswith(".bin"):
            yield table.read_bytes()


@pytest.mark.parametrize("level", Level)
def test_a_player_that_answers_otherwise_is_another_version(level: Level) -> None:
    digest = sha256("\n".join(answers(level)).encode())
    for table in tables() if level is Level.MAITRE else ():
        digest.update(table)
    version, last = max(ANSWERS[level].items())
    assert name_of(level) == f"{level} {version}"
    assert digest.hexdigest()[:16] == last, f"raise the version of {level}: see the head of this file"


@pytest.mark.parametrize("level", Level)
def test_a_name_leads_to_its_player_and_that_of_another_version_to_none(level: Level) -> None:
    assert player_named(name_of(level)) is player_of(level)
    assert player_named(f"{level} {max(ANSWERS[level]) + 1}") is None
    assert player_named(str(level)) is None

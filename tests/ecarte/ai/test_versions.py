"""Each version of a player of the house has pinned answers: records name the version, and only it recomputes their
moves.

If a test here fails, a player answers otherwise than the version that records name. If that is meant, raise the version
in `ecarte/ai/players/levels.py`, and ADD its line below: `python -m tests.support.house_games` prints the line, and
writes the record of the new version. A released version never gets another digest.
"""

from __future__ import annotations

from functools import cache

import pytest

from ecarte.ai import Level, name_of, player_named, player_of
from tests.support.house_games import digest_of as computed_digest

ANSWERS = {
    Level.STARTER: {1: "d4c43a6644e98265", 2: "d4c43a6644e98265", 3: "3af32301bc1aff4e"},
    Level.NOVICE: {1: "e78fe49224657259", 2: "e78fe49224657259"},
    Level.AMATEUR: {1: "b76a95c63a417af3", 2: "b76a95c63a417af3", 3: "f052444a4926fd90"},
    Level.SALON: {1: "6032eec8459a0c26", 2: "6032eec8459a0c26"},
    Level.MAITRE: {1: "d017ea8c772d19bb", 2: "de6e2edf6239355a", 3: "e0bdcfbb54593e1a", 4: "e0bdcfbb54593e1a"},
}
"""For each version, the beginning of the SHA-256 of its answers; for the maître, of its answers and of all tables."""
GONE = {(Level.MAITRE, 1), (Level.MAITRE, 2)}
"""The versions whose moves cannot be recomputed any more, since they had other tables."""


digest_of = cache(computed_digest)
"""The digest of a player's answers, computed once a player."""


@pytest.mark.parametrize("level", Level)
def test_a_player_that_answers_otherwise_is_another_version(level: Level) -> None:
    version, last = max(ANSWERS[level].items())
    assert name_of(level) == f"{level} {version}"
    assert digest_of(player_of(level)) == last, f"raise the version of {level}: see the head of this file"


@pytest.mark.parametrize("level", Level)
def test_a_name_leads_to_a_player_with_the_answers_of_its_version_or_to_none(level: Level) -> None:
    assert player_named(name_of(level)) is player_of(level)
    for version, answers in ANSWERS[level].items():
        player = player_named(f"{level} {version}")
        assert player is None if (level, version) in GONE else player is not None and digest_of(player) == answers
    assert player_named(f"{level} {max(ANSWERS[level]) + 1}") is None
    assert player_named(str(level)) is None


def test_a_level_keeps_its_name_and_its_number_and_each_number_stands_for_one_level() -> None:
    numbers = {level.value: level.definition.number for level in Level}
    assert numbers.items() >= {"novice": 1, "salon": 2, "maitre": 3, "starter": 4, "amateur": 5}.items()
    assert len(set(numbers.values())) == len(numbers)

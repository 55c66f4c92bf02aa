"""The sentence about a deal's points follows the rules of the table."""

from __future__ import annotations

import pytest

from bot.adapter import formatting
from bot.adapter.naming import Players
from bot.features.deal import text as deal_text
from bot.texts import Words
from ecarte.game import Phase, Play, Rules, Scoring, parse_cards, public_view
from tests.ecarte.game.table import Table

PLAYERS = Players(("Alice", "Bruno"), ())


def vole() -> Table:
    """North takes all five tricks."""
    table = Table().deal("KC QC JC AC TC", "KS QS JS KH KD", "7C")
    return table.tricks("KC KS, QC QS, JC JS, AC KH, TC KD")


@pytest.mark.parametrize("points", [2, 3])
def test_the_vole_is_named_with_the_points_that_it_counts(
    points: int, words: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rules, "scoring", Scoring(vole=points))
    (line, _) = deal_text.score(words, PLAYERS, public_view(vole().state))
    assert f"**{points}**" in line


@pytest.mark.parametrize("points", [2, 4])
def test_the_risk_of_playing_without_proposing_is_named_with_the_points_at_stake(
    points: int, words: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rules, "scoring", Scoring(vulnerable=points))
    table = Table().deal()
    (lead,) = parse_cards("KS")
    table.does(table.state.player, Play(lead))
    game = public_view(table.state)
    assert game.phase is Phase.PLAY
    (line,) = deal_text.exchanges(words, PLAYERS, game)
    assert f" {points}" in line
    assert formatting.risk(game.rules) == {"n": points, "point": 1}

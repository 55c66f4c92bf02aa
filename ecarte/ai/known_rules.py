"""The rules that the tables of the policy, of hands solved and of deals played were made for."""

from __future__ import annotations

from typing import Final

from ecarte.game import Rules, Scoring

POINTS: Final = 5
"""The score of the games."""
_SCORING: Final = Scoring(king=1, point=1, vulnerable=2, vole=2)


def policy_knows(rules: Rules) -> bool:
    """Whether the tables stand for games by these rules.

    Asked before any chance, hint, review or verdict: without it they would be wrong and not look it. Dialects differ in
    the exchange and in the deal; the policy answers there, too, as if the table played by Cavendish's laws.
    """
    return rules.points == POINTS and rules.scoring == _SCORING

"""Says for which rules of play the tables of the house are valid."""

from __future__ import annotations

from typing import Final

from ecarte.game import Manners, Rules, Scoring

POINTS: Final = 5
"""The tables are for games that are won with this many points."""
_SCORING: Final = Scoring(king=1, point=1, vulnerable=2, vole=2)


def policy_knows(rules: Rules) -> bool:
    """Returns whether the tables of the house are valid for games by these rules.

    Call this before you use any chance, hint, review or verdict: for other rules these are wrong and do not look wrong.
    Dialects that change only the exchange or the deal are accepted. For them the policy answers as if the table played
    by Cavendish's laws.
    """
    return rules.points == POINTS and rules.scoring == _SCORING


def policy_knows_games(rules: Rules) -> bool:
    """Returns whether the tables can value each deal of a finished game by these rules.

    A salon game cannot be valued, because its hands may be played again.
    """
    return rules.manners is not Manners.SALON and policy_knows(rules)

"""The rules for which the tables of the house were made."""

from __future__ import annotations

from typing import Final

from ecarte.game import Manners, Rules, Scoring

POINTS: Final = 5
"""The score that wins the games of the tables."""
_SCORING: Final = Scoring(king=1, point=1, vulnerable=2, vole=2)


def policy_knows(rules: Rules) -> bool:
    """Returns whether the tables are valid for games by these rules.

    Call this before using any chance, hint, review or verdict: at other rules these are wrong without looking wrong.
    Dialects with other rules for the exchange or the deal are accepted. There the policy answers as if the table played
    by Cavendish's laws.
    """
    return rules.points == POINTS and rules.scoring == _SCORING


def policy_knows_games(rules: Rules) -> bool:
    """Returns whether finished games by these rules can be valued from deal to deal.

    The tables are valid for the rules, and it is no salon game, in which a hand may be played again.
    """
    return rules.manners is not Manners.SALON and policy_knows(rules)

"""Writes what `python -m ecarte odds` says of a hand. Next to every figure stands the kind of opponent that it assumes.

Figures with open hands are counts of opposing hands and are never called chances. Figures with hidden hands are the two
ends of an interval (`ecarte.ai.cards.hidden`). This module returns lines and values; `ecarte.cli` prints them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Final

from ecarte.ai import Interval, certified_interval, shape_of, stood_on
from ecarte.game import Card, Rank, parse_cards
from ecarte.odds import HAND_SIZE, Holding, Jeu, OpenOdds, Role, jeu_of, open_odds, open_odds_by_lead

_OPEN: Final = "counts, not chances: both sides see all cards, which no opponent does"
_LOWER: Final = "sure against every opponent, even with a sight of this hand"
_UPPER: Final = "what the best play makes against the reference, which sees its own cards only and plays well"
_HANDS: Final = "every opposing hand counts alike, as before the opponent has decided anything"


@dataclass(frozen=True, slots=True)
class Telling:
    """What the library knows of one hand before any exchange.

    Attributes:
        holding: the hand, the turn-up and the role.
        odds: for each number of tricks, the count of opposing hands against which this hand wins that number, with open
            hands.
        leads: the same for each card that the elder may lead first; empty for the dealer's hand.
        interval: two bounds on the chance to make the point with hidden hands and without an exchange.
        kings: how many of the opposing hands have the king of trumps.
        jeu: which jeu de règle the hand is, or None.
    """

    holding: Holding
    odds: OpenOdds
    leads: dict[Card, OpenOdds]
    interval: Interval
    kings: int
    jeu: Jeu | None

    def to_dict(self) -> dict[str, object]:
        """Returns the report as plain values for JSON: counts as whole numbers, chances from 0 to 1."""
        return {
            "hand": [str(card) for card in self.holding.cards],
            "turn_up": str(self.holding.turn_up),
            "role": str(self.holding.role),
            "hands": self.odds.hands,
            "hands_are": _HANDS,
            "open_is": _OPEN,
            **_counts(self.odds),
            "leads": {str(card): _counts(odds) for card, odds in self.leads.items()},
            "point": {
                "lower": self.interval.lower,
                "lower_is": _LOWER,
                "upper": self.interval.upper,
                "upper_is": _UPPER,
            },
            "king": {"held": self._holds_king, "turned_up": self._king_turned, "opposing_hands": self.kings},
            "jeu_de_regle": None
            if self.jeu is None
            else {
                "number": self.jeu.value,
                "gist": self.jeu.gist,
                "page": self.jeu.page,
                "asks_for_cards": self._asks_for_cards,
            },
        }

    def lines(self) -> Iterator[str]:
        """Yields the report as lines for a terminal."""
        side = "elder" if self.holding.role is Role.ELDER else "dealer"
        yield f"{' '.join(map(str, self.holding.cards))}, turn-up {self.holding.turn_up}, {side}"
        yield f"opposing hands: {self.odds.hands:,}; {_HANDS}"
        yield f"with open hands, of the opposing hands:{'point':>18}{'vole':>9}"
        yield f"  {'best play':43}{self.odds.point:12,}{self.odds.vole:9,}"
        for card, odds in self.leads.items():
            yield f"  {f'leading {card}':43}{odds.point:12,}{odds.vole:9,}"
        yield f"  {_OPEN}"
        ends = f"{self.interval.lower:.2%} to {self.interval.upper:.2%}"
        yield f"with hidden hands, both playing the cards dealt, the point: {ends}"
        yield f"  lower end: {_LOWER}"
        yield f"  upper end: {_UPPER}"
        yield f"king of trumps: {self._king()}"
        if self.jeu is not None:
            asks = "; but with these cards the book asks for others" if self._asks_for_cards else ""
            yield f"jeu de règle no. {self.jeu.value}: {self.jeu.gist} (Cavendish, p. {self.jeu.page}){asks}"
        elif self.holding.role is Role.ELDER:
            yield "no jeu de règle"

    def _king(self) -> str:
        if self._king_turned:
            return "turned up"
        if self._holds_king:
            return "in this hand"
        return f"in {self.kings:,} of the opposing hands ({self.kings / self.odds.hands:.2%})"

    @property
    def _asks_for_cards(self) -> bool:
        """True if the book proposes with this hand at love-all, although it is a jeu de règle.

        The book does so with some hands if their player has the king of trumps or it is turned up, and with two queens
        if the cards that guard them are low.
        """
        shape = shape_of(self.holding.hand, self.holding.trump)
        return not stood_on(shape, self.jeu, king_turned=self._king_turned, against_four=False)

    @property
    def _king_turned(self) -> bool:
        return self.holding.turn_up.rank is Rank.KING

    @property
    def _holds_king(self) -> bool:
        return self.holding.hand & Card(Rank.KING, self.holding.trump).bit != 0


def tell(hand: str, turn_up: str, role: Role) -> Telling:
    """Returns what the library knows of a hand before any exchange.

    Args:
        hand: the five cards as text.
        turn_up: the eleventh card as text.
        role: whether the hand is the elder's or the dealer's.

    Raises:
        CardTextError: a text names no card.
        HandError: the cards are no hand.
    """
    holding = Holding.of(parse_cards(hand), Card.parse(turn_up), role)
    king = Card(Rank.KING, holding.trump)
    return Telling(
        holding,
        open_odds(holding),
        open_odds_by_lead(holding) if role is Role.ELDER else {},
        certified_interval(holding),
        0 if (holding.hand | holding.dead) & king.bit else comb(holding.unseen - 1, HAND_SIZE - 1),
        jeu_of(holding),
    )


def _counts(odds: OpenOdds) -> dict[str, object]:
    return {"open_point": odds.point, "open_vole": odds.vole}

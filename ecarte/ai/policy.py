"""The policy: whether to propose, to give cards, and what to put out, at every score, for either side.

    >>> seen = Seen(mask_of(parse_cards("KS 9S AH 8D 7C")), Card.parse("TS"), Role.ELDER, elder_needs=5, dealer_needs=5)
    >>> policy().propose(seen), policy().discard(seen)

**What it is.** For each of the 25 scores, with the king of trumps in play or turned up, a plan for both sides: for
every class of hands (`classes`) the chance in thirds that he proposes (as dealer: gives cards) and what he puts out; in
the first round, and in the second and third also by how many cards the other took last. It was computed by backward
induction over the score: the king, both penalties and repeated proposals are in it. At one score, damped fictitious
play between the two plans, each against a sample of the hands that the other's plan leaves him.

**What is a model in it.** The play of the cards: two hands make the tricks that they make with open hands, shifted for
each elder hand so that over all hands of the dealer the tricks are spread as they were in deals played with hidden
hands by two players who look at random hands that the other may hold, and play what does best with these open. That
play gives the elder hand the point in 0.544 of deals where nobody exchanges; the proved ends of `hidden` are 0.522 and
0.559 on average, and open hands give 0.569. After a third exchange the hand is played. One's own discards are not
remembered as cards that the other lacks; in the second round and later only the class of the own hand and what the
other took count. Who holds the king marks it.

**How good it is.** `measured` gives for each game the elder hand's chance and what the best answer that was found gains
against each plan, over other deals than those that it was made from: so far at least is the plan from being unbeatable
*within the model*. The answer knows no more than the plan does (own class, round, cards the other took), and it is
found by the same sampling, so a better one may exist: where the gain is told as less than nothing, the answer did worse
than the plan, mostly by later rounds, for which a talon that runs short is not reckoned with beforehand.

The file is told in `policy_pack`, and `policy_build` makes it. A look-up takes some microseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ecarte.ai.policy_file import BUCKETS, LEVELS, ROUNDS, Table, decision, opened
from ecarte.game import Card, HandError, RulesError
from ecarte.odds import HAND_SIZE, Role, class_of, place

__all__ = ["Measured", "Policy", "Seen", "policy"]

_MOST: Final = 5
_TALON: Final = 21


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player knows when he decides before the play.

    `hand` is the mask of his five cards (`ecarte.game.cards`); `elder_needs` and `dealer_needs` the points that each
    has still to make, a king turned up being marked already, **but no king in hand**: whoever has announced one in this
    deal needs here what he needed before. `round` counts from 1: 1 until cards have been exchanged. `took`: how many
    cards the other took in the last exchange, None in the first round. `talon`: the cards that are left to give.

    Raises `HandError` and `RulesError` for what cannot be.
    """

    hand: int
    turn_up: Card
    role: Role
    elder_needs: int = _MOST
    dealer_needs: int = _MOST
    round: int = 1
    took: int | None = None
    talon: int = _TALON

    def __post_init__(self) -> None:
        if self.hand.bit_count() != HAND_SIZE or self.hand >> 32:
            raise HandError(f"a hand is {HAND_SIZE} cards")
        if self.hand & self.turn_up.bit:
            raise HandError(f"{self.turn_up} is in the hand and the turn-up")
        for needs in (self.elder_needs, self.dealer_needs):
            if not 1 <= needs <= _MOST:
                raise RulesError("score", needs)
        if not self.turn_up.higher and self.dealer_needs == _MOST:
            raise RulesError("score", self.dealer_needs)
        if self.round < 1 or (self.round == 1) != (self.took is None):
            raise RulesError("round", self.round)
        if self.took is not None and not 0 <= self.took <= HAND_SIZE:
            raise RulesError("took", self.took)

    @property
    def game(self) -> str:
        """The name of the game in the table, as in `policy_pack`."""
        king = "k" if self.turn_up.higher else ""
        return f"e{self.elder_needs}d{self.dealer_needs}{king}"


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of one game, over whole deals by the laws and in the model of the play.

    `value`: the elder hand's chance to win the game; `elder_gain`, `dealer_gain`: by how much the best answer that was
    found to the other's plan betters that chance for each (negative only by chance); each with its standard error.
    `proposed`: how often the elder hand proposes; `given`: how often the dealer then gives cards; `exchanges`: how
    often cards are exchanged at least once, twice, three times.
    """

    value: float
    error: float
    elder_gain: float
    elder_gain_error: float
    dealer_gain: float
    dealer_gain_error: float
    proposed: float
    given: float
    exchanges: tuple[float, float, float]

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Measured:
        """From an entry of the heading."""
        fields = {name: told[name] for name in cls.__dataclass_fields__}
        return cls(**{**fields, "exchanges": tuple(told["exchanges"])})


class Policy:
    """The table of plans. `policy()` gives the one that comes with the library."""

    __slots__ = ("_chances", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._chances = {
            (int(elder), int(dealer)): float(chance)
            for (elder, dealer), chance in ((it.split(","), value) for it, value in table.heading["chances"].items())
        }

    def propose(self, seen: Seen) -> float:
        """The chance in thirds (0 to 1) with which the elder hand proposes rather than plays.

        Never with fewer cards in the talon than he would put out, nor after three exchanges. Raises `RulesError` for
        the dealer.
        """
        if seen.role is not Role.ELDER:
            raise RulesError("role", seen.role)
        if seen.round > ROUNDS or self._places(seen, class_of(seen.hand, seen.turn_up)).bit_count() > seen.talon:
            return 0.0
        return self._level(seen)

    def accept(self, seen: Seen) -> float:
        """The chance in thirds (0 to 1) with which the dealer gives cards rather than refuses.

        Never where the talon would hardly leave any for himself. Raises `RulesError` for the elder hand.
        """
        if seen.role is not Role.DEALER:
            raise RulesError("role", seen.role)
        return self._level(seen) if seen.talon >= HAND_SIZE else 0.0

    def discard(self, seen: Seen, least: int = 0) -> int:
        """The mask of the cards that he puts out if cards are exchanged; at least one card for the elder hand.

        `least`: how few it may be by the rules of the table. It is as many as the talon has at most: plain cards are
        put out before trumps, and the lowest first.
        """
        number, bits = place(seen.hand, seen.turn_up)
        places = self._places(seen, number)
        out = [bit for at, bit in enumerate(bits) if places >> at & 1]
        kept = [bit for bit in bits if bit not in out]
        trumps = seen.turn_up.suit.mask

        def worth(bit: int) -> tuple[bool, int, int]:
            return bool(bit & trumps), -((bit.bit_length() - 1) % 8), bit

        if len(out) > seen.talon:
            out = sorted(out, key=worth)[: seen.talon]
        elif len(out) < least:
            out += sorted(kept, key=worth)[: least - len(out)]
        return sum(out)

    def chance(self, elder_needs: int, dealer_needs: int) -> float:
        """The elder hand's chance to win the game before the cards are dealt, where the two need so many points.

        Raises `RulesError` for a score that no unfinished game has.
        """
        try:
            return self._chances[elder_needs, dealer_needs]
        except KeyError:
            raise RulesError("score", (elder_needs, dealer_needs)) from None

    def claim(self, case: str) -> tuple[float, ...]:
        """The figures of a case of the book's claims (`claims_table` says what they are). Raises `KeyError`."""
        return tuple(self._table.heading["claims"][case])

    def measured(self, elder_needs: int, dealer_needs: int, king_turned: bool = False) -> Measured:
        """What was measured of a game; `king_turned`: the turn-up is a king, marked already. Raises `RulesError`."""
        told = self._table.heading["games"].get(f"e{elder_needs}d{dealer_needs}{'' if king_turned else 'k'}")
        if told is None:
            raise RulesError("score", (elder_needs, dealer_needs))
        return Measured.of(told)

    def all_measured(self) -> dict[str, Measured]:
        """What was measured of all 45 games, by their names in the file (`policy_pack`)."""
        return {name: Measured.of(told) for name, told in self._table.heading["games"].items()}

    def unpack(self) -> None:
        """Unpack the plans of all games now (10 MB), so that no look-up has to wait for its own."""
        for name in self._table.heading["games"]:
            self._table.planes(name)

    def play_spreads(self, hand: int, turn_up: Card) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """How likely an elder hand, played as dealt, makes 0-5 tricks with hidden hands and with open ones.

        Both counted in the same 1,000 deals (400 with two trumps or more): good to some hundredths.
        """
        at = 12 * class_of(hand, turn_up)
        hidden, shown = (self._table.plays()[at + more : at + more + 6] for more in (0, 6))
        number = sum(hidden)
        return tuple(it / number for it in hidden), tuple(it / number for it in shown)

    def _level(self, seen: Seen) -> float:
        number, round_ = class_of(seen.hand, seen.turn_up), min(seen.round, ROUNDS) - 1
        bucket = 0 if seen.took is None else min(max(seen.took - 2, 0), BUCKETS - 1)
        planes = self._table.planes(seen.game)
        return planes.level(seen.role is Role.DEALER, decision(round_, bucket), number) / (LEVELS - 1)

    def _places(self, seen: Seen, number: int) -> int:
        planes = self._table.planes(seen.game)
        return planes.places_out(seen.role is Role.DEALER, min(seen.round, ROUNDS) - 1, number)


@cache
def policy() -> Policy:
    """The policy that comes with the library; read once."""
    return Policy(opened((files("ecarte.ai") / "policy.bin").read_bytes()))

"""The policy: when to propose and to accept, and what to discard, at every score, for either side.

    >>> seen = Seen(mask_of(parse_cards("KS 9S AH 8D 7C")), Card.parse("TS"), Role.ELDER, elder_needs=5, dealer_needs=5)
    >>> policy().propose(seen), policy().discard(seen)

**Contents.** For each of the 25 scores, with the king of trumps in play or turned up, a plan for both sides: for each
class of hands (`ecarte.odds.hand_classes`) the chance, in thirds, of proposing (as dealer: of accepting), and the
discard; in the second and third round also by the number of cards that the opponent took last. It was computed by
backward induction over the score, with the king, both penalties and repeated proposals. At one score: damped fictitious
play between the two plans, each against a sample of the hands that the other plan leaves it.

**What is modelled.** The play of the cards. When the plans were solved, two hands made their tricks with open hands,
shifted per elder's hand so that over all hands of the dealer the tricks are distributed as in deals with hidden hands
between two players who look at random hands that the other may hold and play what does best with these open. That play
gives the elder the point in 0.544 of deals without exchange; by the bounds of `ecarte.ai.cards.hidden` best play gives
0.5427 to 0.5459, and open hands give 0.569. After a third exchange the hand is played. Own discards are not remembered
as cards that the other lacks; from the second round on only the class of the own hand and the number of cards that the
other took count. The holder of the king marks it.

**What comes from play.** In that model a second exchange is worth too much to both sides, so the plans as stored leave
it to hands for which deals played out by the house bear it out (`research.matches.later`). All values - of
scores, of plans, in reviews - are told with a second shift of the tricks, counted in deals of the house by these plans:
by the exchanges made, by who would not go on, and by both hands (`play_shift`). To the value of a score is added what
the model still misses there, in deals of the house (`Measured.missed`).

**Quality.** `measured` gives for each game the elder's chance and the gain of the best answer found to each plan, over
other deals than those used to build it. Both are told for one deal and *within the model*: there, each plan can be
beaten by that much. They are no bounds. The answer knows no more than the plan (own class, round, cards the other took)
and is found by sampling, so a better one may exist; and the table is not the model: a player there may gain more.
What the plans are worth in play is measured by deals played out: `python -m research scores`, `claims`, `later`.
Where the gain is negative the answer did worse than the plan.

`ecarte.ai.exchange.policy_file` describes the file, `research.exchange.policy_build` builds it. A look-up takes
some microseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ecarte.ai.exchange.policy_file import BUCKETS, GROUPS, LEVELS, ROUNDS, UNIT, PolicyTable, decision, unpack_table
from ecarte.game import Card, HandError, RulesError, Suit
from ecarte.odds import HAND_SIZE, Role, class_of, place

_MOST: Final = 5
_TALON: Final = 21
_KINGS: Final = sum(1 << suit.shift for suit in Suit)
_QUEENS: Final = _KINGS << 1
_NO_SHIFT: Final = (0.0,) * 6


@dataclass(frozen=True, slots=True)
class PolicyInput:
    """What a player knows when deciding before the play. Raises `HandError` and `RulesError` for impossible values.

    `hand`: the mask of the five cards; `elder_needs`, `dealer_needs`: the points still to make, with a king turned up
    marked already, **but no king in hand**: a player who has announced one in this deal needs here what they needed
    before. `round` counts from 1, the round before the first exchange. `took`: how many cards the other took in the
    last exchange, None in the first round. `talon`: the cards left.
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
        """The name of the game in the file (`policy_file`)."""
        king = "k" if self.turn_up.higher else ""
        return f"e{self.elder_needs}d{self.dealer_needs}{king}"


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of one game, over whole deals in the model of the play.

    `value`: the elder's chance to win the game, with what the model missed in deals of the house at this score
    (`missed`, and its standard error); `elder_gain`, `dealer_gain`: how much the best answer found to the
    other's plan betters each side's chance in a deal (negative only by chance), no bound on what a player may gain;
    each with its standard error. `proposed`: how often the elder proposes; `given`: how often the dealer then accepts;
    `exchanges`: how often there are at least one, two, three exchanges.
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
    missed: float = 0.0
    missed_error: float = 0.0

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Measured:
        """Reads an entry of the file's heading."""
        fields = {name: entry[name] for name in cls.__dataclass_fields__ if name in entry}
        return cls(**{**fields, "exchanges": tuple(entry["exchanges"])})


class Policy:
    """The table of plans. `policy()` returns the one in the library."""

    __slots__ = ("_chances", "_table")

    def __init__(self, table: PolicyTable) -> None:
        self._table = table
        self._chances = {
            (int(elder), int(dealer)): float(chance)
            for (elder, dealer), chance in (
                (needs.split(","), value) for needs, value in table.heading["chances"].items()
            )
        }

    @property
    def table(self) -> PolicyTable:
        """The file of the plans."""
        return self._table

    def propose(self, seen: PolicyInput) -> float:
        """The chance (0 to 1, in thirds) that the elder proposes rather than plays.

        0 with fewer cards in the talon than the discards wanted, and after three exchanges. Raises `RulesError` for the
        dealer.
        """
        if seen.role is not Role.ELDER:
            raise RulesError("role", seen.role)
        if seen.round > ROUNDS or self._places(seen, class_of(seen.hand, seen.turn_up)).bit_count() > seen.talon:
            return 0.0
        return self._level(seen)

    def accept(self, seen: PolicyInput) -> float:
        """The chance (0 to 1, in thirds) that the dealer accepts rather than refuses.

        0 where the talon would hardly leave the dealer any card. Raises `RulesError` for the elder.
        """
        if seen.role is not Role.DEALER:
            raise RulesError("role", seen.role)
        return self._level(seen) if seen.talon >= HAND_SIZE else 0.0

    def discard(self, seen: PolicyInput, least: int = 0) -> int:
        """The mask of the discards in an exchange; at least one card for the elder.

        `least`: the fewest that the table's rules allow. The talon limits the number: plain cards go before trumps, the
        lowest first.
        """
        number, bits = place(seen.hand, seen.turn_up)
        places = self._places(seen, number)
        out = [bit for at, bit in enumerate(bits) if places >> at & 1]
        trumps = seen.turn_up.suit.mask

        def worth(bit: int) -> tuple[bool, int, int]:
            return bool(bit & trumps), -((bit.bit_length() - 1) % 8), bit

        if len(out) > seen.talon:
            out = sorted(out, key=worth)[: seen.talon]
        if len(out) < least:
            # After a conditional acceptance the talon may be empty; a dealer who must exchange still names a card.
            out += sorted((bit for bit in bits if bit not in out), key=worth)[: least - len(out)]
        return sum(out)

    def chance(self, elder_needs: int, dealer_needs: int) -> float:
        """The elder's chance to win the game before the deal, by the points that both need.

        Raises `RulesError` for a score of no unfinished game.
        """
        try:
            return self._chances[elder_needs, dealer_needs]
        except KeyError:
            raise RulesError("score", (elder_needs, dealer_needs)) from None

    def claim(self, case: str) -> tuple[float, ...]:
        """The figures of a case of the book's claims (`research.figures.claims_table`). Raises `KeyError`."""
        return tuple(self._table.heading["claims"][case])

    def measurement(self, elder_needs: int, dealer_needs: int, king_turned: bool = False) -> Measured:
        """What was measured of a game; `king_turned`: the turn-up is a king, marked already. Raises `RulesError`."""
        entry = self._table.heading["games"].get(f"e{elder_needs}d{dealer_needs}{'' if king_turned else 'k'}")
        if entry is None:
            raise RulesError("score", (elder_needs, dealer_needs))
        return Measured.of(entry)

    def measurements(self) -> dict[str, Measured]:
        """What was measured of all 45 games, by name (`policy_file`)."""
        return {name: Measured.of(entry) for name, entry in self._table.heading["games"].items()}

    def unpack(self) -> None:
        """Unpacks the plans of all games (10 MB), so that no look-up waits for it."""
        for name in self._table.heading["games"]:
            self._table.planes(name)

    def play_spreads(self, hand: int, turn_up: Card) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The distributions of 0-5 tricks of an elder's hand, played as dealt, with hidden hands and with open ones.

        Both are counted in the same 1,000 deals (400 with two trumps or more): accurate to some hundredths.
        """
        at = 12 * class_of(hand, turn_up)
        hidden, shown = (self._table.plays()[at + more : at + more + 6] for more in (0, 6))
        number = sum(hidden)
        return tuple(count / number for count in hidden), tuple(count / number for count in shown)

    def play_shift(self, way: int, elder: int, dealer: int, turn_up: Card, tricks: int) -> tuple[float, ...]:
        """What the play of the house adds to the elder's chances of 0-5 tricks with hidden hands (`play_spreads`).

        `way`: how the play begins (`way_of`); `tricks`: the elder's with open hands. The six numbers sum to nothing.
        """
        shifts = self._table.shifts()
        if not shifts:
            return _NO_SHIFT
        groups = GROUPS * group_of(elder, turn_up) + group_of(dealer, turn_up)
        at = 6 * (6 * (GROUPS**2 * way + groups) + tricks)
        return tuple([shift / UNIT for shift in shifts[at : at + 6]])

    def _level(self, seen: PolicyInput) -> float:
        number, round_ = class_of(seen.hand, seen.turn_up), min(seen.round, ROUNDS) - 1
        bucket = 0 if seen.took is None else min(max(seen.took - 2, 0), BUCKETS - 1)
        planes = self._table.planes(seen.game)
        return planes.level(seen.role is Role.DEALER, decision(round_, bucket), number) / (LEVELS - 1)

    def _places(self, seen: PolicyInput, number: int) -> int:
        planes = self._table.planes(seen.game)
        return planes.places_out(seen.role is Role.DEALER, min(seen.round, ROUNDS) - 1, number)


def way_of(exchanges: int, refused: bool) -> int:
    """The number of a way that the play begins: after so many exchanges; `refused`: the dealer would not give more."""
    return 2 * min(exchanges, 2) + refused


def group_of(hand: int, turn_up: Card) -> int:
    """The group of a hand: its trumps, three or more being one, and its plain kings, counted twice, and queens."""
    trumps, plain = (hand & turn_up.suit.mask).bit_count(), hand & ~turn_up.suit.mask
    courts = 2 * (plain & _KINGS).bit_count() + (plain & _QUEENS).bit_count()
    return 3 * min(trumps, 3) + min(courts // 2, 2)


@cache
def policy() -> Policy:
    """The policy in the library, read once."""
    return Policy(unpack_table((files("ecarte.ai") / "policy.bin").read_bytes()))

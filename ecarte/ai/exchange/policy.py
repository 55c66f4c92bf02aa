"""The policy: when to propose and to accept, and what to discard, at every score, for both roles.

    >>> hand = mask_of(parse_cards("KS 9S AH 8D 7C"))
    >>> seen = PolicyInput(hand, Card.parse("TS"), Role.ELDER, elder_needs=5, dealer_needs=5)
    >>> policy().propose(seen), policy().discard(seen)

**Contents.** There is a plan for both roles at each of the 25 scores, with the king of trumps in play or turned up. For
each class of hands (`ecarte.odds.hand_classes`) a plan has the chance of proposing (as dealer: of accepting), in
thirds, and the discard. In the second and third round it also depends on the number of cards that the opponent took
last. The plans were computed by backward induction over the score, with the king, both penalties and repeated
proposals. At one score, damped fictitious play improved the two plans, each against a sample of the hands that the
other plan leaves.

**Model.** The play of the cards is modelled. When the plans were solved, two hands won their tricks with open hands,
with a shift for each elder's hand. The shift makes the tricks, over all hands of the dealer, distributed as in deals
with hidden hands between two players of a certain kind: they look at random hands that the opponent may hold, and play
the card that is best with these hands open. With that play the elder makes the point in 0.544 of deals without
exchange. By the bounds of `ecarte.ai.cards.hidden` best play gives 0.5427 to 0.5459; open hands give 0.569. After a
third exchange the hand is played. Own discards are not remembered as cards that the opponent lacks. From the second
round on, only the class of the own hand and the number of cards that the opponent took count. The holder of the king
marks it.

**Corrections from play.** In that model a second exchange is worth too much to both sides. So the stored plans make a
second exchange only with hands for which deals of the house confirm its value (`research.matches.later`). All values -
of scores, of plans, in reviews - are computed with a second shift of the tricks. It was counted in deals of the house
by these plans, for the number of exchanges, for the player who declined the next one, and for both hands
(`play_shift`). The value of a score also includes what the model still misses there, as measured in deals of the house
(`Measured.missed`).

**Quality.** `measured` has for each game the elder's chance, and the gain of the best answer found to each plan, in
other deals than those used to build it. Both are for one deal and *within the model*: there, each plan can be beaten by
that much. They are no bounds. The answer knows no more than the plan (own class, round, cards that the opponent took)
and is found by sampling, so a better one may exist. Also, the table is not the model: a player there may gain more. The
worth of the plans in real play is measured by deals played out: `python -m research scores`, `claims`, `later`. A
negative gain means that the answer did worse than the plan.

`ecarte.ai.exchange.policy_file` describes the file, `research.exchange.policy_build` builds it. A look-up takes some
microseconds.
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
    """The facts that a player knows when deciding before the play.

    Attributes:
        hand: the five cards (a mask).
        turn_up: the eleventh card.
        role: the role of the player.
        elder_needs, dealer_needs: the points that each player needs, 1 to 5. A king turned up is marked already, **but
            no king in hand is**: after an announcement in this deal, give the number of points needed before it.
        round: 1 before the first exchange, and so on.
        took: the number of cards that the opponent took in the last exchange; None in the first round.
        talon: the number of cards in the talon.

    Raises:
        HandError: the hand is not five cards, or contains the turn-up.
        RulesError: another value is out of range.
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
    """The measurements of one game, over whole deals in the model of the play.

    Attributes:
        value: the elder's chance to win the game, `missed` included.
        error: its standard error.
        elder_gain, dealer_gain: how much the best answer found to the opponent's plan improves the side's chance in a
            deal. This is no bound. It is negative only by chance.
        elder_gain_error, dealer_gain_error: their standard errors.
        proposed: how often the elder proposes.
        given: how often the dealer then accepts.
        exchanges: how often a deal has at least one, two, three exchanges.
        missed: what the model misses in deals of the house at this score.
        missed_error: its standard error.
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
        """Returns the measurements from an entry of the file's heading."""
        fields = {name: entry[name] for name in cls.__dataclass_fields__ if name in entry}
        return cls(**{**fields, "exchanges": tuple(entry["exchanges"])})


class Policy:
    """The table of plans. `policy()` returns the packaged one."""

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
        """The file with the plans."""
        return self._table

    def propose(self, seen: PolicyInput) -> float:
        """Returns the chance (0 to 1, in thirds) that the elder proposes. Otherwise the elder leads.

        It is 0 if the talon has fewer cards than the wanted discards, and after three exchanges.

        Raises:
            RulesError: the role is dealer.
        """
        if seen.role is not Role.ELDER:
            raise RulesError("role", seen.role)
        if seen.round > ROUNDS or self._places(seen, class_of(seen.hand, seen.turn_up)).bit_count() > seen.talon:
            return 0.0
        return self._level(seen)

    def accept(self, seen: PolicyInput) -> float:
        """Returns the chance (0 to 1, in thirds) that the dealer accepts. Otherwise the dealer refuses.

        It is 0 if the talon would leave the dealer hardly any card.

        Raises:
            RulesError: the role is elder.
        """
        if seen.role is not Role.DEALER:
            raise RulesError("role", seen.role)
        return self._level(seen) if seen.talon >= HAND_SIZE else 0.0

    def discard(self, seen: PolicyInput, least: int = 0) -> int:
        """Returns the discards in an exchange (a mask). The elder discards at least one card.

        The talon limits the number: plain cards are discarded before trumps, the lowest first.

        Args:
            least: the fewest cards that the rules of the table allow.
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
            # After a conditional acceptance the talon may be empty. A dealer who must exchange still discards a card.
            out += sorted((bit for bit in bits if bit not in out), key=worth)[: least - len(out)]
        return sum(out)

    def chance(self, elder_needs: int, dealer_needs: int) -> float:
        """Returns the elder's chance to win the game before a deal, by the points that both players need.

        Raises:
            RulesError: no unfinished game has this score.
        """
        try:
            return self._chances[elder_needs, dealer_needs]
        except KeyError:
            raise RulesError("score", (elder_needs, dealer_needs)) from None

    def claim(self, case: str) -> tuple[float, ...]:
        """Returns the figures of a case of the book's claims (`research.figures.claims_table`). Raises `KeyError`."""
        return tuple(self._table.heading["claims"][case])

    def measurement(self, elder_needs: int, dealer_needs: int, king_turned: bool = False) -> Measured:
        """Returns the measurements of a game.

        Args:
            king_turned: whether the turn-up is a king, which is marked already.

        Raises:
            RulesError: there is no such game.
        """
        entry = self._table.heading["games"].get(f"e{elder_needs}d{dealer_needs}{'' if king_turned else 'k'}")
        if entry is None:
            raise RulesError("score", (elder_needs, dealer_needs))
        return Measured.of(entry)

    def measurements(self) -> dict[str, Measured]:
        """Returns the measurements of all 45 games, by name (`policy_file`)."""
        return {name: Measured.of(entry) for name, entry in self._table.heading["games"].items()}

    def unpack(self) -> None:
        """Unpacks the plans of all games (10 MB), so that no look-up has to wait for it."""
        for name in self._table.heading["games"]:
            self._table.planes(name)

    def play_spreads(self, hand: int, turn_up: Card) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Returns the distributions of 0 to 5 tricks of an elder's hand played as dealt: with hidden hands, and with
        open ones.

        Both are counted in the same 1,000 deals (400 with two trumps or more), so they are accurate to some hundredths.
        """
        at = 12 * class_of(hand, turn_up)
        hidden, open_hands = (self._table.plays()[at + more : at + more + 6] for more in (0, 6))
        number = sum(hidden)
        return tuple(count / number for count in hidden), tuple(count / number for count in open_hands)

    def play_shift(self, way: int, elder: int, dealer: int, turn_up: Card, tricks: int) -> tuple[float, ...]:
        """Returns the corrections, from the play of the house, to the elder's chances of 0 to 5 tricks
        (`play_spreads`).

        The six numbers add up to 0.

        Args:
            way: how the play begins (`way_of`).
            elder, dealer: the hands (masks).
            turn_up: the eleventh card.
            tricks: the elder's tricks with open hands.
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
    """Returns the number of a way in which the play begins.

    Args:
        exchanges: the number of exchanges.
        refused: whether the dealer refused the next one.
    """
    return 2 * min(exchanges, 2) + refused


def group_of(hand: int, turn_up: Card) -> int:
    """Returns the group of a hand: by trumps (three or more count alike), and by plain kings (counted twice) and
    queens.
    """
    trumps, plain = (hand & turn_up.suit.mask).bit_count(), hand & ~turn_up.suit.mask
    courts = 2 * (plain & _KINGS).bit_count() + (plain & _QUEENS).bit_count()
    return 3 * min(trumps, 3) + min(courts // 2, 2)


@cache
def policy() -> Policy:
    """Returns the packaged policy. It is read once."""
    return Policy(unpack_table((files("ecarte.ai") / "policy.bin").read_bytes()))

"""The policy: when to propose and to accept, and what to discard, at every score, for both roles.

    >>> hand = mask_of(parse_cards("KS 9S AH 8D 7C"))
    >>> seen = PolicyInput(hand, Card.parse("TS"), Role.ELDER, elder_needs=5, dealer_needs=5)
    >>> policy().propose(seen), policy().discard(seen)

**Contents.** There is a plan for both roles at each of the 25 scores, once for deals in which the king of trumps may be
held and once for deals in which it is turned up. For each class of hands (`ecarte.odds.hand_classes`) a plan says how
often to propose (as dealer: to accept), in thirds, and what to discard. After an exchange this also depends on the
number of cards that the opponent took. The plans were computed by backward induction over the score. They take into
account the king, both penalties of two points and repeated proposals. At each score, damped fictitious play improved
the two plans step by step, each against a sample of the hands that the other plan leaves.

**Model.** The plans were solved with a model of the play of the cards. It begins with the tricks that two open hands
win, and corrects them by a shift for each elder's hand. With the shift, each number of tricks is as frequent, over all
hands of the dealer, as in deals that were played with hidden hands. In those deals both players looked at random hands
that the opponent might hold, and played the card that was best with these hands open. With that play the elder makes
the point in 0.544 of deals without exchange. By the bounds of `ecarte.ai.cards.hidden` best play gives 0.5427 to
0.5459; open hands give 0.569. The model simplifies in four ways. There are three exchanges at most. A player does not
remember which cards they discarded. After an exchange, only the class of the player's hand and the number of cards that
the opponent took count. The holder of the king always marks it.

**Corrections from play.** In that model a second exchange is worth too much to both sides. So the stored plans make a
second exchange only with hands for which deals of the house confirm its value (`research.matches.later`). All values of
scores and plans, and all values in reviews, are computed with a second shift of the tricks (`play_shift`). It was
counted in deals that the house played by these plans. It depends on the number of exchanges, on the player who declined
the next one, and on both hands. The value of a score also includes what the model still misses there, as measured in
deals of the house (`Measured.missed`).

**Quality.** `Policy.measurements` has for each score the elder's chance, and how much the best answer found gains
against each plan, in other deals than those used to build it. Both figures are for one deal and *within the model*:
there, each plan can be beaten by that much. They are no bounds: the answer knows no more than the plan (the class of
the hand, the round, the cards that the opponent took) and is found by sampling, so a better one may exist. A negative
gain means that the answer did worse than the plan. At a real table, which is not the model, a player may gain more.
What the plans are worth in real play is measured by deals played out: `python -m research scores`, `claims`, `later`.

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
    """What a player knows when they propose, answer or discard.

    Attributes:
        hand: the five cards (a mask).
        turn_up: the eleventh card.
        role: the role of the player.
        elder_needs, dealer_needs: the points that each player needs, 1 to 5. The point of a king turned up is counted.
            **The point of a king in hand is not**: after an announcement in this deal, give the number of points
            needed before it.
        round: 1 before the first exchange, 2 after it, and so on.
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
        """The name under which the file stores the plans for this score: `e5d4k` where the elder needs five points and
        the dealer four, and the king was not turned up.
        """
        king = "k" if self.turn_up.higher else ""
        return f"e{self.elder_needs}d{self.dealer_needs}{king}"


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured about the plans for one score. `missed` comes from deals that the house played, all else from
    whole deals of the model.

    Attributes:
        value: the elder's chance to win the game, `missed` included.
        error: the standard error of `value`.
        elder_gain, dealer_gain: by how much that side could raise its chance in one deal with the best answer found to
            the other side's plan. A better answer may exist. Negative only by chance.
        elder_gain_error, dealer_gain_error: their standard errors.
        proposed: how often the elder proposes, from 0 to 1.
        given: how often the dealer then accepts, from 0 to 1.
        exchanges: how often a deal has at least one, two and three exchanges, from 0 to 1.
        missed: the elder's chance to win the game in deals that the house played at this score, minus the chance that
            the model predicts for these deals.
        missed_error: the standard error of `missed`.
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
        """Reads the measurements from an entry of the heading of `policy.bin`."""
        fields = {name: entry[name] for name in cls.__dataclass_fields__ if name in entry}
        return cls(**{**fields, "exchanges": tuple(entry["exchanges"])})


class Policy:
    """The solved policy: how often a player proposes or accepts, and what a player discards.

    `policy()` returns the policy that comes with the library.
    """

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
        """The content of `policy.bin`, which has the plans."""
        return self._table

    def propose(self, seen: PolicyInput) -> float:
        """Returns how often the elder proposes with this hand instead of leading: 0, 1/3, 2/3 or 1.

        The result is 0 after three exchanges, and if the talon has fewer cards than the elder wants to discard.

        Raises:
            RulesError: the player is not the elder.
        """
        if seen.role is not Role.ELDER:
            raise RulesError("role", seen.role)
        if seen.round > ROUNDS or self._places(seen, class_of(seen.hand, seen.turn_up)).bit_count() > seen.talon:
            return 0.0
        return self._level(seen)

    def accept(self, seen: PolicyInput) -> float:
        """Returns how often the dealer accepts with this hand instead of refusing: 0, 1/3, 2/3 or 1.

        The result is 0 if the talon has fewer than five cards.

        Raises:
            RulesError: the player is not the dealer.
        """
        if seen.role is not Role.DEALER:
            raise RulesError("role", seen.role)
        return self._level(seen) if seen.talon >= HAND_SIZE else 0.0

    def discard(self, seen: PolicyInput, least: int = 0) -> int:
        """Returns the cards that the player discards in an exchange (a mask).

        If the plan discards more cards than the talon has, the player discards only as many as it has: plain cards
        before trumps, the lowest first.

        Args:
            seen: what the player knows.
            least: the fewest cards that the player must discard. If the plan discards fewer, others are added in the
                same order.
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
        """Returns the elder's chance to win the game before a deal.

        Args:
            elder_needs, dealer_needs: the points that each player of this deal needs.

        Raises:
            RulesError: no unfinished game has this score.
        """
        try:
            return self._chances[elder_needs, dealer_needs]
        except KeyError:
            raise RulesError("score", (elder_needs, dealer_needs)) from None

    def claim(self, case: str) -> tuple[float, ...]:
        """Returns the stored figures for one case of Cavendish's claims, such as a hand at a score.

        For a hand they are the decider's chance to win the game by staying, that chance by changing, and the standard
        error of the difference. An elder's hand has three more, which `research.exchange.policy_figures` lists.

        Raises:
            KeyError: no case has this name.
        """
        return tuple(self._table.heading["claims"][case])

    def measurement(self, elder_needs: int, dealer_needs: int, king_turned: bool = False) -> Measured:
        """Returns what was measured about the plans for one score.

        Args:
            elder_needs, dealer_needs: the points that each player needs.
            king_turned: whether the turn-up is a king, which is marked already.

        Raises:
            RulesError: there are no plans for this score.
        """
        entry = self._table.heading["games"].get(f"e{elder_needs}d{dealer_needs}{'' if king_turned else 'k'}")
        if entry is None:
            raise RulesError("score", (elder_needs, dealer_needs))
        return Measured.of(entry)

    def measurements(self) -> dict[str, Measured]:
        """Returns what was measured about the plans, for each of the 45 scores that have plans.

        A key such as `e5d4k` says that the elder needs five points, the dealer four, and that the turn-up is no king.
        Without the `k` the turn-up is a king.
        """
        return {name: Measured.of(entry) for name, entry in self._table.heading["games"].items()}

    def unpack(self) -> None:
        """Unpacks the plans for all scores (10 MB) now, so that no later look-up waits for it."""
        for name in self._table.heading["games"]:
            self._table.planes(name)

    def play_spreads(self, hand: int, turn_up: Card) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Returns how often an elder's hand, played as dealt, wins 0, 1, … 5 tricks: first with hidden hands, then with
        open ones.

        Both were counted in the same 1,000 deals (400 with two trumps or more), so they are accurate to some
        hundredths.

        Args:
            hand: the elder's hand (a mask).
            turn_up: the eleventh card.
        """
        at = 12 * class_of(hand, turn_up)
        hidden, open_hands = (self._table.plays()[at + more : at + more + 6] for more in (0, 6))
        number = sum(hidden)
        return tuple(count / number for count in hidden), tuple(count / number for count in open_hands)

    def play_shift(self, way: int, elder: int, dealer: int, turn_up: Card, tricks: int) -> tuple[float, ...]:
        """Returns what to add to the elder's chances of 0, 1, … 5 tricks, as deals played by the house have shown.

        The six numbers add up to 0. They are all 0 for a file without corrections.

        Args:
            way: the way in which the play begins (`way_of`).
            elder, dealer: the hands (masks).
            turn_up: the eleventh card.
            tricks: how many tricks the elder would win with open hands.
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
    """Returns the number (0 to 5) of the way in which the play begins, for `Policy.play_shift`.

    Args:
        exchanges: the number of exchanges before the play. Two and more count alike.
        refused: whether the dealer refused another exchange.
    """
    return 2 * min(exchanges, 2) + refused


def group_of(hand: int, turn_up: Card) -> int:
    """Returns the number (0 to 11) of the group of similar hands to which a hand belongs.

    Hands of a group have the same number of trumps (three or more count alike), and about the same number of plain
    kings and queens, where a king counts twice.
    """
    trumps, plain = (hand & turn_up.suit.mask).bit_count(), hand & ~turn_up.suit.mask
    courts = 2 * (plain & _KINGS).bit_count() + (plain & _QUEENS).bit_count()
    return 3 * min(trumps, 3) + min(courts // 2, 2)


@cache
def policy() -> Policy:
    """Returns the policy of the library. Its file is read once."""
    return Policy(unpack_table((files("ecarte.ai") / "policy.bin").read_bytes()))

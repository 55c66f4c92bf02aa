"""Compares proposals, answers and discards by playouts: the deal is played on from each of them, by the policy on both
sides.

Each playout gives the opponent a possible hand, and the talon a possible order. The tricks are those with open hands,
shifted as in the policy's model (`Policy.play_spreads`, `play_shift`), because open hands favour the elder. All
alternatives meet the same cards, so differences are much more accurate than values.

Playouts are a model: people do not follow the policy. Their only inputs are what the seat knows and random numbers.
Playing one deal out takes some fifty microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from ecarte.ai.cards.trick_values import by_tricks
from ecarte.ai.exchange.policy import PolicyInput, policy, way_of
from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.native import Alternative, Say, engine_for, needs_before_the_king
from ecarte.fair import Chance
from ecarte.game import Card, KingFrom, Phase, PlayerView, cards_of
from ecarte.odds import HAND_SIZE, Role, open_tricks

_CANDIDATES: Final = 3
"""For each hand that a playout uses, this many are drawn to choose from."""
_CANDIDATES_LATER: Final = 8
"""After an exchange, this many are drawn to choose from: few hands discard the number of cards that the opponent took.
"""
_OTHERWISE: Final = 0.1
"""A player is assumed to decide with this probability what the policy never decides."""
_OTHER_NUMBER: Final = 0.01
"""A player is assumed to discard with this probability another number of cards than the policy."""


def exchange_outcomes(
    view: PlayerView, knowledge: Knowledge, alternatives: Sequence[Alternative], number: int, chance: Chance
) -> list[list[float]]:
    """Returns the chances of the seat that decides to win the game, by playouts: a list for each decision, with one
    chance for each deal.

    Draws `number` possible deals, and plays each of them out after every decision. So the same place in all lists is
    the same deal.

    Args:
        view, knowledge: what the seat that decides sees and knows.
        alternatives: the decisions to compare.
        number: how many deals are played out.
        chance: the source of random numbers.
    """
    if (engine := engine_for(chance)) is not None:
        return engine.exchange_outcomes(view, knowledge, alternatives, number, chance)
    course, deals = Course(view, knowledge), samples(view, knowledge, number, chance)
    return [[course.value(sample, alternative) for sample in deals] for alternative in alternatives]


def open_outcomes(
    view: PlayerView, dealer: int, talon: int, out: tuple[int, int], number: int, chance: Chance
) -> list[float]:
    """Returns the elder's chance to win the game if the dealer holds a certain hand, for each of `number` random orders
    of the talon.

    Args:
        view: the elder's view before the play, with five cards in hand.
        dealer: the dealer's hand (a mask).
        talon: the cards of the talon (a mask).
        out: what the elder and the dealer discard now (masks). If the elder's mask is 0, no exchange is under way: the
            elder proposes or leads next.
        number: how many orders, at most a thousand.
        chance: the source of random numbers.
    """
    if (engine := engine_for(chance)) is not None:
        return engine.open_outcomes(view, dealer, talon, out, number, chance)
    course, cards = Course(view, knowledge_of(view)), [card.bit for card in cards_of(talon)]
    outcomes = []
    for _ in range(number):
        order = sorted(cards, key=lambda _: chance.random())
        sample = Sample(dealer, tuple(order), tuple([chance.random() for _ in range(2 * _ROUNDS)]))
        outcomes.append(course.open_value(sample, out))
    return outcomes


@dataclass(frozen=True, slots=True)
class Sample:
    """One possible deal, as a playout uses it.

    Attributes:
        hand: the opponent's five cards (a mask).
        talon: the unseen cards (one bit each) in the order in which they are drawn.
        numbers: random numbers that decide where the policy leaves a choice to chance.
    """

    hand: int
    talon: tuple[int, ...]
    numbers: tuple[float, ...]


def samples(view: PlayerView, knowledge: Knowledge, number: int, chance: Chance) -> tuple[Sample, ...]:
    """Draws `number` possible deals.

    A hand is drawn more often if the policy would more often make the opponent's last decisions with it. If the
    opponent has made no decision yet, all hands are equally likely. After an exchange, the function draws the hand that
    the opponent held before the exchange. It prefers hands from which the policy discards as many cards as the opponent
    took.
    """
    unseen = [card.bit for card in cards_of(knowledge.unseen & ~knowledge.sure)]
    sure = knowledge.sure & knowledge.unseen
    drawn = HAND_SIZE - sure.bit_count()
    candidates: list[Sample] = []
    likelihoods: list[float] = []
    opponent_decided = view.public.phase is not Phase.PROPOSE
    for _ in range((_CANDIDATES_LATER if knowledge.rounds else _CANDIDATES if opponent_decided else 1) * number):
        order = sorted(unseen, key=lambda _: chance.random())
        hand, talon, weight = sure | sum(order[:drawn]), order[drawn:], 1.0
        numbers = tuple([chance.random() for _ in range(2 * _ROUNDS)])
        if knowledge.rounds:
            hand, talon, weight = _after_exchange(view, knowledge, hand, talon)
        candidates.append(Sample(hand, tuple(talon), numbers))
        likelihoods.append(weight * _by_the_policy(view, knowledge, hand))
    sums = list(accumulate(likelihoods))
    chosen, place = [], 0
    for step in range(number):
        while sums[place] < (step + 0.5) / number * sums[-1]:
            place += 1
        chosen.append(candidates[place])
    return tuple(chosen)


def _after_exchange(
    view: PlayerView, knowledge: Knowledge, hand: int, talon: list[int]
) -> tuple[int, list[int], float]:
    """Carries the last exchange out by the policy. Returns the opponent's hand and the talon after it, and how likely
    that exchange was.

    Args:
        hand: the opponent's hand before the exchange (a mask).
        talon: the cards of the talon before it, in order.
    """
    rounds, elder = view.public.rounds, not knowledge.is_elder
    took = rounds[-1][0 if elder else 1]
    other = None if len(rounds) == 1 else rounds[-2][1 if elder else 0]
    seen = _seen_by_opponent(view, knowledge, hand, len(rounds), other, knowledge.talon + sum(rounds[-1]))
    weight = _soften(policy().propose(seen) if elder else policy().accept(seen))
    out = policy().discard(seen, int(elder))
    if out.bit_count() != took:
        weight *= _OTHER_NUMBER
        out = _as_many(out, hand, took, knowledge.turn_up)
    return hand & ~out | sum(talon[:took]), talon[took:], weight


def _seen_by_opponent(
    view: PlayerView, knowledge: Knowledge, hand: int, round_: int, took: int | None, talon: int
) -> PolicyInput:
    own_needs, opponent_needs = needs_before_the_king(view)
    if knowledge.is_elder:
        return PolicyInput(
            hand, knowledge.turn_up, Role.DEALER, own_needs, opponent_needs, round=round_, took=took, talon=talon
        )
    return PolicyInput(
        hand, knowledge.turn_up, Role.ELDER, opponent_needs, own_needs, round=round_, took=took, talon=talon
    )


def _by_the_policy(view: PlayerView, knowledge: Knowledge, hand: int) -> float:
    """Returns how likely the policy makes the opponent's latest decision with this hand."""
    rounds = view.public.rounds
    took = None if not rounds else rounds[-1][0 if knowledge.is_elder else 1]
    seen = _seen_by_opponent(view, knowledge, hand, len(rounds) + 1, took, knowledge.talon)
    match view.public.phase:
        case Phase.ANSWER:
            return _soften(policy().propose(seen))
        case Phase.ELDER_DISCARD:
            return _soften(policy().accept(seen))
        case Phase.DEALER_DISCARD:
            same = policy().discard(seen, 1).bit_count() == knowledge.asked
            return _soften(policy().propose(seen)) * (1.0 if same else _OTHER_NUMBER)
        case _:
            return 1.0


def _soften(often: float) -> float:
    return _OTHERWISE + (1 - 2 * _OTHERWISE) * often


_ROUNDS: Final = 4
"""The most exchanges in a playout. The policy exchanges three times at most; other players may ask a fourth time."""


class _Round(NamedTuple):
    """How far a playout has come.

    Attributes:
        at: the index of the next card in the sample's talon.
        talon: the number of cards left in it.
        exchanges: the number of exchanges.
        took: the numbers of cards that the elder and the dealer took in the last exchange, or None.
    """

    at: int
    talon: int
    exchanges: int
    took: tuple[int, int] | None


class Course:
    """Plays deals on from the view of a seat, by the policy on both sides. All results are that seat's chances to win
    the game.
    """

    def __init__(self, view: PlayerView, knowledge: Knowledge) -> None:
        public = view.public
        self._elder = knowledge.is_elder
        self._hand = knowledge.hand
        self._turn_up: Card = knowledge.turn_up
        own_needs, opponent_needs = needs_before_the_king(view)
        self._elder_needs, self._dealer_needs = (
            (own_needs, opponent_needs) if self._elder else (opponent_needs, own_needs)
        )
        self._start = _Round(0, knowledge.talon, knowledge.rounds, public.rounds[-1] if public.rounds else None)
        self._asked = knowledge.asked or 0
        limit = public.rules.exchanges
        self._limit = _ROUNDS - 1 if limit is None else limit
        self._least = int(public.rules.dealer_must_exchange)
        marked = None if public.king is None or public.king.how is not KingFrom.ANNOUNCED else public.king.seat
        self._king = 0 if public.king is not None else knowledge.king.bit
        announced = 0 if marked is None else 1 if (marked is view.seat) is self._elder else -1
        self._worth = {
            pays: tuple(_worths(self._elder_needs, self._dealer_needs, king or announced, pays) for king in (0, 1, -1))
            for pays in (0, 1, -1)
        }

    def value(self, sample: Sample, alternative: Alternative) -> float:
        """Returns the seat's chance to win the game if it makes this decision in this deal."""
        elder, dealer = (self._hand, sample.hand) if self._elder else (sample.hand, self._hand)
        if alternative is Say.STAND:
            # It costs two points to lose the deal only if the side declined the first exchange.
            pays = 0 if self._start.exchanges else 1 if self._elder else -1
            return self._for_me(self._played(elder, dealer, pays, way_of(self._start.exchanges, not self._elder)))
        if alternative is Say.CHANGE and self._elder:
            return self._for_me(self._answered(elder, dealer, sample, self._start))
        own_out = None if isinstance(alternative, Say) else alternative
        if self._elder:
            assert own_out is not None
            return self._for_me(self._changed(elder, dealer, own_out, None, sample, self._start))
        out = policy().discard(self._seen(elder, Role.ELDER, self._start), 1)
        if own_out is not None:
            out = _as_many(out, elder, self._asked, self._turn_up)
        return self._for_me(self._changed(elder, dealer, out, own_out, sample, self._start))

    def open_value(self, sample: Sample, out: tuple[int, int]) -> float:
        """Returns the elder's chance to win the game if the dealer holds the hand of `sample`.

        Call it only if the view of this course is the elder's.

        Args:
            sample: the dealer's hand, and the order of the talon.
            out: what the elder and the dealer discard now (masks). If the elder's mask is 0, no exchange is under way:
                the elder proposes or leads next.
        """
        if out[0]:
            return self._changed(self._hand, sample.hand, *out, sample, self._start)
        return self._on(self._hand, sample.hand, sample, self._start)

    def _for_me(self, elders: float) -> float:
        return elders if self._elder else 1 - elders

    def _seen(self, hand: int, role: Role, now: _Round) -> PolicyInput:
        other = None if now.took is None else now.took[1 if role is Role.ELDER else 0]
        needs = self._elder_needs, self._dealer_needs
        return PolicyInput(hand, self._turn_up, role, *needs, round=now.exchanges + 1, took=other, talon=now.talon)

    def _on(self, elder: int, dealer: int, sample: Sample, now: _Round) -> float:
        """Returns the elder's chance to win the game when the elder may propose (again) or lead."""
        if now.exchanges < self._limit and now.talon > 0:
            often = policy().propose(self._seen(elder, Role.ELDER, now))
            if sample.numbers[2 * min(now.exchanges, _ROUNDS - 1)] < often:
                return self._answered(elder, dealer, sample, now)
        return self._played(elder, dealer, 0 if now.exchanges else 1, way_of(now.exchanges, False))

    def _answered(self, elder: int, dealer: int, sample: Sample, now: _Round) -> float:
        often = policy().accept(self._seen(dealer, Role.DEALER, now))
        if sample.numbers[2 * min(now.exchanges, _ROUNDS - 1) + 1] >= often:
            return self._played(elder, dealer, 0 if now.exchanges else -1, way_of(now.exchanges, True))
        out = policy().discard(self._seen(elder, Role.ELDER, now), 1)
        return self._changed(elder, dealer, out, None, sample, now)

    def _changed(self, elder: int, dealer: int, out: int, dealers: int | None, sample: Sample, now: _Round) -> float:
        """Returns the elder's chance to win the game after an exchange.

        Args:
            elder, dealer: the hands before it (masks).
            out: the discards of the elder (a mask).
            dealers: the discards of the dealer, or None if the policy decides.
        """
        asked = out.bit_count()
        if dealers is None:
            seen = self._seen(dealer, Role.DEALER, now._replace(talon=now.talon - asked))
            dealers = policy().discard(seen, min(self._least, now.talon - asked))
        given = dealers.bit_count()
        between, end = now.at + asked, now.at + asked + given
        elder = elder & ~out | sum(sample.talon[now.at : between])
        dealer = dealer & ~dealers | sum(sample.talon[between:end])
        later = _Round(end, now.talon - asked - given, now.exchanges + 1, (asked, given))
        return self._on(elder, dealer, sample, later)

    def _played(self, elder: int, dealer: int, pays: int, way: int) -> float:
        """Returns the elder's chance to win the game after the cards are played.

        Args:
            elder, dealer: the hands (masks).
            pays: 1 if it costs the elder two points to lose the deal, -1 if it costs the dealer two, else 0.
            way: how the play begins (`way_of`).
        """
        king = 1 if elder & self._king else -1 if dealer & self._king else 0
        worth = self._worth[pays][king]
        tricks = open_tricks(elder, dealer, self._turn_up.suit)
        row, possible = _shift_tricks(elder, self._turn_up)[tricks]
        shift = policy().play_shift(way, elder, dealer, self._turn_up, tricks)
        # Numbers of tricks that this hand can never make are not shifted, so certain results stay certain.
        often = [max(0.0, row[n] + shift[n]) if possible[n] else 0.0 for n in range(HAND_SIZE + 1)]
        # Added up in a loop: from Python 3.12 on `sum` compensates rounding errors, which the engine in C does not.
        gained = total = 0.0
        for share, value in zip(often, worth, strict=True):
            gained += share * value
            total += share
        return gained / total


def _as_many(out: int, hand: int, number: int, turn_up: Card) -> int:
    """Returns exactly `number` discards of a hand (a mask), for a player whose number is known.

    Cards that the policy discards (`out`) go first, then plain cards before trumps, the lowest first.
    """

    def worth(card: Card) -> tuple[bool, bool, int]:
        return not out & card.bit, card.suit is turn_up.suit, -card.rank.index

    return sum(card.bit for card in sorted(cards_of(hand), key=worth)[:number])


def _worths(elder: int, dealer: int, king: int, pays: int) -> tuple[float, ...]:
    """Returns the elder's chance to win the game for each number of tricks, from 0 to 5, that the elder may win.

    Args:
        elder, dealer: the points that each needs.
        king: 1 if the elder marks the king, -1 if the dealer does, else 0.
        pays: 1 if it costs the elder two points to lose the deal, -1 if it costs the dealer two, else 0.
    """
    return by_tricks(elder - (king == 1), dealer - (king == -1), True, pays == 1, pays == -1)


@lru_cache(maxsize=1 << 14)
def _shift_tricks(elder: int, turn_up: Card) -> tuple[tuple[tuple[float, ...], tuple[bool, ...]], ...]:
    """Returns a pair for each number of tricks (0 to 5) that an elder's hand wins with open hands: how likely it then
    wins 0 to 5 tricks with hidden hands, and which of these numbers are possible.

    The hand has two distributions of tricks, one with open and one with hidden hands. The best results of one are
    matched with the best of the other.
    """
    hidden, open_hands = policy().play_spreads(elder, turn_up)
    rows = []
    at, left = 0, hidden[0]
    for tricks, share in enumerate(open_hands):
        row, rest = [0.0] * (HAND_SIZE + 1), share
        while rest > 1e-12:
            while left <= 1e-12 and at < HAND_SIZE:
                at, left = at + 1, hidden[at + 1]
            taken = min(rest, left) if at < HAND_SIZE else rest
            row[at] += taken / share
            rest, left = rest - taken, left - taken
        if not any(row):
            row[tricks] = 1.0
        rows.append((tuple(row), tuple([often > 0 or hidden[number] > 0 for number, often in enumerate(row)])))
    return tuple(rows)

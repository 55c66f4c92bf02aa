"""Deals played out from an exchange on, to compare proposals, answers and discards.

Each sample gives the opponent a hand that they may hold and the talon a possible order; from there both sides follow
the policy, and the cards make their tricks with open hands, shifted as in the policy's model (`Policy.play_spreads`,
`play_shift`) because open hands flatter the elder. All alternatives meet the same cards, so differences are far more
accurate than values. It is a model: people do not follow the policy. Only `Knowledge` comes in, and chance. A deal
takes some fifty microseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final

from ecarte.ai.cards.trick_values import by_tricks
from ecarte.ai.exchange.policy import PolicyInput, policy, way_of
from ecarte.ai.knowledge import Knowledge
from ecarte.fair import Chance
from ecarte.game import Card, KingFrom, Phase, PlayerView, cards_of
from ecarte.odds import HAND_SIZE, Role, open_tricks

_MOST_NEEDED: Final = 5
_CANDIDATES: Final = 3
"""Hands drawn for each one kept."""
_CANDIDATES_LATER: Final = 8
"""The same after an exchange, as few hands discard the number seen."""
_OTHERWISE: Final = 0.1
"""How often a player is assumed to do what the policy never does."""
_OTHER_NUMBER: Final = 0.01
"""The same for the number of cards discarded."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A possible deal: the opponent's five cards, the unseen cards in talon order, and random numbers."""

    hand: int
    talon: tuple[int, ...]
    numbers: tuple[float, ...]


def samples(view: PlayerView, knowledge: Knowledge, number: int, chance: Chance) -> tuple[Sample, ...]:
    """Deals, as likely as the opponent's decisions in the last rounds make them, by the policy.

    After an exchange the opponent's earlier hand is drawn, one that discards as many cards as they did.
    """
    unseen = [card.bit for card in cards_of(knowledge.unseen & ~knowledge.sure)]
    sure = knowledge.sure & knowledge.unseen
    drawn = HAND_SIZE - sure.bit_count()
    candidates: list[Sample] = []
    likely: list[float] = []
    for _ in range((_CANDIDATES_LATER if knowledge.rounds else _CANDIDATES) * number):
        order = sorted(unseen, key=lambda _: chance.random())
        hand, talon, weight = sure | sum(order[:drawn]), order[drawn:], 1.0
        numbers = tuple([chance.random() for _ in range(2 * _ROUNDS)])
        if knowledge.rounds:
            hand, talon, weight = _after_exchange(view, knowledge, hand, talon)
        candidates.append(Sample(hand, tuple(talon), numbers))
        likely.append(weight * _by_the_policy(view, knowledge, hand))
    sums = list(accumulate(likely))
    chosen, place = [], 0
    for step in range(number):
        while sums[place] < (step + 0.5) / number * sums[-1]:
            place += 1
        chosen.append(candidates[place])
    return tuple(chosen)


def _after_exchange(
    view: PlayerView, knowledge: Knowledge, hand: int, talon: list[int]
) -> tuple[int, list[int], float]:
    """The opponent's hand and the talon after the last exchange, from those before it, and the likelihood of it."""
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
    own_needs, opponent_needs = _needs(view)
    if knowledge.is_elder:
        return PolicyInput(
            hand, knowledge.turn_up, Role.DEALER, own_needs, opponent_needs, round=round_, took=took, talon=talon
        )
    return PolicyInput(
        hand, knowledge.turn_up, Role.ELDER, opponent_needs, own_needs, round=round_, took=took, talon=talon
    )


def _by_the_policy(view: PlayerView, knowledge: Knowledge, hand: int) -> float:
    """The likelihood of the opponent's decision in the current round with this hand."""
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


def _needs(view: PlayerView) -> tuple[int, int]:
    """The points that the seat and the opponent still need, a king announced in this deal not counted."""
    public = view.public
    needs = [public.rules.points - score for score in public.score]
    if public.king is not None and public.king.how is KingFrom.ANNOUNCED:
        needs[public.king.seat.index] += public.rules.scoring.king
    own, opponent = (min(needs[seat.index], _MOST_NEEDED) for seat in (view.seat, view.seat.other))
    return own, opponent


_ROUNDS: Final = 4
"""The policy exchanges three times at most; players who do not follow it may ask a fourth time."""


class Course:
    """Plays deals out for the seat of a view. Values are its chances to win the game."""

    def __init__(self, view: PlayerView, knowledge: Knowledge) -> None:
        public = view.public
        self._elder = knowledge.is_elder
        self._hand = knowledge.hand
        self._turn_up: Card = knowledge.turn_up
        own_needs, opponent_needs = _needs(view)
        self._elder_needs, self._dealer_needs = (
            (own_needs, opponent_needs) if self._elder else (opponent_needs, own_needs)
        )
        self._round = knowledge.rounds
        last = public.rounds[-1] if public.rounds else None
        self._took = last
        self._talon = knowledge.talon
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

    def stands(self, sample: Sample, *, own_pays: bool, opponent_pays: bool) -> float:
        """The value of playing the cards as they are."""
        pays = 1 if own_pays else -1 if opponent_pays else 0
        elder, dealer = self._hands(sample)
        way = way_of(self._round, not self._elder)
        return self._for_me(self._played(elder, dealer, pays if self._elder else -pays, way))

    def proposes(self, sample: Sample) -> float:
        """The value of a proposal by the seat, the elder."""
        elder, dealer = self._hands(sample)
        return self._for_me(self._answered(elder, dealer, sample, 0, self._talon, self._round, self._took))

    def accepts(self, sample: Sample) -> float:
        """The value of accepting, for the seat, the dealer."""
        elder, dealer = self._hands(sample)
        out = policy().discard(self._seen(elder, Role.ELDER, self._round, self._took, self._talon), 1)
        return self._for_me(self._changed(elder, dealer, out, None, sample, 0, self._talon, self._round, self._took))

    def puts_out(self, sample: Sample, out: int) -> float:
        """The value of discarding these cards."""
        elder, dealer = self._hands(sample)
        if self._elder:
            value = self._changed(elder, dealer, out, None, sample, 0, self._talon, self._round, self._took)
        else:
            seen = self._seen(elder, Role.ELDER, self._round, self._took, self._talon)
            elder_out = _as_many(policy().discard(seen, 1), elder, self._asked, self._turn_up)
            value = self._changed(elder, dealer, elder_out, out, sample, 0, self._talon, self._round, self._took)
        return self._for_me(value)

    def _hands(self, sample: Sample) -> tuple[int, int]:
        return (self._hand, sample.hand) if self._elder else (sample.hand, self._hand)

    def _for_me(self, elders: float) -> float:
        return elders if self._elder else 1 - elders

    def _seen(self, hand: int, role: Role, rounds: int, took: tuple[int, int] | None, talon: int) -> PolicyInput:
        other = None if took is None else took[1 if role is Role.ELDER else 0]
        needs = self._elder_needs, self._dealer_needs
        return PolicyInput(hand, self._turn_up, role, *needs, round=rounds + 1, took=other, talon=talon)

    def _on(
        self, elder: int, dealer: int, sample: Sample, at: int, talon: int, rounds: int, took: tuple[int, int] | None
    ) -> float:
        """The elder may propose (again), or plays."""
        if rounds < self._limit and talon > 0:
            often = policy().propose(self._seen(elder, Role.ELDER, rounds, took, talon))
            if sample.numbers[2 * min(rounds, _ROUNDS - 1)] < often:
                return self._answered(elder, dealer, sample, at, talon, rounds, took)
        return self._played(elder, dealer, 0 if rounds else 1, way_of(rounds, False))

    def _answered(
        self, elder: int, dealer: int, sample: Sample, at: int, talon: int, rounds: int, took: tuple[int, int] | None
    ) -> float:
        often = policy().accept(self._seen(dealer, Role.DEALER, rounds, took, talon))
        if sample.numbers[2 * min(rounds, _ROUNDS - 1) + 1] >= often:
            return self._played(elder, dealer, 0 if rounds else -1, way_of(rounds, True))
        out = policy().discard(self._seen(elder, Role.ELDER, rounds, took, talon), 1)
        return self._changed(elder, dealer, out, None, sample, at, talon, rounds, took)

    def _changed(
        self,
        elder: int,
        dealer: int,
        out: int,
        dealers: int | None,
        sample: Sample,
        at: int,
        talon: int,
        rounds: int,
        took: tuple[int, int] | None,
    ) -> float:
        """Exchanges cards: `out` by the elder, `dealers` by the dealer; None: by the policy."""
        asked = out.bit_count()
        if dealers is None:
            seen = self._seen(dealer, Role.DEALER, rounds, took, talon - asked)
            dealers = policy().discard(seen, min(self._least, talon - asked))
        given = dealers.bit_count()
        elder = elder & ~out | sum(sample.talon[at : at + asked])
        dealer = dealer & ~dealers | sum(sample.talon[at + asked : at + asked + given])
        at += asked + given
        return self._on(elder, dealer, sample, at, talon - asked - given, rounds + 1, (asked, given))

    def _played(self, elder: int, dealer: int, pays: int, way: int) -> float:
        """The elder's chance; `pays` 1: the elder pays two for a lost point, -1: the dealer does."""
        king = 1 if elder & self._king else -1 if dealer & self._king else 0
        worth = self._worth[pays][king]
        tricks = open_tricks(elder, dealer, self._turn_up.suit)
        row, possible = _shift_tricks(elder, self._turn_up)[tricks]
        shift = policy().play_shift(way, elder, dealer, self._turn_up, tricks)
        # A hand that never makes so few tricks, or so many, is not shifted there: what is certain stays so.
        often = [max(0.0, row[made] + shift[made]) if possible[made] else 0.0 for made in range(HAND_SIZE + 1)]
        return sum([share * value for share, value in zip(often, worth, strict=True)]) / sum(often)


def _as_many(out: int, hand: int, number: int, turn_up: Card) -> int:
    """As many discards as were asked for, where the policy wants another number: low plain cards first."""

    def worth(card: Card) -> tuple[bool, bool, int]:
        return not out & card.bit, card.suit is turn_up.suit, -card.rank.index

    return sum(card.bit for card in sorted(cards_of(hand), key=worth)[:number])


def _worths(elder: int, dealer: int, king: int, pays: int) -> tuple[float, ...]:
    """The elder's chance to win by tricks made; `king` 1: the elder marks the king, -1: the dealer does."""
    return by_tricks(elder - (king == 1), dealer - (king == -1), True, pays == 1, pays == -1)


@lru_cache(maxsize=1 << 14)
def _shift_tricks(elder: int, turn_up: Card) -> tuple[tuple[tuple[float, ...], tuple[bool, ...]], ...]:
    """By open-hand tricks of this elder's hand the chances of hidden-hand tricks, and which are possible at all.

    Both are matched best to best.
    """
    hidden, shown = policy().play_spreads(elder, turn_up)
    ways = []
    at, left = 0, hidden[0]
    for tricks, share in enumerate(shown):
        row, rest = [0.0] * (HAND_SIZE + 1), share
        while rest > 1e-12:
            while left <= 1e-12 and at < HAND_SIZE:
                at, left = at + 1, hidden[at + 1]
            taken = min(rest, left) if at < HAND_SIZE else rest
            row[at] += taken / share
            rest, left = rest - taken, left - taken
        if not any(row):
            row[tricks] = 1.0
        ways.append((tuple(row), tuple([often > 0 or hidden[made] > 0 for made, often in enumerate(row)])))
    return tuple(ways)

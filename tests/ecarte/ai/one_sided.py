"""Gives an oracle for hidden hands, independent of the library's own: one hand is known, and the opponent (the seer)
sees both.

The oracle plays real cards by `ecarte.game.tricks` and lets the blind player choose among all cards of the known hand.
It brackets the value of the game. The lower end is what the blind player's average strategy makes against the best
reply; the upper end is what the seer's average strategy concedes to the best reply. Of `ecarte.ai` the oracle uses open
hands only, to stop where the seer wins in any case.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import comb
from typing import Union

from ecarte.game import PACK, Card, cards_of, parse_cards, replies, reply_wins
from ecarte.odds import Holding, Role, open_tricks


@dataclass(slots=True, eq=False)
class Seer:
    """A decision of the seer, who knows both hands."""

    options: list[Link]
    regret: list[float] = field(default_factory=list)
    total: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.regret = [0.0] * len(self.options)
        self.total = [0.0] * len(self.options)


@dataclass(slots=True, eq=False)
class Blind:
    """A decision of the blind player: where each card leads, for each hand that the seer may have."""

    links: list[dict[int, Link]]
    regret: list[float] = field(default_factory=list)
    total: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.regret = [0.0] * len(self.links)
        self.total = [0.0] * len(self.links)


Link = Union[float, Seer, tuple[Blind, int]]  # noqa: UP007 - the names in quotes allow no other form here
Items = dict[int, int]


def shares(weights: list[float]) -> list[float]:
    """Returns the weights as shares of their sum; equal shares where all weights are 0."""
    whole = sum(weights)
    return [weight / whole for weight in weights] if whole else [1 / len(weights)] * len(weights)


class OneSided:
    """Solves the game of one known hand against all hands of an opponent who sees it."""

    def __init__(self, holding: Holding) -> None:
        self.trump = holding.trump
        self.hand = holding.hand
        self.weights: list[int] = []
        unseen = ~(holding.hand | holding.dead) & 0xFFFFFFFF
        gaps: dict[tuple[int, int], list[Card]] = defaultdict(list)
        for card in cards_of(unseen):
            gaps[self._gap(card)].append(card)
        items: Items = {}
        for chosen in combinations_with_replacement(sorted(gaps), 5):
            counts = {gap: chosen.count(gap) for gap in chosen}
            if all(count <= len(gaps[gap]) for gap, count in counts.items()):
                items[len(self.weights)] = sum(card.bit for gap, count in counts.items() for card in gaps[gap][:count])
                weight = 1
                for gap, count in counts.items():
                    weight *= comb(len(gaps[gap]), count)
                self.weights.append(weight)
        self.root = self._start(holding.hand, items, holding.role is Role.ELDER, 0)

    def _gap(self, card: Card) -> tuple[int, int]:
        return card.suit.index, (self.hand & card.higher).bit_count()

    def _start(self, own: int, items: Items, leads: bool, won: int) -> dict[int, Link]:
        """Returns the value at the start of a trick for each hand of the seer: a number if the point is decided."""
        links_of: dict[int, Link] = {}
        left = own.bit_count()
        going: Items = {}
        for number, rest in items.items():
            best = 0 if not left else open_tricks(own, rest, self.trump)
            if not leads and left:
                best = left - open_tricks(rest, own, self.trump)
            if won >= 3 or won + best < 3:
                links_of[number] = float(won >= 3)
            else:
                going[number] = rest
        if not going:
            return links_of
        if leads:
            blind = Blind([self._led(own, card, going, won) for card in cards_of(own)])
            return links_of | {number: (blind, number) for number in going}
        by_gap: dict[tuple[int, int], Items] = defaultdict(dict)
        for number, rest in going.items():
            for card in cards_of(rest):
                by_gap[self._gap(card)].setdefault(number, card.bit)
        options: dict[int, list[Link]] = defaultdict(list)
        for leads_of in by_gap.values():
            led = PACK[next(iter(leads_of.values())).bit_length() - 1]
            blind = Blind([])
            for play in replies(own, led, self.trump):
                wins = reply_wins(led, play.card, self.trump)
                rests = {number: going[number] ^ bit for number, bit in leads_of.items()}
                blind.links.append(self._start(own ^ play.card.bit, rests, wins, won + wins))
            blind.__post_init__()
            for number in leads_of:
                options[number].append((blind, number))
        return links_of | {number: Seer(options[number]) for number in going}

    def _led(self, own: int, led: Card, items: Items, won: int) -> dict[int, Link]:
        by_reply: dict[tuple[tuple[int, int], bool], Items] = defaultdict(dict)
        for number, rest in items.items():
            for play in replies(rest, led, self.trump):
                key = self._gap(play.card), reply_wins(led, play.card, self.trump)
                by_reply[key].setdefault(number, rest ^ play.card.bit)
        options: dict[int, list[Link]] = defaultdict(list)
        for (_, beaten), rests in by_reply.items():
            for number, link in self._start(own ^ led.bit, rests, not beaten, won + (not beaten)).items():
                options[number].append(link)
        return {number: Seer(links) for number, links in options.items()}

    def bracket(self, rounds: int) -> tuple[float, float]:
        """Returns bounds on what the blind player can be sure to win: two numbers of hands, of 65,780."""
        for number in range(1, rounds + 1):
            self._pass("blind", number)
            self._pass("seer", number)
        return self._pass("best seer", 0), self._pass("best blind", 0)

    def _pass(self, mode: str, weight: int) -> float:
        pending: dict[Blind, dict[int, float]] = defaultdict(dict)
        for number, link in self.root.items():
            self._spread(link, self.weights[number], pending, mode, weight)
        values = {blind: self._visit(blind, reach, 1.0, mode, weight) for blind, reach in pending.items()}
        return sum(self.weights[n] * self._worth(link, values, 1.0, mode) for n, link in self.root.items())

    def _spread(self, link: Link, reach: float, pending: dict[Blind, dict[int, float]], mode: str, weight: int) -> None:
        if isinstance(link, Seer):
            now = shares(link.total if mode == "best blind" else link.regret)
            for place, (share, option) in enumerate(zip(now, link.options, strict=True)):
                if mode == "seer":
                    link.total[place] += weight * reach * share
                self._spread(option, reach * share, pending, mode, weight)
        elif isinstance(link, tuple):
            pending[link[0]][link[1]] = reach

    def _worth(self, link: Link, values: dict[Blind, dict[int, float]], reach: float, mode: str) -> float:
        if isinstance(link, Seer):
            worths = [self._worth(option, values, reach, mode) for option in link.options]
            if mode == "best seer":
                return min(worths)
            now = shares(link.total if mode == "best blind" else link.regret)
            mean = sum(share * value for share, value in zip(now, worths, strict=True))
            if mode == "seer":
                link.regret = [
                    max(0.0, old + reach * (mean - value)) for old, value in zip(link.regret, worths, strict=True)
                ]
            return mean
        return values[link[0]][link[1]] if isinstance(link, tuple) else link

    def _visit(self, blind: Blind, reach: dict[int, float], own: float, mode: str, weight: int) -> dict[int, float]:
        now = shares(blind.total if mode == "best seer" else blind.regret)
        values_of: list[dict[int, float]] = []
        for place, (share, links) in enumerate(zip(now, blind.links, strict=True)):
            if mode == "blind":
                blind.total[place] += weight * own * share
            pending: dict[Blind, dict[int, float]] = defaultdict(dict)
            for number, probability in reach.items():
                self._spread(links[number], probability, pending, mode, weight)
            values = {
                next_: self._visit(next_, reached, own * share, mode, weight) for next_, reached in pending.items()
            }
            values_of.append({number: self._worth(links[number], values, own * share, mode) for number in reach})
        gains = [sum(chance * values[number] for number, chance in reach.items()) for values in values_of]
        mean = sum(share * gain for share, gain in zip(now, gains, strict=True))
        if mode == "blind":
            blind.regret = [max(0.0, old + gain - mean) for old, gain in zip(blind.regret, gains, strict=True)]
        if mode == "best blind":
            now = [float(place == gains.index(max(gains))) for place in range(len(gains))]
        return {
            number: sum(share * values[number] for share, values in zip(now, values_of, strict=True))
            for number in reach
        }


BRACKETED = tuple(
    (Holding.of(parse_cards(cards), Card.parse("TS"), role), rounds)
    for cards, role, rounds in (
        ("7S KH QH JH 7D", Role.ELDER, 16),
        ("7S KH QH JH 7D", Role.DEALER, 16),
        ("QH 7H QD 7D QC", Role.ELDER, 16),
        ("QH 7H QD 7D QC", Role.DEALER, 16),
        ("KS AS 9S KD QD", Role.ELDER, 6),
    )
)
"""Hands, each with the number of rounds after which its bracket is narrow."""

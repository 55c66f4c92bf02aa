"""Counts the hands of the opponent against which a hand as dealt wins a certain number of tricks, with open hands.

Before an exchange 26 cards are unseen, and the opponent holds any five of them: 65,780 hands. Two cards of the opponent
are equivalent if no card of the player ranks between them. The player's cards divide each suit into gaps, and only the
number of the opponent's cards in each gap matters. That leaves some hundreds of groups of hands, each weighted by a
product of binomial coefficients. The results are counts, not probabilities. **Both sides see all cards.**

Sources: the rules of a trick in `ecarte.game.tricks`; Cavendish, pp. 48-57, for the use of the figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final, NamedTuple

from ecarte.game import Card, HandError, Suit
from ecarte.odds.hands import HAND_SIZE, Holding, Role
from ecarte.odds.patterns import EMPTY, SuitLead, follower_throws, lead_of, plain_key, swap_lead, table

_POINT: Final = 3
_OTHERS: Final = HAND_SIZE - 1  # the tricks after the first


@dataclass(frozen=True, slots=True)
class OpenOdds:
    """For each number of tricks, the count of hands of the opponent against which a player wins that number, if both
    hands lie open.

    Attributes:
        tricks: against `tricks[n]` of the opponent's hands, the player wins n tricks.
    """

    tricks: tuple[int, int, int, int, int, int]

    @property
    def hands(self) -> int:
        """The number of hands that the opponent may hold."""
        return sum(self.tricks)

    @property
    def point(self) -> int:
        """Against how many hands the player wins three tricks or more."""
        return sum(self.tricks[_POINT:])

    @property
    def vole(self) -> int:
        """Against how many hands the player wins all five tricks."""
        return self.tricks[HAND_SIZE]


class SuitOption(NamedTuple):
    """A group of equivalent holdings that the opponent may have in one suit.

    All have the same number of cards in each gap between the player's own cards, so all are worth the same.

    Attributes:
        code: the suit code (`ecarte.odds.patterns`), which says who has each card of the suit, from the highest down.
        key: the `plain_key` of that code.
        weight: the number of holdings in the group.
    """

    code: int
    key: int
    weight: int


def suit_options(own: int, dead: int, leading: bool) -> tuple[tuple[SuitOption, ...], ...]:
    """Returns what the opponent may hold in a suit, in groups of equivalent holdings.

    Holdings are equivalent if they have the same number of cards in each gap between the player's own cards.

    Args:
        own: the player's cards of the suit, as eight bits with the king in the lowest.
        dead: the cards of the suit that are out of play, in the same form.
        leading: whether the player leads.

    Returns:
        For each number of cards from 0 to 5, the groups of holdings with this number of cards.
    """
    gaps = [0]
    for rank in range(8):
        if own >> rank & 1:
            gaps.append(0)
        elif not dead >> rank & 1:
            gaps[-1] += 1
    return _options(tuple(gaps), leading)


@cache
def _options(gaps: tuple[int, ...], leading: bool) -> tuple[tuple[SuitOption, ...], ...]:
    """Returns the groups of equivalent holdings, as `suit_options` does.

    Args:
        gaps: the number of unseen cards above the player's highest card of the suit, then between each two neighbouring
            ones, then below the lowest.
        leading: whether the player leads.
    """
    own = 1 if leading else 0
    other = 1 - own
    holdings = [(EMPTY, 0, 1)]
    for place, size in enumerate(gaps):
        held = holdings if place == 0 else [(code << 1 | own, count, weight) for code, count, weight in holdings]
        holdings = [
            ((code + other << cards) - other, count + cards, weight * comb(size, cards))
            for code, count, weight in held
            for cards in range(size + 1)
        ]
    return tuple(
        tuple(SuitOption(code, plain_key(code), weight) for code, count, weight in holdings if count == number)
        for number in range(HAND_SIZE + 1)
    )


_Options = tuple[tuple[SuitOption, ...], ...]


def _options_of(holding: Holding) -> tuple[_Options, tuple[_Options, ...]]:
    """Returns what the opponent may hold in trumps, and in each plain suit, both as `suit_options` returns it."""
    leading = holding.role is Role.ELDER

    def of(suit: Suit) -> _Options:
        return suit_options(holding.hand >> suit.shift & 0xFF, holding.dead >> suit.shift & 0xFF, leading)

    return of(holding.trump), tuple(of(suit) for suit in holding.plain_suits)


def open_odds(holding: Holding) -> OpenOdds:
    """Counts, for each number of tricks, the hands of the opponent against which this hand wins that number, if both
    hands lie open and no cards are exchanged.
    """
    trumps, (first, second, third) = _options_of(holding)
    pairs: list[list[tuple[int, int]]] = [[] for _ in range(HAND_SIZE + 1)]
    for number, options in enumerate(first):
        for both, others in enumerate(second[: HAND_SIZE + 1 - number], number):
            pairs[both] += [(left.key + right.key, left.weight * right.weight) for left in options for right in others]
    tricks, rows = [0] * (HAND_SIZE + 1), table()
    for number, options in enumerate(trumps):
        for code, _, ways in options:
            row, counts = rows[code], [0] * (HAND_SIZE + 1)
            for more, others in enumerate(third[: HAND_SIZE + 1 - number]):
                for _, last, times in others:
                    for key, weight in pairs[HAND_SIZE - number - more]:
                        counts[row[last + key]] += times * weight
            tricks = [total + ways * count for total, count in zip(tricks, counts, strict=True)]
    return _of(tricks if holding.role is Role.ELDER else tricks[::-1])


def open_odds_by_lead(holding: Holding) -> dict[Card, OpenOdds]:
    """Counts as `open_odds`, but separately for each card that the elder may lead first.

    Raises:
        HandError: the hand is the dealer's.
    """
    if holding.role is not Role.ELDER:
        raise HandError("the elder leads, not the dealer")
    trumps, plains = _options_of(holding)
    odds: dict[Card, OpenOdds] = {}
    above: Card | None = None
    for card in holding.cards:
        if above is not None and _alike(above, card, holding):
            odds[card] = odds[above]
        elif card.suit is holding.trump:
            odds[card] = _trump_lead(card, holding, trumps, plains)
        else:
            at = holding.plain_suits.index(card.suit)
            odds[card] = _plain_lead(card, holding, plains[at], trumps, plains[:at] + plains[at + 1 :])
        above = card
    return odds


def _alike(high: Card, low: Card, holding: Holding) -> bool:
    """Returns whether two cards are of one suit, and no unseen card ranks between them."""
    between = low.higher & ~high.higher & ~high.bit
    return high.suit is low.suit and not between & ~(holding.hand | holding.dead)


class _Rests(NamedTuple):
    """What the opponent may hold in several plain suits together, in groups of equivalent holdings. Each list has one
    entry for each group.

    Attributes:
        keys: the sum of the `plain_key`s of the suits.
        turned: the same sum for the case that the opponent leads.
        weights: the number of holdings in the group.
    """

    keys: list[int]
    turned: list[int]
    weights: list[int]


def _rests(suits: Sequence[_Options]) -> list[_Rests]:
    """Returns what the opponent may hold in all these plain suits together, for each number of cards from 0 to 5."""
    combined = [_Rests([0], [0], [1])] + [_Rests([], [], []) for _ in range(HAND_SIZE)]
    for suit in suits:
        longer = [_Rests([], [], []) for _ in range(HAND_SIZE + 1)]
        for more, options in enumerate(suit):
            for code, key, weight in options:
                turned = plain_key(swap_lead(code))
                for number, rests in enumerate(combined[: HAND_SIZE + 1 - more], more):
                    longer[number].keys.extend([total + key for total in rests.keys])
                    longer[number].turned.extend([total + turned for total in rests.turned])
                    longer[number].weights.extend([total * weight for total in rests.weights])
        combined = longer
    return combined


def _thrown(suits: Sequence[_Options]) -> list[tuple[list[int], int]]:
    """Returns what an opponent with five cards of these plain suits may hold, and the possible replies to the lead of
    another suit.

    Returns:
        For each group of equivalent holdings, the sums of the `plain_key`s of the suits after each possible reply, and
        the number of holdings in the group.
    """
    combined: list[tuple[int, int, list[int], int]] = [(0, 0, [], 1)]
    for suit in suits:
        throws = [
            [(key, [plain_key(thrown) for thrown in follower_throws(code)], ways) for code, key, ways in options]
            for options in suit
        ]
        combined = [
            (
                cards + more,
                key + more_key,
                [old + more_key for old in after] + [key + new for new in news],
                weight * ways,
            )
            for cards, key, after, weight in combined
            for more, options in enumerate(throws[: HAND_SIZE + 1 - cards])
            for more_key, news, ways in options
        ]
    return [(after, weight) for cards, _, after, weight in combined if cards == HAND_SIZE]


def _lead_of(card: Card, holding: Holding, code: int) -> SuitLead:
    lower = (holding.hand >> card.suit.shift & 0xFF) >> card.rank.index + 1
    place = -1
    for _ in range(lower.bit_count() + 1):
        left = code >> place + 1
        place += (left & -left).bit_length()
    return lead_of(code, place)


def _trump_lead(card: Card, holding: Holding, trumps: _Options, plains: Sequence[_Options]) -> OpenOdds:
    tricks, rows, rests = [0] * (HAND_SIZE + 1), table(), _rests(plains)
    for number, options in enumerate(trumps):
        keys, turned, weights = rests[HAND_SIZE - number]
        for code, _, ways in options:
            lead = _lead_of(card, holding, code)
            after = [rows[code] for code in lead.after]
            if not after:
                bare = rows[lead.bare]
                for throws, weight in _thrown(plains):
                    tricks[1 + min([bare[key] for key in throws])] += ways * weight
            elif lead.wins:
                _add_won(tricks, [[row[key] for key in keys] for row in after], weights, ways)
            else:
                _add_lost(tricks, [[row[key] for key in turned] for row in after], weights, ways)
    return _of(tricks)


def _plain_lead(card: Card, holding: Holding, led: _Options, trumps: _Options, others: Sequence[_Options]) -> OpenOdds:
    tricks, rows, rests = [0] * (HAND_SIZE + 1), table(), _rests(others)
    suits = [[(_lead_of(card, holding, code), ways) for code, _, ways in options] for options in led]
    for number, trump_options in enumerate(trumps):
        for trump_code, _, trump_ways in trump_options:
            row, back = rows[trump_code], rows[swap_lead(trump_code)]
            ruffs = [rows[swap_lead(code)] for code in follower_throws(trump_code)]
            for more, leads in enumerate(suits[: HAND_SIZE + 1 - number]):
                keys, turned, weights = rests[HAND_SIZE - number - more]
                for lead, plain_ways in leads:
                    ways = plain_ways * trump_ways
                    after = [plain_key(code) for code in lead.after]
                    if after and lead.wins:
                        _add_won(tricks, [[row[key + change] for key in keys] for change in after], weights, ways)
                    elif after:
                        _add_lost(tricks, [[back[key + change] for key in turned] for change in after], weights, ways)
                    elif ruffs:
                        bare = plain_key(swap_lead(lead.bare))
                        _add_lost(tricks, [[row[key + bare] for key in turned] for row in ruffs], weights, ways)
                    else:
                        bare = plain_key(lead.bare)
                        for throws, weight in _thrown(others):
                            tricks[1 + min([row[bare + change] for change in throws])] += ways * weight
    return _of(tricks)


def _add_won(tricks: list[int], columns: list[list[int]], weights: list[int], ways: int) -> None:
    """Adds groups of holdings against which the lead wins to the counts of tricks.

    Args:
        tricks: the counts, which are changed.
        columns: for each reply of the opponent, a list of the player's further tricks, one entry for each group.
        weights: the number of holdings in each group.
        ways: a factor for all these numbers.
    """
    for won, weight in zip(columns[0] if len(columns) == 1 else map(min, *columns), weights, strict=True):
        tricks[1 + won] += ways * weight


def _add_lost(tricks: list[int], columns: list[list[int]], weights: list[int], ways: int) -> None:
    """Adds groups of holdings against which the lead loses to the counts of tricks.

    Args:
        tricks: the counts, which are changed.
        columns: for each reply of the opponent, a list of the opponent's further tricks, one entry for each group.
        weights: the number of holdings in each group.
        ways: a factor for all these numbers.
    """
    for won, weight in zip(columns[0] if len(columns) == 1 else map(max, *columns), weights, strict=True):
        tricks[_OTHERS - won] += ways * weight


def _of(tricks: Sequence[int]) -> OpenOdds:
    none, one, two, three, four, five = tricks
    return OpenOdds((none, one, two, three, four, five))

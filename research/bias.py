"""A house that cheats: it tries secrets until it likes the pack. Measures how far that gets it with each construction
of fair deals.

The house would like the dealer to have the better cards, and North to deal. The house knows every seed named before its
commitment, and tries several secrets. In some cases it tries invented presses instead, or a player in league with it
tries seeds. It cannot know what other players add later. So each result is a mean over random additions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, TypeAlias

from ecarte.fair import CUTS, Promise, Share, chain_key, cuts_for_deal, fair_pack, key_stream, link, pack_of, shuffle
from ecarte.fair.shuffling import deal_key
from ecarte.game import PACK, Card, Suit

_SEEDS: Final = ("sparrow", "corbeau")
_KEPT: Final = (Share(_SEEDS[0]), Share(_SEEDS[1]))
_PROMISE: Final = Promise("0" * 64, "17", 1)  # the key does not depend on the commitment
_LATER: Final = 100
"""The mean is taken over this many contributions that the players may make later."""
_GUESSES: Final = 5
_Good: TypeAlias = Callable[[bytes, tuple[Share, Share]], bool]
"""Says whether the house likes a first deal, from its secret and the contributions of both players."""
_BYTES: Final = 32
_VALUES: Final = {
    suit: {card: 8 - PACK.index(card) % 8 + (8 if card.suit is suit else 0) for card in PACK} for suit in Suit
}


@dataclass(frozen=True, slots=True)
class Reached:
    """How often a cheating house gets what it wants in one case.

    Attributes:
        case: the case, in words: the construction, and what the players contribute.
        chance: how often the dealer has the better cards or, at the cut for the deal, North deals (0 to 1).
        error: the standard error of `chance`.
    """

    case: str
    chance: float
    error: float


def dealer_is_better(pack: Sequence[Card]) -> bool:
    """Returns whether the dealer of a pack gets better cards than the elder. A card counts 8 for a king down to 1 for a
    seven, and 8 more for a trump.
    """
    values = _VALUES[pack[10].suit]
    elder, dealer = (*pack[:3], *pack[6:8]), (*pack[3:6], *pack[8:10])
    return sum(values[card] for card in dealer) > sum(values[card] for card in elder)


def attacks(tries: int, deals: int, seed: int) -> Iterator[Reached]:
    """Yields, for each case, how often a cheating house gets what it wants.

    In each of `deals` deals the house makes `tries` tries: secrets, invented presses, or seeds of a player in league
    with it. With one try it has no choice among these, but in one case it still chooses the cut.
    """
    cases: dict[str, Callable[[Random, int], float]] = {
        "no one cheats": _honest,
        "deal 1: the cut is left to chance": _alone_cut_by_chance,
        "deal 1: the house cuts": _alone_cut_by_house,
        "deal 2: a seed is named after the commitment": _named,
        "deal 2: a press comes after the commitment": _pressed,
        "deal 2: the elder cuts, and nothing else": _cut_only,
        "deal 2: the house stands alone": _stands_alone,
        "deal 2: a player in league with the house names a seed last": _in_league,
        "deal 2: the house makes the presses up": _made_up,
        "the cut for the deal: a seed is named before it": _dealer_named,
        "the cut for the deal: a press comes before it": _dealer_pressed,
        "the cut for the deal: nothing comes before it": _dealer_alone,
        "the cut for the deal: a player in league with the house names a seed last": _dealer_in_league,
    }
    for case, play in cases.items():
        rng = Random(f"{seed} {case}")
        chances = [play(rng, tries) for _ in range(deals)]
        error = stdev(chances) / deals**0.5 if deals > 1 else 0.0
        yield Reached(case, fmean(chances), error)


def bias_lines(tries: int, deals: int, seed: int) -> Iterator[str]:
    """Yields the cases as lines for a terminal."""
    yield f"the dealer has the better cards; a house that tries {tries} secrets, {deals} deals"
    for reached in attacks(tries, deals, seed):
        yield f"{reached.chance:8.1%} ± {reached.error:.1%}  {reached.case}"


def bias_json(tries: int, deals: int, seed: int) -> dict[str, Any]:
    """Returns the cases as plain values for JSON."""
    return {
        "tries": tries,
        "deals": deals,
        "seed": seed,
        "cases": [asdict(attack) for attack in attacks(tries, deals, seed)],
    }


def _honest(rng: Random, _tries: int) -> float:
    packs = (_cut(shuffle(key_stream(rng.randbytes(_BYTES))), rng.choice(CUTS)) for _ in range(_LATER))
    return fmean(map(dealer_is_better, packs))


def _alone_cut_by_chance(rng: Random, tries: int) -> float:
    return max(_over_cuts(deal_key(rng.randbytes(_BYTES), _SEEDS, 1)) for _ in range(tries))


def _alone_cut_by_house(rng: Random, tries: int) -> float:
    packs = (fair_pack(rng.randbytes(_BYTES), _SEEDS, 1, cut) for _ in range(tries) for cut in CUTS)
    return float(any(map(dealer_is_better, packs)))


def _named(rng: Random, tries: int) -> float:
    return _guessed(rng, tries, _by_key, lambda: (_seed(rng), _KEPT[1]))


def _pressed(rng: Random, tries: int) -> float:
    return _guessed(rng, tries, _by_key, lambda: (_press(rng), _KEPT[1]))


def _dealer_named(rng: Random, tries: int) -> float:
    return _guessed(rng, tries, _north_deals, lambda: (_seed(rng), _KEPT[1]))


def _dealer_pressed(rng: Random, tries: int) -> float:
    return _guessed(rng, tries, _north_deals, lambda: (_KEPT[0], _press(rng)))


def _guessed(rng: Random, tries: int, good: _Good, given: Callable[[], tuple[Share, Share]]) -> float:
    """Returns how often a house gets what it wants, if it guesses what the players will contribute and takes the secret
    that is best for its guesses.
    """
    guesses = [given() for _ in range(_GUESSES)]
    secrets = (_first_secret(rng) for _ in range(tries))
    best = max(secrets, key=lambda secret: sum(good(secret, guess) for guess in guesses))
    return fmean(good(best, given()) for _ in range(_LATER))


def _dealer_alone(rng: Random, tries: int) -> float:
    return float(any(_north_deals(_first_secret(rng), _KEPT) for _ in range(tries)))


def _dealer_in_league(rng: Random, tries: int) -> float:
    secret, victim = _first_secret(rng), _seed(rng)
    return float(any(_north_deals(secret, (victim, _seed(rng))) for _ in range(tries)))


def _cut_only(rng: Random, tries: int) -> float:
    return max(_over_cuts(_key(_first_secret(rng), _KEPT)) for _ in range(tries))


def _stands_alone(rng: Random, tries: int) -> float:
    return float(any(_by_key(_first_secret(rng), _KEPT) for _ in range(tries)))


def _in_league(rng: Random, tries: int) -> float:
    secret, victim = _first_secret(rng), _seed(rng)
    return float(any(_by_key(secret, (victim, _seed(rng))) for _ in range(tries)))


def _made_up(rng: Random, tries: int) -> float:
    secret = _first_secret(rng)
    return float(any(_by_key(secret, (_press(rng), _press(rng))) for _ in range(tries)))


def _seed(rng: Random) -> Share:
    return Share(rng.randbytes(8).hex(), named=True)


def _press(rng: Random) -> Share:
    return Share(press=1 + rng.getrandbits(63))


def _first_secret(rng: Random) -> bytes:
    """Returns the secret of the first deal of a random chain."""
    return link(rng.randbytes(_BYTES), 1)


def _by_key(secret: bytes, shares: tuple[Share, Share]) -> bool:
    """Returns whether the house likes the first deal if the key also determines the cut."""
    return dealer_is_better(pack_of(_key(secret, shares), None)[0])


def _north_deals(secret: bytes, shares: tuple[Share, Share]) -> bool:
    """Returns whether North has the higher card in the cut for the deal."""
    north, south = cuts_for_deal(_PROMISE, secret, shares)[-1]
    return north.rank.strength > south.rank.strength


def _key(secret: bytes, shares: tuple[Share, Share]) -> bytes:
    return chain_key(_PROMISE, secret, shares, 1)


def _over_cuts(key: bytes) -> float:
    """Returns the share of the possible cuts for which the house likes the first deal."""
    pack = shuffle(key_stream(key))
    return fmean(dealer_is_better(_cut(pack, cut)) for cut in CUTS)


def _cut(pack: tuple[Card, ...], cut: int) -> tuple[Card, ...]:
    return pack[cut:] + pack[:cut]

"""The fair deal of today: one commitment for all deals of a game, and packs that the house could not choose.

`ecarte.fair.explained` states the construction in full, and who could bias what. This module knows the pack and
nothing else of the game; chance comes in as the last secret of the chain.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Set
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final, TypeAlias

from ecarte.fair.shuffling import CUTS, SECRET_BYTES, FairDeal, draw_place, key_of, key_stream, shuffle
from ecarte.game import Card, IllegalMove, Rule

LINKS: Final = 256
"""How many deals one commitment covers; by the laws a game has nine at most."""

_CONSTRUCTION: Final = "ecarte deal 2"
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_PRESSES: Final = 1 << 64


@unique
class Bound(Enum):
    """What the house could not know when it committed, the strongest first."""

    SEED = "seed"
    """A player named a seed after the commitment, and finds it in the record."""
    PRESS = "press"
    """A press after the commitment, whose number Discord gave."""
    CUT = "cut"
    """The elder's cut, one place of 29."""
    ALONE = "alone"
    """Nothing: the house stood alone."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one player gives to the packs of a game.

    Attributes:
        seed: any text; empty: none.
        named: whether the seed was named after the commitment was shown.
        press: the number of the player's first press after the commitment; None: none counts.

    Raises ValueError: an empty seed cannot be named, a seed holds half of a surrogate pair, or no press has such a
        number.
    """

    seed: str = field(default="", repr=False)
    named: bool = False
    press: int | None = None

    def __post_init__(self) -> None:
        if self.named and not self.seed:
            raise ValueError("a seed that is named is not empty")
        _check_text(self.seed)
        if self.press is not None and not 0 < self.press < _PRESSES:
            raise ValueError("a press has a number of at most 64 bits")

    @property
    def word(self) -> str:
        """How a record calls the seed: named, kept or none."""
        return "named" if self.named else "kept" if self.seed else "none"

    def beyond(self, known: Set[str | int]) -> Share:
        """What it gives where the house knew some seeds and presses before its promise."""
        return Share(self.seed, self.named and self.seed not in known, None if self.press in known else self.press)

    @property
    def texts(self) -> tuple[str, str, str]:
        """What a key takes of it: word, seed and press."""
        return self.word, self.seed, "" if self.press is None else str(self.press)


def _check_text(text: str) -> None:
    """Raises ValueError: a text from Python may hold half of a surrogate pair, which no record can hold."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("a text holds half of a surrogate pair, which cannot be written as UTF-8")


no_share: Final = Share()
"""The share of a player who has given nothing."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What is shown once for a game, before any seed or press of it.

    Attributes:
        commitment: 64 hexadecimal digits.
        table, game: for which game of which table.
        first: the number of the first deal that it covers; 1 unless it was made in mid-game.

    Raises ValueError: a commitment that is not 64 digits, a number below 1, or a table with half of a surrogate pair.
    """

    commitment: str
    table: str
    game: int
    first: int = 1

    def __post_init__(self) -> None:
        if not _HEX.fullmatch(self.commitment):
            raise ValueError("a commitment has 64 hexadecimal digits")
        if self.game < 1 or self.first < 1:
            raise ValueError("games and deals count from 1")
        _check_text(self.table)


@dataclass(frozen=True, slots=True)
class ChainDeal:
    """All that a pack follows from, as it is shown after the deal.

    Attributes:
        secret: 32 bytes; it tells all hands while the deal is on: no `repr` shows it.
        shares: North's and South's.
        cut: how many cards went below the others; it need not be lawful.
        by_elder: whether the elder cut; else the key did.
        drawn: of the first deal, the shares from which the cut for the deal followed; None: nothing was promised of it.

    Raises ValueError: a secret that is none.
    """

    promise: Promise
    secret: bytes = field(repr=False)
    shares: tuple[Share, Share] = field(repr=False)
    cut: int
    by_elder: bool
    drawn: tuple[Share, Share] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes")

    def key(self, number: int) -> bytes:
        """The key of the pack, as that of deal `number`."""
        return chain_key(self.promise, self.secret, self.shares, number)

    @property
    def commitment(self) -> str:
        """What was shown before the game."""
        return self.promise.commitment

    @property
    def bound(self) -> Bound:
        """What the house could not know of the pack when it committed."""
        return self.bound_beyond(frozenset())

    def bound_beyond(self, known: Set[str | int]) -> Bound:
        """What the house could not know of the pack when it committed.

        Args:
            known: seeds and presses that it knew all the same, from before this promise.
        """
        bound = _bound(tuple(share.beyond(known) for share in self.shares))
        return Bound.CUT if self.by_elder and bound is Bound.ALONE else bound

    @property
    def dealer_bound(self) -> Bound | None:
        """What the house could not know of the cut for the deal when it committed; None: nothing was promised of it."""
        return None if self.drawn is None else _bound(self.drawn)

    @property
    def is_lawful_share(self) -> bool:
        """Whether no press counts beside a seed that was named: the house could make presses up to fit the seed."""
        given = (self.shares, self.drawn or self.shares)
        return all(_bound(shares) is not Bound.SEED or all(share.press is None for share in shares) for shares in given)


Fair: TypeAlias = FairDeal | ChainDeal
"""What a pack follows from, by either construction."""


def _bound(shares: tuple[Share, ...]) -> Bound:
    """What the house could not know of shares when it committed."""
    if any(share.named for share in shares):
        return Bound.SEED
    return Bound.PRESS if any(share.press is not None for share in shares) else Bound.ALONE


def link(last: bytes, place: int) -> bytes:
    """One secret of a chain, each the SHA-256 of the next: `place` 0 is the commitment, `LINKS` is `last`.

    Raises ValueError: the chain has no such place, or a secret has 32 bytes.
    """
    if len(last) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    if not 0 <= place <= LINKS:
        raise ValueError(f"a chain has the places 0 to {LINKS}")
    return hash_of(last, LINKS - place)


def hash_of(secret: bytes, times: int) -> bytes:
    """The SHA-256 of the SHA-256 … of a secret."""
    for _ in range(times):
        secret = hashlib.sha256(secret).digest()
    return secret


def promise_of(last: bytes, table: str, game: int, first: int = 1) -> Promise:
    """What is shown of a chain before its game. Raises ValueError: a secret has 32 bytes."""
    return Promise(link(last, 0).hex(), table, game, first)


def chain_key(promise: Promise, secret: bytes, shares: tuple[Share, Share], number: int) -> bytes:
    """The key of deal `number`: 32 bytes."""
    texts = [_CONSTRUCTION, promise.table, str(promise.game), str(number)]
    for share in shares:
        texts += share.texts
    return key_of(secret, texts)


def pack_of(key: bytes, cut: int | None) -> tuple[tuple[Card, ...], int]:
    """The pack of a key, top card first, and where it is cut.

    Args:
        cut: how many cards the elder put below the others; None: the key cuts.

    Raises IllegalMove: a packet of fewer than two cards (Law 3).
    """
    if cut is not None and cut not in CUTS:
        raise IllegalMove(Rule.PACKETS_OF_TWO, cut=cut)
    stream = key_stream(key)
    pack = shuffle(stream)
    place = CUTS[draw_place(stream, len(CUTS))] if cut is None else cut
    return pack[place:] + pack[:place], place

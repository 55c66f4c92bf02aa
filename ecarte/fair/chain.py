"""Makes the packs of fair deals: one commitment covers all deals of a game, and the house cannot choose the packs.

The secrets of a game form a chain: each is the hash of the next, and the first one is the commitment. All randomness
comes from the last secret, which the caller supplies. `ecarte.fair.explained` has the full construction, and what each
side could bias. This module knows the pack, and nothing else of the game.
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
"""The number of deals that one commitment covers. A game of five points has nine deals at most, if each deal brings a
point.
"""

_CONSTRUCTION: Final = "ecarte deal 2"
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_PRESSES: Final = 1 << 64


@unique
class Bound(Enum):
    """What a player added to a pack and the house could not know when it committed.

    Members are ordered from the strongest to the weakest. If the players added several things, the strongest counts.
    """

    SEED = "seed"
    """A player named a seed after the commitment. The player can find it in the record."""
    PRESS = "press"
    """A player pressed a button after the commitment. Discord, and not the house, numbers the press."""
    CUT = "cut"
    """The elder cut the pack at one of 29 places."""
    ALONE = "alone"
    """The players added nothing that the house did not know."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one player adds to the packs of a game, so that the house cannot choose them alone.

    Attributes:
        seed: any text; empty if the player has no seed.
        named: whether the player named the seed after the commitment was shown.
        press: the number that Discord gave the player's first press after the commitment, or None.

    Raises:
        ValueError: a named seed is empty, the seed has half of a surrogate pair, or `press` is out of range.
    """

    seed: str = field(default="", repr=False)
    named: bool = False
    press: int | None = None

    def __post_init__(self) -> None:
        if self.named and not self.seed:
            raise ValueError("a named seed must not be empty")
        _check_text(self.seed)
        if self.press is not None and not 0 < self.press < _PRESSES:
            raise ValueError(f"the number of a press must be positive and have at most 64 bits, not be {self.press}")

    @property
    def word(self) -> str:
        """The word for the seed in a record.

        "named": the player chose the seed after they were shown the commitment. "kept": the player chose it before.
        "none": there is no seed.
        """
        return "named" if self.named else "kept" if self.seed else "none"

    def beyond(self, known: Set[str | int]) -> Share:
        """Returns the share as it counts if the house knew some seeds and presses before its promise.

        A seed that the house knew no longer counts as named. A press that the house knew is left out.

        Args:
            known: the seeds and presses that the house knew.
        """
        return Share(self.seed, self.named and self.seed not in known, None if self.press in known else self.press)

    @property
    def texts(self) -> tuple[str, str, str]:
        """The three texts that enter the key of a pack: the word for the seed, the seed, and the number of the
        press.
        """
        return self.word, self.seed, "" if self.press is None else str(self.press)


def _check_text(text: str) -> None:
    """Raises ValueError if the text has half of a surrogate pair. A Python string may have one, but a record cannot."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("the text has half of a surrogate pair, which UTF-8 cannot encode")


no_share: Final = Share()
"""The share of a player who has added nothing to the packs."""


@dataclass(frozen=True, slots=True)
class Promise:
    """The house's commitment to all secrets of a game. It is shown once, before the house knows any seed or press for
    the game.

    Attributes:
        commitment: the hash of the first secret, 64 hexadecimal digits.
        table: the name or number of the table.
        game: the number of the game at the table, from 1.
        first: the number of the first deal that the promise covers; 1 unless it was made in mid-game.

    Raises:
        ValueError: the commitment is not 64 digits, a number is below 1, or `table` has half of a surrogate pair.
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
    """The inputs that determine the pack of a deal, as players see them after the deal.

    Attributes:
        promise: the promise that was shown before the game.
        secret: 32 bytes. During the deal it would reveal all hands, so `repr` does not show it.
        shares: what North and South added.
        cut: how many cards the cut put below the others. The number may be unlawful.
        by_elder: whether the elder chose the cut. If not, it followed from the key (`key`).
        drawn: for the first deal of a game, what North and South had added before they cut for the deal. None for every
            other deal, and if no promise covered that cut.

    Raises:
        ValueError: the secret does not have 32 bytes.
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
        """Returns the 32 bytes that determine the shuffle and, unless the elder chooses it, the cut.

        Args:
            number: the number of the deal in its game, from 1.
        """
        return chain_key(self.promise, self.secret, self.shares, number)

    @property
    def commitment(self) -> str:
        """The house's commitment that was shown before the game: 64 hexadecimal digits."""
        return self.promise.commitment

    @property
    def bound(self) -> Bound:
        """What a player added to the pack and the house could not know when it committed."""
        return self.bound_beyond(frozenset())

    def bound_beyond(self, known: Set[str | int]) -> Bound:
        """Returns what a player added to the pack and the house could not know when it committed.

        Args:
            known: seeds and presses that the house knew from before this promise. They do not count.
        """
        bound = _bound(tuple(share.beyond(known) for share in self.shares))
        return Bound.CUT if self.by_elder and bound is Bound.ALONE else bound

    @property
    def dealer_bound(self) -> Bound | None:
        """What a player added to the cut for the deal and the house could not know when it committed. None if no
        promise covered that cut.
        """
        return None if self.drawn is None else _bound(self.drawn)

    @property
    def is_lawful_share(self) -> bool:
        """False if the shares have a press although a player named a seed. The house could invent a press that,
        together with the seed, gives a pack of its choice.
        """
        pairs = (self.shares, self.drawn or self.shares)
        return all(_bound(shares) is not Bound.SEED or all(share.press is None for share in shares) for shares in pairs)


Fair: TypeAlias = FairDeal | ChainDeal
"""The inputs that determine the pack of a fair deal. `ChainDeal`: one commitment covers the game. `FairDeal`: the deal
has a commitment of its own, as in records of earlier releases.
"""


def _bound(shares: tuple[Share, ...]) -> Bound:
    """Returns what in some shares the house could not know when it committed. It does not consider a cut by the
    elder.
    """
    if any(share.named for share in shares):
        return Bound.SEED
    return Bound.PRESS if any(share.press is not None for share in shares) else Bound.ALONE


def link(last: bytes, place: int) -> bytes:
    """Returns the secret at one place of a chain. Each secret is the SHA-256 of the next one.

    Args:
        last: the last secret of the chain, 32 bytes.
        place: from 0, whose secret is the commitment, to `LINKS`, whose secret is `last`.

    Raises:
        ValueError: `place` is out of range, or `last` does not have 32 bytes.
    """
    if len(last) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    if not 0 <= place <= LINKS:
        raise ValueError(f"a chain has the places 0 to {LINKS}, not {place}")
    return hash_of(last, LINKS - place)


def hash_of(secret: bytes, times: int) -> bytes:
    """Returns a secret hashed `times` times with SHA-256."""
    for _ in range(times):
        secret = hashlib.sha256(secret).digest()
    return secret


def promise_of(last: bytes, table: str, game: int, first: int = 1) -> Promise:
    """Returns the promise that is shown before a game.

    Args:
        last: the last secret of the chain, 32 bytes.
        table: the name or number of the table.
        game: the number of the game at the table, from 1.
        first: the number of the first deal that the promise covers.

    Raises:
        ValueError: `last` does not have 32 bytes.
    """
    return Promise(link(last, 0).hex(), table, game, first)


def chain_key(promise: Promise, secret: bytes, shares: tuple[Share, Share], number: int) -> bytes:
    """Returns the 32 bytes that determine the shuffle of a deal and, unless the elder chooses it, the cut.

    Args:
        promise: the promise of the game.
        secret: the secret of this deal.
        shares: what North and South added.
        number: the number of the deal in its game, from 1.
    """
    texts = [_CONSTRUCTION, promise.table, str(promise.game), str(number)]
    for share in shares:
        texts += share.texts
    return key_of(secret, texts)


def pack_of(key: bytes, cut: int | None) -> tuple[tuple[Card, ...], int]:
    """Shuffles and cuts the pack as a key determines. Returns the pack, top card first, and how many cards the cut put
    below the others.

    Args:
        key: 32 bytes.
        cut: how many cards the elder put below the others. If None, the key determines the cut, too.

    Raises:
        IllegalMove: a packet has fewer than two cards (Law 3).
    """
    if cut is not None and cut not in CUTS:
        raise IllegalMove(Rule.PACKETS_OF_TWO, cut=cut)
    stream = key_stream(key)
    pack = shuffle(stream)
    place = CUTS[draw_place(stream, len(CUTS))] if cut is None else cut
    return pack[place:] + pack[:place], place

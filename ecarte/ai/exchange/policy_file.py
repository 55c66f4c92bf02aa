"""Reads and writes the file of the policy, `policy.bin`. Knows bytes, but neither cards nor rules.

    8 bytes        b"ecarte p"
    4 bytes        n, little-endian: the length of the heading
    n bytes        the heading, JSON in ASCII: see below
    the blocks     one for each game, zlib
    32 bytes       SHA-256 of all bytes before

A *game* is a score, and whether the king of trumps was turned up. Its name is `e5d4k` if the elder needs five points,
the dealer four, and the king was not turned up, so that a player may hold it; without the k it was turned up.

The heading is an object:

- `games` maps the name of a game to an object. It has `at` and `size` (the block, counted from the end of the heading),
  `base` (the name of another game, or null) and the measurements of the game
- `chances` maps "elder,dealer" (points needed) to the elder's chance to win before the deal
- `effort` says how the plans were computed
- `claims` has the figures of the book's cases (`research.figures.claims_table`)
- `plays` has `at` and `size` of a further block, zlib. For every class of hands it has twelve numbers of two bytes: how
  often the class as elder won none to five tricks in deals with hidden hands, and in the same deals with open hands
- `shifts` has `at` and `size` of one more block, zlib: how much the play of the house adds to these chances, in
  32,767ths of two bytes. The dimensions are: six ways in which the play may begin, the elder's group of hands (of
  twelve), the dealer's group, the tricks with open hands, and the tricks won (`ecarte.ai.exchange.policy.group_of`)

A block has 58 rows of bits, the planes: the elder's 29, then the dealer's. A plane has one bit for each class of hands,
class 0 in the lowest bit of the first byte.

- The first 14 planes of a role have the chance of proposing (accepting), in thirds, as two bits, lower first, for each
  of seven decisions. One decision is in the first round. The second and the third round have three each, by the number
  of cards that the opponent last took: at most two, three, or more.
- The other 15 planes have the places of the discarded cards, place 0 first, as five bits for each of three rounds.

If a game has a `base`, its block is the exclusive or with the planes of that game.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Any, Final

from ecarte.odds import CLASSES

MAGIC: Final = b"ecarte p"
LEVELS: Final = 4
"""How many values a stored chance can have: 0, 1/3, 2/3 and 1."""
ROUNDS: Final = 3
WAYS: Final = 6
GROUPS: Final = 12
SHIFTS: Final = WAYS * GROUPS * GROUPS * 6 * 6
UNIT: Final = 32_767
"""A stored correction of this size stands for a chance of 1."""
BUCKETS: Final = 3
PLANE: Final = (CLASSES + 7) // 8
_DECISIONS: Final = 1 + (ROUNDS - 1) * BUCKETS
_SAYING: Final = 2 * _DECISIONS
_SIDE: Final = _SAYING + 5 * ROUNDS
_HASH: Final = 32
_BITS_OF: Final = tuple(tuple(byte >> bit & 1 for bit in range(8)) for byte in range(256))
"""The eight bits of each byte, the lowest first."""


def decision(round_: int, bucket: int) -> int:
    """Returns the index of a decision among the seven that the file stores for each role.

    Args:
        round_: the number of exchanges before the decision: 0, 1 or 2.
        bucket: after an exchange, how many cards the opponent took: 0 for at most two, 1 for three, 2 for more.
    """
    return 1 + (round_ - 1) * BUCKETS + bucket if round_ else 0


@dataclass(frozen=True, slots=True)
class Planes:
    """The plans of both roles for one score, in the packed form that the module describes.

    Attributes:
        content: rows of bits, one after the other. A row has one bit for each class of hands.
    """

    content: bytes

    def level(self, dealer: bool, which: int, number: int) -> int:
        """Returns how often a class of hands proposes or, as dealer, accepts, in thirds from 0 to 3.

        Args:
            dealer: True for the dealer's plan, False for the elder's.
            which: the index of the decision (`decision`).
            number: the class of hands.
        """
        at = (_SIDE * dealer + 2 * which) * PLANE + (number >> 3)
        bit = number & 7
        return self.content[at] >> bit & 1 | (self.content[at + PLANE] >> bit & 1) << 1

    def places_out(self, dealer: bool, round_: int, number: int) -> int:
        """Returns the places of the cards that a class of hands discards (`ecarte.odds.place`): bit 0 is set if the
        card in place 0 goes, and so on.

        Args:
            dealer: True for the dealer's plan, False for the elder's.
            round_: the number of exchanges before this one: 0, 1 or 2.
            number: the class of hands.
        """
        at = (_SIDE * dealer + _SAYING + 5 * round_) * PLANE + (number >> 3)
        bit = number & 7
        return sum((self.content[at + place * PLANE] >> bit & 1) << place for place in range(5))

    def sides(self) -> list[tuple[list[list[float]], list[list[int]]]]:
        """Unpacks the plans. Returns two pairs, the elder's and the dealer's.

        A pair has the chances of proposing (accepting) by decision and class of hands, and the places of the discarded
        cards by round and class.
        """
        bits = [_bits(self.content[at : at + PLANE]) for at in range(0, len(self.content), PLANE)]
        sides = []
        for start in (0, _SIDE):
            say = [
                [(low + 2 * high) / (LEVELS - 1) for low, high in zip(bits[at], bits[at + 1], strict=True)]
                for at in range(start, start + _SAYING, 2)
            ]
            out = [
                [
                    first + 2 * second + 4 * third + 8 * fourth + 16 * fifth
                    for first, second, third, fourth, fifth in zip(*bits[at : at + 5], strict=True)
                ]
                for at in range(start + _SAYING, start + _SIDE, 5)
            ]
            sides.append((say, out))
        return sides

    @classmethod
    def of(cls, sides: Sequence[tuple[Sequence[Sequence[float]], Sequence[Sequence[int]]]]) -> Planes:
        """Packs the plans of both roles for one score.

        Args:
            sides: for the elder, then for the dealer: the chances of proposing (accepting) by decision and class of
                hands, and the places of the discarded cards by round and class.
        """
        planes = []
        for say, out in sides:
            for row in say:
                levels = [round(chance * (LEVELS - 1)) for chance in row]
                planes += [_plane([level >> bit & 1 for level in levels]) for bit in range(2)]
            for row in out:
                planes += [_plane([places >> bit & 1 for places in row]) for bit in range(5)]
        return cls(b"".join(planes))


def _plane(bits: Sequence[int]) -> bytes:
    return int("".join("1" if bit else "0" for bit in reversed(bits)), 2).to_bytes(PLANE, "little")


def _bits(plane: bytes) -> list[int]:
    return list(chain.from_iterable(map(_BITS_OF.__getitem__, plane)))[:CLASSES]


def _difference(left: bytes, right: bytes) -> bytes:
    return (int.from_bytes(left, "little") ^ int.from_bytes(right, "little")).to_bytes(len(left), "little")


def pack_table(
    games: Mapping[str, Planes],
    bases: Mapping[str, str],
    measured: Mapping[str, Mapping[str, Any]],
    chances: Mapping[tuple[int, int], float],
    effort: Mapping[str, int],
    claims: Mapping[str, Sequence[float]],
    plays: Sequence[int],
    shifts: Sequence[int],
) -> bytes:
    """Returns the content of the file `policy.bin`. The module describes each part.

    Args:
        games: the plans, by the name of their score.
        bases: for the name of a score, the name of another score, its base. Only the difference from the base's plans
            is stored if that takes fewer bytes. A base must have no base itself.
        measured: the measurements for each score.
        chances: the elder's chance to win before a deal, by the points that elder and dealer need.
        effort: how the plans were computed.
        claims: the figures of the book's cases.
        plays: twelve counts for each class of hands.
        shifts: the corrections from deals of the house.
    """
    blocks, entries, at = [], {}, 0
    for name, planes in games.items():
        block, base = zlib.compress(planes.content, 9), bases.get(name)
        if base is not None:
            shorter = zlib.compress(_difference(planes.content, games[base].content), 9)
            block, base = (shorter, base) if len(shorter) < len(block) else (block, None)
        entries[name] = {"at": at, "size": len(block), "base": base, **measured[name]}
        blocks.append(block)
        at += len(block)
    blocks.append(zlib.compress(b"".join(number.to_bytes(2, "little") for number in plays), 9))
    at_shifts = at + len(blocks[-1])
    blocks.append(zlib.compress(struct.pack(f"<{len(shifts)}h", *shifts), 9))
    heading = {
        "games": entries,
        "plays": {"at": at, "size": len(blocks[-2])},
        "shifts": {"at": at_shifts, "size": len(blocks[-1])},
        "chances": {f"{elder},{dealer}": round(chance, 6) for (elder, dealer), chance in sorted(chances.items())},
        "effort": dict(effort),
        "claims": {case: [round(value, 5) for value in values] for case, values in claims.items()},
    }
    text = json.dumps(heading, separators=(",", ":")).encode("ascii")
    content = MAGIC + len(text).to_bytes(4, "little") + text + b"".join(blocks)
    return content + sha256(content).digest()


class PolicyTable:
    """The content of `policy.bin`. Unpacks the plans for a score when they are first used."""

    __slots__ = ("_blocks", "_content", "_open", "_plays", "_shifts", "heading")

    def __init__(self, content: bytes) -> None:
        if content[:8] != MAGIC or sha256(content[:-_HASH]).digest() != content[-_HASH:]:
            raise ValueError("the file of the policy is damaged, or is another kind of file")
        end = 12 + int.from_bytes(content[8:12], "little")
        self._content = content
        self._blocks = end
        self._open: dict[str, Planes] = {}
        self._plays: tuple[int, ...] = ()
        self._shifts: tuple[int, ...] = ()
        self.heading: dict[str, Any] = json.loads(content[12:end])

    def plays(self) -> tuple[int, ...]:
        """Returns twelve counts for each class of hands: in how many deals it won 0 to 5 tricks as elder, first with
        hidden hands, then in the same deals with open hands.
        """
        if not self._plays:
            self._plays = self._numbers("plays", "H")
        return self._plays

    def shifts(self) -> tuple[int, ...]:
        """Returns the corrections to the chances of tricks, in 32,767ths. Empty if the file has none."""
        if not self._shifts and "shifts" in self.heading:
            self._shifts = self._numbers("shifts", "h")
        return self._shifts

    def _numbers(self, name: str, letter: str) -> tuple[int, ...]:
        entry = self.heading[name]
        content = zlib.decompress(self._content[self._blocks + entry["at"] :][: entry["size"]])
        return struct.unpack(f"<{len(content) // 2}{letter}", content)

    def planes(self, name: str) -> Planes:
        """Returns the plans for the score with this name, such as `e5d4k`. Raises `KeyError` for an unknown name."""
        planes = self._open.get(name)
        if planes is None:
            entry = self.heading["games"][name]
            start = self._blocks + entry["at"]
            content = zlib.decompress(self._content[start : start + entry["size"]])
            if entry["base"] is not None:
                content = _difference(content, self.planes(entry["base"]).content)
            planes = self._open[name] = Planes(content)
        return planes


def unpack_table(content: bytes) -> PolicyTable:
    """Reads the content of `policy.bin`. Raises `ValueError` if it is damaged."""
    return PolicyTable(content)

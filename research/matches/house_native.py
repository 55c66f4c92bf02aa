"""The players of the house in C, compiled with the system's compiler and called through ctypes.

For measurements: some ten thousand deals a second. `tests/research/test_house.py` holds their decisions against
the library's players. Plans and chances are read in Python and handed over, so any file of the policy can sit down.
"""

from __future__ import annotations

import ctypes
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntFlag, unique
from importlib.resources import files
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from ecarte.ai.cards.dealt import columns
from ecarte.ai.cards.hidden import keys
from ecarte.ai.cards.leads import mends
from ecarte.ai.exchange.policy_file import PolicyTable, unpack_table
from ecarte.game import PACK, Card
from ecarte.odds import Holding, Role
from research.compiling import C_FOLDER, compile_library
from research.matches.duel import DuelResult

_SOURCES: Final = (
    "tricks.c",
    "house_book.c",
    "house_rules.c",
    "house_cards.c",
    "house_dealt.c",
    "house_leads.c",
    "house_deal.c",
    "house_match.c",
    "house_cases.c",
    "house_read.c",
    "house_learn.c",
    "house_exploit.c",
)
_FLAGS: Final = ("-O3", "-std=c11", "-ffp-contract=off", "-fPIC", "-shared")
_SIGNATURES: Final = {
    "seat": "ippiii",
    "seat_reader": "iiip",
    "deal_once": "iippppp",
    "deals_at": "iiiiisp",
    "compare_at": "piiisp",
    "duel": "iiisp",
    "seat_dealt": "pppp",
    "seat_leads": "p",
    "lead_cases": "iiisp",
    "outcomes_at": "ppisp",
    "both_ways": "ppiipisp",
    "spreads": "iisppp",
    "later_at": "iiiisp",
    "missed_at": "ipispppp",
    "learn": "iiisp",
    "believe": "ppppiiipp",
    "guess": "ppppiispp",
    "exploit": "iiiisp",
}
_MOST: Final = 5
_OPEN: Final = 2
_LOG: Final = 640
_KINDS: Final = 2 * _MOST**2
_FIRST: Final = 5
_GUESSES: Final = 1024
_PLACES: Final = (
    "first proposal",
    "another proposal",
    "first answer",
    "another answer",
    "the elder's discard",
    "the dealer's discard",
    "first card, hands as dealt",
    "later card, hands as dealt",
    "first card after an exchange",
    "later card after an exchange",
    "the king",
)
"""As in `house_exploit.c`."""


@unique
class ThumbRules(IntFlag):
    """Rules of thumb by which a player leaves its policy."""

    NONE = 0
    NEVER_AGAIN = 1
    """Proposes once at most."""
    NEVER_PROPOSES = 2
    ALWAYS_ACCEPTS = 4
    NEVER_ACCEPTS = 8
    ALWAYS_PROPOSES = 16
    NEVER_GIVES_AGAIN = 32
    """Accepts the first proposal at most."""
    PROPOSES_FIRST = 64
    ACCEPTS_FIRST = 128
    NEVER_ANNOUNCES = 256
    LEADS_TRUMPS = 512
    """Leads its highest trump."""
    KEEPS_KINGS = 1024
    """Puts out all but trumps and kings."""


@unique
class Reads(IntFlag):
    """Decisions that a player takes by playing its choices out against the hands that the other may hold."""

    NONE = 0
    PROPOSALS = 1
    ANSWERS = 2
    DISCARDS = 4
    CARDS = 8
    CARDS_TELL_NOTHING = 16
    """Holds every lawful card of the other as likely: reads the exchange, and not the play."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A player: the policy's file, and whether exchange and cards are the book's instead of the maître's.

    `open_cards`: the maître's, by search with open hands alone.
    """

    table: PolicyTable
    book_exchange: bool = False
    book_cards: bool = False
    open_cards: bool = False
    rules: ThumbRules = ThumbRules.NONE
    reads: Reads = Reads.NONE
    samples: int = 200
    """Hands of the other that are played out for a decision, at most."""
    learnt: bytes | None = None
    """By cells of like decisions in the exchange (`house_learn.c`): 1 where the plan's decision is not taken."""


class Said(NamedTuple):
    """One entry of a deal's log: `what` as in `house_deal.c`, and a card, a mask of discards or a side."""

    what: int
    value: int


class Logged(NamedTuple):
    """A deal: what was said and played, the points that elder and dealer then need, and the winner's side or None."""

    log: tuple[Said, ...]
    needs: tuple[int, int]
    winner: int | None


class DealOutcome(NamedTuple):
    """What a deal brings: the points of elder and dealer, no more than they need, and who makes the point.

    `made`: 1 for the elder, 0 for the dealer or where a king ended the game before the play.
    """

    elder: int
    dealer: int
    made: int


class Pair(NamedTuple):
    """The outcomes of the same cards played two ways."""

    stay: DealOutcome
    change: DealOutcome


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float


class Before(NamedTuple):
    """A deal between two seats, elder and dealer, before card number `cards`; `side` is to play it."""

    seats: tuple[int, int]
    needs: tuple[int, int]
    pack: Sequence[Card]
    numbers: Sequence[float]
    cards: int
    side: int

    def arrays(self) -> tuple[Any, ...]:
        """The arguments for C."""
        pair, numbers = ctypes.c_int * 2, (ctypes.c_double * len(self.numbers))(*self.numbers)
        pack = bytes(card.index for card in self.pack)
        return pair(*self.seats), pair(*self.needs), pack, numbers, self.cards, self.side


class Sums(NamedTuple):
    """Of pairs of games: how many by the games won; the gains of a pair summed, and their squares.

    `where`: by the decision at which the play first differs from the maître's, the deals and their gain; of readers all
    decisions that leave the plan.
    """

    pairs: tuple[int, int, int]
    gain: float
    squares: float
    where: dict[str, tuple[float, float]]

    @classmethod
    def total(cls, parts: Iterable[Sums]) -> Sums:
        """The sums of all parts."""
        rows = list(parts)
        none, one, both = (sum(row.pairs[wins] for row in rows) for wins in range(3))
        where = {
            place: (sum(row.where[place][0] for row in rows), sum(row.where[place][1] for row in rows))
            for place in _PLACES
        }
        return cls((none, one, both), sum(row.gain for row in rows), sum(row.squares for row in rows), where)


class House:
    """The compiled players; eight seats, in static memory that all houses of a library share.

    `mended`: the maître leads by the table of `ecarte.ai.cards.leads`, and not as search with open hands says.
    """

    def __init__(self, library: Path, mended: bool = True) -> None:
        self._c = ctypes.CDLL(str(library))
        kinds: dict[str, Any] = {"i": ctypes.c_int, "s": ctypes.c_uint64, "p": ctypes.c_void_p}
        self._call = {}
        for name, letters in _SIGNATURES.items():
            call = self._c[name]
            call.argtypes = [kinds[letter] for letter in letters]
            self._call[name] = call
        self._dealt = _dealt_columns()
        self._call["seat_dealt"](*(column.buffer_info()[0] for column in self._dealt))
        self._call["seat_leads"](mends().buffer_info()[0] if mended else None)
        self._c.begin_classes()
        self._c.begin_tricks()
        self._kept: dict[int, object] = {}

    def call(self, name: str, *values: int) -> None:
        """Calls a function of the library; arrays by their addresses."""
        self._call[name](*values)

    def lead_cases(self, at: int, first: int, number: int, seed: int, content: ctypes.Array[ctypes.c_double]) -> int:
        """Plays leads out, as `lead_cases` in `house_read.c`; returns how many there are."""
        return int(self._call["lead_cases"](at, first, number, seed, ctypes.addressof(content)))

    def seat(self, at: int, player: Seated) -> None:
        """Puts a player in one of the seats 0 to 7."""
        chances = (ctypes.c_double * _MOST**2)()
        planes = (ctypes.c_char_p * (2 * _MOST**2))()
        for needs, chance in player.table.heading["chances"].items():
            elder, dealer = (int(part) for part in needs.split(","))
            chances[_MOST * (elder - 1) + dealer - 1] = chance
        for name in player.table.heading["games"]:
            elder, dealer, king = int(name[1]), int(name[3]), name.endswith("k")
            planes[2 * (_MOST * (elder - 1) + dealer - 1) + king] = player.table.planes(name).content
        # C keeps the addresses: the table and the arrays must live as long as the seat.
        self._kept[at] = player, planes
        self._call["seat"](
            at,
            None if player.book_exchange else ctypes.addressof(planes),
            ctypes.addressof(chances),
            player.book_exchange,
            _OPEN if player.open_cards else player.book_cards,
            player.rules,
        )
        self._call["seat_reader"](at, player.reads, player.samples, player.learnt)

    def deal(
        self, elder: int, dealer: int, pack: Sequence[Card], numbers: Sequence[float], needs: tuple[int, int]
    ) -> Logged:
        """Plays one deal between two seats; `numbers`: chance for the players' decisions, as they come."""
        cards = (ctypes.c_uint8 * 32)(*(card.index for card in pack))
        chance = (ctypes.c_double * len(numbers))(*numbers)
        left = (ctypes.c_int * 2)(*needs)
        log, size = (ctypes.c_uint8 * _LOG)(), ctypes.c_int()
        at = [ctypes.addressof(part) for part in (cards, chance, left, log, size)]
        winner = self._call["deal_once"](elder, dealer, *at)
        content = bytes(log)[: size.value]
        said = tuple(
            Said(content[at], int.from_bytes(content[at + 1 : at + 5], "little")) for at in range(0, size.value, 5)
        )
        return Logged(said, (left[0], left[1]), None if winner < 0 else winner)

    def deals(self, elder: int, dealer: int, needs: tuple[int, int], number: int, seed: int) -> Mean:
        """The elder's chance to win after so many deals at one score, by the elder's own table of chances."""
        sums = (ctypes.c_double * 2)()
        self._call["deals_at"](elder, dealer, *needs, number, seed, ctypes.addressof(sums))
        mean = sums[0] / number
        return Mean(mean, sqrt(max(0.0, sums[1] / number - mean * mean) / number))

    def compare(
        self, first: tuple[int, int], second: tuple[int, int], needs: tuple[int, int], number: int, seed: int
    ) -> Mean:
        """The gain of the elder of `first` (seats of elder and dealer) over that of `second`, by the same packs."""
        at, sums = (ctypes.c_int * 4)(*first, *second), (ctypes.c_double * 4)()
        self._call["compare_at"](ctypes.addressof(at), *needs, number, seed, ctypes.addressof(sums))
        mean = sums[1] / number
        return Mean(mean, sqrt(max(0.0, sums[3] / number - mean * mean) / number))

    def outcomes(self, elder: int, dealer: int, needs: tuple[int, int], number: int, seed: int) -> Counter[DealOutcome]:
        """So many deals between two seats at one score."""
        seats, left, counts = (
            (ctypes.c_int * 2)(elder, dealer),
            (ctypes.c_int * 2)(*needs),
            (ctypes.c_uint32 * _KINDS)(),
        )
        self._call["outcomes_at"](*map(ctypes.addressof, (seats, left)), number, seed, ctypes.addressof(counts))
        return Counter({_outcome(at): count for at, count in enumerate(counts) if count})

    def both_ways(
        self,
        stay: tuple[int, int],
        change: tuple[int, int],
        holding: Holding,
        needs: tuple[int, int],
        number: int,
        seed: int,
    ) -> Counter[Pair]:
        """So many deals of a hand, each played by two pairs of seats, elder and dealer.

        A dealer's hand is met only by elders who propose on theirs, by the seat in `stay`. `needs`: before the turn-up.
        """
        seats, left = (ctypes.c_int * 4)(*stay, *change), (ctypes.c_int * 2)(*needs)
        known = (ctypes.c_uint8 * 6)(*(card.index for card in (*holding.cards, holding.turn_up)))
        counts = (ctypes.c_uint32 * _KINDS**2)()
        dealer = holding.role is Role.DEALER
        places = [ctypes.addressof(part) for part in (seats, known, left, counts)]
        self._call["both_ways"](*places[:2], dealer, dealer, places[2], number, seed, places[3])
        pairs = ((divmod(at, _KINDS), count) for at, count in enumerate(counts) if count)
        return Counter({Pair(_outcome(first), _outcome(second)): count for (first, second), count in pairs})

    def believe(self, at: Before, packs: Sequence[Sequence[Card]]) -> list[float]:
        """How likely the other's player does what it has done, if this were the pack: for each of some packs."""
        chances = (ctypes.c_double * len(packs))()
        content = bytes(card.index for pack in packs for card in pack)
        self._call["believe"](*at.arrays(), len(packs), content, ctypes.addressof(chances))
        return list(chances)

    def guess(self, at: Before, seed: int) -> list[tuple[tuple[Card, ...], float]]:
        """The packs that a reader in this seat holds for possible, each with that chance."""
        packs, chances = (ctypes.c_uint8 * (32 * _GUESSES))(), (ctypes.c_double * _GUESSES)()
        number = self._call["guess"](*at.arrays(), seed, ctypes.addressof(packs), ctypes.addressof(chances))
        rows = (bytes(packs)[32 * row : 32 * row + 32] for row in range(number))
        return [(tuple(PACK[card] for card in row), chance) for row, chance in zip(rows, chances, strict=False)]

    def learn(self, maitre: int, first: int, number: int, seed: int) -> list[float]:
        """Deals `first` and on of the seed, one decision replaced in each: by cells the number, gain, gain squared."""
        sums = (ctypes.c_double * (3 * self._c.number_of_cells()))()
        self._call["learn"](maitre, first, number, seed, ctypes.addressof(sums))
        return list(sums)

    def exploit(self, player: int, maitre: int, first: int, pairs: int, seed: int) -> Sums:
        """Pairs of games, number `first` and on of the seed."""
        sums = (ctypes.c_double * (_FIRST + 2 * len(_PLACES)))()
        self._call["exploit"](player, maitre, first, pairs, seed, ctypes.addressof(sums))
        counts, gain, squares = sums[:3], *sums[3:_FIRST]
        where = dict(zip(_PLACES, zip(sums[_FIRST::2], sums[_FIRST + 1 :: 2], strict=True), strict=True))
        return Sums((int(counts[0]), int(counts[1]), int(counts[2])), gain, squares, where)

    def duel(self, first: int, second: int, pairs: int, seed: int) -> DuelResult:
        """Games in pairs, the same packs to both players."""
        counts = (ctypes.c_int32 * 3)()
        self._call["duel"](first, second, pairs, seed, ctypes.addressof(counts))
        return DuelResult(*counts)


def _dealt_columns() -> tuple[array[int], ...]:
    """The hands' keys, and the table of hands as dealt."""
    table = columns().decisions
    return keys(), array("I", table.starts), table.paths, table.plays


def _outcome(at: int) -> DealOutcome:
    points, made = divmod(at, 2)
    return DealOutcome(*divmod(points, _MOST), made)


def compile_house(folder: Path, compiler: Sequence[str] = ("cc",)) -> House:
    """Compiles the players into `folder` and loads them. Raises `OSError` or `subprocess.CalledProcessError`."""
    return House(house_library(folder, compiler))


def house_library(folder: Path, compiler: Sequence[str] = ("cc",)) -> Path:
    """Compiles the players into `folder`. Raises `OSError` or `subprocess.CalledProcessError`."""
    return compile_library(folder / "house.so", compiler, _FLAGS, [C_FOLDER / name for name in _SOURCES])


def library_table() -> PolicyTable:
    """The policy's file in the library."""
    return unpack_table((files("ecarte.ai") / "policy.bin").read_bytes())

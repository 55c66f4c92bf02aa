"""The players of the house in C, compiled with the system's compiler and called through ctypes.

They are for measurements: about ten thousand deals a second. `tests/research/test_house.py` compares their decisions
with the library's players. Python reads the plans and chances and passes them on, so any file of the policy can be
used.
"""

from __future__ import annotations

import ctypes
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntFlag, unique
from hashlib import sha256
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

SOURCES: Final = (
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
    "house_bracket.c",
    "house_whole.c",
)
_FLAGS: Final = ("-O3", "-std=c11", "-ffp-contract=off", "-fPIC", "-shared")
_SIGNATURES: Final = {
    "seat": "ippiii",
    "seat_reader": "iiipd",
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
    "bracket": "iipiiiisp",
    "best_reply": "ppppiiipp",
    "whole": "iipipiiiisp",
    "whole_reply": "ipippisp",
}
_MOST: Final = 5
_OPEN: Final = 2
_LOG: Final = 640
_KINDS: Final = 2 * _MOST**2
_FIRST: Final = 5
_SUMS: Final = 9
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
"""The kinds of decisions with which a player may leave the maître's play, in the order of `house_exploit.c`."""


@unique
class ThumbRules(IntFlag):
    """Simple rules by which a player in C departs from the policy or from its cards."""

    NONE = 0
    NEVER_AGAIN = 1
    """The player proposes only once in a deal."""
    NEVER_PROPOSES = 2
    ALWAYS_ACCEPTS = 4
    NEVER_ACCEPTS = 8
    ALWAYS_PROPOSES = 16
    NEVER_GIVES_AGAIN = 32
    """The player accepts no proposal after the first."""
    PROPOSES_FIRST = 64
    ACCEPTS_FIRST = 128
    NEVER_ANNOUNCES = 256
    LEADS_TRUMPS = 512
    """The player leads its highest trump, if it has one."""
    KEEPS_KINGS = 1024
    """The player discards everything except trumps and kings."""


@unique
class Reads(IntFlag):
    """At which decisions a player plays its choices out against hands that the opponent may hold."""

    NONE = 0
    PROPOSALS = 1
    ANSWERS = 2
    DISCARDS = 4
    CARDS = 8
    CARDS_TELL_NOTHING = 16
    """The player assumes that the opponent plays every lawful card equally often.

    So it learns about the opponent's hand from the exchange, but not from the play.
    """


@dataclass(frozen=True, slots=True)
class Seated:
    """How a player in C plays.

    Attributes:
        table: the content of the policy's file.
        book_exchange, book_cards: whether the book decides the exchange, and the cards, instead of the maître.
        open_cards: whether the maître's cards come from search with open hands alone.
        rules: simple rules that take precedence over these choices.
        reads: the decisions at which the player plays its choices out.
        samples: the most hands of the opponent against which the player plays its choices out.
        mixed_lead: how much worse than the best a lead to the second trick after an exchange may be, as a share of the
            worth of the point. The player mixes these leads, the better ones more often. 0: always the best.
        learnt: for each group of similar decisions in the exchange (`house_learn.c`), 1 to decide against the plan.
    """

    table: PolicyTable
    book_exchange: bool = False
    book_cards: bool = False
    open_cards: bool = False
    rules: ThumbRules = ThumbRules.NONE
    reads: Reads = Reads.NONE
    samples: int = 200
    mixed_lead: float = 0.0
    learnt: bytes | None = None


class Said(NamedTuple):
    """One entry of the log that C writes of a deal.

    Attributes:
        what: the kind of the entry, as in `house_deal.c`.
        value: a card, a mask of discards, or a side.
    """

    what: int
    value: int


class Logged(NamedTuple):
    """A deal that was played in C.

    Attributes:
        log: everything that was said and played.
        needs: the points that elder and dealer need after it.
        winner: the side that has won the game (0: the elder, 1: the dealer), or None.
    """

    log: tuple[Said, ...]
    needs: tuple[int, int]
    winner: int | None


class DealOutcome(NamedTuple):
    """Which points a deal brought.

    Attributes:
        elder, dealer: the points of each, at most as many as they need.
        made: 1 if the elder made the point; 0 if the dealer made it, or a king ended the game before the play.
    """

    elder: int
    dealer: int
    made: int


class Pair(NamedTuple):
    """The results of two deals with the same cards. They differ in one decision: in `stay` the player plays or refuses,
    in `change` the player proposes or accepts.
    """

    stay: DealOutcome
    change: DealOutcome


class Mean(NamedTuple):
    """A mean value, and its standard error."""

    value: float
    error: float


class Before(NamedTuple):
    """A moment of a deal in C, at which a side is to play a card.

    Attributes:
        seats: the seats of elder and dealer.
        needs: the points that elder and dealer need.
        pack: the pack, top card first.
        numbers: the random numbers for the players' decisions.
        cards: how many cards have been played.
        side: the side that plays the next one. 0: the elder, 1: the dealer.
    """

    seats: tuple[int, int]
    needs: tuple[int, int]
    pack: Sequence[Card]
    numbers: Sequence[float]
    cards: int
    side: int

    def arrays(self) -> tuple[Any, ...]:
        """Returns the moment as the arguments that C takes."""
        pair, numbers = ctypes.c_int * 2, (ctypes.c_double * len(self.numbers))(*self.numbers)
        pack = bytes(card.index for card in self.pack)
        return pair(*self.seats), pair(*self.needs), pack, numbers, self.cards, self.side


class Sums(NamedTuple):
    """The results of many pairs of games of a player against the maître, as sums.

    Attributes:
        pairs: in how many pairs the player won no game, one game, and both games.
        gain, squares: the sum of the gains of the pairs, and the sum of their squares. The gain of a pair is for one
            game on average.
        where: for each kind of decision, two numbers: in how many deals the player first leaves the maître's play by
            such a decision and gets another result, and the sum of the gains of these deals. For a player who only
            reads the opponent's hand, every decision that leaves the plan counts, with its own gain.
    """

    pairs: tuple[int, int, int]
    gain: float
    squares: float
    where: dict[str, tuple[float, float]]

    @classmethod
    def total(cls, parts: Iterable[Sums]) -> Sums:
        """Adds up the sums of several parts."""
        rows = list(parts)
        none, one, both = (sum(row.pairs[wins] for row in rows) for wins in range(3))
        where = {
            place: (sum(row.where[place][0] for row in rows), sum(row.where[place][1] for row in rows))
            for place in _PLACES
        }
        return cls((none, one, both), sum(row.gain for row in rows), sum(row.squares for row in rows), where)


class Bracket(NamedTuple):
    """What one side gains against the maître by leaving the maître's play, as sums over deals.

    In a *whole deal* the side leaves the maître's play from its first proposal or answer on. In all other deals it
    does so only from the first lead on. A gain is a chance to win the game, compared with the maître's own play.

    Attributes:
        deals: the number of deals.
        played: the number of deals in which a card is led. For whole deals: in which the gain at most is not 0.
        most, most_squares: the sum of what the side gains at most, and of the squares.
        least, least_squares: the sum of what the side gains at least, and of the squares.
        plan, plan_squares: the sum of what the side gains by the maître's own play, and of the squares. Both are 0
            unless the other side mixes its leads.
        hands, fresh: against how many hands of the opponent `most` was computed, and against how many others, drawn
            separately, `least` was. Both are 0 for whole deals.
    """

    deals: int
    played: int
    most: float
    most_squares: float
    least: float
    least_squares: float
    plan: float
    plan_squares: float
    hands: int
    fresh: int


class Level(NamedTuple):
    """How many packs `House.whole` draws for a decision at one level.

    A level is the number of exchanges before the decision: none at the first level, one at the second, and so on.

    Attributes:
        packs: the number of packs drawn. The choices of the replying side are compared in all of them.
        hands: the most of these packs against which the side's best play of the cards is computed.
        draws: the most of these packs that are followed through another exchange, to the next level.
    """

    packs: int
    hands: int
    draws: int


KNOWN: Final = Level(1, 1, 0)
"""The last level of `House.whole`. Here two assumptions favour the replying side.

The side knows the pack. A further exchange brings the side the most that a deal can bring.
"""


class House:
    """The players in C, in eight seats. All objects of one library share these seats, because they are static memory.

    Args:
        library: the compiled players.
        mended: whether the maître corrects its leads by the table of `ecarte.ai.cards.leads`.
    """

    def __init__(self, library: Path, mended: bool = True) -> None:
        self._c = ctypes.CDLL(str(library))
        kinds: dict[str, Any] = {"i": ctypes.c_int, "s": ctypes.c_uint64, "d": ctypes.c_double, "p": ctypes.c_void_p}
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
        self._alive: dict[int, object] = {}

    def call(self, name: str, *values: int) -> None:
        """Calls a function of the library by its name. Arrays are passed by their addresses."""
        self._call[name](*values)

    def lead_cases(self, at: int, first: int, number: int, seed: int, content: ctypes.Array[ctypes.c_double]) -> int:
        """Stops deals of a player against itself before a lead, and plays out each card that may be led. Returns the
        number of deals in which there was a lead to compare.

        Args:
            at: the seat of the player.
            first: the number of the first deal of the seed.
            number: the number of deals.
            seed: the seed of the deals.
            content: receives 17 numbers for each of these deals (`lead_cases` in `house_read.c`).
        """
        return int(self._call["lead_cases"](at, first, number, seed, ctypes.addressof(content)))

    def seat(self, at: int, player: Seated) -> None:
        """Puts a player in seat `at`, one of 0 to 7."""
        chances = (ctypes.c_double * _MOST**2)()
        planes = (ctypes.c_char_p * (2 * _MOST**2))()
        for needs, chance in player.table.heading["chances"].items():
            elder, dealer = (int(part) for part in needs.split(","))
            chances[_MOST * (elder - 1) + dealer - 1] = chance
        for name in player.table.heading["games"]:
            elder, dealer, king = int(name[1]), int(name[3]), name.endswith("k")
            planes[2 * (_MOST * (elder - 1) + dealer - 1) + king] = player.table.planes(name).content
        # C keeps the addresses: the table and the arrays must live as long as the seat.
        self._alive[at] = player, planes
        self._call["seat"](
            at,
            None if player.book_exchange else ctypes.addressof(planes),
            ctypes.addressof(chances),
            player.book_exchange,
            _OPEN if player.open_cards else player.book_cards,
            player.rules,
        )
        self._call["seat_reader"](at, player.reads, player.samples, player.learnt, player.mixed_lead)

    def deal(
        self, elder: int, dealer: int, pack: Sequence[Card], numbers: Sequence[float], needs: tuple[int, int]
    ) -> Logged:
        """Plays one deal between the players of two seats. Returns its log.

        Args:
            elder, dealer: the numbers of the seats.
            pack: the pack, top card first.
            numbers: random numbers for the players' decisions, in the order of their use.
            needs: the points that elder and dealer need.
        """
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
        """Plays `number` deals at one score. Returns the elder's mean chance to win the game after them, by the elder's
        own table of chances.
        """
        sums = (ctypes.c_double * 2)()
        self._call["deals_at"](elder, dealer, *needs, number, seed, ctypes.addressof(sums))
        mean = sums[0] / number
        return Mean(mean, sqrt(max(0.0, sums[1] / number - mean * mean) / number))

    def compare(
        self, first: tuple[int, int], second: tuple[int, int], needs: tuple[int, int], number: int, seed: int
    ) -> Mean:
        """Plays deals with the same packs between two pairs of seats. Returns how much more the elder of `first` wins
        than the elder of `second`.

        Args:
            first, second: the seats of elder and dealer.
            needs: the points that elder and dealer need.
            number: the number of deals.
            seed: the seed of the deals.
        """
        at, sums = (ctypes.c_int * 4)(*first, *second), (ctypes.c_double * 4)()
        self._call["compare_at"](ctypes.addressof(at), *needs, number, seed, ctypes.addressof(sums))
        mean = sums[1] / number
        return Mean(mean, sqrt(max(0.0, sums[3] / number - mean * mean) / number))

    def outcomes(self, elder: int, dealer: int, needs: tuple[int, int], number: int, seed: int) -> Counter[DealOutcome]:
        """Plays `number` deals between two seats at one score. Returns how often each result occurred."""
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
        """Plays `number` deals of one hand, each twice: between the seats `stay`, and between the seats `change`.
        Returns how often each pair of results occurred.

        If the hand is the dealer's, only deals count in which the elder of `stay` proposes.

        Args:
            stay, change: the seats of elder and dealer for the two ways.
            holding: the hand.
            needs: the points that elder and dealer need before the turn-up.
            number: the number of deals.
            seed: the seed of the deals.
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
        """Returns, for each of some packs, the chance that the opponent makes all decisions made so far with that pack.

        A chance is a number from 0 to 1.
        """
        chances = (ctypes.c_double * len(packs))()
        content = bytes(card.index for pack in packs for card in pack)
        self._call["believe"](*at.arrays(), len(packs), content, ctypes.addressof(chances))
        return list(chances)

    def guess(self, at: Before, seed: int) -> list[tuple[tuple[Card, ...], float]]:
        """Returns the packs that the player to act considers possible at a moment, each with its chance.

        A player who reads the opponent's hand plays every choice out with these packs.
        """
        packs, chances = (ctypes.c_uint8 * (32 * _GUESSES))(), (ctypes.c_double * _GUESSES)()
        number = self._call["guess"](*at.arrays(), seed, ctypes.addressof(packs), ctypes.addressof(chances))
        rows = (bytes(packs)[32 * row : 32 * row + 32] for row in range(number))
        return [(tuple(PACK[card] for card in row), chance) for row, chance in zip(rows, chances, strict=False)]

    def bracket(
        self,
        maitre: int,
        side: int,
        needs: tuple[int, int],
        *,
        hands: int,
        first: int,
        number: int,
        seed: int,
        mixes: int | None = None,
    ) -> tuple[Bracket, Bracket]:
        """Measures what a side gains at most and at least against the maître's play of the cards.

        The deals are those of the maître against itself.

        Args:
            maitre: the seat of the maître.
            side: the side that replies. 0: the elder, 1: the dealer.
            needs: the points that elder and dealer need.
            hands: how many hands of the maître are drawn for each of the two ends, 8192 at most.
            first: the number of the first deal of the seed.
            number: the number of deals.
            seed: the seed of the deals.
            mixes: the seat of a maître that mixes leads, or None.

        Returns:
            Two parts: the sums over the deals with an exchange, and the sums over the deals without one. If `mixes` is
            given, the second part is about the deals with an exchange, too: the additional gains of the side because
            the opponent mixes leads.
        """
        left, sums = (ctypes.c_int * 2)(*needs), (ctypes.c_double * (2 * _SUMS))()
        other, at = maitre if mixes is None else mixes, [ctypes.addressof(part) for part in (left, sums)]
        self._call["bracket"](maitre, other, at[0], side, hands, first, number, seed, at[1])
        return _bracket(number, sums[:_SUMS]), _bracket(number, sums[_SUMS:])

    def whole(
        self,
        maitre: int,
        reader: int,
        side: int,
        needs: tuple[int, int],
        levels: Sequence[Level],
        *,
        reads: int,
        first: int,
        number: int,
        seed: int,
    ) -> Bracket:
        """Measures what a side gains at most and at least against the maître in whole deals.

        Args:
            maitre: the seat of the maître.
            reader: the seat of a player who reads the opponent's hand. This player's gain is the gain "at least".
            side: the side that replies. 0: the elder, 1: the dealer.
            needs: the points that elder and dealer need.
            levels: how many packs are drawn before the first exchange, after the first, and so on. The last level is
                `KNOWN`.
            reads: the number of deals that the reader plays for each deal.
            first: the number of the first deal of the seed.
            number: the number of deals.
            seed: the seed of the deals.
        """
        left, sizes, sums = (ctypes.c_int * 2)(*needs), _sizes(levels), (ctypes.c_double * 5)()
        at = [ctypes.addressof(part) for part in (left, sizes, sums)]
        self._call["whole"](maitre, reader, at[0], side, at[1], len(levels), reads, first, number, seed, at[2])
        return _bracket(number, [*sums, 0, 0, 0, 0])

    def whole_reply(
        self,
        maitre: int,
        side: int,
        needs: tuple[int, int],
        pack: Sequence[Card],
        levels: Sequence[Level],
        seed: int,
    ) -> tuple[float, float]:
        """Returns two numbers about a side that plays one pack against the maître.

        The first is the most that the side gains, as a share of a game. The second is the side's chance to win the game
        if it plays like the maître.
        """
        left, sizes, found = (ctypes.c_int * 2)(*needs), _sizes(levels), (ctypes.c_double * 2)()
        at = [ctypes.addressof(part) for part in (left, sizes, found)]
        cards = bytes(card.index for card in pack)
        self._call["whole_reply"](maitre, at[0], side, cards, at[1], len(levels), seed, at[2])
        return found[0], found[1]

    def best_reply(self, at: Before, packs: Sequence[Sequence[Card]]) -> tuple[float, float] | None:
        """Returns a side's mean chances to win the game over some packs (0 to 1).

        The first chance is for the best reply to the maître, the second one for the maître's own play. The moment must
        be a lead after an exchange.

        Returns:
            None if the opponent's decisions so far are impossible with one of the packs.
        """
        worth = (ctypes.c_double * 2)()
        content = bytes(card.index for pack in packs for card in pack)
        possible = self._call["best_reply"](*at.arrays(), len(packs), content, ctypes.addressof(worth))
        return (worth[0], worth[1]) if possible else None

    def learn(self, maitre: int, first: int, number: int, seed: int) -> list[float]:
        """Plays deals of the maître against itself, each twice: once unchanged, and once with one decision of the
        exchange replaced. A proposal or answer is replaced by its opposite, a discard by one of a card more or fewer.

        Args:
            maitre: the seat of the maître.
            first: the number of the first deal of the seed.
            number: the number of deals.
            seed: the seed of the deals.

        Returns:
            For each group of similar decisions, three numbers: the number of deals, the sum of the gains, and the sum
            of their squares.
        """
        sums = (ctypes.c_double * (3 * self._c.number_of_cells()))()
        self._call["learn"](maitre, first, number, seed, ctypes.addressof(sums))
        return list(sums)

    def exploit(self, player: int, maitre: int, first: int, pairs: int, seed: int) -> Sums:
        """Plays pairs of games of a player against the maître. Returns the sums of their results.

        Args:
            player, maitre: the seats.
            first: the number of the first pair of the seed.
            pairs: the number of pairs.
            seed: the seed of the games.
        """
        sums = (ctypes.c_double * (_FIRST + 2 * len(_PLACES)))()
        self._call["exploit"](player, maitre, first, pairs, seed, ctypes.addressof(sums))
        counts, gain, squares = sums[:3], *sums[3:_FIRST]
        where = dict(zip(_PLACES, zip(sums[_FIRST::2], sums[_FIRST + 1 :: 2], strict=True), strict=True))
        return Sums((int(counts[0]), int(counts[1]), int(counts[2])), gain, squares, where)

    def duel(self, first: int, second: int, pairs: int, seed: int) -> DuelResult:
        """Plays pairs of games between two seats, with the same packs in both games of a pair. Returns in how many
        pairs the first seat won no game, one game, and both games.
        """
        counts = (ctypes.c_int32 * 3)()
        self._call["duel"](first, second, pairs, seed, ctypes.addressof(counts))
        return DuelResult(*counts)


def _dealt_columns() -> tuple[array[int], ...]:
    """Returns the keys of all hands, and the decisions of the table of hands as dealt, as C reads them."""
    table = columns().decisions
    return keys(), array("I", table.starts), table.paths, table.plays


def _bracket(deals: int, sums: Sequence[float]) -> Bracket:
    played, most, most_squares, least, least_squares, plan, plan_squares, hands, fresh = sums
    gains = most, most_squares, least, least_squares, plan, plan_squares
    return Bracket(deals, int(played), *gains, int(hands), int(fresh))


def _sizes(levels: Sequence[Level]) -> ctypes.Array[ctypes.c_int]:
    return (ctypes.c_int * (3 * len(levels)))(*(size for level in levels for size in level))


def _outcome(at: int) -> DealOutcome:
    points, made = divmod(at, 2)
    return DealOutcome(*divmod(points, _MOST), made)


def compile_house(folder: Path, compiler: Sequence[str] = ("cc",)) -> House:
    """Compiles the players into `folder` and loads them.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    return House(house_library(folder, compiler))


def house_library(folder: Path, compiler: Sequence[str] = ("cc",)) -> Path:
    """Compiles the players into `folder`. Returns the path of the library.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    return compile_library(folder / "house.so", compiler, _FLAGS, [C_FOLDER / name for name in SOURCES])


def source_digest() -> str:
    """Returns the digest of the C sources of the players, of the headers that they include, and of the flags."""
    texts: dict[str, str] = {}
    missing = list(SOURCES)
    while missing:
        name = missing.pop()
        texts[name] = (C_FOLDER / name).read_text(encoding="utf-8")
        included = re.findall(r'^#include "(.+)"', texts[name], re.MULTILINE)
        missing += [header for header in included if header not in texts]
    parts = [" ".join(_FLAGS), *[f"{name}\n{texts[name]}" for name in sorted(texts)]]
    return sha256("\0".join(parts).encode()).hexdigest()[:12]


def library_table() -> PolicyTable:
    """Returns the content of the policy's file that comes with the library."""
    return unpack_table((files("ecarte.ai") / "policy.bin").read_bytes())

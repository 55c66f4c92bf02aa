"""The verifier of the certified value of the play: its figures by an enumeration in Python, and the files it refuses.

Skipped, with a report, without a C compiler. Spades are trumps, the seven is turned up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random
from struct import pack

import pytest

from ecarte.ai.cards.hidden import COUNT, certified_interval
from ecarte.game import Card, Rank, Suit, cards_of, mask_of
from ecarte.game.tricks import leads, replies, reply_wins
from ecarte.odds import Holding, Role
from research.cards.verify_dealt import OPPOSING, SHARE, Verifier, compile_verifier, main, opposing
from tests.ecarte.ai.compiling import needs_a_compiler

pytestmark = needs_a_compiler
_TURN_UP = Card.parse("7S")
_TRUMP = Suit.SPADES
_PLAIN = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

Shares = tuple[int, int, int, int, int]
Strategies = dict[int, dict[int, Shares]]
"""Decisions by the hand's key and the path."""


@pytest.fixture(scope="module")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> Verifier:
    """The verifier, compiled once."""
    return compile_verifier(tmp_path_factory.mktemp("verifier"))


def written(verifier: Verifier, strategies: Mapping[int, Mapping[int, Shares]]) -> bytes:
    """A file of strategies; the hands left out have no decisions."""
    parts = []
    for key in verifier.keys:
        decisions = strategies.get(key, {})
        parts.append(pack("<I", len(decisions)))
        parts += [pack("<I5B", path, *shares) for path, shares in decisions.items()]
    return b"".join(parts)


@dataclass(frozen=True)
class Ordered:
    """A hand of the file with its plain suits in one of the orders that its key allows."""

    hand: int
    suits: tuple[Suit, ...]

    @property
    def key(self) -> int:
        key = 0
        for suit in self.suits:
            key = key << 8 | self.hand >> suit.shift & 0xFF
        return key

    def events(self) -> dict[Card, int]:
        """The four bits of each card in a path."""
        events: dict[Card, int] = {}
        place, gap = 0, 4
        for suit in self.suits:
            before = None
            for card in (Card(rank, suit) for rank in Rank):
                if card is _TURN_UP:
                    continue
                own = bool(self.hand & card.bit)
                if own:
                    events[card] = place
                    place += 1
                else:
                    gap += before is not False
                    events[card] = gap
                before = own
        return events


def orders(hand: int) -> list[Ordered]:
    """All orders in which the plain suits descend."""
    found = [Ordered(hand, (_TRUMP, *plain)) for plain in permutations(_PLAIN)]
    return [order for order in found if sorted(_sizes(order), reverse=True) == _sizes(order)]


def _sizes(order: Ordered) -> list[int]:
    return [order.hand >> suit.shift & 0xFF for suit in order.suits[1:]]


Mixed = tuple[Ordered, Fraction, int]
"""A hand of the file, the chance that it is there and played as it did, and its path."""


@dataclass
class Enumeration:
    """The best reply by trying everything. Writes a decision at random, or none, where the strategies come by first."""

    elder: bool
    chance: Random
    often: float
    strategies: Strategies = field(default_factory=dict)
    silent: set[tuple[int, int]] = field(default_factory=set)

    def best_reply(self, hand: int, others: list[int]) -> Fraction:
        """In hands of the others."""
        mixed = [(order, Fraction(1, len(orders(other))), 1) for other in others for order in orders(other)]
        return self._most(hand, mixed, 0, not self.elder, None, (0, 0))

    def _most(
        self,
        held: int,
        others: list[Mixed],
        gone: int,
        replier: bool,
        led: Card | None,
        tricks: tuple[int, int],
    ) -> Fraction:
        if not others or tricks[1] == 3:
            return Fraction(0)
        if tricks[0] == 3:
            return sum((chance for _, chance, _ in others), Fraction(0))
        if replier:
            return max(
                self._after(
                    held,
                    [(o, chance, after(o, path, card)) for o, chance, path in others],
                    gone,
                    card,
                    True,
                    led,
                    tricks,
                )
                for card in lawful(held, led)
            )
        seen: dict[Card, list[Mixed]] = {}
        for order, chance, path in others:
            for card, share in self._plays(order, path, gone, led).items():
                seen.setdefault(card, []).append((order, chance * share, after(order, path, card)))
        ways = (self._after(held, mixed, gone, card, False, led, tricks) for card, mixed in seen.items())
        return sum(ways, Fraction(0))

    def _after(
        self,
        held: int,
        others: list[Mixed],
        gone: int,
        card: Card,
        replier: bool,
        led: Card | None,
        tricks: tuple[int, int],
    ) -> Fraction:
        left, gone = held & ~card.bit, gone | card.bit
        if led is None:
            return self._most(left, others, gone, not replier, card, tricks)
        won = reply_wins(led, card, _TRUMP) == replier
        return self._most(left, others, gone, won, None, (tricks[0] + won, tricks[1] + (not won)))

    def _plays(self, order: Ordered, path: int, gone: int, led: Card | None) -> dict[Card, Fraction]:
        held = order.hand & ~gone
        may = lawful(held, led)
        decisions = self.strategies.setdefault(order.key, {})
        events = order.events()
        if path not in decisions and (order.key, path) not in self.silent:
            if len(may) > 1 and self.chance.random() < self.often:
                cuts = sorted(self.chance.randrange(256) for _ in may[1:])
                shares = [0] * 5
                for card, low, high in zip(may, [0, *cuts], [*cuts, 255], strict=True):
                    shares[events[card]] = high - low
                decisions[path] = (shares[0], shares[1], shares[2], shares[3], shares[4])
            else:
                self.silent.add((order.key, path))
        if path in decisions:
            return {card: Fraction(share, 255) for card in may if (share := decisions[path][events[card]])}
        kept = [card for card in may if not alike(card, held, may, order.hand | gone)]
        return {card: Fraction(1, len(kept)) for card in kept}


def after(order: Ordered, path: int, card: Card) -> int:
    return path << 4 | order.events()[card]


def lawful(held: int, led: Card | None) -> list[Card]:
    return [play.card for play in (leads(held) if led is None else replies(held, led, _TRUMP))]


def alike(card: Card, held: int, may: list[Card], known: int) -> bool:
    """Whether the next lower card held does as well: it may be played, and the other holds none between them."""
    for rank in tuple(Rank)[card.rank.index + 1 :]:
        lower = Card(rank, card.suit)
        if held & lower.bit:
            return lower in may
        if lower is not _TURN_UP and not known & lower.bit:
            return False
    return False


def others_of(hand: int, number: int, chance: Random) -> list[int]:
    """Some hands without a card of this one; some close to the first, some with plain suits of the same cards."""
    every = opposing(hand)
    first = chance.choice(every)
    close = [other for other in every if (other & first).bit_count() >= 4]
    tied = [other for other in every if len({other >> suit.shift & 0xFF for suit in _PLAIN}) < len(_PLAIN)]
    return [first, *chance.sample(close, number), *chance.sample(every, number), *chance.sample(tied, number)]


@pytest.mark.parametrize("elder", [True, False])
@pytest.mark.parametrize(
    ("cards", "often"),
    [
        ("QS 9S KH 8H 7D", 0.0),
        ("QS 9S KH 8H 7D", 0.6),
        pytest.param("JS QH 7H KD KC", 0.9, marks=pytest.mark.soak),
        pytest.param("8S AH TH 9D 8D", 0.4, marks=pytest.mark.soak),
    ],
)
def test_a_best_reply_is_what_trying_every_play_finds(
    verifier: Verifier, elder: bool, cards: str, often: float
) -> None:
    chance = Random(f"{cards} {often} {elder}")
    hand = mask_of(map(Card.parse, cards.split()))
    others = others_of(hand, 3, chance)
    enumeration = Enumeration(elder, chance, often)
    made = enumeration.best_reply(hand, others)
    assert bool(often) == any(enumeration.strategies.values())
    verifier.read(written(verifier, enumeration.strategies), elder)
    assert verifier.best_reply(hand, others) == made * SHARE


@pytest.mark.parametrize("elder", [True, False])
def test_no_best_reply_is_below_what_a_hand_is_certified_to_make(verifier: Verifier, elder: bool) -> None:
    hand = mask_of(map(Card.parse, ["9S", "7H", "KH", "QD", "8C"]))
    holding = Holding.of(cards_of(hand), _TURN_UP, Role.DEALER if elder else Role.ELDER)
    verifier.read(bytes(4 * COUNT), elder)
    assert verifier.best_reply(hand, opposing(hand)) > certified_interval(holding).lower * OPPOSING * SHARE


def tampered() -> Iterator[tuple[str, Mapping[int, Shares], str]]:
    """Decisions of the elder with KS 9S KH 7H 7D: places 0 to 4; gaps, below KS, 9S and KH and above 7D, 5 to 8."""
    fair = (0, 0, 0, 0, 255)
    yield "sum", {1: (0, 0, 0, 0, 254)}, "its shares do not add up to 255"
    yield "turn", {0x10: fair}, "its path leads to a turn of the other"
    yield "again", {0x105: (255, 0, 0, 0, 0)}, "it plays a card that cannot be played"
    yield "unlawful", {0x1487: (0, 0, 0, 255, 0)}, "it plays a card that cannot be played"
    yield "unlawful before", {0x14873: fair}, "its path has a card that cannot be played"
    yield "gap", {0x10F5: fair}, "its path has a card that the other cannot play"
    yield "own", {0x11234: fair}, "its path has a card that the other cannot play"
    yield "head", {0x20: fair}, "its path does not begin with a one"
    yield "nothing", {0: fair}, "its path does not begin with a one"


def tampered_key() -> int:
    return orders(mask_of(map(Card.parse, ["KS", "9S", "KH", "7H", "7D"])))[0].key


@pytest.mark.parametrize(
    ("decisions", "why"), [pytest.param(decisions, why, id=name) for name, decisions, why in tampered()]
)
def test_decisions_that_cannot_be_are_refused(verifier: Verifier, decisions: Mapping[int, Shares], why: str) -> None:
    content = written(verifier, {tampered_key(): decisions})
    number = verifier.keys.index(tampered_key())
    with pytest.raises(ValueError, match=f"^decision 0 of hand {number}: {why}$"):
        verifier.read(content, elder=True)


def test_files_of_another_length_and_decisions_said_twice_are_refused(verifier: Verifier) -> None:
    content = written(verifier, {tampered_key(): {1: (0, 0, 0, 0, 255)}})
    verifier.read(content, elder=True)
    for wrong, why in ((content[:-1], "the file ends too early"), (content + b"\0", "goes on after the last hand")):
        with pytest.raises(ValueError, match=why):
            verifier.read(wrong, elder=True)
    at = content.index(pack("<I5B", 1, 0, 0, 0, 0, 255))
    twice = content[: at - 4] + pack("<I", 2) + 2 * content[at : at + 9] + content[at + 9 :]
    with pytest.raises(ValueError, match="has two decisions for one path"):
        verifier.read(twice, elder=True)


def test_the_command_refuses_a_tampered_file_in_one_line(
    verifier: Verifier, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "elder.decisions"
    file.write_bytes(written(verifier, {tampered_key(): {1: (0, 0, 0, 0, 254)}}))
    assert main([str(file), "elder"]) == 2
    hand = f"decision 0 of hand {verifier.keys.index(tampered_key())}"
    assert capsys.readouterr().err == f"ecarte: verify_dealt: {hand}: its shares do not add up to 255\n"


def test_a_sample_is_no_certificate_and_refutes_a_figure_below_the_exact_one(
    verifier: Verifier, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, told = tmp_path / "dealer.decisions", tmp_path / "dealer.replies"
    file.write_bytes(bytes(4 * COUNT))
    told.write_bytes(pack(f"<{COUNT}Q", *[0] * COUNT))
    sample = [str(file), "dealer", "--hands", "1", "--seed", "4", "--compare", str(told)]
    assert main(sample) == 1
    lines = capsys.readouterr().out
    assert "a sample is a check, not the certificate" in lines
    assert "certified" not in lines
    assert "compared 1 hands: 1 told too low" in lines
    number = int(lines.split("\nhand ")[1].split()[0])
    verifier.read(bytes(4 * COUNT), elder=False)
    rounded = -(-verifier.exact(number) * (1 << 24) // SHARE)
    told.write_bytes(pack(f"<{COUNT}Q", *[rounded] * COUNT))
    assert main(sample) == 0


def test_a_verification_of_all_hands_goes_on_where_it_was_and_ends_in_the_certificate(
    verifier: Verifier, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "elder.decisions"
    file.write_bytes(bytes(4 * COUNT))
    assert main([str(file), "elder", "--hands", "1"]) == 0
    name = capsys.readouterr().out.split("SHA-256 ")[1][:16]
    done = tmp_path / f"elder.{name}.exact"
    half = OPPOSING * SHARE // 2
    done.write_bytes(pack(f"<{COUNT - 1}Q", *[half] * (COUNT - 1)) + b"torn")
    assert main([str(file), "elder", "--all", "--cores", "1"]) == 0
    assert "certified: the elder's value is at least 0.4999" in capsys.readouterr().out
    verifier.read(bytes(4 * COUNT), elder=True)
    assert done.read_bytes() == pack(f"<{COUNT}Q", *[half] * (COUNT - 1), verifier.exact(COUNT - 1))

"""The fair deal: pinned vectors, another maker of the same packs, and orders that are as likely as each other.

What it does not prove: that HMAC-SHA256 is as good as chance. That is assumed; the statistics would notice a
construction that spoils it, and the exact count shows that the shuffle itself favours no order.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from itertools import islice, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.fair import CUTS, FairDeal, commitment, fair_pack, key_stream, shuffle
from ecarte.fair.shuffling import deal_key
from ecarte.game import PACK, IllegalMove, Rule, parse_cards

SECRET = bytes(range(32))
SECRETS = st.binary(min_size=32, max_size=32)
SEEDS = st.tuples(st.text(), st.text())

VECTORS = [
    # secret, seeds, deal, cut; commitment, key, first 64 bytes of the stream, order, order after the cut
    (
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        ("sparrow", "corbeau"),
        1,
        17,
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        "f732dfb2455c6ed319818b3fb859a49acb6932f4acc8369d40509222690ed8ec",
        "d2bf8609a9e95bc7257c02617c814c86cb368a1e0cfd9bbb42bde02819d2fa66"
        "364a6115ec106e1cbbc819061d4cff0a7aa090c56898bbe291690462ee901c43",
        "KH 9C JH 9D 8S TD KD 8C AS 7S AC KS JC TH 8D AH 7C AD 7H TS 7D JS TC QC KC 9H QD QS QH 8H 9S JD",
        "AD 7H TS 7D JS TC QC KC 9H QD QS QH 8H 9S JD KH 9C JH 9D 8S TD KD 8C AS 7S AC KS JC TH 8D AH 7C",
    ),
    (
        "00" * 32,
        ("", ""),
        1,
        2,
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "3a3b4b72f0a27c4f1b441448dd8c52973626c8d8cd5b1c82dd6dfd34deb34d00",
        "2f6d45b6bf0be477df792105d53c848f7a92bfc30f50d8e1f175aff5f62b874f"
        "f894269060c0caa6d95f10070349859afcb4fe15a3adc76379f588fd59127c11",
        "TS 7C KC JS TC 8C QC QS TH QD 8H JD KS 9C 9D JH AC 8D AS 9H 9S JC 8S 7S AD TD AH 7D KH QH KD 7H",
        "KC JS TC 8C QC QS TH QD 8H JD KS 9C 9D JH AC 8D AS 9H 9S JC 8S 7S AD TD AH 7D KH QH KD 7H TS 7C",
    ),
    (
        "ff" * 32,
        ("Ünal 🂡", "e\u0301"),
        12,
        30,
        "af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051",
        "3189b0277ae6743f41da1c8630ba5fb7c559ae329eb8c6db30317212e56426a1",
        "4203f8b125378a0c419f9a3c60a1ce9ec7fb5fa95100770ea1970478a51135a1"
        "fe0cb988d389b8bdfe204410b7e0abd688c728f2a313632ed758426b473b14ef",
        "8S JD 7C 9H QD 7D JH 7S TC TS QH KS JC AD 9S AH TD 8H 9D QS QC 8D KD KC 7H TH 8C 9C KH AC AS JS",
        "AS JS 8S JD 7C 9H QD 7D JH 7S TC TS QH KS JC AD 9S AH TD 8H 9D QS QC 8D KD KC 7H TH 8C 9C KH AC",
    ),
]


@pytest.mark.parametrize("vector", VECTORS)
def test_the_pinned_vectors_hold_step_by_step(
    vector: tuple[str, tuple[str, str], int, int, str, str, str, str, str],
) -> None:
    secret_hex, seeds, number, cut, shown, key_hex, stream, order, pack = vector
    secret = bytes.fromhex(secret_hex)
    assert commitment(secret) == shown
    key = deal_key(secret, seeds, number)
    assert key.hex() == key_hex
    assert bytes(islice(key_stream(key), 64)).hex() == stream
    assert shuffle(key_stream(key)) == parse_cards(order)
    assert fair_pack(secret, seeds, number, cut) == parse_cards(pack)


def as_in_another_language(secret: bytes, north: bytes, south: bytes, number: int, cut: int) -> str:
    """Writes the construction again from its description, with nothing but SHA-256."""

    def sha(data: bytes) -> bytes:
        return hashlib.sha256(data).digest()

    def hmac(key: bytes, message: bytes) -> bytes:
        key = key + bytes(64 - len(key))
        return sha(bytes(b ^ 0x5C for b in key) + sha(bytes(b ^ 0x36 for b in key) + message))

    message = b""
    for part in (b"ecarte deal 1", b"%d" % number, north, south):
        message += str(len(part)).encode() + b":" + part + b","
    key, stream, block, used = hmac(secret, message), b"", 0, 0
    cards = [rank + suit for suit in "SHDC" for rank in "KQJAT987"]
    n = 32
    while n > 1:
        if used == len(stream):
            stream += hmac(key, bytes((block >> 24 & 255, block >> 16 & 255, block >> 8 & 255, block & 255)))
            block += 1
        byte, used = stream[used], used + 1
        if byte < 256 - 256 % n:
            j, n = byte % n, n - 1
            cards[j], cards[n] = cards[n], cards[j]
    return " ".join(cards[cut:] + cards[:cut])


@given(SECRETS, SEEDS, st.integers(1, 40), st.sampled_from(CUTS))
def test_another_maker_gives_the_same_pack(secret: bytes, seeds: tuple[str, str], number: int, cut: int) -> None:
    north, south = (seed.encode("utf-8") for seed in seeds)
    pack = fair_pack(secret, seeds, number, cut)
    assert " ".join(map(str, pack)) == as_in_another_language(secret, north, south, number, cut)
    assert sorted(pack, key=PACK.index) == list(PACK)


@pytest.mark.law(1)
def test_what_a_pack_is_made_of_changes_it() -> None:
    """Nor can one seed be moved into the other: each is framed by its length."""
    made = [
        fair_pack(SECRET, ("ab", "c"), 1, 9),
        fair_pack(bytes(32), ("ab", "c"), 1, 9),
        fair_pack(SECRET, ("a", "bc"), 1, 9),
        fair_pack(SECRET, ("c", "ab"), 1, 9),
        fair_pack(SECRET, ("ab,1:c", ""), 1, 9),
        fair_pack(SECRET, ("ab", "c"), 11, 9),
        fair_pack(SECRET, ("ab", "c"), 1, 10),
    ]
    assert len(set(made)) == len(made)


def test_seeds_count_as_they_are_written_without_normalisation() -> None:
    composed, apart = fair_pack(SECRET, ("é", ""), 1, 9), fair_pack(SECRET, ("e\u0301", ""), 1, 9)
    assert composed != apart
    assert len(fair_pack(SECRET, ("\ud800", "\x00"), 1, 9)) == 32


@given(SECRETS, SEEDS, st.sampled_from(CUTS))
def test_a_cut_lets_the_packets_change_places(secret: bytes, seeds: tuple[str, str], cut: int) -> None:
    order = shuffle(key_stream(deal_key(secret, seeds, 3)))
    assert fair_pack(secret, seeds, 3, cut) == order[cut:] + order[:cut]


@pytest.mark.parametrize("cut", [-1, 0, 1, 31, 32, 999])
def test_law_3_a_packet_has_two_cards_at_least(cut: int) -> None:
    with pytest.raises(IllegalMove) as caught:
        fair_pack(SECRET, ("", ""), 1, cut)
    assert (caught.value.rule, caught.value.law) == (Rule.PACKETS_OF_TWO, 3)


@pytest.mark.parametrize("cut", [CUTS.start, CUTS.stop - 1])
def test_law_3_two_cards_are_enough(cut: int) -> None:
    assert len(set(fair_pack(SECRET, ("", ""), 1, cut))) == 32


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_has_thirty_two_bytes(length: int) -> None:
    for made in (lambda: commitment(bytes(length)), lambda: fair_pack(bytes(length), ("", ""), 1, 9)):
        with pytest.raises(ValueError, match="32 bytes"):
            made()
    with pytest.raises(ValueError, match="32 bytes"):
        FairDeal("0" * 64, bytes(length), ("", ""), 9)


def test_neither_secret_nor_seeds_are_printed() -> None:
    fair = FairDeal(commitment(SECRET), SECRET, ("sparrow", "corbeau"), 17)
    assert SECRET.hex() not in repr(fair)
    assert repr(SECRET) not in repr(fair)
    assert "sparrow" not in repr(fair)


def test_every_place_is_given_by_as_many_bytes_as_any_other() -> None:
    """Exactly, not by chance: so bytes that are all as likely make orders that are all as likely."""
    for n in range(32, 1, -1):
        counts: Counter[int] = Counter()
        for byte in range(256):
            # Byte 0 is never thrown away: where a thirty-second byte is taken, it was this one that did not count.
            if _taken([*[0] * (32 - n), byte, *[0] * 31]) == 31:
                counts[byte % n] += 1
        assert set(counts) == set(range(n))
        assert set(counts.values()) == {256 // n}


def _taken(stream: list[int]) -> int:
    """Returns how many bytes a shuffle takes."""
    unread = iter(stream)
    shuffle(unread)
    return len(stream) - len(list(unread))


def _packs(count: int) -> Iterable[tuple[int, ...]]:
    """Yields `count` packs, as indices of their cards, from secrets, seeds and cuts of one fixed chance."""
    chance = Random(1886)
    for number in range(count):
        secret, cut = chance.randbytes(32), chance.choice(CUTS)
        yield tuple(card.index for card in fair_pack(secret, (str(number), "x"), 1 + number % 9, cut))


PACKS = 16_000


def test_every_card_is_as_likely_at_every_place_and_so_is_every_pair_on_top() -> None:
    """Two chi-square tests at the level 0.001 each, with a fixed seed: they pass, and would still, for ever.

    Places: 32 x 32 counts with the sums of a permutation; 31/32 of the usual sum has 31 x 31 = 961 degrees of freedom.
    Pairs: the two cards on top, 992 that are as likely, 991 degrees of freedom.
    Critical values by Wilson and Hilferty: d (1 - 2/9d + 3.0902 sqrt(2/9d))^3, where 3.0902 is the normal 0.999.
    """
    places: Counter[tuple[int, int]] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for pack in _packs(PACKS):
        places.update(enumerate(pack))
        pairs[pack[0], pack[1]] += 1
    due = PACKS / 32
    by_place = sum((places[place, card] - due) ** 2 / due for place in range(32) for card in range(32))
    assert by_place * 31 / 32 < 1102.2
    due = PACKS / 992
    by_pair = sum((pairs[pair] - due) ** 2 / due for pair in permutations(range(32), 2))
    assert by_pair < 1134.3


def test_the_statistics_notice_a_shuffle_by_modulo() -> None:
    """The same bytes without rejection would be found out by the same test: it can fail."""
    chance, places = Random(1886), Counter[tuple[int, int]]()
    for _ in range(PACKS):
        order = list(range(32))
        for n in range(32, 1, -1):
            j = chance.randrange(256) % n
            order[n - 1], order[j] = order[j], order[n - 1]
        places.update(enumerate(order))
    due = PACKS / 32
    by_place = sum((places[place, card] - due) ** 2 / due for place in range(32) for card in range(32))
    assert by_place * 31 / 32 > 1102.2

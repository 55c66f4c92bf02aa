"""One commitment for a game: pinned vectors, another maker, each way to fail, and what serves twice."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecarte.cli import main
from ecarte.fair import (
    CUTS,
    LINKS,
    Bound,
    ChainDeal,
    Checked,
    CheckedRecords,
    FairDeal,
    Promise,
    Share,
    Verdict,
    chain_key,
    check,
    check_deals,
    commitment,
    fair_pack,
    link,
    no_share,
    pack_of,
    promise_of,
)
from ecarte.game import IllegalMove, NotationError, Rule
from ecarte.notation import read, write
from tests.ecarte.fair.chains import LAST, Given, chain_deal, chain_game

PATH = Path(__file__).parents[1] / "notation" / "records" / "chain-deals.txt"
PRESS = 1_313_131_313_131_313_131
NAMED, KEPT, PRESSED = Share("sparrow", named=True), Share("corbeau"), Share(press=PRESS)

shares = st.builds(
    lambda seed, named, press: Share(seed, named and bool(seed), press),
    st.text(max_size=70),
    st.booleans(),
    st.none() | st.integers(1, 2**64 - 1),
)
promises = st.builds(
    Promise,
    st.from_regex(r"[0-9a-f]{64}", fullmatch=True),
    st.text(max_size=20),
    st.integers(1, 999_999_999),
    st.integers(1, 999_999_999),
)
chain_deals = st.builds(
    ChainDeal,
    promises,
    st.binary(min_size=32, max_size=32),
    st.tuples(shares, shares),
    st.integers(0, 999),
    st.booleans(),
)


def test_one_commitment_binds_every_deal_of_a_game() -> None:
    secret = LAST
    for place in range(LINKS, 0, -1):
        assert link(LAST, place) == secret
        secret = sha256(secret).digest()
    assert promise_of(LAST, "17", 1).commitment == link(LAST, 0).hex() == secret.hex()
    for place in (-1, LINKS + 1):
        with pytest.raises(ValueError, match="places 0 to 256"):
            link(LAST, place)


def test_a_secret_that_was_shown_reveals_no_later_one() -> None:
    """Each is the SHA-256 of the next, and not the other way round."""
    shown = link(LAST, 3)
    assert sha256(link(LAST, 4)).digest() == shown
    assert link(LAST, 4) not in (sha256(shown).digest(), sha256(sha256(shown).digest()).digest())


def test_the_pinned_vectors_hold_step_by_step() -> None:
    promise = promise_of(LAST, "17", 1)
    assert promise.commitment == "8814420b5e0dfb13cdf4b48ef3daab3ed27ea1ee75d0b586d6e8cd0a5970de49"
    secret = link(LAST, 1)
    assert secret.hex() == "ac16f8fc975cfbaaf8777b3d3dbc69763a2c0c2991269124d010af264c53f681"
    key = chain_key(promise, secret, (NAMED, KEPT), 1)
    assert key.hex() == "9e71118421551f1e142343d6a710a492c3fec89e1c5a54dc264e679c9e7651b9"
    pack, cut = pack_of(key, None)
    assert (cut, " ".join(map(str, pack))) == (
        28,
        "TC 9D AH 7C QC 8D TD QS 7D 7S QH 8H 7H QD KC 9S TH JC KS KH JS AD 9C JD 8S AC 9H 8C TS KD AS JH",
    )


def as_in_another_language(promise: Promise, secret: bytes, given: Given, number: int) -> str:
    """Writes the construction again from its description."""
    north, south, cut = given
    texts = ["ecarte deal 2", promise.table, str(promise.game), str(number)]
    for share in (north, south):
        texts.append("named" if share.named else "kept" if share.seed else "none")
        texts += [share.seed, str(share.press or "")]
    message = b"".join(str(len(text.encode())).encode() + b":" + text.encode() + b"," for text in texts)
    key = hmac.new(secret, message, hashlib.sha256).digest()
    stream = b"".join(hmac.new(key, bytes((0, 0, 0, block)), hashlib.sha256).digest() for block in range(9))
    used = 0

    def draw(places: int) -> int:
        nonlocal used
        while True:
            byte, used = stream[used], used + 1
            if byte < 256 - 256 % places:
                return byte % places

    cards = [rank + suit for suit in "SHDC" for rank in "KQJAT987"]
    for n in range(32, 1, -1):
        j = draw(n)
        cards[j], cards[n - 1] = cards[n - 1], cards[j]
    place = 2 + draw(29) if cut is None else cut
    return " ".join(cards[place:] + cards[:place])


@given(st.integers(1, LINKS), shares, shares, st.none() | st.sampled_from(CUTS))
def test_another_maker_gives_the_same_pack(number: int, north: Share, south: Share, cut: int | None) -> None:
    fair, pack = chain_deal(number, (north, south, cut))
    other = as_in_another_language(fair.promise, fair.secret, (north, south, cut), number)
    assert " ".join(map(str, pack)) == other


def test_whatever_a_key_is_made_of_changes_it() -> None:
    promise, secret = promise_of(LAST, "17", 1), link(LAST, 1)
    made = [
        chain_key(promise, secret, (NAMED, KEPT), 1),
        chain_key(promise, link(LAST, 2), (NAMED, KEPT), 1),
        chain_key(promise, secret, (NAMED, KEPT), 2),
        chain_key(promise, secret, (KEPT, NAMED), 1),
        chain_key(promise, secret, (Share("sparrow"), KEPT), 1),
        chain_key(promise, secret, (NAMED, Share("corbeau", press=PRESS)), 1),
        chain_key(promise, secret, (NAMED, no_share), 1),
        chain_key(replace(promise, table="1"), secret, (NAMED, KEPT), 1),
        chain_key(replace(promise, table="1", game=7), secret, (NAMED, KEPT), 1),
        chain_key(replace(promise, game=2), secret, (NAMED, KEPT), 1),
    ]
    assert len(set(made)) == len(made)


def test_the_default_cut_follows_from_the_key_and_no_place_is_favoured() -> None:
    promise = promise_of(LAST, "17", 1)
    places = [pack_of(chain_key(promise, LAST, (no_share, no_share), number), None)[1] for number in range(1, 5801)]
    assert set(places) == set(CUTS)
    # 200 of each are expected; six standard errors.
    assert all(abs(places.count(place) - 200) < 6 * 200**0.5 for place in CUTS)
    with pytest.raises(IllegalMove) as caught:
        pack_of(LAST, 31)
    assert caught.value.rule is Rule.PACKETS_OF_TWO


def test_a_share_or_a_promise_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="must not be empty"):
        Share(named=True)
    for press in (0, 2**64, -1):
        with pytest.raises(ValueError, match="64 bits"):
            Share(press=press)
    for half in ("\ud800", "a\udfffb"):
        for named in (True, False):
            with pytest.raises(ValueError, match="surrogate pair"):
                Share(half, named)
        with pytest.raises(ValueError, match="surrogate pair"):
            promise_of(LAST, half, 1)
    good = promise_of(LAST, "17", 1)
    for wrong in (("00", "17", 1, 1), (good.commitment, "17", 0, 1), (good.commitment, "17", 1, 0)):
        with pytest.raises(ValueError, match=r"commitment|count"):
            Promise(*wrong)
    with pytest.raises(ValueError, match="32 bytes"):
        ChainDeal(good, bytes(31), (no_share, no_share), 9, by_elder=True)


def test_no_repr_shows_a_secret_or_a_seed() -> None:
    fair, _ = chain_deal(1, (NAMED, KEPT, 9))
    assert not [text for text in (repr(fair.secret), "sparrow", "corbeau") if text in repr(fair)]


@settings(deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_whatever_was_shown_of_a_deal_is_written_and_read_back(seed: int, data: st.DataObject) -> None:
    """Promises may change from deal to deal, and deals without one stand between; what is false stands as it is."""
    log, shown = chain_game(seed, lambda number: (no_share, no_share, None))
    drawn = data.draw(chain_deals)
    fair = {number: data.draw(st.sampled_from([drawn]) | chain_deals) for number in shown if data.draw(st.booleans())}
    record = read(write(log, fair=fair))
    assert record.events == log
    assert dict(record.fair) == fair
    assert read(write(record.events, record.tags, fair=record.fair)) == record


def test_the_promise_is_written_once_a_game() -> None:
    log, shown = chain_game(5, lambda number: (NAMED, no_share, None))
    assert len(shown) > 2
    assert write(log, fair=shown).count("\npromise ") == 1


def test_the_record_of_a_fair_game_says_who_bound_the_bot() -> None:
    text = PATH.read_text(encoding="utf-8")
    record = read(text)
    assert write(record.events, record.tags, fair=record.fair) == text
    checks = check_deals(record.events, record.fair)
    assert {result.verdict for result in checks} == {Verdict.FAIR}
    assert [result.bound for result in checks] == [Bound.ALONE, Bound.CUT, Bound.PRESS, Bound.SEED, Bound.SEED]


def test_each_way_to_fail_is_named() -> None:
    fair, pack = chain_deal(3, (NAMED, KEPT, 17))
    by_key, other = chain_deal(3, (NAMED, KEPT, None))
    assert check(3, pack, fair) == Checked(3, Verdict.FAIR, fair)
    assert check(3, other, by_key).verdict is Verdict.FAIR
    swapped = (*pack[:6], pack[7], pack[6], *pack[8:])
    assert check(3, swapped, fair) == Checked(3, Verdict.OTHER_PACK, fair, 7, pack[6])
    for wrong in (
        replace(fair, secret=bytes(32)),
        replace(fair, secret=link(LAST, 2)),
        replace(fair, secret=link(LAST, 4)),
        replace(fair, promise=replace(fair.promise, commitment="0" * 64)),
        replace(fair, promise=replace(fair.promise, first=2)),
        replace(fair, promise=replace(fair.promise, first=4)),
    ):
        assert check(3, pack, wrong).verdict is Verdict.OTHER_SECRET
    assert check(2, pack, fair).verdict is Verdict.OTHER_SECRET
    for wrong in (
        replace(fair, promise=replace(fair.promise, table="18")),
        replace(fair, promise=replace(fair.promise, game=2)),
        replace(fair, shares=(KEPT, NAMED)),
        replace(fair, shares=(NAMED, Share("corbeau!"))),
        replace(fair, shares=(Share("sparrow"), KEPT)),
        replace(fair, cut=16),
    ):
        assert check(3, pack, wrong).verdict is Verdict.OTHER_PACK
    assert check(3, pack, replace(fair, cut=31)).verdict is Verdict.UNLAWFUL_CUT
    assert by_key.cut != 9
    assert check(3, other, replace(by_key, cut=9)).verdict is Verdict.OTHER_CUT


def test_no_press_counts_beside_a_seed_that_was_named() -> None:
    """Otherwise a bot that knows the seed could invent a press that suits it."""
    for given_ in ((NAMED, PRESSED, 9), (PRESSED, NAMED, None), (Share("a", named=True, press=PRESS), no_share, 9)):
        fair, pack = chain_deal(1, given_)
        assert check(1, pack, fair).verdict is Verdict.UNLAWFUL_SHARE


def test_a_chain_that_ran_out_is_followed_by_another_promise() -> None:
    second = bytes(reversed(LAST))
    fair, pack = chain_deal(LINKS, (NAMED, no_share, None))
    assert check(LINKS, pack, fair).verdict is Verdict.FAIR
    fair, pack = chain_deal(LINKS + 1, (Share("sparrow"), no_share, None), second, first=LINKS + 1)
    assert check(LINKS + 1, pack, fair).verdict is Verdict.FAIR


def test_a_commitment_that_serves_two_games_is_found() -> None:
    seen = CheckedRecords()
    log, shown = chain_game(5, lambda number: (NAMED, no_share, None))
    assert {result.verdict for result in check_deals(log, shown, seen)} == {Verdict.FAIR}
    assert {result.verdict for result in check_deals(log, shown, seen)} == {Verdict.FAIR}, "the same record once more"
    for table, game in (("17", 2), ("18", 1)):
        again, fair = chain_game(6, lambda number: (KEPT, no_share, 9), table=table, game=game)
        assert {result.verdict for result in check_deals(again, fair, seen)} == {Verdict.REUSED}


def test_a_chain_cut_out_of_another_is_found() -> None:
    """A second game is committed to a secret that the first one has shown, so all know what follows."""
    seen = CheckedRecords()
    log, shown = chain_game(5, lambda number: (no_share, no_share, None))
    check_deals(log, shown, seen)
    promise = Promise(shown[1].secret.hex(), "18", 1)
    secret = link(LAST, 2)
    pack, cut = pack_of(chain_key(promise, secret, (no_share, no_share), 1), None)
    checked = check(1, pack, ChainDeal(promise, secret, (no_share, no_share), cut, by_elder=False))
    assert checked.verdict is Verdict.FAIR
    assert seen.serves_twice(checked)


def test_a_game_recorded_in_two_ways_is_found() -> None:
    seen = CheckedRecords()
    first, pack = chain_deal(1, (NAMED, no_share, 9))
    other, other_pack = chain_deal(1, (KEPT, no_share, 9))
    assert not seen.serves_twice(check(1, pack, first))
    assert seen.serves_twice(check(1, other_pack, other))


def test_a_secret_of_earlier_records_that_serves_two_deals_is_found() -> None:
    fair = FairDeal(commitment(LAST), LAST, ("a", "b"), 9)
    seen = CheckedRecords()
    assert not seen.serves_twice(check(1, fair_pack(LAST, fair.seeds, 1, 9), fair))
    assert not seen.serves_twice(check(1, fair_pack(LAST, fair.seeds, 1, 9), fair))
    assert seen.serves_twice(check(2, fair_pack(LAST, fair.seeds, 2, 9), fair))
    chained, pack = chain_deal(LINKS, (no_share, no_share, 9))
    assert seen.serves_twice(check(LINKS, pack, chained)), "nor does it serve as a link"


@pytest.mark.parametrize(
    ("start", "becomes", "says"),
    [
        ("promise", 'promise 00 table "17" game 1 from 1', "promise"),
        ("promise", f'promise {"0" * 64} table "17" game 0 from 1', "promise"),
        ("promise", f'promise {"0" * 64} table "17" game 1', "promise"),
        ("promise", "", "promise"),
        ("secret", "secret 00", "64 hexadecimal digits"),
        ("share N", 'share S named "sparrow"', "share"),
        ("share N", 'share N named ""', "share"),
        ("share N", 'share N none "sparrow"', "share"),
        ("share N", "share N none press 0", "share"),
        ("share N", f"share N none press {2**64}", "share"),
        ("share N", 'share N named "\\ud800"', "share"),
        ("cut 1", "cut 17", "a cut"),
        ("cut 1", "cut 17 by N", "a cut"),
        ("cut 1", "cut 017 by key", "a cut"),
    ],
)
def test_a_mistake_in_these_lines_is_refused_at_its_line(start: str, becomes: str, says: str) -> None:
    log, shown = chain_game(5, lambda number: (NAMED, no_share, 17))
    lines = write(log, fair=shown).split("\n")
    place = next(place for place, line in enumerate(lines) if line.startswith(start))
    lines[place] = becomes
    with pytest.raises(NotationError) as caught:
        read("\n".join(lines))
    assert caught.value.line == place + (1 if becomes else 2)
    assert says in caught.value.problem


def test_verify_says_plainly_where_the_bot_stood_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(PATH)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "THE HOUSE STOOD ALONE" in lines[1]
    assert ["the elder cut" in lines[2], "a press" in lines[3], "named a seed" in lines[4]] == [True] * 3
    assert lines[-1] == "yes: 5 of 5 deals are what was promised; in 1 of them the house stood alone"


def test_verify_says_no_to_what_serves_twice(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log, fair = chain_game(6, lambda number: (KEPT, no_share, 9), game=2)
    other = tmp_path / "other.txt"
    other.write_text(write(log, fair=fair), encoding="utf-8")
    assert main(["verify", str(other)]) == 0
    assert main(["verify", str(PATH), str(other)]) == 1
    out = capsys.readouterr().out
    assert "deal 1: NO, used before" in out
    assert out.endswith(f"no: {len(fair)} of {5 + len(fair)} deals not shown to be fair\n")

"""The cut for the deal: its cards follow from the promise and from what both players gave before it."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.cli import main
from ecarte.fair import (
    Bound,
    ChainDeal,
    CheckedRecords,
    Promise,
    Share,
    Verdict,
    chain_key,
    check,
    check_deals,
    cuts_for_deal,
    link,
    no_share,
    promise_of,
)
from ecarte.game import PACK, NotationError, RecordFault
from ecarte.notation import read, write
from tests.ecarte.fair.chains import LAST, chain_deal, cut_game
from tests.ecarte.fair.test_chain import KEPT, NAMED, PRESSED, shares

RECORDS = Path(__file__).parents[1] / "notation" / "records"
PATH = RECORDS / "chain-dealer.txt"
PROMISE, SECRET = promise_of(LAST, "17", 1), link(LAST, 1)


def as_in_another_language(promise: Promise, secret: bytes, given_: tuple[Share, Share]) -> list[str]:
    """Writes the construction again from its description: the cards, North's and South's in turn."""
    texts = ["ecarte dealer 1", promise.table, str(promise.game)]
    for share in given_:
        texts.append("named" if share.named else "kept" if share.seed else "none")
        texts += [share.seed, str(share.press or "")]
    message = b"".join(str(len(text.encode())).encode() + b":" + text.encode() + b"," for text in texts)
    key = hmac.new(secret, message, hashlib.sha256).digest()
    stream = (byte for block in count() for byte in hmac.new(key, block.to_bytes(4, "big"), hashlib.sha256).digest())

    def draw(places: int) -> int:
        return next(byte % places for byte in stream if byte < 256 - 256 % places)

    drawn: list[str] = []
    while not drawn or drawn[-1][0] == drawn[-2][0]:
        pack = [rank + suit for suit in "SHDC" for rank in "KQJAT987"]
        drawn.append(pack.pop(draw(32)))
        drawn.append(pack[draw(31)])
    return drawn


@given(shares, shares, st.integers(1, 999))
def test_another_maker_draws_the_same_cards(north: Share, south: Share, game: int) -> None:
    promise = replace(PROMISE, game=game)
    cuts = cuts_for_deal(promise, SECRET, (north, south))
    assert [str(card) for cut in cuts for card in cut] == as_in_another_language(promise, SECRET, (north, south))


def test_the_pinned_draw_holds() -> None:
    cuts = cuts_for_deal(PROMISE, SECRET, (NAMED, KEPT))
    assert [f"N {north} S {south}" for north, south in cuts] == ["N 9H S JS"]


def test_whatever_the_draw_is_made_of_changes_it_and_nothing_else_has_its_key() -> None:
    drawn = [
        cuts_for_deal(PROMISE, SECRET, (NAMED, KEPT)),
        cuts_for_deal(PROMISE, link(LAST, 2), (NAMED, KEPT)),
        cuts_for_deal(replace(PROMISE, table="1", game=71), SECRET, (NAMED, KEPT)),
        cuts_for_deal(replace(PROMISE, table="18"), SECRET, (NAMED, KEPT)),
        cuts_for_deal(replace(PROMISE, game=2), SECRET, (NAMED, KEPT)),
        cuts_for_deal(PROMISE, SECRET, (KEPT, NAMED)),
        cuts_for_deal(PROMISE, SECRET, (Share("sparrow"), KEPT)),
        cuts_for_deal(PROMISE, SECRET, (PRESSED, KEPT)),
        cuts_for_deal(PROMISE, SECRET, (no_share, no_share)),
    ]
    assert len(set(drawn)) == len(drawn)


def test_law_5_equal_ranks_cut_again_and_no_card_or_seat_is_favoured() -> None:
    north_deals, firsts, ties = 0, Counter[object](), 0
    for game in range(1, 6401):
        cuts = cuts_for_deal(replace(PROMISE, game=game), SECRET, (no_share, no_share))
        *equal, (north, south) = cuts
        assert all(one.rank is other.rank and one is not other for one, other in equal)
        assert north.rank is not south.rank
        ties += len(equal)
        north_deals += north.rank.strength > south.rank.strength
        firsts.update(cuts[0])
    # 3,200 and 400 of each card are expected, and 6400 × 3/28 ties; six standard errors.
    assert abs(north_deals - 3200) < 6 * 40
    assert set(firsts) == set(PACK)
    assert all(abs(firsts[card] - 400) < 6 * 20 for card in PACK)
    assert abs(ties - 686) < 6 * 29


def test_the_record_says_what_counted_and_is_written_and_read_back() -> None:
    log, shown = cut_game(5, (NAMED, PRESSED), (NAMED, no_share, None))
    text = write(log, fair=shown)
    assert f'\ncut {shown[1].cut} by key\ndrawn N named "sparrow"\ndrawn S none press' in text
    assert text.count("\ndrawn ") == 2, "with the first deal alone"
    record = read(text)
    assert (record.events, dict(record.fair)) == (log, dict(shown))
    lines = text.split("\n")
    place = next(place for place, line in enumerate(lines) if line.startswith("drawn S"))
    for wrong in ("drawn N none", 'drawn S named ""', "drawn S", "N proposes"):
        lines[place] = wrong
        with pytest.raises(NotationError) as caught:
            read("\n".join(lines))
        assert (caught.value.kind, caught.value.line) == (RecordFault.NO_SHARE, place + 1)


def test_a_record_with_another_dealer_than_the_chain_gives_is_refused() -> None:
    log, shown = cut_game(6, (NAMED, KEPT), (NAMED, KEPT, None))
    checks = check_deals(log, shown)
    assert len(checks) > 2
    assert {result.verdict for result in checks} == {Verdict.FAIR}
    assert [result.was_cut_for for result in checks] == [True] + [False] * (len(checks) - 1)
    assert (checks[0].dealer_bound, checks[-1].dealer_bound) == (Bound.SEED, None)
    for drawn in ((KEPT, NAMED), (no_share, no_share), (Share("sparrow"), KEPT)):
        told = {**shown, 1: replace(shown[1], drawn=drawn)}
        assert check_deals(log, told)[0].verdict is Verdict.OTHER_DEALER
    fair, pack = chain_deal(1, (NAMED, KEPT, None))
    cuts = cuts_for_deal(PROMISE, SECRET, (NAMED, KEPT))
    drawn_deal = replace(fair, drawn=(NAMED, KEPT))
    north, south = cuts[-1]
    assert check(1, pack, drawn_deal, cuts).verdict is Verdict.FAIR
    for wrong in ((), (*cuts[:-1], (south, north)), (*cuts, cuts[-1]), cuts[1:]):
        assert check(1, pack, drawn_deal, wrong).verdict is Verdict.OTHER_DEALER


def test_no_press_counts_beside_a_named_seed_in_the_draw_either() -> None:
    fair, pack = chain_deal(1, (KEPT, KEPT, None))
    drawn = NAMED, PRESSED
    checked = check(1, pack, replace(fair, drawn=drawn), cuts_for_deal(PROMISE, SECRET, drawn))
    assert checked.verdict is Verdict.UNLAWFUL_SHARE


def test_two_records_that_give_the_draw_in_two_ways_are_found() -> None:
    seen = CheckedRecords()
    log, shown = cut_game(5, (NAMED, KEPT), (NAMED, KEPT, None))
    check_deals(log, shown, seen)
    assert check_deals(log, {**shown, 1: replace(shown[1], drawn=None)}, seen)[0].verdict is Verdict.REUSED


def test_the_draw_says_nothing_of_the_first_pack() -> None:
    """The draw is public while the deal is on; its key is under another word, and the pack does not depend on it."""
    fair, _ = chain_deal(1, (NAMED, KEPT, None))
    deals = [fair, *(replace(fair, drawn=drawn) for drawn in ((NAMED, KEPT), (no_share, PRESSED)))]
    assert {deal.key(1) for deal in deals} == {chain_key(PROMISE, SECRET, (NAMED, KEPT), 1)}


@pytest.mark.parametrize("path", [RECORDS / "chain-deals.txt", RECORDS / "fair-deals.txt"], ids=lambda path: path.stem)
def test_old_records_verify_as_before(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They do not say what counted in the draw: the first dealer is the bot's word, every deal as fair as it was."""
    record = read(path.read_text(encoding="utf-8"))
    checks = check_deals(record.events, record.fair)
    assert {result.verdict for result in checks} == {Verdict.FAIR}
    assert (checks[0].was_cut_for, checks[0].dealer_bound) == (True, None)
    assert main(["verify", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "first dealer: by the house's word" in lines
    assert lines[-1].startswith("yes: ")


def test_verify_says_what_bound_the_bot_at_the_cut_for_the_deal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = read(PATH.read_text(encoding="utf-8"))
    assert write(record.events, record.tags, fair=record.fair) == PATH.read_text(encoding="utf-8")
    assert main(["verify", str(PATH)]) == 0
    told = capsys.readouterr().out
    assert "\nfirst dealer: as promised; a player named a seed after it\n" in told
    for drawn, line in (((PRESSED, no_share), "a press"), ((KEPT, no_share), "THE HOUSE STOOD ALONE")):
        log, shown = cut_game(6, drawn, (NAMED, KEPT, None))
        (tmp_path / "record.txt").write_text(write(log, fair=shown), encoding="utf-8")
        assert main(["verify", str(tmp_path / "record.txt")]) == 0
        assert f"first dealer: as promised; {line}" in capsys.readouterr().out
    false = PATH.read_text(encoding="utf-8").replace("drawn S none", 'drawn S kept "x"')
    (tmp_path / "record.txt").write_text(false, encoding="utf-8")
    assert main(["verify", str(tmp_path / "record.txt")]) == 1
    assert "deal 1: NO, the cards cut for the deal are not those that follow" in capsys.readouterr().out


def test_a_game_without_a_cut_has_no_line_for_its_first_dealer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(RECORDS / "house" / "salon-1.txt")]) == 0
    assert "first dealer" not in capsys.readouterr().out


def test_no_repr_shows_what_counted_in_the_draw() -> None:
    fair, _ = chain_deal(1, (no_share, no_share, None))
    assert "sparrow" not in repr(replace(fair, drawn=(NAMED, KEPT)))


def test_a_seed_named_after_the_draw_binds_the_packs_alone() -> None:
    """A seed named after the draw binds the packs, and not the draw."""
    log, shown = cut_game(6, (no_share, no_share), (NAMED, KEPT, None))
    first = check_deals(log, shown)[0]
    assert (first.bound, first.dealer_bound) == (Bound.SEED, Bound.ALONE)
    assert isinstance(first.fair, ChainDeal)

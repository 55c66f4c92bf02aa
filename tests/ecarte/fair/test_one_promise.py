"""One promise covers a game: what is promised in mid-game is named, and seeds count only for promises before them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ecarte.ai import Level, name_of
from ecarte.cli import main
from ecarte.fair import (
    LINKS,
    Bound,
    Checked,
    CheckedRecords,
    Fair,
    FairDeal,
    HouseSeat,
    Share,
    Verdict,
    check_deals,
    commitment,
    fair_pack,
    no_share,
)
from ecarte.game import Card, CardsDealt, Distribution, Seat
from ecarte.notation import read, write
from tests.ecarte.fair.chains import (
    LAST,
    Given,
    Shown,
    chain_deal,
    chain_game,
    game_of,
    ground,
    lead_of_north,
)

NAMED = Share("sparrow", named=True)
OTHER = Share("corbeau", named=True)
PRESSED = Share(press=1_313_131_313_131_313_131)
SEED: Given = (NAMED, no_share, None)


@pytest.mark.parametrize("first", [None, 1], ids=["from its own deal", "as if from the first deal"])
def test_a_bot_that_grinds_a_new_chain_for_each_later_deal_is_not_called_fair(first: int | None) -> None:
    """It committed once, learnt the seeds, and chose among chains: every pack is computed again all the same."""

    def deal(number: int) -> Shown:
        return chain_deal(1, SEED) if number == 1 else ground(number, first or number)

    log, shown = game_of(deal)
    later = [lead_of_north(event.pack) for event in log if isinstance(event, CardsDealt)][1:]
    assert len(later) >= 2
    assert all(lead > 0 for lead in later), "the adversary has what it wanted"
    checks = check_deals(log, shown)
    assert checks[0].verdict is Verdict.FAIR
    assert {check.verdict for check in checks[1:]} == {Verdict.RENEWED}
    assert all(check.bound is not Bound.SEED for check in checks[1:]), "the seed was known before these promises"


def test_a_bot_that_grinds_one_new_chain_for_the_rest_of_the_game_is_not_called_fair() -> None:
    log, shown = game_of(
        lambda number: chain_deal(number, SEED, *((LAST,) if number == 1 else (bytes(32), "17", 1, 2)))
    )
    assert [check.verdict for check in check_deals(log, shown)][1:] == [Verdict.RENEWED] * (len(shown) - 1)


def test_to_come_back_to_the_first_promise_does_not_mend_it() -> None:
    log, shown = game_of(lambda number: chain_deal(number, SEED, *((bytes(32), "17", 1, 2) if number == 2 else ())))
    assert [check.verdict for check in check_deals(log, shown)][1:] == [Verdict.RENEWED] * (len(shown) - 1)


def test_a_promise_behind_a_deal_of_which_nothing_was_promised_was_not_due() -> None:
    log, shown = game_of(lambda number: chain_deal(number, SEED))
    without = {number: fair for number, fair in shown.items() if number != 1}
    verdicts = [check.verdict for check in check_deals(log, without)]
    assert verdicts == [Verdict.HOUSE_WORD, *[Verdict.RENEWED] * (len(shown) - 1)]
    between = {number: fair for number, fair in shown.items() if number != 2}
    verdicts = [check.verdict for check in check_deals(log, between)]
    assert verdicts == [Verdict.FAIR, Verdict.HOUSE_WORD, *[Verdict.FAIR] * (len(shown) - 2)], "it stood before"


def long_game(deals: int, deal: Callable[[int], Shown]) -> tuple[Checked, ...]:
    """Returns this many deals, checked. No game by the laws has so great a number."""
    made = [deal(number) for number in range(1, deals + 1)]
    log = tuple(CardsDealt(pack, Distribution.THREE_TWO) for _, pack in made)
    return check_deals(log, {number: fair for number, (fair, _) in enumerate(made, start=1)})


def test_a_chain_that_is_used_up_is_followed_by_another_promise_for_which_earlier_seeds_do_not_count() -> None:
    def deal(number: int) -> Shown:
        if number <= LINKS:
            return chain_deal(number, SEED)
        later: Given = (NAMED, OTHER if number == LINKS + 3 else no_share, 9 if number == LINKS + 2 else None)
        return chain_deal(number, later, bytes(32), first=LINKS + 1)

    checks = long_game(LINKS + 3, deal)
    assert {check.verdict for check in checks} == {Verdict.FAIR}
    assert {check.bound for check in checks[:LINKS]} == {Bound.SEED}
    assert [check.bound for check in checks[LINKS:]] == [Bound.ALONE, Bound.CUT, Bound.SEED], "a new one does"


def test_a_promise_one_deal_before_the_chain_is_used_up_was_not_due() -> None:
    checks = long_game(
        LINKS, lambda number: chain_deal(number, SEED, *((bytes(32), "17", 1, LINKS) if number == LINKS else ()))
    )
    assert [check.verdict for check in checks[-2:]] == [Verdict.FAIR, Verdict.RENEWED]


def test_a_game_that_an_earlier_release_began_is_promised_from_its_next_deal_on() -> None:
    old: dict[int, FairDeal] = {}

    def deal(number: int) -> tuple[Fair, tuple[Card, ...]]:
        if number > 2:
            return chain_deal(number, (NAMED, OTHER if number == 4 else no_share, None), first=3)
        secret = bytes([number]) * 32
        old[number] = FairDeal(commitment(secret), secret, ("sparrow", ""), 9)
        return old[number], fair_pack(secret, ("sparrow", ""), number, 9)

    log, shown = game_of(deal)  # type: ignore[arg-type]  # of both constructions
    checks = check_deals(log, {**shown, **old})
    assert {check.verdict for check in checks} == {Verdict.FAIR}
    assert [check.bound for check in checks[:4]] == [None, None, Bound.ALONE, Bound.SEED]


def test_a_press_from_before_a_promise_binds_no_one() -> None:
    later: Given = (PRESSED, no_share, None)
    checks = long_game(
        LINKS + 1,
        lambda number: chain_deal(number, later, *((bytes(32), "17", 1, number) if number > LINKS else ())),
    )
    assert [check.bound for check in checks[-2:]] == [Bound.PRESS, Bound.ALONE]


@pytest.mark.parametrize("house", [Seat.NORTH, Seat.SOUTH])
def test_a_cut_by_the_house_is_no_cut_by_a_player(house: Seat) -> None:
    """A house that cuts as the elder must cut where the key does, and counts as having given nothing."""
    log, shown = chain_game(5, lambda number: (no_share, no_share, 9))
    seats = (HouseSeat(1, house, name_of(Level.NOVICE)),)
    by_people, by_house = check_deals(log, shown), check_deals(log, shown, house=seats)
    assert {(check.verdict, check.bound) for check in by_people} == {(Verdict.FAIR, Bound.CUT)}
    dealers = [number % 2 for number in shown]
    assert len({(check.verdict, parity) for check, parity in zip(by_house, dealers, strict=True)}) == 2
    assert {check.verdict for check in by_house} == {Verdict.FAIR, Verdict.OTHER_CUT}
    by_key, keys = chain_game(5, lambda number: (no_share, no_share, None))
    said = {number: replace(fair, by_elder=True) for number, fair in keys.items()}
    checks = check_deals(by_key, said, house=seats)
    assert {check.verdict for check in checks} == {Verdict.FAIR}
    assert {check.bound for check in checks} == {Bound.CUT, Bound.ALONE}


def test_a_deal_that_was_promised_by_another_fingerprint_than_the_one_a_player_saw_is_not_called_fair(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, shown = chain_game(5, lambda number: SEED)
    fingerprint = shown[1].commitment
    assert {check.verdict for check in check_deals(log, shown, saw={fingerprint})} == {Verdict.FAIR}
    assert {check.verdict for check in check_deals(log, shown, saw={"0" * 64})} == {Verdict.UNSEEN}
    file = tmp_path / "record.txt"
    file.write_text(write(log, fair=shown), encoding="utf-8")
    assert main(["verify", "--saw", fingerprint.upper(), str(file)]) == 0
    assert main(["verify", "--saw", "0" * 64, str(file)]) == 1
    out = capsys.readouterr().out
    assert f"deal 1: NO, promised by {fingerprint}, which is not what you saw" in out
    assert main(["verify", "--saw", fingerprint, "--saw", "0" * 64, str(file)]) == 1
    out = capsys.readouterr().out
    assert f"saw {'0' * 64}: it promised no deal here" in out
    assert out.endswith("no: you saw a fingerprint that promised no deal here\n")
    assert main(["verify", "--saw", "0f", str(file)]) == 2
    assert capsys.readouterr().err == "ecarte: verify: a fingerprint has 64 hexadecimal digits\n"


def test_verify_names_a_promise_that_was_not_due(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, shown = game_of(lambda number: chain_deal(1, SEED) if number == 1 else ground(number, number))
    text = write(log, fair=shown)
    record = read(text)
    assert {check.verdict for check in check_deals(record.events, record.fair, CheckedRecords())} == {
        Verdict.FAIR,
        Verdict.RENEWED,
    }
    file = tmp_path / "record.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    out = capsys.readouterr().out
    for number in range(2, len(shown) + 1):
        assert f"deal {number}: NOT SHOWN, promised in mid-game by {shown[number].commitment}" in out
    assert out.count("named a seed") == 1

"""Records of fair deals: what is written is read, what is wrong is named, and every pack is computed again."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecarte.cli import main
from ecarte.fair import Checked, FairDeal, Verdict, check, check_deals, commitment, fair_pack
from ecarte.game import Card, CardsDealt, NotationError, Rules
from ecarte.notation import Record, read, write
from research.random_games import random_game

PATH = Path(__file__).parents[1] / "notation" / "records" / "fair-deals.txt"
TEXT = PATH.read_text(encoding="utf-8")
LINES = TEXT.split("\n")
SECRET = bytes(range(32))
FAIR = FairDeal(commitment(SECRET), SECRET, ("sparrow", "corbeau"), 17)

fair_deals = st.builds(
    FairDeal,
    st.from_regex(r"[0-9a-f]{64}", fullmatch=True),
    st.binary(min_size=32, max_size=32),
    st.tuples(st.text(max_size=70), st.text(max_size=70)),
    st.integers(0, 999),
)


@settings(deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_whatever_was_shown_of_a_deal_is_written_and_read_back(seed: int, data: st.DataObject) -> None:
    """Some deals of a game may say it and others not; any text is a seed; what is false stands as it was said."""
    log = random_game(Rules(), Random(seed))
    numbers = range(1, 1 + sum(isinstance(event, CardsDealt) for event in log))
    fair = {number: data.draw(fair_deals) for number in numbers if data.draw(st.booleans())}
    text = write(log, fair=fair, remarks={0: ["fair"]})
    record = read(text)
    assert record.events == log
    assert dict(record.fair) == fair
    assert read(write(record.events, record.tags, fair=record.fair, house=record.house)) == record


def alone(record: Record) -> dict[int, FairDeal]:
    """Returns what was shown of the deals, each with a commitment of its own."""
    return {number: fair for number, fair in record.fair.items() if isinstance(fair, FairDeal)}


def test_the_record_of_a_fair_game_contains_seeds_and_cuts() -> None:
    record = read(TEXT)
    assert {number: (fair.seeds[0], fair.cut) for number, fair in alone(record).items()} == {
        1: ("sparrow", 5),
        2: ("sparrow!", 26),
        3: ("sparrow!!", 14),
    }
    assert alone(record)[1].seeds[1] == 'l’hiver, "déjà" \\ 🂡'
    assert write(record.events, record.tags, fair=record.fair, house=record.house) == TEXT


def test_a_record_without_it_says_nothing_of_it() -> None:
    text = (PATH.parent / "condition-fails.txt").read_text(encoding="utf-8")
    assert dict(read(text).fair) == {}
    assert "fair" not in write(read(text).events)


def number_of(start: str) -> int:
    """Returns the number of the first line with this beginning."""
    return next(number for number, line in enumerate(LINES, start=1) if line.startswith(start))


@pytest.mark.parametrize(
    ("start", "becomes", "says"),
    [
        ("fair", "fair b64d", "64 hexadecimal digits"),
        ("fair", "fair " + "G" * 64, "64 hexadecimal digits"),
        ("secret", "secret " + "0" * 63, "64 hexadecimal digits"),
        ("secret", "secret " + "A" * 64, "64 hexadecimal digits"),
        ("secret", "N proposes", "secret"),
        ("seeds", 'seeds N "sparrow" cut 5', "seeds N"),
        ("seeds", 'seeds N "sparrow" S "x" cut 05', "seeds N"),
        ("seeds", 'seeds N "sparrow" S "x" cut -5', "seeds N"),
        ("seeds", 'seeds N "spa"rrow" S "x" cut 5', "seeds N"),
        ("seeds", 'seeds N "sparrow\\q" S "x" cut 5', "seeds N"),
    ],
)
def test_a_mistake_is_refused_at_its_line(start: str, becomes: str, says: str) -> None:
    number = number_of(start)
    with pytest.raises(NotationError) as caught:
        read("\n".join([*LINES[: number - 1], becomes, *LINES[number:]]))
    assert caught.value.line == number
    assert says in caught.value.problem


def test_these_lines_stand_behind_a_deal_and_whole() -> None:
    fair, seeds = number_of("fair"), number_of("seeds")
    for moved in (
        [*LINES[: fair - 1], *LINES[seeds : seeds + 1], *LINES[fair - 1 : seeds], *LINES[seeds + 1 :]],
        [*LINES[:seeds], *LINES[fair - 1 :]],
        LINES[:fair],
        LINES[: fair + 1],
        [*LINES[:fair], *LINES[fair + 1 :]],
    ):
        with pytest.raises(NotationError):
            read("\n".join(moved))


def test_spacing_does_not_matter_but_between_quotes() -> None:
    loose = TEXT.replace("\nfair ", "\n  fair   ").replace('seeds N "sparrow" S', 'seeds\tN  "spar  row"   S')
    assert alone(read(loose))[1].seeds[0] == "spar  row"


def test_each_way_to_fail_is_named_with_its_place() -> None:
    pack = fair_pack(SECRET, FAIR.seeds, 3, FAIR.cut)
    swapped = (*pack[:6], pack[7], pack[6], *pack[8:])
    assert check(3, pack, FAIR) == Checked(3, Verdict.FAIR, FAIR)
    assert check(3, pack, None) == Checked(3, Verdict.HOUSE_WORD)
    assert check(3, swapped, FAIR) == Checked(3, Verdict.OTHER_PACK, FAIR, 7, pack[6])
    assert check(4, pack, FAIR).verdict is Verdict.OTHER_PACK
    other = replace(FAIR, secret=bytes(32))
    assert check(3, pack, other) == Checked(3, Verdict.OTHER_SECRET, other)
    uncut = replace(FAIR, cut=31)
    assert check(3, pack, uncut) == Checked(3, Verdict.UNLAWFUL_CUT, uncut)
    for changed in (replace(FAIR, cut=16), replace(FAIR, seeds=("corbeau", "sparrow"))):
        assert check(3, pack, changed).verdict is Verdict.OTHER_PACK


def test_the_deals_of_a_game_are_checked_in_their_order() -> None:
    record = read(TEXT)
    assert [result.verdict for result in check_deals(record.events, record.fair)] == [Verdict.FAIR] * 3
    without = {number: fair for number, fair in record.fair.items() if number != 2}
    verdicts = [result.verdict for result in check_deals(record.events, without)]
    assert verdicts == [Verdict.FAIR, Verdict.HOUSE_WORD, Verdict.FAIR]


def verified(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    """Returns exit status, lines and complaint of `verify`."""
    status = main(["verify", *arguments])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def test_verify_says_yes(capsys: pytest.CaptureFixture[str]) -> None:
    record = read(TEXT)
    assert verified(capsys, str(PATH), str(PATH)) == (
        0,
        [
            "Alice (N) and Bruno (S)",
            *(f"deal {number}: fair, promised by {fair.commitment}" for number, fair in record.fair.items()),
            "first dealer: by the house's word",
        ]
        * 2
        + ["yes: 6 of 6 deals are what was promised"],
        "",
    )


def test_verify_says_which_deal_fails_and_where(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = read(TEXT)
    secret = record.fair[2].secret.hex()
    bad = tmp_path / "bad.txt"
    for old, new, line in (
        (" cut 26", " cut 25", "deal 2: NO, from card 1 on the pack is another: JH belongs there"),
        (" cut 26", " cut 1", "deal 2: NO, cut at 1: two cards at least in each packet (law 3)"),
        (secret, "0" * 64, f"deal 2: NO, promised was {record.fair[2].commitment}, the SHA-256 of the secret is 6668"),
    ):
        bad.write_text(TEXT.replace(old, new), encoding="utf-8")
        status, lines, _ = verified(capsys, str(bad))
        assert status == 1
        assert lines[2].startswith(line)
        assert lines[1].startswith("deal 1: fair")
        assert lines[3].startswith("deal 3: fair")
        assert lines[5] == "no: 1 of 3 deals not shown to be fair"


def test_a_pack_from_which_a_card_was_taken_aside_fails_at_that_card() -> None:
    """Two cards of the talon that were not given are changed: no hand differs, and the change is found."""
    record = read(TEXT)
    dealt = next(event for event in record.events if isinstance(event, CardsDealt))
    pack = (*dealt.pack[:30], dealt.pack[31], dealt.pack[30])
    other = read(TEXT.replace("QC 8C\nhands", "8C QC\nhands"))
    assert next(event for event in other.events if isinstance(event, CardsDealt)).pack == pack
    first, second, third = check_deals(other.events, other.fair)
    assert (first.verdict, first.card, first.should_be) == (Verdict.OTHER_PACK, 31, Card.parse("QC"))
    assert {second.verdict, third.verdict} == {Verdict.FAIR}


def test_a_deal_by_the_bots_word_is_not_called_fair(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = verified(capsys, str(PATH.parent / "condition-fails.txt"))
    assert status == 1
    assert lines[1] == "deal 1: dealt by the house's word: nothing was promised"
    assert lines[-1] == "no: 2 of 2 deals not shown to be fair"


def test_a_game_without_a_deal_is_no_yes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text('[Ecarte "1"]\n[Rules "cavendish"]\n[Result "*"]\n', encoding="utf-8")
    assert verified(capsys, str(empty))[:2] == (1, ["North (N) and South (S)", "no: there is no deal here"])


def test_verify_reads_standard_input_and_refuses_what_is_no_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert verified(capsys, "-")[0] == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.replace("fair b6", "fair x6").encode())))
    status, lines, complaint = verified(capsys, "-")
    assert (status, lines) == (2, [])
    assert complaint.startswith(f"ecarte: standard input: line {number_of('fair')}: ")
    assert verified(capsys)[0] == 2
    assert verified(capsys, "no such file")[0] == 2


def test_verify_explains_how_a_pack_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = verified(capsys, "--explain")
    assert status == 0
    assert any("HMAC-SHA256" in line for line in lines)
    assert any("WHO COULD BIAS WHAT" in line for line in lines)

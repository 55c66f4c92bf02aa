"""Records: what is written is read back to the same text, and a bad record is refused by line and law."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.game import (
    Abandon,
    Dialect,
    Ending,
    ImpossibleEvent,
    NotationError,
    Phase,
    Reason,
    Rule,
    Rules,
    Seat,
    replay,
)
from ecarte.notation import MOST_CHARACTERS, read, read_all, write
from ecarte.notation.tags import parse_rules
from research.random_games import random_game
from tests.ecarte.game.table import N, Table
from tests.support.properties import examples

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


def text_of(name: str) -> str:
    return (Path(__file__).parent / "records" / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_read_and_written_as_the_same_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read(text)
    assert write(record.events, record.tags, fair=record.fair, house=record.house) == text
    assert replay(record.events) == record.state


def test_cavendish_p_68_hand_xii_is_won_by_the_ruse() -> None:
    record = read(text_of("cavendish-hand-12"))
    assert record.tags["Event"] == "Illustrative hand XII, p. 68"
    assert record.state.scored is not None
    assert (record.state.scored.seat, record.state.scored.reason) == (Seat.SOUTH, Reason.UNPROPOSED)
    assert (record.state.outcome, record.state.phase) == (None, Phase.DEAL)


def test_the_records_describe_their_games() -> None:
    ends = {path.stem: read(path.read_text(encoding="utf-8")).state for path in RECORDS}
    assert {name: state.score for name, state in ends.items()} == {
        "cavendish-hand-12": (0, 2),
        "chain-dealer": (2, 5),
        "chain-deals": (3, 5),
        "condition-fails": (0, 5),
        "fair-deals": (5, 1),
        "modern-with-claims": (1, 5),
        "short-lost-on-time": (0, 1),
    }
    assert ends["short-lost-on-time"].outcome is not None
    assert ends["short-lost-on-time"].outcome.how is Ending.TIME


@examples(60)
@given(
    st.sampled_from(
        [Rules(), Rules.of(Dialect.MODERN), replace(Rules.of(Dialect.SHORT), exchanges=2), Rules(points=3)]
    ),
    st.integers(0, 2**32),
    st.dictionaries(
        st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
            lambda name: name not in ("Ecarte", "Rules", "Result")
        ),
        st.text(max_size=40),
        max_size=4,
    ),
)
def test_record_to_game_to_record_is_the_same_text(rules: Rules, seed: int, tags: dict[str, str]) -> None:
    log = random_game(rules, Random(seed))
    text = write(log, tags)
    record = read(text)
    assert record.events == log
    assert dict(record.tags) == tags
    assert list(record.tags) == list(tags)
    assert write(record.events, record.tags) == text


@examples(30)
@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_a_game_can_be_written_at_any_moment_and_goes_on_from_there(seed: int, rng: Random) -> None:
    log = random_game(Rules(), Random(seed))
    cut_off = log[: rng.randrange(1, len(log) + 1)]
    assert read(write(cut_off)).events == cut_off


def test_a_name_cannot_break_out_of_its_line() -> None:
    name = 'Eve"]\n[Result "5-0 N five"]\r\u2028\x00\\ \ud800 \U0001f469\u200d\U0001f680 é'
    text = write(Table().log, {"North": name})
    assert read(text).tags["North"] == name
    assert len(text.splitlines()) == 6
    assert "\u200d" in text
    assert text.isprintable() or set(text) - {"\n", "\u200d"} == {c for c in text if c.isprintable()}


def test_blank_lines_spacing_comments_and_windows_line_ends_do_not_matter() -> None:
    text = text_of("condition-fails")
    loose = "; found in a drawer\n\n" + text.replace(" abandons", "   abandons ").replace("\n", "\r\n; so\r\n\r\n")
    assert read(loose).events == read(text).events


def test_spacing_in_tags_and_tabs_do_not_matter_either() -> None:
    text = text_of("fair-deals")
    loose = "\n".join(
        line.replace('[Ecarte "', '[Ecarte  "').replace("[Rules ", "[ Rules\t").replace('"]', '" ]')
        if line.startswith("[")
        else line.replace("promise ", "promise\t").replace(" proposes", "\tproposes")
        for line in text.split("\n")
    )
    assert loose != text
    assert read(loose) == read(text)
    assert len(list(read_all(f"{loose}\n{loose}"))) == 2


def test_files_that_are_put_together_may_bring_their_byte_order_marks() -> None:
    text = text_of("condition-fails")
    assert [record.events for record in read_all(f"\ufeff{text}\ufeff{text}")] == [read(text).events] * 2


def test_a_rule_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        parse_rules("cavendish points=7 points=5")


def test_several_records_are_read_one_after_the_other() -> None:
    texts = [path.read_text(encoding="utf-8") for path in RECORDS]
    records = list(read_all("\n".join(texts)))
    assert [write(record.events, record.tags, fair=record.fair, house=record.house) for record in records] == texts
    with pytest.raises(NotationError):
        read("\n".join(texts))


GOOD = text_of("condition-fails")
LINES = GOOD.split("\n")


def line(start: str, after: str = "") -> int:
    """The number of the first line that starts so, behind the first that starts with `after`."""
    first = next(number for number, text in enumerate(LINES) if text.startswith(after))
    return next(number + 1 for number, text in enumerate(LINES) if number >= first and text.startswith(start))


@dataclass(frozen=True)
class Bad:
    """The line that starts with `start` becomes another; the fault is found there, and `says` is in the message."""

    name: str
    start: str
    becomes: str
    says: str
    rule: Rule | None = None
    law: int | None = None


BAD = [
    Bad("a card that is not held", "1. S QH", "1. S KH", "KH", Rule.CARD_NOT_IN_HAND, 39),
    Bad("a lead out of turn", "1. S QH", "1. N QC", "turn S", Rule.NOT_YOUR_TURN),
    Bad("a trick not won", "3. S QH N TH", "3. S QH N JC", "led QH", Rule.FOLLOW_SUIT, 43),
    Bad("a condition with enough in the talon", "S accepts", "S accepts if enough", "talon", Rule.ENOUGH_IN_TALON, 38),
    Bad("a discard of another's card", "N discards TD QC", "N discards TD 8H", "8H", Rule.CARD_NOT_HELD, 28),
    Bad("no discard of the elder", "N discards TD QC", "N discards none", "", Rule.ONE_CARD_AT_LEAST, None),
    Bad("cards in another order", "N discards TD QC", "N discards QC TD", "N discards TD QC"),
    Bad("a card that is none", "N discards TD QC", "N discards TD 10C", "10C"),
    Bad("a king that is not held", "S king", "N king", "", Rule.NO_KING_TO_ANNOUNCE, 23),
    Bad("the wrong score", "score 0-2", "score 1-2 S vole tricks 0-0", "score 0-2 S vole"),
    Bad("the wrong end", "end 0-5", "end 0-5 N five", "end 0-5 S five"),
    Bad("the wrong hands", "hands N 8C", "hands N 8C QC TH QD KC S AC 7S 9C QH 9D turned JD", "turned JH"),
    Bad("the wrong number of a deal", "deal 2", "deal 3 S 2-3", "deal 2 S 2-3"),
    Bad("the wrong dealer", "deal 2", "deal 2 N 2-3", "deal 2 S 2-3"),
    Bad("other packets", "deal 1", "deal 1 N 4-1", "3-2"),
    Bad("the wrong number of a trick", "2. S KD", "3. S KD N JD", "2. S KD N JD"),
    Bad("the wrong cut", "cut N KC", "cut N KC S KC", "", Rule.CUT_TWO_CARDS, 5),
    Bad("half a cut", "cut N KC", "cut N KC", ""),
    Bad("a line that means nothing", "S accepts", "S thinks it over", "thinks"),
    Bad("a seat that is none", "N proposes", "E proposes", "'E'"),
    Bad("a tag in the game", "N proposes", '[North "Bob"]', "tags"),
    Bad("a tag that is none", "[Date", "[Date 2026]", "[Name"),
    Bad("a tag twice", "[Date", '[North "Bob"]', "North"),
    Bad("an escape that is none", "[Date", '[Date "\\q"]', "[Name"),
    Bad("rules that no table keeps", "[Rules", '[Rules "poker"]', "rules"),
    Bad("rules in half", "[Rules", '[Rules "short exchanges"]', "rules"),
    Bad("another version", "[Ecarte", '[Ecarte "2"]', "version"),
    Bad("another result", "[Result", '[Result "5-0 N five"]', "0-5 S five"),
    Bad("a discard without a seat", "S discards 8H", "S discards", "discards"),
    Bad("a claim that is not certain", "1. S QH", "S claims vole QH", "vole", Rule.CLAIM_NOT_CERTAIN, 42),
    Bad("a claim to something else", "1. S QH", "S claims game QH", "claims game"),
    Bad("a condition that does not fail", "not enough", "1. N 9C S KS", "not enough"),
    Bad("a number without a card", "1. S QH", "1.", "card"),
]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_a_bad_record_is_refused_at_its_line_by_its_law(bad: Bad) -> None:
    number = line(bad.start)
    with pytest.raises(NotationError) as caught:
        read("\n".join([*LINES[: number - 1], bad.becomes, *LINES[number:]]))
    assert (caught.value.line, caught.value.rule, caught.value.law) == (number, bad.rule, bad.law)
    assert bad.says in str(caught.value)
    assert str(caught.value).startswith(f"line {number}: ")


def test_law_45_a_pack_with_a_card_twice_is_refused_at_the_line_of_its_deal() -> None:
    with pytest.raises(NotationError) as caught:
        read(GOOD.replace("AC 7S 8C", "AC AC 8C", 1))
    assert (caught.value.line, caught.value.rule, caught.value.law) == (line("deal 1"), Rule.PACK_OF_THIRTY_TWO, 45)


def test_a_record_that_breaks_off_in_a_deal_is_refused() -> None:
    for start in ("deal 1", "AC 7S", "8D KS"):
        with pytest.raises(NotationError):
            read("\n".join(LINES[: line(start)]))


def test_every_line_of_a_record_counts() -> None:
    """Where a line is left out, the record is refused, or describes another game that is as lawful."""
    whole = read(GOOD)
    for place, text in enumerate(LINES):
        if not text or text.startswith(("[North", "[South", "[Date")):
            continue
        try:
            record = read("\n".join([*LINES[:place], *LINES[place + 1 :]]))
        except NotationError:
            continue
        assert record.events != whole.events, f"{text!r} is not missed"


def test_what_is_no_record_is_refused() -> None:
    for text in ("", "\n\n", "hello", '[North "Alice"]\n[Ecarte "1"]', '[Ecarte "1"]', '[Ecarte "1"]\n[Rules "short"]'):
        with pytest.raises(NotationError):
            read(text)


def test_a_record_without_end_is_refused_before_it_is_read() -> None:
    with pytest.raises(NotationError) as caught:
        read(GOOD + "\nN offers to stop" * (MOST_CHARACTERS // 15))
    assert str(MOST_CHARACTERS) in str(caught.value)


@pytest.mark.parametrize("name", ["Ecarte", "Rules", "Result", "", "1st", "Nörth", "A B", "N]"])
def test_a_tag_that_cannot_be_written_is_refused(name: str) -> None:
    with pytest.raises(NotationError):
        write(Table().log, {name: "x"})


def test_an_invalid_log_is_not_written() -> None:
    with pytest.raises(ImpossibleEvent):
        write([])
    table = Table().deal()
    table.does(N, Abandon())
    with pytest.raises(ImpossibleEvent):
        write(table.log[1:])


@given(st.integers(0, 2**32), st.data())
def test_remarks_are_read_over_wherever_they_stand(seed: int, data: st.DataObject) -> None:
    events = random_game(Rules(), Random(seed))
    places = data.draw(st.lists(st.integers(0, len(events) - 1), max_size=6, unique=True))
    remarks = {place: data.draw(st.lists(st.text(), min_size=1, max_size=2)) for place in places}
    text = write(events, remarks=remarks)
    assert read(text).events == events
    assert sum(line.startswith("; ") for line in text.split("\n")) == sum(map(len, remarks.values()))

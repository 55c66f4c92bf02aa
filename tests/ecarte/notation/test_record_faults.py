"""Every kind of fault that a record can have: a small change of a good record brings it about."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from ecarte.game import GameStarted, NotationError, RecordFault, Rules
from ecarte.notation import MOST_CHARACTERS, read, write

RECORDS = Path(__file__).parent / "records"
GOOD = (RECORDS / "first-release" / "plain.txt").read_text("utf-8")
DEALT = "turned AD\n"
CHAIN = (
    f'{DEALT}promise {"0" * 64} table "1" game 1 from 1\nsecret {"0" * 64}\nshare N none\nshare S none\ncut 5 by key\n'
)
FAIR = f'{DEALT}fair {"0" * 64}\nsecret {"0" * 64}\nseeds N "" S "" cut 5\n'

CHANGES = {
    RecordFault.NO_START: ('[Ecarte "1"]\n', ""),
    RecordFault.TOO_LONG: ('[North "Alice"]', f'[North "{"x" * MOST_CHARACTERS}"]'),
    RecordFault.BREAKS_OFF: (GOOD[GOOD.index("8H AS 9D") :], ""),
    RecordFault.NOT_A_TAG: ('[North "Alice"]', "[North Alice]"),
    RecordFault.SECOND_TAG: ('[South "Bruno"]', '[North "Bruno"]'),
    RecordFault.NO_TAG: ('[Result "5-1 N five"]\n', ""),
    RecordFault.TAG_IN_GAME: ("S king\n", '[Round "1"]\n'),
    RecordFault.OTHER_VERSION: ('[Ecarte "1"]', '[Ecarte "2"]'),
    RecordFault.NO_SUCH_RULES: ('[Rules "cavendish"]', '[Rules "bridge"]'),
    RecordFault.NO_DEALER: ("cut N 8H S TS", "dealer Alice"),
    RecordFault.NO_PACKETS: ("deal 1 S 3-2", "deal 1 S 4-1"),
    RecordFault.NO_COMMITMENT: (DEALT, FAIR.replace("fair 0", "fair x")),
    RecordFault.NO_SECRET: (DEALT, FAIR.replace("secret 0", "secret x")),
    RecordFault.NO_SEEDS: (DEALT, FAIR.replace("cut 5", "cut -5")),
    RecordFault.NO_PROMISE: (DEALT, CHAIN.replace("promise 0", "promise x")),
    RecordFault.NO_SHARE: (DEALT, CHAIN.replace("share S", "share N")),
    RecordFault.NO_CUT: (DEALT, CHAIN.replace("by key", "by lot")),
    RecordFault.NO_HOUSE_PLAYER: (DEALT, f"{DEALT}house S maitre\n"),
    RecordFault.NOT_A_CARD: ("cut N 8H S TS", "cut N 8X S TS"),
    RecordFault.NO_CARD_IN_TRICK: ("1. N AS S 8S", "1."),
    RecordFault.REPLY_APART: ("1. N AS S 8S", "1. N AS\nS 8S"),
    RecordFault.NEITHER_SEAT_NOR_TRICK: ("1. N AS S 8S", "1. E AS S 8S"),
    RecordFault.NO_SUCH_DEED: ("S king", "S sings"),
    RecordFault.EXPECTED: ("score 1-1 N point tricks 4-1", "score 2-1 N point tricks 4-1"),
    RecordFault.OTHER_RESULT: ('[Result "5-1 N five"]', '[Result "1-5 S five"]'),
    RecordFault.BROKEN_RULE: ("1. N AS S 8S", "1. N QC S 8S"),
}


@pytest.mark.parametrize("kind", CHANGES, ids=lambda kind: kind.value)
def test_a_change_of_a_good_record_is_a_fault_of_its_kind(kind: RecordFault) -> None:
    found, changed = CHANGES[kind]
    assert found in GOOD
    with pytest.raises(NotationError) as caught:
        read(GOOD.replace(found, changed, 1))
    error = caught.value
    assert error.kind is kind
    assert error.problem in str(error)
    assert (error.rule is not None) is (kind is RecordFault.BROKEN_RULE)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.kind) == (str(error), kind)


def test_no_record_several_records_and_names_of_tags_have_kinds_of_their_own() -> None:
    kinds = set()
    for text in ("", GOOD + GOOD):
        with pytest.raises(NotationError) as caught:
            read(text)
        kinds.add(caught.value.kind)
    with pytest.raises(NotationError) as caught:
        write([GameStarted(Rules(), None)], {"No name": "x"})
    kinds.add(caught.value.kind)
    assert kinds == set(RecordFault) - CHANGES.keys()


@pytest.mark.parametrize("path", sorted(RECORDS.rglob("*.txt")), ids=lambda path: path.stem)
def test_two_lines_are_never_one(path: Path) -> None:
    lines = [line for line in path.read_text("utf-8").split("\n") if line and not line.startswith(";")]
    for place in range(1, len(lines)):
        joined = [*lines[: place - 1], f"{lines[place - 1]} {lines[place]}", *lines[place + 1 :]]
        with pytest.raises(NotationError):
            read("\n".join(joined))

"""Records of the first release, which load for ever. THESE FILES, AND WHAT STANDS HERE OF THEM, MUST NEVER BE EDITED.

People keep their records, and bring them years later. Where a change makes one of these tests fail, the change is
wrong: a change of the form gives it another number, and the reader reads both. The files were written by the
first release's own writer; new ones may join them, in a folder for their release.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from ecarte.game import DealScored, Ending, Seat, replay
from ecarte.notation import Replay, read, read_all, write

FOLDER = Path(__file__).parent / "records" / "first-release"
WITH_REMARKS = "with-remarks"


@dataclass(frozen=True)
class Golden:
    """A file, the beginning of its SHA-256, and what its game was; `how` is None where it was written while on."""

    name: str
    digest: str
    score: tuple[int, int]
    winner: str
    how: str | None
    deals: int
    events: int

    @property
    def data(self) -> bytes:
        return (FOLDER / f"{self.name}.txt").read_bytes()

    @property
    def text(self) -> str:
        return self.data.decode("utf-8")


GOLDEN = [
    Golden("abandoned", "5c66e7597a50f6a0", (5, 1), "N", "five", 3, 25),
    Golden("claims", "37756d46994c04fc", (1, 5), "S", "five", 4, 49),
    Golden("cut-again", "705e44bda5f2a5d9", (1, 5), "S", "five", 3, 57),
    Golden("dealer-known", "25a105e9d6fac640", (0, 5), "S", "five", 3, 42),
    Golden("for-stakes", "69eaf47b85c70874", (0, 0), "S", "resigned", 1, 5),
    Golden("fresh-cut", "2803a799e8522810", (0, 5), "S", "five", 3, 48),
    Golden("king-announced-late", "184c010741880392", (5, 3), "N", "five", 4, 63),
    Golden("king-turned-ends-the-game", "f2064f696627b7af", (5, 1), "N", "five", 4, 43),
    Golden("law-38-condition-fails", "c9f7d9ac6c69b0ae", (1, 5), "S", "five", 4, 71),
    Golden("law-38-condition-holds", "cfda4bfb714dac5a", (5, 3), "N", "five", 5, 67),
    Golden("modern-trebles", "841d662c81ae5956", (5, 0), "N", "five", 2, 30),
    Golden("modern", "26bfd4c483638760", (5, 0), "N", "five", 4, 63),
    Golden("plain", "476c1f3412e8645f", (5, 1), "N", "five", 3, 47),
    Golden("refused-and-unproposed", "34124d20271cb1b8", (5, 1), "N", "five", 3, 37),
    Golden("resigned", "96b9c322618e6de0", (1, 2), "N", "resigned", 2, 42),
    Golden("short-two-exchanges", "b6fa3976feaa1837", (5, 1), "N", "five", 3, 43),
    Golden("short", "ac4409cbf34793d6", (2, 5), "S", "five", 4, 56),
    Golden("still-on", "bd52a5da13fcfd85", (0, 1), "*", None, 2, 26),
    Golden("stopped-by-agreement", "7ae70aa55b020431", (2, 0), "-", "agreed", 2, 26),
    Golden("talon-runs-out", "9d8866bf7880e615", (5, 1), "N", "five", 4, 80),
    Golden("time-takes-the-deal", "ca146d75a0fcb8ab", (5, 1), "N", "five", 3, 42),
    Golden("time-takes-the-game", "880e64d180259083", (0, 1), "S", "time", 1, 21),
    Golden("to-three-points", "262bb3b3187f94e5", (3, 0), "N", "five", 2, 34),
    Golden("void", "a122a6369425e76a", (0, 1), "-", "void", 1, 6),
    Golden("vole", "6e453432d3cf0c00", (0, 5), "S", "five", 3, 38),
    Golden("with-remarks", "7c2467cd5604eab0", (2, 2), "S", "time", 3, 52),
]


@pytest.fixture(params=GOLDEN, ids=lambda golden: golden.name)
def golden(request: pytest.FixtureRequest) -> Golden:
    """Each file in turn."""
    found: Golden = request.param
    return found


def test_every_file_is_pinned_and_every_pin_has_its_file() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(file.name for file in GOLDEN)
    assert len(GOLDEN) == 26


def test_no_file_was_ever_edited(golden: Golden) -> None:
    assert sha256(golden.data).hexdigest().startswith(golden.digest), "put it back as it was"


def test_it_loads_and_is_the_game_that_it_was(golden: Golden) -> None:
    record = read(golden.text)
    state = replay(record.events)
    assert record.state == state
    assert len(record.events) == golden.events
    assert state.score == golden.score
    assert state.deal is not None
    assert state.deal.number == golden.deals
    if golden.how is None:
        assert (state.outcome, golden.winner) == (None, "*")
    else:
        winner = {"N": Seat.NORTH, "S": Seat.SOUTH, "-": None}[golden.winner]
        assert state.outcome is not None
        assert (state.outcome.winner, state.outcome.how) == (winner, Ending(golden.how))


def test_it_can_be_leafed_through(golden: Golden) -> None:
    replay = Replay(read(golden.text).events)
    assert replay.position(len(replay)).public.score == golden.score
    assert len(replay.deals) == golden.deals


def test_what_is_written_today_is_the_same_text(golden: Golden) -> None:
    """Should a later release write another form, this test ends with this form; all the others stay."""
    record = read(golden.text)
    kept = [line for line in golden.text.split("\n") if not line.startswith("; ")]
    assert write(record.events, record.tags) == "\n".join(kept)


def test_remarks_are_read_over_and_tags_are_kept() -> None:
    files = {file.name: file for file in GOLDEN}
    assert files[WITH_REMARKS].text.count("\n; ") == 3
    assert all("\n; " not in file.text for file in GOLDEN if file.name != WITH_REMARKS)
    assert dict(read(files["modern"].text).tags) == {
        "North": 'Chloé "Coco" d’Arc',
        "South": "Ünal \\ 🂡",
        "Date": "2026-11-20",
        "Remark": "line one\nline two\u2028",
    }


def test_they_contain_all_that_a_game_of_the_first_release_could_hold() -> None:
    games = [read(file.text) for file in GOLDEN]
    told = {type(event).__name__ for game in games for event in game.events}
    assert told == {
        *("GameStarted", "CutMade", "CardsDealt", "KingMarked", "CardPlayed", "DealScored", "GameEnded"),
        *("Proposed", "Accepted", "Refused", "ElderDiscarded", "DealerDiscarded", "ConditionFailed"),
        *("HandAbandoned", "HandClaimed", "GameResigned", "TimeClaimed", "StopOffered", "StopAnswered"),
    }
    assert {game.state.rules.dialect.value for game in games} == {"cavendish", "modern", "short"}
    assert {file.how for file in GOLDEN} == {None, "five", "resigned", "time", "agreed", "void"}
    reasons = {event.reason.value for game in games for event in game.events if isinstance(event, DealScored)}
    assert reasons == {"point", "vole", "unproposed", "refused"}


def test_all_of_them_can_stand_in_one_file() -> None:
    whole = "\n".join(file.text for file in GOLDEN)
    assert [len(record.events) for record in read_all(whole)] == [file.events for file in GOLDEN]

"""The machine's clock compared with Discord's and the last sign of life. The test sets the clocks."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate

import pytest

from bot.trust import TrustedTime

DAY_MS = 86_400_000
YEAR_MS = 365 * DAY_MS
WRONG = pytest.mark.expects_log("bot.trust", "the clock is wrong")
MARCH = 1_900_000_000_000
"""2030-03-17 17:46:40 UTC."""


@dataclass
class Clocks:
    """The true time, and a machine's clock that may be off; the steady clock began at 5,000 s."""

    true: int = MARCH
    off_ms: int = 0
    changes: list[bool] = field(default_factory=list)

    def trust(self) -> TrustedTime:
        """Returns the trusted time of these clocks."""
        began = self.true
        trust = TrustedTime(lambda: self.true + self.off_ms, lambda: 5_000 + (self.true - began) / 1000)
        trust.changed.append(lambda: self.changes.append(trust.is_trusted))
        return trust

    def date(self, off_ms: int = 0) -> str:
        """Discord's time, as its answers say it."""
        return formatdate((self.true + off_ms) // 1000, usegmt=True)


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


def test_nothing_is_trusted_before_discord_has_answered(clocks: Clocks) -> None:
    trust = clocks.trust()
    trust.note_sign(clocks.true - 30_000)
    assert (trust.is_trusted, trust.doubt, trust.now()) == (False, None, clocks.true)
    trust.note_answer(clocks.date(), 0.1)
    assert (trust.is_trusted, clocks.changes) == (True, [True])


@pytest.mark.parametrize("off_ms", [-59_000, -1_000, 0, 1_000, 59_000])
def test_a_small_drift_is_tolerated_and_the_machine_is_asked_for_the_time(clocks: Clocks, off_ms: int) -> None:
    clocks.off_ms = off_ms
    trust = clocks.trust()
    trust.note_answer(clocks.date(), 0.1)
    assert (trust.is_trusted, trust.now()) == (True, clocks.true + off_ms)


@WRONG
@pytest.mark.parametrize("off_ms", [-YEAR_MS, -62_000, 62_000, 3 * YEAR_MS])
def test_a_wrong_clock_is_said_once_with_both_times_and_discords_time_is_used(
    clocks: Clocks, off_ms: int, caplog: pytest.LogCaptureFixture
) -> None:
    clocks.off_ms = off_ms
    trust = clocks.trust()
    for _ in range(5):
        trust.note_answer(clocks.date(), 0.1)
        assert not trust.is_trusted
        assert abs(trust.now() - clocks.true) <= 1_000
        clocks.true += 10 * 60_000
    (said,) = (record.getMessage() for record in caplog.records if record.levelno == logging.ERROR)
    assert "Discord says 2030-03-17 17:46:4" in said
    clocks.off_ms = 0
    trust.look()
    assert (trust.is_trusted, clocks.changes) == (True, [True])
    assert "the clock is right again" in caplog.text


@WRONG
def test_a_jump_between_two_answers_is_seen_at_once_and_moves_no_time(clocks: Clocks) -> None:
    trust = clocks.trust()
    trust.note_answer(clocks.date(), 0.1)
    clocks.true += 3 * DAY_MS
    clocks.off_ms = YEAR_MS
    assert not trust.is_trusted
    assert abs(trust.now() - clocks.true) <= 1_000
    trust.look()
    clocks.off_ms = 0
    trust.look()
    assert clocks.changes == [True, False, True]


def test_a_long_stop_is_settled_by_discords_first_answer(clocks: Clocks, caplog: pytest.LogCaptureFixture) -> None:
    trust = clocks.trust()
    trust.note_answer(clocks.date(), 0.1)
    trust.note_sign(clocks.true - YEAR_MS)
    trust.look()
    assert trust.is_trusted
    assert not caplog.records


@pytest.mark.parametrize(
    ("since_sign", "trusted"),
    [
        (0, True),
        (DAY_MS - 1, True),
        pytest.param(DAY_MS + 1, False, marks=WRONG),
        pytest.param(-62_000, False, marks=WRONG),
    ],
)
def test_where_answers_have_lost_their_date_the_last_sign_of_life_is_the_witness(
    clocks: Clocks, since_sign: int, trusted: bool
) -> None:
    trust = clocks.trust()
    trust.note_sign(clocks.true - since_sign)
    trust.note_answer(None, 0.1)
    assert trust.is_trusted is trusted
    assert trust.now() == clocks.true
    # The time since then is no part of the stop.
    clocks.true += 30 * DAY_MS
    assert trust.is_trusted is trusted


def test_one_answer_that_contradicts_the_others_is_not_believed(
    clocks: Clocks, caplog: pytest.LogCaptureFixture
) -> None:
    trust = clocks.trust()
    for off_ms in (0, YEAR_MS, 0, -YEAR_MS, 0):
        trust.note_answer(clocks.date(off_ms), 0.1)
        assert trust.is_trusted
        clocks.true += 60_000
    assert not caplog.records


@WRONG
def test_where_the_steady_clock_stood_still_two_answers_that_agree_are_believed(clocks: Clocks) -> None:
    steady = [0.0]
    trust = TrustedTime(lambda: clocks.true, lambda: steady[0])
    trust.note_answer(clocks.date(), 0.1)
    clocks.true += 8 * 3_600_000
    trust.note_answer(clocks.date(), 0.1)
    assert not trust.is_trusted
    trust.note_answer(clocks.date(), 0.1)
    assert trust.is_trusted


@pytest.mark.parametrize("date", ["", "yesterday", "Mon, 99 Foo 2030 99:99:99 GMT"])
def test_a_date_that_cannot_be_read_says_nothing(clocks: Clocks, date: str) -> None:
    trust = clocks.trust()
    trust.note_answer(date, 0.1)
    assert trust.is_trusted


def test_an_answer_that_was_long_on_the_way_says_nothing_of_the_time(clocks: Clocks) -> None:
    trust = clocks.trust()
    trust.note_answer(clocks.date(-70_000), 70.0)
    assert trust.is_trusted


def test_a_simulated_world_has_nothing_to_hold_its_clock_against() -> None:
    ticks: list[Callable[[], int]] = [lambda: MARCH]
    trust = TrustedTime(lambda: ticks[0]())
    trust.note_sign(MARCH - YEAR_MS)
    trust.note_answer("Mon, 01 Jan 2001 00:00:00 GMT", 0.1)
    assert (trust.is_trusted, trust.now()) == (True, MARCH)

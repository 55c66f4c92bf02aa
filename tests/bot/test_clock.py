"""Clocks: decision time first, then the reserve; a warning; more time; credit for outages; one timer for all tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import Clock, ClockKind, Pace, Repeating, Scheduler, WarningSent
from tests.support.patience import PATIENCE_S

NORTH, SOUTH = 0, 1
T0 = 1_800_000_000_000
GUILD, OTHER = 7 << 22, 8 << 22


def started(pace: Pace | None = None) -> Clock:
    return Clock.at_start(pace or Pace.live()).after_decision(NORTH, T0)


def test_the_default_live_clock_is_60_seconds_a_decision_and_120_in_reserve() -> None:
    clock = started()
    assert (clock.pace.kind, clock.reserve_from, clock.deadline) == (ClockKind.LIVE, T0 + 60_000, T0 + 180_000)


def test_by_correspondence_a_decision_has_24_hours_and_there_is_no_reserve() -> None:
    clock = started(Pace.correspondence())
    assert clock.reserve_from == clock.deadline == T0 + 24 * 3_600_000


def test_a_decision_in_its_own_time_leaves_the_reserve_whole() -> None:
    assert started().after_decision(SOUTH, T0 + 60_000).sides == (120_000, 120_000)


def test_a_longer_decision_eats_the_reserve_of_its_player_only() -> None:
    clock = started().after_decision(SOUTH, T0 + 90_000)
    assert clock.sides == (90_000, 120_000)
    assert clock.deadline == T0 + 90_000 + 60_000 + 120_000


def test_a_decision_after_the_end_leaves_no_reserve_and_never_less_than_none() -> None:
    assert started().after_decision(SOUTH, T0 + 10_000_000).sides == (0, 120_000)


def test_time_given_is_one_more_decision_from_now_on() -> None:
    late = started().after_notice(WarningSent.UP).with_more_time(T0 + 500_000)
    assert late.said is WarningSent.NOTHING
    assert late.reserve_from == T0 + 560_000
    assert not late.is_up(T0 + 560_000)


def test_time_given_early_takes_nothing_away() -> None:
    clock = started()
    assert clock.after_outage(30_000).with_more_time(T0 + 10_000).deadline == clock.after_outage(30_000).deadline


def test_an_outage_is_credited_to_the_player_who_was_thinking() -> None:
    clock = started()
    assert clock.deadline is not None
    assert clock.after_outage(3_600_000).deadline == clock.deadline + 3_600_000


def test_an_outage_between_decisions_changes_nothing() -> None:
    idle = Clock.at_start(Pace.live())
    assert idle.after_outage(3_600_000) == idle
    assert idle.next_wake() is None
    assert not idle.is_up(T0)


def test_the_clock_wakes_when_the_reserve_runs_to_warn_at_the_end_and_to_put_the_game_away() -> None:
    clock = started()
    deadline = clock.deadline
    assert deadline is not None
    wakes = [clock.after_notice(said).next_wake() for said in WarningSent]
    warned = deadline - clock.pace.warn_ms
    assert wakes == [clock.reserve_from, warned, deadline, deadline + clock.pace.patience_ms]
    assert [clock.notice(wake or 0) for wake in wakes[:3]] == [
        warning for warning in WarningSent if warning is not WarningSent.NOTHING
    ]


def test_without_a_reserve_or_with_little_of_it_the_warning_comes_first() -> None:
    for pace in (Pace.correspondence(), Pace.live(60, 0), Pace.live(60, 10)):
        clock = started(pace)
        wake = clock.next_wake()
        assert wake is not None
        assert clock.notice(wake) is WarningSent.WARNED


@pytest.mark.parametrize("pace", [Pace.live(), Pace.live(15, 0), Pace.correspondence(), Pace.correspondence(1)])
def test_a_pace_survives_its_plain_form(pace: Pace) -> None:
    assert Pace.from_json(pace.to_json()) == pace


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 400_000)), max_size=30))
def test_a_reserve_never_grows_within_a_game(decisions: list[tuple[bool, int]]) -> None:
    clock, now = started(), T0
    for south, spent in decisions:
        now += spent
        after = clock.after_decision(SOUTH if south else NORTH, now)
        assert all(0 <= new <= old for new, old in zip(after.sides, clock.sides, strict=True))
        clock = after


class Desk:
    """Records which tables were due."""

    def __init__(self) -> None:
        self.called: list[int] = []
        self.done = asyncio.Event()

    async def due(self, table_id: int, _guild_id: int) -> None:
        self.called.append(table_id)
        if table_id == 13:
            raise ValueError("this one fails")
        self.done.set()


async def test_the_scheduler_calls_what_is_due_and_nothing_that_was_put_off() -> None:
    desk = Desk()
    scheduler = Scheduler(lambda: T0, desk.due)
    scheduler.set(1, T0 + 3_600_000, GUILD)
    scheduler.set(2, T0 - 5, GUILD)
    scheduler.set(3, T0 - 1, GUILD)
    scheduler.set(3, None, GUILD)
    scheduler.set(4, T0 - 1, GUILD)
    scheduler.set(4, T0 + 1_000_000, GUILD)
    await asyncio.wait_for(desk.done.wait(), PATIENCE_S)
    await scheduler.stop()
    assert desk.called == [2]


async def test_deadlines_that_were_put_off_do_not_pile_up() -> None:
    scheduler = Scheduler(lambda: T0, Desk().due)
    scheduler.set(1, T0 + 1_000, GUILD)
    for press in range(1, 2_001):
        scheduler.set(2, T0 + press * 60_000, GUILD)
    await scheduler.stop()
    assert len(scheduler._heap) < 200


@pytest.mark.expects_log("bot.clock", "the clock of table 13 failed")
async def test_one_table_that_fails_does_not_stop_the_others() -> None:
    desk = Desk()
    scheduler = Scheduler(lambda: T0, desk.due)
    scheduler.set(13, T0 - 10, GUILD)
    scheduler.set(7, T0 - 5, GUILD)
    await asyncio.wait_for(desk.done.wait(), PATIENCE_S)
    await scheduler.stop()
    assert desk.called == [13, 7]


async def test_what_falls_due_in_a_server_that_is_held_waits_for_it_and_the_others_go_on() -> None:
    desk, away = Desk(), {GUILD}
    scheduler = Scheduler(lambda: T0, desk.due)
    scheduler.hold(away.__contains__)
    scheduler.set(1, T0 - 10, GUILD)
    scheduler.set(2, T0 - 5, OTHER)
    await asyncio.wait_for(desk.done.wait(), PATIENCE_S)
    assert desk.called == [2]
    desk.done.clear()
    away.clear()
    scheduler.go_on()
    await asyncio.wait_for(desk.done.wait(), PATIENCE_S)
    await scheduler.stop()
    assert desk.called == [2, 1]


async def test_a_deadline_that_is_put_off_or_given_up_while_it_is_held_is_not_called() -> None:
    desk, away = Desk(), {GUILD}
    scheduler = Scheduler(lambda: T0, desk.due)
    scheduler.hold(away.__contains__)
    for table in (1, 2, 3):
        scheduler.set(table, T0 - 10, GUILD)
    scheduler.set(4, T0 - 5, OTHER)
    await asyncio.wait_for(desk.done.wait(), PATIENCE_S)
    desk.done.clear()
    away.clear()
    scheduler.set(1, T0 + 3_600_000, GUILD)
    scheduler.set(2, None, GUILD)
    scheduler.go_on()
    await asyncio.wait_for(desk.done.wait(), PATIENCE_S)
    await scheduler.stop()
    assert desk.called == [4, 3]


class Chore:
    """Counts the repeated calls, raises the errors of a test in turn, and waits for ever in the last call."""

    def __init__(self, failures: Sequence[Exception | None]) -> None:
        self.calls, self.done = 0, asyncio.Event()
        self._failures = failures

    async def __call__(self) -> None:
        if self.calls == len(self._failures):
            self.done.set()
            await asyncio.Event().wait()
        failure = self._failures[self.calls]
        self.calls += 1
        if failure is not None:
            raise failure


@pytest.mark.expects_log("bot.clock", "the chore: tried again soon")
@pytest.mark.expects_log("bot.clock", "the chore failed")
async def test_what_is_repeated_goes_on_after_any_failure() -> None:
    chore = Chore([None, OSError(), ValueError(), ValueError(), None])
    repeating = Repeating(0.0, chore, name="the chore", expected=OSError)
    repeating.start()
    await asyncio.wait_for(chore.done.wait(), PATIENCE_S)
    assert (chore.calls, repeating.failed) == (5, False)
    repeating.cancel()


async def test_what_is_repeated_goes_by_no_clock_that_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, waits = asyncio.get_running_loop(), list[float]()
    call_later = loop.call_later

    def at_once(wait_s: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        waits.append(wait_s)
        return call_later(0, call)

    monkeypatch.setattr(loop, "call_later", at_once)
    chore = Chore([None] * 4)
    repeating = Repeating(30.0, chore, name="the chore", expected=OSError)
    repeating.start()
    await chore.done.wait()
    assert waits[:4] == [30.0] * 4
    repeating.cancel()


async def test_what_is_repeated_stops_at_once() -> None:
    chore = Chore([])
    repeating = Repeating(0.0, chore, name="the chore", expected=OSError)
    repeating.start()
    await chore.done.wait()
    repeating.cancel()
    repeating.start()
    assert chore.calls == 0

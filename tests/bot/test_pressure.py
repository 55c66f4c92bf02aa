"""The limits of requests: what counts, when a request goes out, and which requests wait for others."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import pairwise

import pytest

from bot.adapter.pressure import LEAST_MS, MOST_A_SECOND, MOST_MS, Pressure, Watched

EDIT = "/api/v10/channels/7/messages/9"


@dataclass
class Clock:
    """A clock that a test moves."""

    at: float = 100.0

    def __call__(self) -> float:
        return self.at


async def loaded(requests: int, clock: Clock | None = None) -> Pressure:
    """Returns a pressure after a number of requests in one moment."""
    pressure = Pressure(clock or Clock())
    for _ in range(requests):
        await pressure.admit("POST", "/api/v10/channels/1/messages")
    return pressure


async def test_answers_to_interactions_and_edits_by_their_token_do_not_count() -> None:
    pressure = Pressure(Clock())
    for path in (
        "/api/v10/interactions/1/secret/callback",
        "/api/v10/webhooks/1/secret/messages/@original",
        "/gateway",
        "/",
    ):
        await pressure.admit("POST", path)
    assert pressure.load == 0
    await pressure.admit("PATCH", EDIT)
    assert pressure.load == 1


async def test_a_request_counts_for_one_second() -> None:
    clock = Clock()
    pressure = await loaded(3, clock)
    clock.at += 0.5
    await pressure.admit("PATCH", EDIT)
    assert pressure.load == 4
    clock.at += 0.5
    assert pressure.load == 1


@pytest.mark.parametrize("watched", Watched)
async def test_up_to_thirty_requests_a_second_nothing_waits_longer_than_the_least(watched: Watched) -> None:
    assert (await loaded(30)).pace_ms(watched) == LEAST_MS


@pytest.mark.parametrize("watched", Watched)
async def test_the_pace_stretches_smoothly_up_to_the_most(watched: Watched) -> None:
    paces = [(await loaded(requests)).pace_ms(watched) for requests in range(25, MOST_A_SECOND + 1)]
    assert paces == sorted(paces)
    assert paces[-1] == pytest.approx(MOST_MS)
    assert all(after <= 2 * before for before, after in pairwise(paces))


@pytest.mark.parametrize("requests", range(31, MOST_A_SECOND))
async def test_tables_without_bystanders_wait_first_then_tables_with_them_then_backers(requests: int) -> None:
    pressure = await loaded(requests)
    alone, attended, backer = (pressure.pace_ms(watched) for watched in Watched)
    assert alone >= attended >= backer


async def test_no_second_sees_more_requests_than_discord_takes_and_those_that_wait_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, sent, may_pass, turn = Clock(), list[float](), asyncio.Event(), asyncio.sleep

    async def pass_time(seconds: float) -> None:
        await may_pass.wait()
        clock.at += seconds

    async def ask() -> None:
        await pressure.admit("POST", "/api/v10/channels/1/messages")
        sent.append(clock.at)

    pressure = Pressure(clock)
    monkeypatch.setattr(asyncio, "sleep", pass_time)
    asking = [asyncio.create_task(ask()) for _ in range(2 * MOST_A_SECOND + 5)]
    await turn(0)
    assert pressure.load == 2 * MOST_A_SECOND + 5
    assert pressure.pace_ms(Watched.BY_BACKER) > MOST_MS
    may_pass.set()
    await asyncio.gather(*asking)
    assert sent == [100.0] * MOST_A_SECOND + [101.0] * MOST_A_SECOND + [102.0] * 5


async def test_several_processes_share_what_discord_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, processes = Clock(), 3
    pressure = Pressure(clock, lambda: processes)

    async def pass_time(seconds: float) -> None:
        clock.at += seconds

    monkeypatch.setattr(asyncio, "sleep", pass_time)
    for _ in range(MOST_A_SECOND // 3):
        await pressure.admit("POST", "/api/v10/channels/1/messages")
    assert (clock.at, pressure.load) == (100.0, MOST_A_SECOND)
    assert pressure.pace_ms(Watched.BY_BACKER) == pytest.approx(MOST_MS)
    processes = 1
    await pressure.admit("POST", "/api/v10/channels/1/messages")
    assert clock.at == 100.0, "alone it has all"
    processes = 3
    await pressure.admit("POST", "/api/v10/channels/1/messages")
    assert clock.at == 101.0


async def test_the_last_edit_that_a_channel_takes_is_left_to_what_cannot_wait() -> None:
    clock = Clock()
    pressure = Pressure(clock)
    assert pressure.room_in_s(7) == 0
    await pressure.admit("PATCH", EDIT)
    pressure.note_answer("PATCH", EDIT, {"X-RateLimit-Remaining": "2", "X-RateLimit-Reset-After": "3.5"})
    assert pressure.room_in_s(7) == 0
    await pressure.admit("PATCH", EDIT)
    assert pressure.room_in_s(7) == pytest.approx(3.5), "one more is on its way"
    assert pressure.room_in_s(8) == 0, "another channel"
    clock.at += 3.5
    assert pressure.room_in_s(7) == 0


async def test_the_bucket_of_other_requests_holds_no_edit_up() -> None:
    pressure = Pressure(Clock())
    empty = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "3.5"}
    pressure.note_answer("POST", "/api/v10/channels/7/messages", empty)
    pressure.note_answer("PATCH", "/api/v10/channels/7", empty)
    pressure.note_answer("PATCH", EDIT, {})
    assert pressure.room_in_s(7) == 0

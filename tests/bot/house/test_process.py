"""Long thoughts in other processes: started when one is needed, replaced when it dies, ended with the bot."""

from __future__ import annotations

import asyncio
import os
import random
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.house.process import ProcessWorker
from bot.house.reviewer import Reviewer
from ecarte.fair import shuffled
from ecarte.game import PlayerView, Rules, Seat, engine, player_view
from ecarte.teaching import hint
from tests.support.patience import PATIENCE_S

ROOT = Path(__file__).parents[3]
PARENT = """
import asyncio, os, signal
from bot.house.process import ProcessWorker
async def main():
    print(await ProcessWorker().run(os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_a_hint_is_thought_out_in_another_process_and_is_the_same() -> None:
    worker = ProcessWorker()
    try:
        assert await worker.run(os.getpid) != os.getpid()
        assert await Reviewer(worker=worker).hint(dealt()) == hint(dealt(), random.Random)
    finally:
        worker.stop()


async def test_a_process_that_dies_is_replaced() -> None:
    worker = ProcessWorker()
    try:
        first = await worker.run(os.getpid)
        os.kill(first, signal.SIGKILL)
        assert await worker.run(os.getpid) not in (first, os.getpid())
    finally:
        worker.stop()


async def test_stopping_ends_what_is_thought_about() -> None:
    worker = ProcessWorker()
    begun = await worker.run(os.getpid)
    waiting = asyncio.create_task(worker.run(signal.pause))
    await asyncio.sleep(0)
    worker.stop()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert has_ended(begun)
    with pytest.raises(asyncio.CancelledError):
        await worker.run(os.getpid)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="a process of another's can be waited for on Linux only")
def test_no_process_outlives_a_bot_that_was_killed() -> None:
    bot = subprocess.run([sys.executable, "-c", PARENT], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S)
    assert bot.returncode == -signal.SIGKILL
    assert has_ended(int(bot.stdout))


def dealt() -> PlayerView:
    """Returns the elder's view when the cards are dealt."""
    state = engine.replay(engine.begin(Rules(), Seat.NORTH))
    for event in engine.deal(state, shuffled(random.Random(4))):
        state = engine.evolve(state, event)
    return player_view(state, Seat.SOUTH)


def has_ended(pid: int) -> bool:
    """Waits for the end of a process."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], PATIENCE_S)[0])
    finally:
        os.close(process)

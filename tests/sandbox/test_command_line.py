"""`python -m sandbox` as the shell sees it: one line and a status for what is wrong, and a clean end on a signal."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from bot.storage import Database, ProcessAccess
from sandbox.__main__ import main
from tests.support.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-u", "-m", "sandbox", "--port", "0", "--database", "room.sqlite3"]


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ECARTE_", "DISCORD_"))}
    return {**kept, "PYTHONPATH": str(ROOT)}


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_running_bot_ends_cleanly_on_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    with subprocess.Popen(
        COMMAND, cwd=tmp_path, env=_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            assert process.stdout is not None
            while "http://" not in (line := process.stdout.readline()):
                assert line, "it ended before it said where the page is"
            (address,) = re.findall(r"http://\S+", line)
            with urlopen(f"{address}events?language=en", timeout=PATIENCE_S) as visit:
                assert visit.readline().startswith(b"data: "), "the challenge is made for the first visitor"
                process.send_signal(number)
            rest = process.stdout.read()
            assert process.wait(timeout=PATIENCE_S) == 0, rest
            assert "Traceback" not in rest
        finally:
            process.kill()
    with sqlite3.connect(tmp_path / "room.sqlite3") as kept:
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert kept.execute("SELECT count(*) FROM tables").fetchone() == (1,), "the challenge that was waiting"
    kept.close()


async def test_a_second_process_is_refused_with_one_line(tmp_path: Path) -> None:
    async with await Database.open(str(tmp_path / "room.sqlite3"), access=ProcessAccess.ALONE) as database:
        await database.migrate()
        refused = await asyncio.to_thread(
            subprocess.run, COMMAND, cwd=tmp_path, env=_environment(), capture_output=True, text=True, check=False
        )
    assert (refused.returncode, refused.stdout) == (1, "")
    (line,) = refused.stderr.splitlines()
    assert "'room.sqlite3'" in line


@pytest.mark.parametrize("arguments", [["--port"], ["--port", "65536"], ["--port", "door"], ["now"]], ids=" ".join)
def test_every_wrong_argument_gives_one_line_and_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1

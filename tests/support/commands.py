"""Runs a command of the bot in a process of its own, without the time that Python takes to load the bot.

A server of `multiprocessing` loads the bot once in each process of the tests. For each command it forks itself. Tests
of what a command loads, and of the start and the end of Python itself, start Python instead.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired

from tests.support.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(["bot.__main__", "bot.owner", "bot.serving", "bot.doctor", __name__])


def settings_of(database: Path, **more: str) -> dict[str, str]:
    """Returns the environment of a command: that of the tests, with no setting of the bot but these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ECARTE_", "DISCORD_"))}
    return {**kept, "PYTHONPATH": str(ROOT), "ECARTE_DATABASE": str(database), **more}


def run_bot(
    folder: Path, environment: Mapping[str, str], *arguments: str, first: Callable[[], object] | None = None
) -> CompletedProcess[str]:
    """Runs a command of the bot, and waits for its end.

    Args:
        folder: the folder in which it runs.
        environment: its whole environment.
        first: called in the new process before the command; a function that can be pickled.

    Raises:
        TimeoutExpired: the command did not end.
    """
    (out, out_end), (err, err_end) = (_FORKING.Pipe(duplex=False) for _ in range(2))
    process = _FORKING.Process(target=_run, args=(folder, dict(environment), arguments, first, out_end, err_end))
    process.start()
    out_end.close()
    err_end.close()
    with ThreadPoolExecutor(2) as readers:
        texts = readers.map(_read, (out, err))
        process.join(PATIENCE_S)
        status = process.exitcode
        if status is None:
            process.kill()
            process.join()
        process.close()
    if status is None:
        raise TimeoutExpired(arguments, PATIENCE_S)
    return CompletedProcess(arguments, status, *texts)


def _read(end: Connection) -> str:
    with end, open(end.fileno(), encoding="utf-8", closefd=False) as stream:
        return stream.read()


def _run(
    folder: Path,
    environment: Mapping[str, str],
    arguments: tuple[str, ...],
    first: Callable[[], object] | None,
    out: Connection,
    err: Connection,
) -> None:
    """Runs a command in the new process, as `python -m bot` does."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for end, number in ((out, 1), (err, 2)):
        os.dup2(end.fileno(), number)
        end.close()
    if first is not None:
        first()
    # Imported here: a process of the tests need not load the command line.
    from bot.__main__ import main

    sys.exit(main(arguments))

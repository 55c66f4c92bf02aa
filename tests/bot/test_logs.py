"""The log: two formats, and no text of an exception unless it is known to be harmless."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator
from datetime import datetime

import pytest

from bot import logs, upkeep
from bot.__main__ import main
from bot.config import LogFormat
from bot.logs import REFERENCE, Losses, Repeats, set_up
from bot.rows.storage_errors import Away, Busy, StorageError, Unavailable

HAND = "KS QH 7D TC AS"


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def logged(form: LogFormat, error: BaseException) -> str:
    """The line logged for an error with a cause."""
    stream = io.StringIO()
    set_up("INFO", form, stream)
    try:
        raise error from ValueError(HAND)
    except Exception:
        logging.getLogger("elsewhere").exception("a table could not be drawn")
    return stream.getvalue()


@pytest.mark.parametrize("form", list(LogFormat))
def test_a_hand_inside_an_exception_is_not_logged(form: LogFormat) -> None:
    line = logged(form, RuntimeError(f"cannot show {HAND}"))
    assert "a table could not be drawn" in line
    assert "RuntimeError" in line
    assert "ValueError" in line
    assert "KS" not in line


@pytest.mark.parametrize("form", list(LogFormat))
def test_a_storage_error_says_what_it_has_to_say_and_only_the_kind_of_its_cause(form: LogFormat) -> None:
    line = logged(form, StorageError("the database is busy"))
    assert "the database is busy" in line
    assert "ValueError" in line
    assert "KS" not in line


@pytest.mark.expects_log("bot.command_line", "a fault ended the command")
def test_a_fault_that_ends_a_command_is_reported_without_its_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken(*_: object) -> int:
        raise RuntimeError(HAND) from KeyError(HAND)

    monkeypatch.setattr(upkeep, "migrate", broken)
    monkeypatch.setattr(logs.set_up, "__defaults__", (sys.stderr,))
    assert main(["migrate"]) == 1
    told = capsys.readouterr().err
    assert "RuntimeError" in told
    assert "KeyError" in told
    assert "KS" not in told


def test_each_line_for_machines_is_one_object() -> None:
    entry = json.loads(logged(LogFormat.JSON, RuntimeError(HAND)))
    assert (entry["level"], entry["logger"]) == ("ERROR", "elsewhere")


def test_discord_py_never_logs_what_people_wrote() -> None:
    set_up("DEBUG", LogFormat.TEXT, io.StringIO())
    assert not logging.getLogger("discord.gateway").isEnabledFor(logging.DEBUG)


def test_each_line_has_the_time_with_its_zone() -> None:
    entry = json.loads(logged(LogFormat.JSON, RuntimeError(HAND)))
    assert datetime.fromisoformat(entry["at"]).tzinfo is not None
    first = logged(LogFormat.TEXT, RuntimeError(HAND)).split()[0]
    assert datetime.fromisoformat(first).tzinfo is not None


@pytest.mark.parametrize("form", list(LogFormat))
def test_a_line_names_the_interaction_behind_it(form: LogFormat) -> None:
    token = REFERENCE.set("0a1b2c")
    try:
        line = logged(form, RuntimeError(HAND))
    finally:
        REFERENCE.reset(token)
    assert "0a1b2c" in line
    assert "reference" not in json.loads(logged(LogFormat.JSON, RuntimeError(HAND)))


@pytest.mark.parametrize("form", list(LogFormat))
def test_a_full_disk_is_one_line_without_a_traceback(form: LogFormat) -> None:
    line = logged(form, Unavailable("the database cannot be read or written (SQLITE_FULL)"))
    assert len(line.splitlines()) == 1
    assert "a table could not be drawn" in line
    assert "SQLITE_FULL" in line
    assert "Traceback" not in line
    assert "File" not in line


@pytest.mark.expects_log("bot.storage", "the database c")
def test_a_database_that_is_away_for_a_moment_is_one_warning_whatever_fails_for_it() -> None:
    stream, now = io.StringIO(), [0.0]
    set_up("INFO", LogFormat.TEXT, stream)
    handler = logging.getLogger().handlers[0]
    handler.filters[:] = [Losses(lambda: now[0])]
    for minute in (0, 10):
        now[0] = minute * 60.0
        logging.getLogger("bot.client").error("the listener on_shard_ready failed", exc_info=Away("the server ends"))
        logging.getLogger("bot.work_queue").error("draw for 1 failed", exc_info=Away("it cannot be reached"))
        logging.getLogger("bot.ownership").warning("who owns which tables", exc_info=Busy("57014"))
    said = [line.split(" ", 1)[1] for line in stream.getvalue().splitlines()]
    assert (
        said == ["WARNING bot.storage: the database cannot be used; what needs it is tried again: the server ends"] * 2
    )


@pytest.mark.expects_log("bot.storage", "the database c")
def test_a_database_that_stays_away_is_one_error_and_what_is_counted_has_the_same_level() -> None:
    stream, now, levels = io.StringIO(), [0.0], list[int]()

    class Counted(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            levels.append(record.levelno)

    set_up("INFO", LogFormat.TEXT, stream)
    logging.getLogger().addHandler(Counted(logging.ERROR))
    logging.getLogger().handlers[0].filters[:] = [Losses(lambda: now[0])]
    for second in range(0, 600, 30):
        now[0] = float(second)
        logging.getLogger("bot.lifecycle").error("no sign of life can be stored", exc_info=Away("away"))
    said = [line.split()[1] for line in stream.getvalue().splitlines()]
    assert said == ["WARNING", "ERROR"]
    assert "for 5 minutes" in stream.getvalue()
    assert set(levels) == {logging.ERROR}


def test_a_full_disk_stays_an_error() -> None:
    assert "ERROR" in logged(LogFormat.TEXT, Unavailable("there is no room on the disk"))


def test_the_same_trouble_is_one_line_a_minute_that_says_how_often_it_came() -> None:
    stream, now = io.StringIO(), [0.0]
    set_up("INFO", LogFormat.TEXT, stream)
    handler = logging.getLogger().handlers[0]
    handler.filters[:] = [Repeats(lambda: now[0])]
    log = logging.getLogger("elsewhere")
    for second in range(121):
        now[0] = float(second)
        log.info("a game begins")
        log.error("a table could not be drawn", exc_info=Unavailable("full"))
        log.error("another could not be drawn", exc_info=Unavailable("full"))
    lines = stream.getvalue().splitlines()
    assert sum("a game begins" in line for line in lines) == 121
    troubles = [line.split(": ", 1)[1] for line in lines if "a table" in line]
    again = "a table could not be drawn (and 59 times since it was last written): full"
    assert troubles == ["a table could not be drawn: full", again, again]
    assert sum("another" in line for line in lines) == 3


def test_faults_at_different_places_are_written_each() -> None:
    stream = io.StringIO()
    set_up("INFO", LogFormat.TEXT, stream)
    log = logging.getLogger("elsewhere")
    for _ in range(2):
        try:
            raise ValueError
        except ValueError:
            log.exception("it failed")
        try:
            raise ValueError
        except ValueError:
            log.exception("it failed")
    assert stream.getvalue().count("it failed") == 2

"""Holds for every test: its marks, no unexpected error in the logs, and requests lawful by Discord's own document.

`DISCORD_OPENAPI` names that document (openapi.json of Discord's public API specification). Without it requests are not
checked, and the end of the run says so.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import weakref
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import simcord

from tests.support import properties
from tests.support.arrivals import arrivals_of
from tests.support.laws import laws_named_by
from tests.support.logs import ExpectedRecord, watch_logs
from tests.support.openapi import Referee, Request
from tests.support.painted import keep_pictures

properties.load_profile()

VARIABLE = "DISCORD_OPENAPI"
_REFEREE = pytest.StashKey[Referee | None]()
_JUDGED = pytest.StashKey[Counter[str]]()
_SEEN: weakref.WeakKeyDictionary[simcord.Env, int] = weakref.WeakKeyDictionary()
"""Every simulated Discord started, with the number of its requests judged so far."""
_STARTED: list[simcord.Env] = []
"""The simulated Discords whose answers are not judged yet."""
_TESTS = Path(__file__).parent
_MEMORY = Path("/dev/shm")
_ROOM = 2**30
_COLLECTED = (10_000, 20, 20)
_QUICK = "not (slow or full or browser or soak or wheel)"
_LONGEST = ("browser", "full", "slow")
"""Marks of tests, those that take the most time first."""
FULL = ("bench", "bot/e2e", "bot/features", "sandbox")
"""Folders of tests that drive the whole bot. `--quick` leaves them out, except tests marked `quick`."""
WITHOUT_BOT = (
    "bot/features/test_drawing_choices.py",
    "bot/features/test_drawing_replays.py",
    "bot/features/test_drawing_results.py",
    "bot/features/test_drawing_reviews.py",
    "bot/features/test_law.py",
)
"""Files in these folders that only render."""
SLOW = (
    "bot/features/test_drawing_choices.py",
    "bot/features/test_drawing_replays.py",
    "bot/features/test_drawing_reviews.py",
    "bot/house",
    "bot/privacy",
    "bot/storage",
    "bot/tables/test_guests.py",
    "bot/tables/test_house_in_chairs.py",
    "bot/tables/test_lost_tables.py",
    "bot/tables/test_pairing.py",
    "bot/tables/test_pools.py",
    "bot/tables/test_processes.py",
    "bot/tables/test_races.py",
    "bot/tables/test_random_evenings.py",
    "bot/tables/test_rubbers.py",
    "bot/tables/test_waiting.py",
    "bot/test_alerts.py",
    "bot/test_artwork.py",
    "bot/test_audit.py",
    "bot/test_clock.py",
    "bot/test_contrast.py",
    "bot/test_gateway.py",
    "bot/test_hand_pictures.py",
    "bot/test_lettering.py",
    "bot/test_names_in_pictures.py",
    "bot/test_ownership.py",
    "bot/test_photographs.py",
    "bot/test_picture_checks.py",
    "bot/test_picture_files.py",
    "bot/test_pictures.py",
    "bot/test_places.py",
    "bot/test_posted_pictures.py",
    "bot/test_story_pictures.py",
    "bot/test_table_pictures.py",
    "bot/test_third_language.py",
    "bot/tournaments",
    "docs/test_examples.py",
    "docs/test_verifier_in_javascript.py",
    "ecarte/ai/test_hidden.py",
    "ecarte/ai/test_native.py",
    "ecarte/ai/test_recompute.py",
    "ecarte/ai/test_watching.py",
    "ecarte/cli/test_review_command.py",
    "ecarte/laws/test_for_position.py",
    "ecarte/odds/test_open_odds.py",
    "research",
    "ecarte/teaching/test_illustrative_hands.py",
    "ecarte/teaching/test_puzzles.py",
    "ecarte/teaching/test_review.py",
    "ecarte/teaching/test_story.py",
    "ecarte/teaching/test_verdicts.py",
)
"""Files and folders of tests that take seconds without driving the bot. `--quick` leaves them out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--law 23`, only the tests behind Law 23, and `--quick`, only those that need no minute."""
    parser.addoption("--law", type=int, default=None, metavar="N", help="run only the tests that stand behind Law N")
    parser.addoption("--quick", action="store_true", help="leave out the tests that take long, as `make quick` does")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--quick`, leaves files without a quick test unread: reading them takes as long as a tenth of the run."""
    if not config.getoption("--quick") or collection_path.suffix != ".py":
        return None
    marks = _marks_of(collection_path)
    if "slow" in marks:
        return True
    return True if "full" in marks and "pytest.mark.quick" not in collection_path.read_text("utf-8") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks each test by its place and with the laws in its name; with `--law`, keeps those of one law.

    Several processes take the longest files first, so that none is left alone with one at the end.
    """
    for item in items:
        for mark in _marks_of(item.path):
            if mark != "full" or not item.get_closest_marker("quick"):
                item.add_marker(mark)
        if numbers := laws_named_by(getattr(item, "originalname", "")):
            item.add_marker(pytest.mark.law(*numbers))
    wanted = config.getoption("--law")
    if wanted is not None:
        kept = [item for item in items if any(wanted in mark.args for mark in item.iter_markers("law"))]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept
    if hasattr(config, "workerinput"):
        _put_longest_first(items)


def _put_longest_first(items: list[pytest.Item]) -> None:
    """Sorts whole files by the mark of their slowest test. Among these, files of few tests have the longest ones."""
    lengths: Counter[Path] = Counter()
    places: dict[Path, int] = {}
    for item in items:
        lengths[item.path] += 1
        place = next((place for place, mark in enumerate(_LONGEST) if item.get_closest_marker(mark)), len(_LONGEST))
        places[item.path] = min(place, places.get(item.path, place))
    items.sort(key=lambda item: (places[item.path], lengths[item.path]))


def _marks_of(file: Path) -> set[str]:
    """Returns the marks, of `slow` and `full`, that a file or its folders ask for."""
    path, marks = file.relative_to(_TESTS), set()
    places = {path.as_posix(), *(folder.as_posix() for folder in path.parents)}
    if places.intersection(SLOW):
        marks.add("slow")
    if places.intersection(FULL) and not places.intersection(WITHOUT_BOT):
        marks.add("full")
    return marks


def _keep_files_in_memory() -> None:
    """Puts the files of tests, and of processes that they start, where a commit waits for no disk, if there is room."""
    if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free >= _ROOM:
        os.environ["TMPDIR"] = str(_MEMORY)
        tempfile.tempdir = None  # where it is known already, it is found anew


def pytest_configure(config: pytest.Config) -> None:
    """Reads the document once, and keeps account of every simulated Discord."""
    _keep_files_in_memory()
    if config.getoption("--quick"):
        config.option.markexpr = _QUICK
    if missing := [name for name in (*FULL, *WITHOUT_BOT, *SLOW) if not (_TESTS / name).exists()]:
        raise pytest.UsageError(f"tests/conftest.py marks what is not there: {', '.join(missing)}")
    config.addinivalue_line(
        "markers", "expects_log(logger, pattern): the test provokes this ERROR record; it must come, and no other may"
    )
    config.stash[_JUDGED] = Counter()
    config.stash[_REFEREE] = None
    if path := os.environ.get(VARIABLE, "").strip():
        try:
            config.stash[_REFEREE] = Referee.from_file(Path(path))
        except (OSError, ValueError) as error:
            raise pytest.UsageError(f"{VARIABLE}: {error}") from error
    config.addinivalue_line(
        "markers",
        "answers_amiss(why): the test provokes interactions that are not answered as Discord asks",
    )
    start = simcord.Env.start

    async def watched_start(env: simcord.Env) -> None:
        _SEEN[env] = 0
        _STARTED.append(env)
        await start(env)

    patch = pytest.MonkeyPatch()
    patch.setattr(simcord.Env, "start", watched_start)
    keep_pictures(patch)
    config.add_cleanup(patch.undo)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Spares the collector what lives as long as the process, a sixth of the time, and most of its passes, a tenth."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_COLLECTED)
        gc.enable()


@pytest.fixture(scope="session")
def referee(pytestconfig: pytest.Config) -> Referee:
    """The referee for Discord's API; skips the test without the document."""
    judge = pytestconfig.stash[_REFEREE]
    if judge is None:
        pytest.skip(f"{VARIABLE} is not set")
    return judge


@pytest.fixture(autouse=True)
def discord_takes_every_request(pytestconfig: pytest.Config) -> Iterator[None]:
    """Fails a test whose bot made a request that Discord's document does not allow."""
    yield
    judge = pytestconfig.stash[_REFEREE]
    wrong: Counter[str] = Counter()
    for env in list(_SEEN):
        made = len(env.http_requests)
        seen = _SEEN[env] if _SEEN[env] <= made else 0  # a long-lived sandbox forgets old requests
        fresh, _SEEN[env] = env.http_requests[seen:], made
        if judge is None:
            continue
        for entry in fresh:
            request = Request(entry.method, entry.path, entry.params, entry.json)
            operation = judge.operation(request)
            pytestconfig.stash[_JUDGED][operation.name if operation else str(request)] += 1
            wrong.update(f"{request}\n    {fault}" for fault in judge.faults(request))
    if wrong:
        lines = [f"  {count} x {text}" for text, count in wrong.items()]
        pytest.fail("\n".join(["Discord would refuse, or lose a part of, requests of the bot:", *lines]), pytrace=False)


@pytest.fixture(autouse=True)
def every_interaction_is_answered(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test in which an interaction was not answered in time, or not by Discord's rules.

    `@pytest.mark.answers_amiss(why)` is for a test that provokes it.
    """
    yield
    provoked = request.node.get_closest_marker("answers_amiss")
    wrong = Counter(breach for env in _STARTED for breach in arrivals_of(env.backend).amiss())
    _STARTED[:] = [env for env in _STARTED if env._started]
    if wrong and provoked is None:
        lines = [f"  {count} x {breach}" for breach, count in wrong.items()]
        pytest.fail("\n".join(["Interactions were not answered as Discord asks:", *lines]), pytrace=False)
    if provoked is not None and not wrong:
        pytest.fail("every interaction was answered as Discord asks, against the mark answers_amiss", pytrace=False)


@pytest.fixture(autouse=True)
def no_error_in_the_logs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test that logs an error not named by `@pytest.mark.expects_log`."""
    expected = [ExpectedRecord(*mark.args, **mark.kwargs) for mark in request.node.iter_markers("expects_log")]
    with watch_logs(expected) as wrong:
        yield
    if wrong:
        pytest.fail("\n".join(["The logs are not as they should be:", *wrong]), pytrace=False)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker process reports what it has judged."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        judged = session.config.stash[_JUDGED]
        output["judged"] = dict(judged)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Adds what a worker process has judged."""
    judged: dict[str, int] = getattr(node, "workeroutput", {}).get("judged", {})
    node.config.stash[_JUDGED].update(judged)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Says whether the requests were checked."""
    terminalreporter.section("Discord's API")
    if config.stash[_REFEREE] is None:
        terminalreporter.line(
            f"{VARIABLE} is not set: the bot's requests were NOT checked against Discord's document", yellow=True
        )
    else:
        judged = config.stash[_JUDGED]
        terminalreporter.line(f"{judged.total()} requests of {len(judged)} kinds were held against Discord's document")

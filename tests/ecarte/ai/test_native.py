"""The engine answers what Python answers, to the byte, and one function chooses between them.

Where the package `wasmtime` is missing, the tests that run the engine are skipped, with a report.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from ecarte.ai import Knowledge, choose_engine, engine_name, knowledge_of
from ecarte.ai.cards.hidden import keys
from ecarte.ai.cards.search import card_values, open_values
from ecarte.ai.cards.trick_values import trick_worth
from ecarte.ai.native import Engine, engine_in_use, use_engine
from ecarte.game import Card, Phase, PlayerView, Rank, Suit
from ecarte.teaching import Decision, hint, review
from research.engine.build import ENGINE, digest, sources
from research.engine.equality import compare, views
from research.engine.mutants import MUTANTS, changed

needs_wasmtime = pytest.mark.skipif(
    find_spec("wasmtime") is None, reason="the package wasmtime is missing: the engine is NOT TESTED"
)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = engine_in_use()
    yield
    use_engine(before)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(ENGINE.read_bytes())


def expect_equal(engine: Engine, games: int, seed: int) -> int:
    """Fails if the engine answers any view of these games otherwise than Python; returns the number of views."""
    compared = compare(engine, games, seed)
    assert Counter(function for function, _ in compared.different) == {}, compared.different[:1]
    return compared.views


@needs_wasmtime
def test_every_answer_of_the_engine_is_that_of_python_to_the_byte_and_chance_goes_on_alike(engine: Engine) -> None:
    assert expect_equal(engine, 8, 0) > 200


@pytest.mark.soak
@needs_wasmtime
def test_ten_thousand_views_have_the_same_answers(engine: Engine) -> None:
    assert expect_equal(engine, 320, 1) > 10_000


@pytest.mark.soak
@needs_wasmtime
def test_every_hand_as_dealt_has_the_same_values(engine: Engine) -> None:
    """The 31,913 hands of the table, as elder, before the first lead."""
    (view,) = islice((view for view in views(9, 2) if view.public.phase is Phase.PROPOSE and _is_first(view)), 1)
    for key in keys():
        knowledge = _with_hand(knowledge_of(view), key)
        answers = []
        for each in (engine, None):
            use_engine(each)
            answers.append(open_values(knowledge, trick_worth(knowledge)))
        assert answers[0] == answers[1], knowledge


def _is_first(view: PlayerView) -> bool:
    turn_up = view.public.turn_up
    return not view.public.rounds and turn_up is not None and turn_up.rank is Rank.SEVEN


def _with_hand(knowledge: Knowledge, key: int) -> Knowledge:
    """Returns the knowledge of an elder who holds the hand of this key (`cards.hidden.key_of`), the seven turned up."""
    plain = [suit for suit in Suit if suit is not knowledge.trump]
    hand = (key >> 24 & 0x7F) << knowledge.trump.shift
    for place, suit in enumerate(plain):
        hand |= (key >> 8 * (2 - place) & 0xFF) << suit.shift
    unseen = 0xFFFFFFFF & ~(hand | Card(Rank.SEVEN, knowledge.trump).bit)
    return replace(knowledge, hand=hand, five=hand, unseen=unseen, sure=0)


@needs_wasmtime
def test_hints_and_reviews_are_the_same_by_both_engines(engine: Engine) -> None:
    seen = list(islice(views(2, 3), 3, 40, 6))
    told = []
    for each in (engine, None):
        use_engine(each)
        hints = [hint(view, Random) for view in seen]
        made = [Decision(view, view.legal_moves[-1]) for view in seen]
        told.append((hints, review(made, Random)))
    assert told[0] == told[1]


@needs_wasmtime
def test_calls_of_several_threads_take_turns(engine: Engine) -> None:
    known = [knowledge_of(view) for view in views(2, 4) if view.public.phase is Phase.PLAY]
    use_engine(engine)
    one_by_one = [card_values(knowledge) for knowledge in known]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(card_values, known * 4)) == one_by_one * 4


def test_the_engine_packaged_is_made_of_the_sources_that_are_here() -> None:
    assert ENGINE.read_bytes()[-32:] == digest(sources()), "the C has changed: run `make engine`"


def test_ten_mutants_of_the_c_can_still_be_made() -> None:
    """`make engine ARGS=mutants` compiles the mutants and checks that each one answers otherwise."""
    assert len(MUTANTS) == 10
    assert all(changed(mutant) != sources() for mutant in MUTANTS)


def test_one_function_chooses_the_engine() -> None:
    assert choose_engine("python") == engine_name() == "python"
    assert choose_engine("auto") == engine_name()
    with pytest.raises(ValueError, match="no engine 'fast'"):
        choose_engine("fast")


def test_without_wasmtime_python_decides_and_the_engine_asked_for_is_refused() -> None:
    script = (
        "import sys; sys.modules['wasmtime'] = None\n"
        "from ecarte.ai import choose_engine, engine_name\n"
        "print(engine_name())\n"
        "try: choose_engine('wasm')\n"
        "except ImportError as error: print(error)\n"
    )
    assert _printed(script) == ["python", "the engine wasm needs the package wasmtime: pip install 'ecarte[fast]'"]


@pytest.mark.parametrize(
    "broken",
    [
        "sys.modules['wasmtime'] = types.ModuleType('wasmtime')",
        pytest.param("import wasmtime as w; w.Module = lambda *_: w.wat2wasm('none')", marks=needs_wasmtime),
    ],
)
def test_where_wasmtime_does_not_run_python_decides_and_says_so_to_whom_asks_for_the_engine(broken: str) -> None:
    script = (
        f"import sys, types; {broken}\n"
        "from ecarte.ai import choose_engine, engine_name\n"
        "print(engine_name())\n"
        "try: choose_engine('wasm')\n"
        "except ImportError as error: print(error)\n"
    )
    assert _printed(script) == ["python", "the engine wasm needs the package wasmtime: pip install 'ecarte[fast]'"]


def test_the_environment_chooses_before_the_first_call() -> None:
    script = "from ecarte.ai import engine_name; print(engine_name())"
    assert _printed(script, ECARTE_ENGINE="python") == ["python"]


@needs_wasmtime
def test_a_program_that_has_used_the_engine_ends_without_a_word() -> None:
    assert _printed("from ecarte.ai import choose_engine; print(choose_engine('wasm'))") == ["wasm"]


def _printed(script: str, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[3],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()

"""A state is written by its makers alone, the modules that apply events, and leaves nothing behind."""

from __future__ import annotations

import ast
import gc
from dataclasses import fields
from pathlib import Path
from random import Random

from ecarte.game import Play, Rules, State
from research.random_games import random_game

ROOT = Path(__file__).resolve().parent.parent.parent.parent
MAKERS = {"game/_apply.py", "game/_deal.py", "game/_score.py", "game/state.py", "salon/_apply.py"}
FIELDS = {field.name for field in fields(State)}


def test_no_other_module_writes_a_field_of_a_state() -> None:
    writers = set()
    for path in (ROOT / "ecarte").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Attribute) or isinstance(node.ctx, ast.Load) or node.attr not in FIELDS:
                continue
            if isinstance(node.value, ast.Name) and node.value.id != "self":
                writers.add(path.relative_to(ROOT / "ecarte").as_posix())
    assert writers <= MAKERS
    assert "game/_apply.py" in writers


def test_of_games_that_are_over_no_list_of_plays_is_kept() -> None:
    def lists() -> int:
        gc.collect()
        found = [kept for kept in gc.get_objects() if isinstance(kept, tuple)]
        return sum(isinstance(kept[0], Play) for kept in found if kept)

    chance = Random(1)
    random_game(Rules(), chance)
    before = lists()
    for _ in range(20):
        random_game(Rules(), chance)
    assert lists() == before

"""A state is written by its makers alone: by the modules that apply events."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

from ecarte.game import State

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

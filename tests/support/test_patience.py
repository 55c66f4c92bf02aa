"""One patience for the whole suite: no test waits by a clock of its own, or asks the loop again and again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
BY_A_NUMBER = {"timeout", "wait_for", "set_default_timeout", "settimeout"}
"""Calls whose last argument is how long they wait."""
OF_THEIR_OWN = {
    "bot/e2e/test_owner_commands.py": "a bot that looks every 50 ms for what the command asks of it",
    "support/service/systemd.py": "a program that stands alone",
}
LEFT_OUT = ("bench",)
"""Folders that measure."""


def is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and node.value > 0


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def own_clocks(tree: ast.AST) -> Iterator[int]:
    """Yields the lines that wait by a number of their own, or without an event."""
    for node in ast.walk(tree):
        match node:
            case ast.Call() if any(word.arg == "timeout" and is_number(word.value) for word in node.keywords):
                yield node.lineno
            case ast.Call() if name_of(node) in BY_A_NUMBER and node.args and is_number(node.args[-1]):
                yield node.lineno
            case ast.Assign(targets=[ast.Name(id=name)]) if "PATIENCE" in name and is_number(node.value):
                yield node.lineno
            case ast.While(body=[ast.Expr(value=ast.Await(value=ast.Call() as call))]) if name_of(call) == "sleep":
                yield node.lineno
            case ast.While(body=[ast.Expr(value=ast.Call() as call)]) if name_of(call) == "sleep":
                yield node.lineno


def test_every_wait_has_the_one_patience_of_the_suite() -> None:
    own = [
        f"tests/{name}:{line}: wait for an event, with PATIENCE_S of tests/support/patience.py"
        for path in sorted(TESTS.rglob("*.py"))
        if (name := path.relative_to(TESTS).as_posix()) not in OF_THEIR_OWN and not name.startswith(LEFT_OUT)
        for line in own_clocks(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert own == []


def test_every_property_leaves_the_number_of_its_examples_to_one_place() -> None:
    place = Path(__file__).with_name("properties.py")
    own = [
        path.relative_to(TESTS).as_posix()
        for path in sorted(TESTS.rglob("*.py"))
        if path not in (place, Path(__file__)) and "max_examples" in path.read_text(encoding="utf-8")
    ]
    assert own == [], "examples(…) of tests/support/properties.py"

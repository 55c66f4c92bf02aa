"""Finds the laws that a test stands behind: those in its name, and those that it is marked with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_NAME = re.compile(r"test_laws?_(\d+(?:_(?:and|to)_\d+)*)")


def laws_named_by(test: str) -> tuple[int, ...]:
    """Returns the laws after which a test is named: `test_laws_29_and_31_to_33_…` stands behind four."""
    match = _NAME.match(test)
    numbers: set[int] = set()
    for span in match[1].split("_and_") if match else ():
        first, _, last = span.partition("_to_")
        numbers.update(range(int(first), int(last or first) + 1))
    return tuple(sorted(numbers))


@cache
def laws_with_tests(folder: Path) -> frozenset[tuple[int, str]]:
    """Returns every law with the name of each test behind it, read from the files of a folder and of those below it."""
    return frozenset(_read(folder))


def _read(folder: Path) -> Iterator[tuple[int, str]]:
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "test_law" not in text and "mark.law" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for number in {*laws_named_by(node.name), *_marked_laws(node)}:
                    yield number, node.name


def _marked_laws(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[int]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.law":
            yield from (int(ast.literal_eval(argument)) for argument in decorator.args)

"""Draws public docstrings by chance: `python -m tests.bench.docstrings --seed 1 --count 20 --package bot/tables`.

A person reads them: each is to be understood at first reading. The same seed draws the same ones of the same files.
"""

from __future__ import annotations

import argparse
import ast
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PACKAGES = ("bot", "ecarte", "research")


@dataclass(frozen=True, slots=True)
class Docstring:
    """The docstring of a module, a class, a function or a field.

    Attributes:
        line: where it begins.
        name: the dotted name inside its module. Empty for the module itself, and for a field.
        public: whether no part of the name begins with an underscore.
        text: the docstring as it is written.
    """

    line: int
    name: str
    public: bool
    text: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the drawn docstrings, each with its file and line. Returns 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.docstrings", description="Draws public docstrings.")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws others (1)")
    parser.add_argument("--count", type=int, default=20, help="how many are drawn (20)")
    parser.add_argument("--package", nargs="+", default=_PACKAGES, help=f"folders or files ({' '.join(_PACKAGES)})")
    options = parser.parse_args(arguments)
    found = [
        (f"{name}:{docstring.line} {docstring.name}".rstrip(), docstring.text)
        for name in tracked_files(options.package)
        if name.endswith(".py")
        for docstring in docstrings(ast.parse((ROOT / name).read_text("utf-8")))
        if docstring.public
    ]
    for place, text in random.Random(options.seed).sample(found, min(options.count, len(found))):
        print(f"{place}\n    {text.strip()}\n")
    return 0


def tracked_files(paths: Iterable[str]) -> list[str]:
    """Returns the names of the files in some folders of the repository that git keeps, or would keep."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *paths]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return sorted(name for name in set(names) if (ROOT / name).is_file())


def docstrings(tree: ast.Module) -> Iterator[Docstring]:
    """Yields every docstring of a module: its own, those of classes and functions, and those below fields."""
    return _docstrings(tree, "", True)


def _docstrings(
    node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, name: str, public: bool
) -> Iterator[Docstring]:
    field, field_public = name, public
    for place, part in enumerate(node.body):
        match part:
            case ast.Expr(value=ast.Constant(value=str(text))):
                own = place == 0
                yield Docstring(part.lineno, name if own else field, public if own else field_public, text)
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                inner = public and not part.name.startswith("_") and isinstance(node, ast.Module | ast.ClassDef)
                yield from _docstrings(part, f"{name}.{part.name}".lstrip("."), inner)
            case ast.Assign(targets=[target, *_]) | ast.AnnAssign(target=target):
                names = [one.id for one in ast.walk(target) if isinstance(one, ast.Name)]
                field = f"{name}.{', '.join(names)}".lstrip(".")
                field_public = public and not all(one.startswith("_") for one in names)


if __name__ == "__main__":
    sys.exit(main())

"""Lines of code per package in files tracked by git, without blank lines, comments and docstrings."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

_PLAIN = {".css", ".html", ".js"}
_COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->", re.DOTALL)
_NO_CODE = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)


@dataclass(frozen=True, slots=True)
class Room:
    """A folder's files: how many, lines, lines of code, and the longest file's lines."""

    name: str
    files: int
    lines: int
    code: int
    longest: int


def rooms(root: Path) -> list[Room]:
    """The packages by name: `ecarte`, and each folder below `bot` and `tests`.

    Raises:
        subprocess.CalledProcessError: `root` is no git repository.
    """
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout
    sizes_by_room: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for name in filter(None, listed.split("\0")):
        path = root / name
        if path.suffix in {".py", *_PLAIN} and path.is_file():
            text = path.read_text(encoding="utf-8")
            code = code_lines(text) if path.suffix == ".py" else _plain_lines(text)
            sizes_by_room[_room(name)].append((len(text.splitlines()), code))
    return [
        Room(
            name,
            len(sizes),
            sum(size[0] for size in sizes),
            sum(size[1] for size in sizes),
            max(size[0] for size in sizes),
        )
        for name, sizes in sorted(sizes_by_room.items())
    ]


def code_lines(text: str) -> int:
    """The number of lines of code in a Python file.

    Raises:
        SyntaxError: it is no Python.
    """
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        # A text that stands alone is a docstring of a module, class, function or attribute.
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def _plain_lines(text: str) -> int:
    bare = _COMMENT.sub("", text).splitlines()
    return sum(bool(line.strip()) and not line.strip().startswith("//") for line in bare)


def _room(name: str) -> str:
    parts = name.split("/")[:-1]
    return "/".join(parts[:1] if parts[:1] == ["ecarte"] else parts[:2]) or "."

"""Counts what the structure promises: `python -m tests.bench.structure`.

Prints modules per folder, imports for types alone, circles of imports and lines per package. No count depends on the
machine.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Container
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Prints the counts of the files that git keeps. Returns 0."""
    names = subprocess.run(["git", "ls-files", "*.py"], cwd=_ROOT, check=True, capture_output=True, text=True).stdout
    texts = {name: (_ROOT / name).read_text(encoding="utf-8") for name in names.split() if (_ROOT / name).is_file()}
    product = {name: text for name, text in texts.items() if name.startswith(("bot/", "ecarte/"))}
    trees = {_dotted_name(name): ast.parse(text) for name, text in product.items()}

    folders = Counter(str(Path(name).parent) for name in product if not name.endswith("__init__.py"))
    print("modules in the largest folders:", ", ".join(f"{name} {count}" for name, count in folders.most_common(5)))
    print("modules with imports for types alone:", sum(type_only(tree) for tree in trees.values()))
    found = circles({module: imports_of(module, tree, trees.keys()) for module, tree in trees.items()})
    print(f"circles of imports, types counted: {len(found)}", *(f"  {len(circle)}: {circle[0]} …" for circle in found))

    lines: defaultdict[str, int] = defaultdict(int)
    for name, text in texts.items():
        parts = name.split("/")
        lines[parts[0]] += text.count("\n")
        if len(parts) > 2:
            lines["/".join(parts[:2])] += text.count("\n")
    print("lines:", ", ".join(f"{name} {count:,}" for name, count in sorted(lines.items())))
    return 0


def type_only(tree: ast.Module) -> bool:
    """Whether a module has a block of imports that are for types alone."""
    tests = (node.test for node in ast.walk(tree) if isinstance(node, ast.If))
    return any(ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING") for test in tests)


def imports_of(module: str, tree: ast.Module, modules: Container[str]) -> set[str]:
    """The modules of the project that a module imports at its top, types included; a door counts as itself."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in modules else node.module)
    return {name for name in found if name in modules and name != module}


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """The sets of modules that import one another, the largest first (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = low[module] = len(order)
        stack.append(module)
        for other in sorted(imports[module]):
            if other not in order:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], order[other])
        if low[module] == order[module]:
            circle: list[str] = []
            while not circle or circle[-1] != module:
                circle.append(stack.pop())
            if len(circle) > 1:
                found.append(sorted(circle))

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        for module in sorted(imports):
            if module not in order:
                visit(module)
    finally:
        sys.setrecursionlimit(limit)
    return sorted(found, key=len, reverse=True)


def _dotted_name(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


if __name__ == "__main__":
    sys.exit(main())

"""The shape of the house, held as a test: which room knows which, how long a room may be, what never stands in a file.

The arrows between rooms that import-linter can tell stand in pyproject.toml and are checked here by it; what it
cannot (imports for types alone, names, sizes, calls) is read from the syntax trees. Source: the design, §3 and §4.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 400

# The only hosts that an address in a file of ours may name: those that a reader is sent to, and namespaces.
KNOWN_HOSTS = {
    "127.0.0.1",
    "cdn.simcord.invalid",
    "discord.com",
    "evil.example",
    "example.com",
    "example.org",
    "keepachangelog.com",
    "semver.org",
    "www.w3.org",
}
# Well-known hosts of package registries, as the beginning of the SHA-256 of each: they are not named, not even here.
REGISTRIES = {
    "a4aa2ac280bb8d1a",
    "8b5bb5eb9d758455",
    "8743857e3ea00fd1",
    "e680c440a2e92079",
    "1ba4e37997a2e986",
    "789e46d79514e280",
    "3530c4415dd857fb",
}


@dataclass(frozen=True, slots=True)
class Import:
    """One import: where it stands, the module, and the name taken from it (empty for the module itself)."""

    importer: str
    line: int
    module: str
    name: str = ""

    def of(self, *packages: str) -> bool:
        """Whether something in one of the packages is imported; `from bot import client` imports `bot.client`."""
        whole = f"{self.module}.{self.name}" if self.name else self.module
        return any(whole == it or whole.startswith(it + ".") for it in packages)

    def within(self, *packages: str) -> bool:
        """Whether it stands in one of the packages."""
        return any(self.importer == it or self.importer.startswith(it + ".") for it in packages)

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.module} {self.name}".rstrip()


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax tree of every module of the two packages, by its dotted name."""
    paths = [path for package in ("ecarte", "bot") for path in sorted((ROOT / package).rglob("*.py"))]
    return {_dotted(path): ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in paths}


@cache
def imports() -> tuple[Import, ...]:
    """Every import, wherever in a module it stands: at the top, in a function, for a type alone."""
    return tuple(it for module, tree in trees().items() for node in ast.walk(tree) for it in _imports(module, node))


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _imports(importer: str, node: ast.AST) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield Import(importer, node.lineno, alias.name)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"{importer}:{node.lineno}: a relative import hides where it comes from"
        for alias in node.names:
            yield Import(importer, node.lineno, node.module or "", alias.name)


def _none(wrong: Iterable[object]) -> None:
    found = [str(it) for it in wrong]
    assert not found, "\n" + "\n".join(found)


def test_import_linters_contracts_are_kept() -> None:
    # In a process of its own: it sets logging up anew and would deafen the watch on the logs for every later test.
    call = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", call], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_core_stands_on_the_standard_library_alone() -> None:
    peers = ("pyspiel", "pokerkit")  # what the measurements compare with, where it is installed
    _none(
        it
        for it in imports()
        if it.within("ecarte")
        and not it.of("ecarte", *sys.stdlib_module_names)
        and not (it.within("ecarte.research.bench") and it.of(*peers))
    )


@pytest.mark.parametrize(
    ("library", "rooms"),
    [
        ("simcord", ("bot.sandbox",)),
        ("aiohttp", ("bot.sandbox", "bot.__main__", "bot.adapter.store")),
        ("PIL", ("bot.pictures",)),
        ("babel", ("bot.texts",)),
        ("sqlalchemy", ("bot.storage",)),
        ("alembic", ("bot.storage",)),
        ("aiosqlite", ("bot.storage",)),
        ("sqlite3", ("bot.storage",)),
        (
            "discord",
            ("bot.client", "bot.lifecycle", "bot.adapter", "bot.features", "bot.sandbox", "bot.logs", "bot.__main__"),
        ),
    ],
)
def test_a_library_is_met_in_its_own_room_only(library: str, rooms: tuple[str, ...]) -> None:
    _none(it for it in imports() if it.of(library) and not it.within(*rooms))


def test_not_even_for_a_type_do_tables_clocks_storage_or_texts_import_the_rooms_above() -> None:
    below = ("bot.tables", "bot.clock", "bot.storage", "bot.texts", "bot.config")
    above = ("discord", "bot.client", "bot.adapter", "bot.features", "bot.sandbox")
    _none(it for it in imports() if it.within(*below) and it.of(*above))


def test_nobody_imports_a_command_line_and_only_it_starts_the_sandbox() -> None:
    _none(it for it in imports() if it.of("bot.__main__", "ecarte.__main__"))
    _none(it for it in imports() if it.of("bot.sandbox") and not it.within("bot.sandbox", "bot.__main__"))


def test_a_feature_takes_of_another_only_what_that_one_exports() -> None:
    """`from bot.features.deal import text`, if `text` stands in its `__all__`; never from a module within."""
    doors = {
        module: ast.literal_eval(it.value)
        for module, tree in trees().items()
        if re.fullmatch(r"bot\.features\.\w+", module)
        for it in tree.body
        if isinstance(it, ast.Assign) and ast.unparse(it.targets[0]) == "__all__"
    }
    assert all("FEATURE" in names for names in doors.values())
    _none(
        it
        for it in imports()
        if it.within("bot.features")
        and it.of(*doors)
        and not any(it.within(door) and it.of(door) for door in doors)
        and it.name not in doors.get(it.module, ())
    )


def test_a_folder_of_the_bot_has_no_more_modules_than_a_reader_keeps_in_mind() -> None:
    folders = {path.parent for path in (ROOT / "bot").rglob("*.py")}
    sizes = {it: len([path for path in it.glob("*.py") if path.name != "__init__.py"]) for it in folders}
    _none(f"{folder.relative_to(ROOT)}: {size} modules" for folder, size in sizes.items() if size > 15)


def test_what_people_see_is_drawn_from_views_and_never_from_a_full_state() -> None:
    """A name taken from a door of the core counts as well: `from ecarte.game import State`."""
    full = {"State", "CardsDealt", "decide", "evolve", "replay", "apply", "begin", "deal"}
    rooms = ("bot.adapter", "bot.features", "bot.client", "bot.house")
    _none(
        it
        for it in imports()
        if it.within(*rooms)
        and (
            (it.of("ecarte", "ecarte.game") and it.name in full)
            or it.of("bot.tables.state.table.TableState", "ecarte.game.state.State")
        )
    )


def test_the_house_where_it_plays_is_handed_its_own_seats_view_and_asks_the_tables_for_nothing_more() -> None:
    """Not for a type alone either; what it may ask for is spelt out, so that the log behind it has no name there."""
    allowed = ("views", "problems", "state.table.Status")
    _none(
        it
        for it in imports()
        if it.within("bot.house") and it.of("bot.tables") and not it.of(*(f"bot.tables.{one}" for one in allowed))
    )
    _none(
        it
        for it in imports()
        if it.within("bot.house") and it.of("bot.storage", "bot.adapter", "bot.features", "bot.client")
    )
    access = next(it for it in trees()["bot.house.player"].body if isinstance(it, ast.ClassDef))
    asked = {ast.unparse(it.target) for it in access.body if isinstance(it, ast.AnnAssign)}
    assert (access.name, asked) == (
        "Access",
        {"sight", "hand", "accept", "sit", "leave_queue", "cut", "move", "rematch"},
    )
    assert not any(isinstance(it, ast.FunctionDef | ast.AsyncFunctionDef) for it in access.body)
    private = [
        f"{module}:{node.lineno} {ast.unparse(node)}"
        for module in trees()
        if module.startswith("bot.house")
        for node in ast.walk(trees()[module])
        if isinstance(node, ast.Attribute) and re.match("_[^_]", node.attr) and ast.unparse(node.value) != "self"
    ]
    _none(private)


def test_time_is_read_at_the_edge_only() -> None:
    """Everywhere else it comes in as a number, so that a test, the sandbox and a restart can say what time it is."""
    clocks = re.compile(r"(time\.(time|time_ns|monotonic)|(datetime|date)\.(now|utcnow|today)|utils\.utcnow)$")
    core = ("ecarte.cli", "ecarte.research")
    edge = ("bot.__main__", "bot.client", "bot.sandbox", "bot.bench", *core)
    _none(
        f"{module}:{node.lineno} reads the clock: {ast.unparse(node)}"
        for module, tree in trees().items()
        if not any(module == it or module.startswith(it + ".") for it in edge)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and clocks.search(ast.unparse(node.func))
    )


def test_nobody_prints_but_command_lines_and_the_sandbox() -> None:
    talkers = (
        "bot.__main__",
        "bot.sandbox",
        "bot.bench",
        "ecarte.cli",
        "ecarte.research",
    )
    _none(
        f"{module}:{node.lineno} prints"
        for module, tree in trees().items()
        if not any(module == it or module.startswith(it + ".") for it in talkers)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    )


def test_every_room_says_at_its_door_what_it_is_for() -> None:
    _none(f"{module} has no docstring" for module, tree in trees().items() if not ast.get_docstring(tree))


def test_a_room_is_read_in_one_sitting() -> None:
    sizes = {
        path: len(path.read_text(encoding="utf-8").splitlines())
        for package in ("ecarte", "bot", "tests")
        for path in (ROOT / package).rglob("*.py")
    }
    _none(f"{path.relative_to(ROOT)}: {size} lines" for path, size in sizes.items() if size > LONGEST)


def test_no_file_names_an_address_that_is_not_known() -> None:
    address = re.compile(r"\bhttps?://(?:[^/\s@\"'<>]*@)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")
    _none(
        f"{path}: {host}"
        for path, text in _tracked()
        for host in address.findall(text)
        if host.lower() not in KNOWN_HOSTS
    )


def test_no_file_names_a_package_registry() -> None:
    """With or without `https://` before it: which one is used belongs to whoever builds."""
    name = re.compile(r"\b[a-z0-9-]+(?:\.[a-z0-9-]+)+\b", re.IGNORECASE)

    def registry(host: str) -> bool:
        labels = host.lower().split(".")
        tails = (".".join(labels[first:]) for first in range(len(labels) - 1))
        return any(sha256(it.encode()).hexdigest()[:16] in REGISTRIES for it in tails)

    seen = cache(registry)
    _none(f"{path}: {host}" for path, text in _tracked() for host in name.findall(text) if seen(host))


def test_pins_have_hashes_and_no_addresses() -> None:
    for path in sorted(ROOT.glob("requirements*.txt")):
        text = path.read_text(encoding="utf-8")
        entries = re.split(r"\n(?=\S)", text.partition("\n")[2].strip())
        _none(f"{path.name}: {it.splitlines()[0]}" for it in entries if "--hash=sha256:" not in it or "==" not in it)
        assert not re.search(r"://| @ |^-", text, re.MULTILINE), f"{path.name} names an address"


def test_what_runs_in_production_is_pinned_alike_for_work() -> None:
    """And the simulated Discord, which patches private parts of discord.py, stays out of production."""
    pins = {
        name: dict(re.findall(r"^([\w-]+)==(\S+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements.txt", "requirements-dev.txt")
    }
    production, work = pins["requirements.txt"], pins["requirements-dev.txt"]
    assert production.items() <= work.items()
    assert "simcord" in work
    assert not {"simcord", "pytest", "playwright"} & production.keys()


def test_what_is_not_python_is_packed_with_the_packages() -> None:
    """A catalogue or a page that lies in the tree but not in the wheel fails only on somebody else's machine."""
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    for package in ("ecarte", "bot"):
        home = ROOT / package
        named = {path for pattern in packed[package] for path in home.glob(pattern)}
        files = {
            it
            for it in home.rglob("*")
            if it.is_file() and it.suffix not in (".py", ".pyc") and "research" not in it.parts
        }
        _none(sorted(it.relative_to(ROOT) for it in files - named))


def _tracked() -> Iterator[tuple[str, str]]:
    """Path and text of every file that git tracks; in an unpacked archive, of every file."""
    found = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = [it for it in found.stdout.split("\0") if it]
    if found.returncode != 0:
        names = [str(it.relative_to(ROOT)) for it in ROOT.rglob("*") if it.is_file() and ".venv" not in it.parts]
    for name in names:
        path = ROOT / name
        if path.is_file():
            try:
                yield name, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue

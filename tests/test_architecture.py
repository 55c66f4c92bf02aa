"""The shape of the house, held as a test: which room knows which, what never stands in a file.

The arrows between rooms that import-linter can tell stand in pyproject.toml and are checked here by it; what it
cannot (imports for types alone, names, calls) is read from the syntax trees. See docs/architecture.md.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# The only hosts that an address in a file of ours may name: those that a reader is sent to, and namespaces.
KNOWN_HOSTS = {
    "127.0.0.1",
    "cdn.simcord.invalid",
    "discord.com",
    "evil.example",
    "example.com",
    "example.org",
    "keepachangelog.com",
    # In the licences of the fonts and of the emoji.
    "scripts.sil.org",
    "creativecommons.org",
    "github.com",
    "twitter.github.io",
    "semver.org",
    "www.w3.org",
}


# The sandbox stands on simcord, whose private parts it names where they are used.
_DISCORD_INTERNALS = ("bot.adapter.discord_internals", "bot.sandbox")


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
        return any(whole == package or whole.startswith(package + ".") for package in packages)

    def within(self, *packages: str) -> bool:
        """Whether it stands in one of the packages."""
        return any(self.importer == package or self.importer.startswith(package + ".") for package in packages)

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
    return tuple(link for module, tree in trees().items() for node in ast.walk(tree) for link in _imports(module, node))


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


def _expect_none(wrong: Iterable[object]) -> None:
    faults = [str(fault) for fault in wrong]
    assert not faults, "\n" + "\n".join(faults)


def test_import_linters_contracts_are_kept() -> None:
    # In a process of its own: it sets logging up anew and would deafen the watch on the logs for every later test.
    call = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", call], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_core_stands_on_the_standard_library_alone() -> None:
    peers = ("pyspiel", "pokerkit")  # what the measurements compare with, where it is installed
    _expect_none(
        link
        for link in imports()
        if link.within("ecarte")
        and not link.of("ecarte", *sys.stdlib_module_names)
        and not (link.within("ecarte.research.bench") and link.of(*peers))
    )


@pytest.mark.parametrize(
    ("library", "rooms"),
    [
        ("simcord", ("bot.sandbox",)),
        ("aiohttp", ("bot.sandbox", "bot.serving", "bot.gateway", "bot.adapter.answer", "bot.monitoring")),
        ("PIL", ("bot.pictures", "bot.sandbox.gallery")),
        ("playwright", ("bot.sandbox.gallery",)),
        ("babel", ("bot.texts",)),
        ("sqlalchemy", ("bot.storage",)),
        ("alembic", ("bot.storage",)),
        ("aiosqlite", ("bot.storage",)),
        ("sqlite3", ("bot.storage",)),
        (
            "discord",
            ("bot.client", "bot.gateway", "bot.lifecycle", "bot.adapter", "bot.features", "bot.sandbox", "bot.serving"),
        ),
    ],
)
def test_a_library_is_met_in_its_own_room_only(library: str, rooms: tuple[str, ...]) -> None:
    _expect_none(link for link in imports() if link.of(library) and not link.within(*rooms))


def test_private_parts_of_discord_py_are_met_in_one_module() -> None:
    """It names what each is used for, and a test holds the installed discord.py against it."""
    public = ("ui", "app_commands", "abc", "utils", "ext")
    users = {link.importer for link in imports() if link.of("discord") and not link.within(*_DISCORD_INTERNALS)}
    _expect_none(
        link
        for link in imports()
        if link.importer in users
        and link.module.startswith("discord.")
        and not link.of(*(f"discord.{name}" for name in public))
    )
    _expect_none(
        f"{module}:{node.lineno} {ast.unparse(node)}"
        for module in sorted(users)
        for node in ast.walk(trees()[module])
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) not in ("self", "cls")
        and (re.match("_[^_]", node.attr) or ast.unparse(node) in ("client.ws", "client.http"))
    )


def test_not_even_for_a_type_do_tables_clocks_storage_or_texts_import_the_rooms_above() -> None:
    below = ("bot.tables", "bot.clock", "bot.storage", "bot.texts", "bot.config")
    above = ("discord", "bot.client", "bot.adapter", "bot.features", "bot.sandbox")
    _expect_none(link for link in imports() if link.within(*below) and link.of(*above))


def test_no_module_imports_a_command_line_and_only_it_starts_the_sandbox() -> None:
    _expect_none(link for link in imports() if link.of("bot.__main__", "ecarte.__main__"))
    _expect_none(link for link in imports() if link.of("bot.sandbox") and not link.within("bot.sandbox", "bot.serving"))


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
    _expect_none(
        it
        for it in imports()
        if it.within("bot.features")
        and it.of(*doors)
        and not any(it.within(door) and it.of(door) for door in doors)
        and it.name not in doors.get(it.module, ())
    )


def test_what_people_see_is_drawn_from_views_and_never_from_a_full_state() -> None:
    """A name taken from a door of the core counts as well: `from ecarte.game import State`."""
    full = {"State", "CardsDealt", "decide", "evolve", "replay", "apply", "begin", "deal"}
    rooms = ("bot.adapter", "bot.features", "bot.client", "bot.house")
    _expect_none(
        link
        for link in imports()
        if link.within(*rooms)
        and (
            (link.of("ecarte", "ecarte.game") and link.name in full)
            or link.of("bot.tables.state.table.TableState", "ecarte.game.state.State")
        )
    )


def test_the_house_where_it_plays_is_handed_its_own_seats_view_and_asks_the_tables_for_nothing_more() -> None:
    """Not for a type alone either; what it may ask for is spelt out, so that the log behind it has no name there."""
    allowed = ("views", "problems", "state.table.Status")
    _expect_none(
        link
        for link in imports()
        if link.within("bot.house") and link.of("bot.tables") and not link.of(*(f"bot.tables.{one}" for one in allowed))
    )
    _expect_none(
        link
        for link in imports()
        if link.within("bot.house") and link.of("bot.storage", "bot.adapter", "bot.features", "bot.client")
    )
    access = next(node for node in trees()["bot.house.player"].body if isinstance(node, ast.ClassDef))
    asked = {ast.unparse(node.target) for node in access.body if isinstance(node, ast.AnnAssign)}
    assert (access.name, asked) == (
        "Access",
        {"table", "hand", "accept", "sit", "leave_queue", "move", "play", "rematch"},
    )
    assert not any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in access.body)
    private = [
        f"{module}:{node.lineno} {ast.unparse(node)}"
        for module in trees()
        if module.startswith("bot.house")
        for node in ast.walk(trees()[module])
        if isinstance(node, ast.Attribute) and re.match("_[^_]", node.attr) and ast.unparse(node.value) != "self"
    ]
    _expect_none(private)


def test_time_is_read_at_the_edge_only() -> None:
    """Everywhere else it comes in as a number, so that a test, the sandbox and a restart can say what time it is."""
    clocks = re.compile(r"(time\.(time|time_ns|monotonic)|(datetime|date)\.(now|utcnow|today)|utils\.utcnow)$")
    core = ("ecarte.cli", "ecarte.research")
    edge = ("bot.__main__", "bot.client", "bot.sandbox", "bot.bench", *core)
    _expect_none(
        f"{module}:{node.lineno} reads the clock: {ast.unparse(node)}"
        for module, tree in trees().items()
        if not any(module == name or module.startswith(name + ".") for name in edge)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and clocks.search(ast.unparse(node.func))
    )


def test_nothing_prints_but_command_lines_and_the_sandbox() -> None:
    talkers = (
        "bot.__main__",
        "bot.upkeep",
        "bot.sandbox",
        "bot.bench",
        "ecarte.cli",
        "ecarte.research",
    )
    _expect_none(
        f"{module}:{node.lineno} prints"
        for module, tree in trees().items()
        if not any(module == name or module.startswith(name + ".") for name in talkers)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    )


def test_every_room_says_at_its_door_what_it_is_for() -> None:
    _expect_none(f"{module} has no docstring" for module, tree in trees().items() if not ast.get_docstring(tree))


def test_no_file_names_an_address_that_is_not_known() -> None:
    address = re.compile(r"\bhttps?://(?:[^/\s@\"'<>]*@)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")
    _expect_none(
        f"{path}: {host}"
        for path, text in _tracked()
        for host in address.findall(text)
        if host.lower() not in KNOWN_HOSTS
    )


@pytest.mark.parametrize("path", sorted(ROOT.glob("requirements*.txt")))
def test_pins_have_hashes_and_no_addresses(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.partition("\n")[2].strip())
    _expect_none(
        f"{path.name}: {entry.splitlines()[0]}"
        for entry in entries
        if "--hash=sha256:" not in entry or "==" not in entry
    )
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


def _tracked() -> Iterator[tuple[str, str]]:
    """Path and text of every file that git tracks; in an unpacked archive, of every file."""
    faults = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = [path for path in faults.stdout.split("\0") if path]
    if faults.returncode != 0:
        names = [
            str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts
        ]
    for name in names:
        path = ROOT / name
        if path.is_file():
            try:
                yield name, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue

"""The structure of the project, held as a test: which package knows which, what never stands in a file.

The arrows between packages that import-linter can tell stand in pyproject.toml and are checked here by it; what it
cannot (imports for types alone, names, calls) is read from the syntax trees. See docs/architecture.md. A failure names
the rule, why it is there, and the file to edit.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.support.rules import expect_kept

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


_PACKAGES = ("ecarte", "research", "bot", "sandbox", "page")
# The sandbox stands on simcord, whose private parts it names where they are used.
_DISCORD_INTERNALS = ("bot.adapter.discord_internals", "sandbox")


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
        return at(self.importer, self.line, f"imports {self.module} {self.name}".rstrip())


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax tree of every module of the five packages, by its dotted name."""
    paths = [path for package in _PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {_dotted(path): ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in paths}


@cache
def imports() -> tuple[Import, ...]:
    """Every import, wherever in a module it stands: at the top, in a function, for a type alone."""
    return tuple(link for module, tree in trees().items() for node in ast.walk(tree) for link in _imports(module, node))


def at(module: str, line: int, why: str) -> str:
    """The file and the line of something in a module, and what is wrong with it."""
    path = Path(*module.split("."))
    file = path / "__init__.py" if (ROOT / path).is_dir() else path.with_suffix(".py")
    return f"{file}:{line}: {why}"


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _imports(importer: str, node: ast.AST) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield Import(importer, node.lineno, alias.name)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, at(importer, node.lineno, "a relative import hides where it comes from: write it whole")
        for alias in node.names:
            yield Import(importer, node.lineno, node.module or "", alias.name)


def test_import_linters_contracts_are_kept() -> None:
    # In a process of its own: it sets logging up anew and would deafen the watch on the logs for every later test.
    call = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", call], cwd=ROOT, capture_output=True, text=True, check=False)
    broken = (done.stdout.partition("Broken contracts")[2] or done.stdout) + done.stderr
    expect_kept(
        "imports keep the contracts in pyproject.toml, [tool.importlinter]",
        "the name of each contract says it; docs/architecture.md has them all under *Rules of dependency*",
        [f"{broken.strip()}\n  Mend the module that imports: hand the value in, or move it to a lower package."]
        if done.returncode
        else (),
    )


def test_the_core_stands_on_the_standard_library_alone() -> None:
    expect_kept(
        "ecarte imports itself and the standard library only",
        "the library is installed without any other package",
        (link for link in imports() if link.within("ecarte") and not link.of("ecarte", *sys.stdlib_module_names)),
    )


@pytest.mark.parametrize(
    ("library", "packages"),
    [
        ("simcord", ("sandbox", "bot.gallery")),
        (
            "aiohttp",
            (
                "sandbox",
                "bot.serving",
                "bot.doctor",
                "bot.gateway",
                "bot.adapter.answer",
                "bot.adapter.webhook",
                "bot.monitoring",
            ),
        ),
        ("PIL", ("bot.pictures", "bot.gallery")),
        ("playwright", ("bot.gallery",)),
        ("babel", ("bot.texts",)),
        ("sqlalchemy", ("bot.storage",)),
        ("alembic", ("bot.storage",)),
        ("aiosqlite", ("bot.storage",)),
        ("sqlite3", ("bot.storage",)),
        (
            "discord",
            (
                *("bot.client", "bot.gateway", "bot.lifecycle", "bot.adapter"),
                *("bot.features", "sandbox", "bot.serving", "bot.doctor"),
            ),
        ),
    ],
)
def test_a_library_is_met_in_its_own_packages_only(library: str, packages: tuple[str, ...]) -> None:
    expect_kept(
        f"{library} is imported by {', '.join(packages)} only",
        "to replace a library, or to follow a new release of it, is work in one place",
        (
            f"{link}; take what is needed as an argument, or let tests/test_architecture.py allow the package"
            for link in imports()
            if link.of(library) and not link.within(*packages)
        ),
    )


def test_private_parts_of_discord_py_are_met_in_one_module() -> None:
    """It names what each is used for, and a test holds the installed discord.py against it."""
    public = ("ui", "app_commands", "abc", "utils", "ext")
    users = {link.importer for link in imports() if link.of("discord") and not link.within(*_DISCORD_INTERNALS)}
    private = [
        str(link)
        for link in imports()
        if link.importer in users
        and link.module.startswith("discord.")
        and not link.of(*(f"discord.{name}" for name in public))
    ]
    private += [
        at(module, node.lineno, f"reads {ast.unparse(node)}")
        for module in sorted(users)
        for node in ast.walk(trees()[module])
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) not in ("self", "cls")
        and (re.match("_[^_]", node.attr) or ast.unparse(node) in ("client.ws", "client.http"))
    ]
    expect_kept(
        "private parts of discord.py are used in bot/adapter/discord_internals.py only",
        "discord.py may change them in any release, and a test of that module tells when it does",
        (f"{line}; move it to bot/adapter/discord_internals.py" for line in private),
    )


def test_not_even_for_a_type_do_tables_clocks_storage_or_texts_import_the_packages_above() -> None:
    below = ("bot.tables", "bot.clock", "bot.storage", "bot.ranking", "bot.rows", "bot.texts", "bot.config")
    above = ("discord", "bot.client", "bot.adapter", "bot.features", "sandbox")
    expect_kept(
        f"{', '.join(below)} import nothing of {', '.join(above)}",
        "a table is played, stored and tested without Discord",
        (f"{link}; hand the value in" for link in imports() if link.within(*below) and link.of(*above)),
    )


def test_no_module_imports_a_command_line() -> None:
    expect_kept(
        "no module imports a __main__",
        "a command line is where a program begins",
        (
            f"{link}; move what both need to a module of its own"
            for link in imports()
            if re.search(r"\.__main__$", link.module) or link.name == "__main__"
        ),
    )


def test_a_feature_takes_of_another_only_what_that_one_exports() -> None:
    """`from bot.features.deal import text`, if `text` stands in its `__all__`; never from a module within."""
    doors = {
        module: ast.literal_eval(node.value)
        for module, tree in trees().items()
        if re.fullmatch(r"bot\.features\.\w+", module)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    }
    why = "a feature can be changed within as long as what it exports stays"
    expect_kept(
        "a feature exports FEATURE",
        "the registry finds features by it",
        (at(module, 1, "add FEATURE to __all__") for module, names in doors.items() if "FEATURE" not in names),
    )
    expect_kept(
        "a feature takes of another only what stands in its __all__",
        why,
        (
            f"{link}; import it from the feature itself, whose __all__ names it"
            for link in imports()
            if link.within("bot.features")
            and link.of(*doors)
            and not any(link.within(door) and link.of(door) for door in doors)
            and link.name not in doors.get(link.module, ())
        ),
    )


def test_no_function_of_people_only_hands_its_arguments_on() -> None:
    """To a repository of `People`, as they are, or with the time: a feature asks the repository itself."""
    given = (ast.Name, ast.Constant)

    def hands_on(function: ast.AST) -> bool:
        match function:
            case ast.AsyncFunctionDef(body=[ast.Expr(), ast.Return(value=ast.Await(value=ast.Call() as call))]):
                pass
            case ast.AsyncFunctionDef(body=[ast.Expr(), ast.Expr(value=ast.Await(value=ast.Call() as call))]):
                pass
            case _:
                return False
        handed = [*call.args, *(keyword.value for keyword in call.keywords)]
        return ast.unparse(call.func).startswith("people.") and all(
            isinstance(value, given) or ast.unparse(value) == "people.now()" for value in handed
        )

    expect_kept(
        "each function of bot/people decides something",
        "a reader of a feature would look it up, and find nothing but another name",
        (
            at(module, node.lineno, f"{node.name} only hands on: let its callers ask the repository, and remove it")
            for module, tree in trees().items()
            if module.startswith("bot.people.")
            for node in tree.body
            if isinstance(node, ast.AsyncFunctionDef) and hands_on(node)
        ),
    )


def test_what_people_see_is_drawn_from_views_and_never_from_a_full_state() -> None:
    """A name taken from the API of the core counts as well: `from ecarte.game import State`."""
    full = {"State", "CardsDealt", "decide", "evolve", "replay", "apply", "begin", "deal"}
    packages = ("bot.adapter", "bot.features", "bot.client", "bot.house")
    expect_kept(
        f"{', '.join(packages)} know views of a game, and neither its state nor its engine",
        "a state holds both hands: what is never there cannot be shown by mistake",
        (
            f"{link}; take a view (bot/tables/views.py), and decide in a use case (bot/tables/actions)"
            for link in imports()
            if link.within(*packages)
            and (
                (link.of("ecarte", "ecarte.game") and link.name in full)
                or link.of("bot.tables.state.table_state.TableState", "ecarte.game.state.State")
            )
        ),
    )


def test_the_house_where_it_plays_is_handed_its_own_seats_view_and_asks_the_tables_for_nothing_more() -> None:
    """Not for a type alone either; what it may ask for is spelt out, so that the log behind it has no name there."""
    allowed = ("views", "problems", "state.table_state.Status")
    access = next(node for node in trees()["bot.house.player"].body if isinstance(node, ast.ClassDef))
    asked = {ast.unparse(node.target) for node in access.body if isinstance(node, ast.AnnAssign)}
    known = {"table", "hand", "accept", "sit", "leave_queue", "move", "play", "rematch"}
    expect_kept(
        f"the house imports of bot.tables only {', '.join(allowed)}, nothing of storage or Discord, no private name; "
        f"of the tables it asks what its TableAccess has: {', '.join(sorted(known))}",
        "the house plays by the view of its own seat; more would be a look at the other hand",
        [
            *(
                link
                for link in imports()
                if link.within("bot.house")
                and (
                    link.of("bot.storage", "bot.rows.commits", "bot.adapter", "bot.features", "bot.client")
                    or (link.of("bot.tables") and not link.of(*(f"bot.tables.{one}" for one in allowed)))
                )
            ),
            *(
                at(module, node.lineno, f"reads {ast.unparse(node)}")
                for module in trees()
                if module.startswith("bot.house")
                for node in ast.walk(trees()[module])
                if isinstance(node, ast.Attribute)
                and re.match("_[^_]", node.attr)
                and ast.unparse(node.value) != "self"
            ),
            *(at("bot.house.player", access.lineno, f"TableAccess asks for {name}") for name in asked ^ known),
            *(
                at("bot.house.player", node.lineno, "TableAccess has a function: it is a value of functions")
                for node in access.body
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            ),
        ],
    )
    assert access.name == "TableAccess"


def test_time_is_read_at_the_edge_only() -> None:
    clocks = re.compile(r"(time\.(time|time_ns|monotonic)|(datetime|date)\.(now|utcnow|today)|utils\.utcnow)$")
    edge = ("bot.__main__", "bot.client", "sandbox", "ecarte.cli", "research")
    expect_kept(
        f"the clock is read in {', '.join(edge)} only",
        "everywhere else time comes in as a number: a test, the sandbox and a restart say what time it is",
        (
            at(module, node.lineno, f"calls {ast.unparse(node.func)}; take `now` as an argument (request.app.now)")
            for module, node in _calls(edge)
            if clocks.search(ast.unparse(node.func))
        ),
    )


def test_nothing_prints_but_command_lines_and_the_sandbox() -> None:
    talkers = (
        "bot.__main__",
        "bot.command_line",
        "bot.upkeep",
        "bot.owner",
        "bot.gallery",
        "sandbox",
        "page",
        "ecarte.cli",
        "research",
    )
    expect_kept(
        f"print is called in {', '.join(talkers)} only",
        "a bot that runs speaks by its log, whose form and level its owner has set",
        (
            at(module, node.lineno, "prints; log it, or return it")
            for module, node in _calls(talkers)
            if isinstance(node.func, ast.Name) and node.func.id == "print"
        ),
    )


def _calls(left_out: tuple[str, ...]) -> Iterator[tuple[str, ast.Call]]:
    """Yields each call with its module, except in some packages."""
    for module, tree in trees().items():
        if not any(module == name or module.startswith(name + ".") for name in left_out):
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    yield module, node


def test_every_name_of_a_module_that_these_checks_allow_is_there() -> None:
    """A module that is gone leaves no leave behind for another of its name."""
    source = Path(__file__).read_text(encoding="utf-8")
    named = set(re.findall(r'"((?:bot|ecarte)(?:\.[a-z_0-9]+)+)"', source))
    expect_kept(
        "the checks in tests/test_architecture.py name modules that exist",
        "what is allowed to a module that is gone would be allowed to the next one of that name",
        (
            f"tests/test_architecture.py: remove {name}: there is no such module"
            for name in sorted(named)
            if name not in trees()
        ),
    )


def test_every_module_says_what_it_is_for() -> None:
    expect_kept(
        "every module has a docstring",
        "a reader learns from its first line what lives there",
        (at(module, 1, "has no docstring") for module, tree in trees().items() if not ast.get_docstring(tree)),
    )


def test_no_file_names_an_address_that_is_not_known() -> None:
    address = re.compile(r"\bhttps?://(?:[^/\s@\"'<>]*@)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")
    expect_kept(
        "an address in a file is of a host in KNOWN_HOSTS of tests/test_architecture.py",
        "the project runs without the network, and its files name no mirror or machine of those who work on it",
        (
            f"{path}:{number}: names {host}; leave it out, or add it to KNOWN_HOSTS if readers are sent there"
            for path, text in _tracked()
            for number, line in enumerate(text.splitlines(), 1)
            for host in address.findall(line)
            if host.lower() not in KNOWN_HOSTS
        ),
    )


@pytest.mark.parametrize("path", sorted(ROOT.glob("requirements/*.txt")))
def test_pins_have_hashes_and_no_addresses(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.partition("\n")[2].strip())
    wrong = [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry or "==" not in entry]
    wrong += [line for line in text.splitlines() if re.search(r"://| @ |^-", line)]
    expect_kept(
        f"{path.name} pins each package by version and hash, and names no address",
        "two machines, and tomorrow's, install the same bytes",
        (f"{path.name}: {line}; the file is made by `make lock`, not by hand" for line in wrong),
    )


def test_what_runs_in_production_is_pinned_alike_for_work() -> None:
    pins = {
        name: dict(re.findall(r"^([\w-]+)==(\S+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements/bot.txt", "requirements/dev.txt")
    }
    production, work = pins["requirements/bot.txt"], pins["requirements/dev.txt"]
    expect_kept(
        "each pin of requirements/bot.txt is in requirements/dev.txt, too",
        "what is tested is what runs",
        (
            f"requirements/dev.txt: {name} is not {pin}: run `make lock`"
            for name, pin in production.items() - work.items()
        ),
    )
    expect_kept(
        "simcord, pytest and playwright are in requirements/dev.txt only",
        "the simulated Discord patches private parts of discord.py, and stays out of production",
        (
            f"pyproject.toml: take {name} out of what the bot needs"
            for name in {"simcord", "pytest", "playwright"} & production.keys()
        ),
    )
    assert "simcord" in work


def test_make_mutants_copies_the_packages_that_its_tests_import() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    left_out = set(_PACKAGES) - {*settings["source_paths"], *settings["also_copy"]}
    chosen = [ROOT / name for name in settings["pytest_add_cli_args_test_selection"] if name.endswith(".py")]
    assert chosen
    links = [
        link
        for path in chosen
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for link in _imports(_dotted(path), node)
    ]
    expect_kept(
        "`also_copy` in pyproject.toml has each package that the tests of `make mutants` import besides the library",
        "else mutmut stops before its first change",
        (str(link) for link in links if link.of(*left_out)),
    )


def test_the_page_of_the_architecture_lists_the_packages_that_are_there() -> None:
    """Those of the bot by layer, as the contract in pyproject.toml has them, from the top down; those of the core."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = page.partition("### `bot/`")[2].split("```")[1].strip("\n").splitlines()
    listed = [set(re.findall(r"[a-z_]+", line.split("  ")[0])) for line in drawn]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (contract["layers"] for contract in contracts if contract["id"] == "floors")
    layered = [set(re.findall(r"[a-z_]+", layer)) for layer in layers]
    there = set(_packages(ROOT / "bot"))
    core = set(re.findall(r"^\| `(\w+)/`", page.partition("### `ecarte/`")[2].partition("### `bot/`")[0], re.MULTILINE))
    core |= set(re.findall(r"^\| `cli/`, `(__main__)\.py`", page, re.MULTILINE))
    expect_kept(
        "docs/architecture.md lists every package and module below bot/ and ecarte/, in the layers of pyproject.toml",
        "a new maintainer reads there what lives where, and what may import what",
        [
            *(
                f"docs/architecture.md: bot/{name} stands in no line of the layers"
                for name in there - set().union(*listed)
            ),
            *(
                f"pyproject.toml: bot/{name} stands in no layer of the contract floors"
                for name in there - set().union(*layered)
            ),
            *(f"docs/architecture.md: there is no bot/{name}; remove it" for name in set().union(*listed) - there),
            *(
                f"docs/architecture.md: the line {' | '.join(sorted(line))} should be {' | '.join(sorted(layer))}, "
                "as in the contract floors of pyproject.toml"
                for line, layer in zip_longest(listed, layered, fillvalue=set[str]())
                if line != layer
            ),
            *(f"docs/architecture.md: ecarte/{name}: mend its row" for name in core ^ set(_packages(ROOT / "ecarte"))),
        ],
    )


@pytest.mark.parametrize("package", ["bot", "ecarte"])
def test_a_public_class_name_means_one_thing_in_its_package(package: str) -> None:
    places: dict[str, list[str]] = {}
    for module, tree in trees().items():
        if module.split(".")[0] == package:
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(f"{module}:{node.lineno}")
    expect_kept(
        f"each public class of {package} has a name of its own",
        "a name that means two things has to be looked up at each use",
        (
            f"{name}: {' '.join(found)}; give one of them another name"
            for name, found in places.items()
            if len(found) > 1
        ),
    )


def _packages(folder: Path) -> Iterator[str]:
    """The names of the modules and packages that lie in a package."""
    for path in sorted(folder.iterdir()):
        if path.name != "__init__.py" and (path.suffix == ".py" or (path / "__init__.py").is_file()):
            yield path.stem


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
